"""The seconds of a call in a terminal."""

import os
import re
from threading import Event

import pytest
from puzzle_runner.output import ticker
from puzzle_runner.output.ticker import Ticker

from tests.conftest import Workspace, terminal, until

CLEAR = "\r\x1b[2K"
WAITS = """
import os, time
def part1(text):
    print("begun", flush=True)
    while not os.path.exists(text): time.sleep(0.01)
    return 12
"""


class Screen:
    """What was written in place of the last line, and what was shown above it, in their order."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.drawn = Event()

    def overwrite(self, text: str) -> None:
        """Be the last line."""
        self.said.append(re.sub(r"\d+ s", "N s", text))
        if text:
            self.drawn.set()

    def awaited(self) -> bool:
        """Wait until the line is there once more."""
        self.drawn.clear()
        return self.drawn.wait(30)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Return a screen on which the seconds fly."""
    screen = Screen()
    monkeypatch.setattr(ticker, "EVERY", 0.005)
    monkeypatch.setattr("puzzle_runner.output.terminal.overwrite", screen.overwrite)
    return screen


def test_the_line_makes_room_for_what_is_shown(screen: Screen) -> None:
    """It is cleared before that and at the end, and drawn again after a whole line."""
    ticking = Ticker()
    show = ticking.above(screen.said.append)
    with ticking.during("main  part 1  default"):
        assert screen.awaited()
        show("begun\n")
        assert screen.awaited()
    once = [said for place, said in enumerate(screen.said) if said != screen.said[place - 1]]
    line = "  main  part 1  default  N s"
    assert [line, "", "begun\n", line, ""] == once


def test_the_line_leaves_a_begun_line_alone(screen: Screen) -> None:
    """What a part draws itself is not drawn over, until its line has ended."""
    ticking = Ticker()
    show = ticking.above(screen.said.append)
    with ticking.during("part 1"):
        show("10 %")
        assert not screen.drawn.wait(0.05)
        show("\n")
        assert screen.awaited()
    assert ["10 %", "\n"] == screen.said[:2]


def test_what_the_line_says(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seconds that are left, where that is known; no long name, as a wrapped line cannot be cleared."""
    with Ticker().during("part 1", at_most=60):
        assert screen.awaited()
    assert {"  part 1  at most N s left", ""} == {*screen.said}
    screen.said.clear()
    monkeypatch.setenv("COLUMNS", "20")
    with Ticker().during("a name that is long"):
        assert screen.awaited()
    assert {"  N s", ""} == {*screen.said}


def test_a_run_in_a_terminal_counts(workspace: Workspace) -> None:
    """The line has the case, the part and the solution; its row comes in its place. So it is in a watch."""
    workspace.puzzle("waits", WAITS, f"[main]\ninput = '{workspace.root / 'go'}'\n")
    ours, theirs = terminal()
    process = workspace.start(
        "run", "waits", "--watch", stdin=theirs, stdout=theirs, stderr=theirs, environment={"NO_COLOR": "1"}
    )
    shown = ""

    def read() -> str:
        nonlocal shown
        shown += os.read(ours, 2**16).decode()
        return shown

    until(lambda: f"begun\r\n{CLEAR}  main  part 1  default  " in read())
    (workspace.root / "go").touch()
    until(lambda: "1 result" in read())
    os.write(ours, b"q")
    assert 0 == process.wait(10)
    os.close(theirs)
    os.close(ours)
    assert re.search(r"  default  \d+ s\r\x1b\[2K  main  part 1  default +12", shown)


def test_a_pipe_and_json_have_no_seconds(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who looks at rows sees seconds, of `bench` those that are left, and nothing of them stays."""
    monkeypatch.setattr(ticker, "EVERY", 0.001)
    workspace.puzzle("takes", "import time\ndef part1(): time.sleep(0.1)\n", "[main]\ninput = ''\n")
    assert " s\r\x1b[2K  main" in workspace.in_terminal("run", "takes", NO_COLOR="1").out
    shown = workspace.in_terminal("bench", "takes", "--budget", "0.5").out
    assert "] 0 of 1  takes part 1  at most 0 s left" in shown
    assert CLEAR not in workspace.in_terminal("run", "takes", "--json").out
    assert CLEAR not in "".join(workspace.run("run", "takes")[1:])
