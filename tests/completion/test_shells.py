"""Completion in the shells themselves: by the keys that a person presses, in a terminal."""

import os
import pty
import re
import shlex
import subprocess
import sys
import termios
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.conftest import Workspace
from tests.needs import needs

PROMPT = "@@ "
# Keys that insert all that is offered, that print the words of a line, and that list and drop the line.
INSERT_ALL, PRINT, LIST = "\x14", "\x01printf '<%s>' \n", "\x04\x15\n"
SHELLS = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        'eval "$(puzzles completion bash)"; bind "\\C-t: insert-completions"\n',
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        'autoload -Uz compinit && compinit -u -D; eval "$(puzzles completion zsh)"; bindkey -e;'
        " zle -C all-matches complete-word _generic; bindkey '^T' all-matches;"
        " zstyle ':completion:all-matches:*' insert yes;"
        " zstyle ':completion:all-matches:*' completer _all_matches _complete\n",
    ),
}
# What each line becomes, in every way in which a shell can differ; `test_words` has the words themselves.
LINES = {
    "puzzles run e": ["euler7", "euler22", "euler"],
    "puzzles run 2021/1 --case=main@a": ["--case=main@alice"],
    "puzzles run 'mine' --case my\\ c": ["my case"],
    "puzzles check --ju": ["--junit"],
    # The shell knows files, where one is wanted, and only there.
    "puzzles run --input so": ["some file.txt"],
    "puzzles run --input=so": ["--input=some file.txt"],
    "puzzles run --timeout so": ["so"],
}

DESCRIBED = {
    "puzzles ru": ("run", "Run puzzles and show answers, verdicts and times."),
    "puzzles run e": ("euler", "Project Euler"),
    "puzzles run 2021/1 --solution ": ("fast", "Count them by row."),
    "puzzles check --ju": ("--junit", "Also write the results as JUnit XML."),
}


def environment() -> dict[str, str]:
    """Return the environment of a shell that finds the program of these tests."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "PS1": PROMPT, "TERM": "xterm"}


def in_terminal(workspace: Workspace, command: Sequence[str], inputs: Iterable[str]) -> list[str]:
    """Return what a shell printed from each prompt to the next, one of the inputs being typed at each."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (50, 300))
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    with subprocess.Popen(
        command, cwd=workspace.root, env=environment(), start_new_session=True, **streams
    ) as shell:
        os.close(theirs)
        printed = b""
        try:
            for number, keys in enumerate([*inputs, "exit\n"], start=1):
                while printed.count(PROMPT.encode()) < number:
                    printed += os.read(ours, 2**16)
                os.write(ours, keys.encode())
            # Reading fails once the shell has gone.
            while chunk := os.read(ours, 2**16):
                printed += chunk
        except OSError:
            pass
        finally:
            os.close(ours)
            shell.wait(10)
    return printed.decode().split(PROMPT)[1:]


def completed(
    workspace: Workspace, shell: str, lines: Iterable[str], first: str = ""
) -> dict[str, list[str]]:
    """Return the last words of each line, after all that is offered at its end has been inserted."""
    command, setup = SHELLS[shell]
    keys = [first + setup, *(f"{line}{INSERT_ALL}{PRINT}" for line in lines)]
    _, *printed, _ = in_terminal(workspace, command, keys)
    return {
        line: re.findall(r"<([^%>]*)>", text)[len(shlex.split(f"{line}.")) - 1 :]
        for line, text in zip(lines, printed, strict=True)
    }


def in_fish(workspace: Workspace, lines: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return what fish offers at the end of each line, with the descriptions: it has a command for that."""
    asked = "".join(f"echo {shlex.quote(PROMPT)}; complete -C {shlex.quote(line)}\n" for line in lines)
    ended = subprocess.run(
        ["fish", "--no-config", "-c", f"puzzles completion fish | source\n{asked}"],
        cwd=workspace.root,
        env=environment() | {"HOME": str(workspace.root)},
        capture_output=True,
        encoding="utf-8",
    )
    assert "" == ended.stderr
    _, *printed = ended.stdout.split(f"{PROMPT}\n")
    offers = [dict(offer.partition("\t")[::2] for offer in text.splitlines()) for text in printed]
    return dict(zip(lines, offers, strict=True))


@pytest.mark.parametrize("shell", [pytest.param(shell, marks=needs(shell)) for shell in SHELLS])
def test_lines_are_completed(filled: Workspace, shell: str) -> None:
    """Each shell inserts words, quoted where they need it, and the names of files where they are wanted.

    Bash keeps the order of what is offered.
    """
    (filled.root / "some file.txt").write_text("")
    lines = completed(filled, shell, LINES)
    assert shell != "bash" or LINES["puzzles run e"] == lines["puzzles run e"]
    assert {line: sorted(words) for line, words in LINES.items()} == {
        line: sorted(words) for line, words in lines.items()
    }


@needs("fish")
def test_lines_are_completed_in_fish(filled: Workspace) -> None:
    """Fish offers the same, with descriptions, and leaves what is typed where nothing is offered."""
    (filled.root / "some file.txt").write_text("")
    offers = in_fish(filled, [*LINES, *DESCRIBED])
    lines = {line: [*offers[line]] or [line.split()[-1]] for line in LINES}
    assert {line: sorted(words) for line, words in LINES.items()} == {
        line: sorted(words) for line, words in lines.items()
    }
    assert DESCRIBED == {line: (word, offers[line].get(word)) for line, (word, _) in DESCRIBED.items()}
