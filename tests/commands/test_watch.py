"""`run --watch`, with real saves."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from puzzle_runner import checking
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace, until
from tests.stand_in import INPUT, Reply, Site, day

CASES = '[main]\ninput = "2"\npart1 = 3\n[example]\ninput = "1"\npart1 = 2\n'
HANGS = "import time\ndef part1(text):\n    print('hanging', flush=True)\n    time.sleep(1000)\n"
RIGHT = "def part1(text):\n    return int(text) + 1\n"


class Watch:
    """A watch that runs, and what it has printed so far."""

    def __init__(self, process: "subprocess.Popen[str]", keys: int, log: Path) -> None:
        self.process = process
        self.keys = keys
        self.log = log
        self.read = 0

    def press(self, key: str) -> None:
        os.write(self.keys, key.encode())

    def until(self, *texts: str) -> str:
        """Return what is printed from here on, once these texts have come one after the other."""
        end = time.monotonic() + 40
        while time.monotonic() < end:
            said = self.log.read_text("utf-8")[self.read :]
            place = 0
            for text in texts:
                place = said.find(text, place) + len(text) if text in said[place:] else -(10**9)
            if place > 0:
                self.read += place
                return said[:place]
            time.sleep(0.01)
        raise AssertionError(f"{texts} did not come, but {said!r}")


@pytest.fixture
def watching(workspace: Workspace, tmp_path: Path) -> Callable[..., "object"]:
    """Return what starts a watch with some arguments, in a terminal unless its keys come through a pipe."""

    @contextmanager
    def start(*arguments: str, terminal: bool = True) -> Iterator[Watch]:
        inward, keys = pty.openpty()[::-1] if terminal else os.pipe()
        log = tmp_path / "log"
        streams = {"stdin": inward, "environment": {"PYTHONUNBUFFERED": "1"}}
        with log.open("wb") as out:
            process = workspace.start("run", *arguments, "--watch", stdout=out, stderr=out, **streams)
        try:
            yield Watch(process, keys, log)
        finally:
            process.kill()
            process.wait()
            os.close(inward)
            os.close(keys)

    return start


def test_s_submits(
    workspace: Workspace, account: Account, watching: Callable[..., Watch], site: Site
) -> None:
    """The answer is sent once a person says so, and Ctrl-C ends only the question; then the watch goes on.

    `?` says which keys there are, and others do nothing.
    """
    site.replies["/2021/day/3"] = Reply(body=day("12"))
    workspace.puzzle("aoc2021d3", "def part1(text):\n    return 12\n")
    writing.save_input(cached.inputs(account.folder, "aoc2021d3"), "main", INPUT.encode())
    with watching("aoc2021d3", "--part", "1") as watch:
        watch.until("Keys: s submit, q quit.", "1 result:")
        watch.press("x?")
        watch.until("Keys: s submit, q quit.")
        watch.press("s")
        watch.until("Sending 12 as part 1 of aoc2021d3", "Send it?")
        assert [] == site.sent
        watch.process.send_signal(signal.SIGINT)
        watch.press("y\n")
        said = watch.until("right: 12 is the answer", "Keys: s submit, q quit.")
        assert "Interrupted" not in said
        assert ["12"] == [form["answer"] for form in site.sent]
        workspace.puzzle("aoc2021d3", "def part1(text):\n    return 13\n")
        watch.until("saved at", "2 results:")
        watch.press("xq")
        assert 0 == watch.process.wait(20)


def test_examples_come_first_and_q_ends(workspace: Workspace, watching: Callable[..., Watch]) -> None:
    """It runs at once and on each save, the examples before the real case.

    A save ends a run that hangs, whose row is never shown; so does q, without Enter, with exit code 0.
    """
    workspace.puzzle("one", RIGHT, CASES)
    with watching("one") as watch:
        watch.until("example  part 1", "✓ right", "main", "✓ right", "2 results")
        workspace.puzzle("one", RIGHT.replace("+ 1", "+ 2"))
        watch.until("saved at", "example", "✗ wrong", "expected 2", "main", "✗ wrong", "2 results")
        # What is printed has a limit, as it comes again with each save.
        workspace.puzzle("one", RIGHT.replace("return", "print('0123456789\\n' * 100_000)\n    return"))
        said = watch.until("saved at", '"puzzles run" without --watch shows the rest.', "2 right")
        assert 10_000 < len(said) < 12_000
        workspace.puzzle("one", HANGS)
        watch.until("hanging")
        workspace.puzzle("one", RIGHT)
        assert "crash" not in watch.until("saved at", "2 results: 2 right")
        workspace.puzzle("one", HANGS)
        watch.until("hanging")
        assert workspace.left()
        watch.press("q")
        assert 0 == watch.process.wait(10)
        until(lambda: not workspace.left())
        assert "crash" not in watch.log.read_text("utf-8")


def test_a_watch_that_is_killed_leaves_no_run(workspace: Workspace, watching: Callable[..., Watch]) -> None:
    """Not even where it cannot clean up."""
    workspace.puzzle("one", HANGS, CASES)
    with watching("one") as watch:
        watch.until("hanging")
        watch.process.kill()
        until(lambda: not workspace.left())


def test_a_watch_ends_with_its_reader(workspace: Workspace) -> None:
    """With the next save, without a traceback."""
    workspace.puzzle("one", RIGHT, CASES)
    with workspace.start("run", "one", "--watch") as watch:
        assert watch.stdout and watch.stderr
        while "2 results" not in watch.stdout.readline():
            pass
        watch.stdout.close()
        workspace.puzzle("one", f"{RIGHT}# Saved.\n")
        try:
            assert 0 == watch.wait(20)
            assert "Traceback" not in watch.stderr.read()
        finally:
            watch.kill()
    until(lambda: not workspace.left())


def test_editors_that_move_into_place_and_errors(
    workspace: Workspace, watching: Callable[..., Watch]
) -> None:
    """An atomic save is a save; a syntax error is one row, a traceback shows the lines that ran."""
    path = workspace.puzzle("one", RIGHT, CASES)
    raises = "def part1(text):\n    raise ValueError('{}')\n"
    with watching("one") as watch:
        watch.until("2 results")
        for source, said in (
            ("def part1(:\n", "one.py, line 1: invalid syntax"),
            (raises.format("before"), "raise ValueError('before')"),
            (raises.format("after"), "raise ValueError('after')"),
        ):
            beside = path.with_name("one.py.tmp")
            beside.write_text(source)
            beside.replace(path)
            watch.until("saved at", said)
        path.unlink()
        watch.until('No puzzle "one"')
        path.write_text(RIGHT)
        watch.until("✓ right", "✓ right")


def test_helpers_cases_and_the_puzzle_edited_last(
    workspace: Workspace, watching: Callable[..., Watch]
) -> None:
    """A saved helper or case file counts as well; without an id, the puzzle edited last is run."""
    workspace.puzzle("_add", "ONE = 1\n")
    os.utime(workspace.puzzle("other", RIGHT, CASES), (1, 1))
    workspace.puzzle("one", "import _add\n\ndef part1(text):\n    return int(text) + _add.ONE\n", CASES)
    with watching() as watch:
        watch.until("one\n", "2 results: 2 right")
        workspace.puzzle("_add", "ONE = 5\n")
        watch.until("saved at", "one\n", "2 results: 2 wrong")
        workspace.input("one", "cases.toml", '[main]\ninput = "0"\npart1 = 5\n')
        watch.until("saved at", "1 result: 1 right")
        workspace.puzzle("other", RIGHT + "\n")
        watch.until("saved at", "other\n", "2 results: 2 right")


def test_interrupt(workspace: Workspace, watching: Callable[..., Watch]) -> None:
    """A signal ends it with its code, and says so once. A pipe is offered no keys."""
    workspace.puzzle("one", HANGS, CASES)
    with watching("one", terminal=False) as watch:
        assert "Keys" not in watch.until("Ctrl-C ends it.", "one\n", "hanging")
        workspace.puzzle("one", HANGS + "# Saved.\n")
        watch.until("saved at", "hanging")
        watch.process.send_signal(signal.SIGTERM)
        assert 128 + signal.SIGTERM == watch.process.wait(10)
        watch.until("\nInterrupted.\n")
        said = watch.log.read_text("utf-8")
        assert (1, 0) == (said.count("Interrupted"), said.count("Traceback"))


def test_the_extra_is_named(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without watchfiles, one sentence says what to install."""
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    monkeypatch.delitem(sys.modules, "puzzle_runner.checking.watch_changes", raising=False)
    monkeypatch.delattr(checking, "watch_changes", raising=False)
    workspace.puzzle("one", RIGHT, CASES)
    ended = workspace.run("run", "one", "--watch")
    assert (2, 1) == (ended.code, len(ended.err.splitlines()))
    assert "pip install 'puzzle-runner[watch]'" in ended.err
