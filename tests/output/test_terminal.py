"""Output that fits a terminal or a pipe."""

import io
import os
import subprocess
import sys
from subprocess import PIPE, STDOUT

import pytest
from puzzle_runner.output import terminal
from puzzle_runner.output.terminal import say

from tests.conftest import Workspace


@pytest.mark.parametrize(("encoding", "expected"), [
    ("utf-8", "✓ 36.1 µs · 漢 \\udcff →"), ("latin-1", "+ 36.1 us - \\u6f22 \\udcff >"),
])  # fmt: skip
def test_a_stream_gets_only_letters_it_can_take(encoding: str, expected: str) -> None:
    """What an encoding lacks is written otherwise, never an error."""
    stream = io.TextIOWrapper(raw := io.BytesIO(), encoding=encoding, newline="\n")
    say("✓ 36.1 µs · 漢 \udcff →", stream)
    stream.flush()
    assert f"{expected}\n" == raw.getvalue().decode(encoding)


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_no_name_moves_the_cursor(stream: type[io.StringIO], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is in a line, it is spelt out, but for tabs, line ends, and colours in a terminal."""
    monkeypatch.setenv("TERM", "xterm")
    to = stream()
    say("a\x1b[2Jb\u202e\x9b1mc\r\td\x1b[1;31m\ne", to)
    colour = "\x1b[1;31m" if to.isatty() else r"\x1b[1;31m"
    assert r"a\x1b[2Jb\u202e\x9b1mc\r" + f"\td{colour}\ne\n" == to.getvalue()


NAME = "a\x1b[2Jb\u202e"


def test_a_puzzle_with_such_a_name(workspace: Workspace) -> None:
    """No command prints its id, its title or its answer as they are."""
    workspace.puzzle(NAME, f'"""T{NAME}"""\ndef part1(): return "{NAME}"\n', '[c]\ninput = "x"\n')
    named = (f"answer {NAME} 3 --part 1 --case c", f"case {NAME}", f"show {NAME}")
    for command in ("list", "check", "run *", *named):
        ended = workspace.run(*command.split())
        assert not {"\x1b", "\u202e"} & {*ended.out, *ended.err}, ended


COMMANDS = "::error::x\n  ::stop-commands::y\r::add-mask::z\na ##[error]w"


def test_what_is_said_stands_in_order_in_one_pipe() -> None:
    """That is also so where the output is kept back until the pipe is full; a reader may be gone."""
    code = "from puzzle_runner.output.terminal import say, warn; say('one'); warn('two'); say('three')"
    kept_back = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}

    def told(code: str, out: int, errors: int) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", code]
        return subprocess.run(command, stdout=out, stderr=errors, text=True, check=True, env=kept_back)

    assert "one\ntwo\nthree\n" == told(code, PIPE, STDOUT).stdout
    read, write = os.pipe()
    os.close(read)
    gone = told(f"{code}; import os; os._exit(0)", write, PIPE)
    os.close(write)
    assert "two\n" == gone.stderr


def test_what_is_no_command_of_github(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a part prints and answers begins no line with two colons; only our annotations do."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    source = f"def part1(text):\n    print({COMMANDS!r})\n    return {COMMANDS!r}\n"
    workspace.puzzle("rude", source, "[main]\ninput = ''\npart1 = '::debug::'\n")
    for command in ("run", "check", "run --json", "check --json"):
        ended = workspace.run(*command.split())
        found = [line for line in (ended.out + ended.err).splitlines() if line.lstrip().startswith("::")]
        assert [] == [line for line in found if not line.startswith("::error file=puzzles/rude.py,line=1,")]
        assert "##[" not in ended.out
        assert "\\[error]w" in ended.out + ended.err or ended.document["results"][0]["answer"] == COMMANDS
    # Output comes as it is written, and that may be in the middle of a word.
    shown: list[str] = []
    show = terminal.marked(shown.append)
    for piece in (":", ":error::\n:", ":x #", "#", "[y\n", "z"):
        show(piece)
    assert "| :| :error::\n| :| :x #| #| [y\n| z" == "".join(shown)
