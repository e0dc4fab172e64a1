"""Tables in terminals of 60 and 80 columns: nothing wraps."""

import json

import pytest
from puzzle_runner import digest
from puzzle_runner.model import Clock
from puzzle_runner.text import width
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.records import record
from tests.repository import commit
from tests.sites.aoc.test_board import START, member
from tests.stand_in import Reply, Site

CASES = '[main]\ninput = "x"\npart1 = 1\n'
SOURCE = "def part1(text):\n    return 1\ndef part1_independent_of_all_others(text):\n    return 1\n"
VIEW = "/2025/leaderboard/private/view/77.json?view_key=k3y"
PASTED = "https://adventofcode.com/2025/leaderboard/private/view/77?view_key=k3y"
each_room = pytest.mark.parametrize("room", [60, 80])


def fits(workspace: Workspace, room: int, *arguments: str) -> list[str]:
    """Return the lines of a command in a terminal; none is wider than the terminal."""
    ended = workspace.in_terminal(*arguments, COLUMNS=str(room), NO_COLOR="1")
    lines = ended.out.splitlines()
    assert (0, []) == (ended.code, [line for line in lines if width(line) > room]), ended.out
    return lines


@pytest.fixture
def measured(workspace: Workspace) -> Workspace:
    """Return a workspace with long names, measured in two states."""
    path = workspace.puzzle("aoc2021d21", SOURCE, CASES)
    head = commit(workspace.root, "A subject that is far too long for any table, be it ever so wide as that")
    changes = {
        "puzzle": "aoc2021d21",
        "answer": "1",
        "source_hash": digest.code([path]),
        "input_hash": digest.text("x"),
        "sources": (path.name,),
        "revision": head,
        "timed": Clock.OWN,
        "python": "Rust",
    }
    with open_records() as known:
        for taken, seconds in ((2000.0, 0.001), (3000.0, 0.02)):
            for solution in ("default", "independent_of_all_others"):
                known.add([record(seconds, solution=solution, taken=taken, **changes)])
    return workspace


@each_room
def test_leaderboard(measured: Workspace, room: int) -> None:
    """Puzzle, part, solution and median stay; the last lines are wrapped at words."""
    head, *_ = fits(measured, room, "leaderboard")
    assert {"rank", "puzzle", "part", "solution", "median"} <= {*head.split()}
    assert "memory" not in head
    fits(measured, room, "leaderboard", "--by", "year")


@each_room
@pytest.mark.usefixtures("calls")
def test_bench_and_history(measured: Workspace, room: int) -> None:
    """The comparison stands below the figures where it has no room beside them; a long subject is cut."""
    lines = fits(measured, room, "history", "aoc2021d21")
    assert any("A subj" in line and line.endswith("...") for line in lines), lines
    lines = fits(measured, room, "bench", "aoc2021d21", "--samples", "8")
    assert any("  independent_of_all_others: same as default" in line for line in lines), lines


@each_room
def test_standings(workspace: Workspace, site: Site, room: int) -> None:
    """What members are ranked by stays, and their names are cut."""
    members = member(1, "A member of many words, most of them long", (1, 1, 60), (1, 2, 100))
    members |= member(2, "\u6f22\u5b57" * 20, (1, 1, 50), (1, 2, 90061))
    board = {"event": "2025", "num_days": 12, "day1_ts": START, "members": members}
    site.replies[VIEW] = Reply(body=json.dumps(board))
    for by in ("score", "median"):
        _, head, *_ = fits(workspace, room, "standings", PASTED, "--by", by)
        assert by in head
