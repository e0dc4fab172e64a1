"""Who is fastest: which records still hold, and how they rank."""

import os
import sys

import pytest
from puzzle_runner import digest
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.model import TaskKey
from puzzle_runner.timing import machine, ranking
from puzzle_runner.timing.ranking import Row
from puzzle_runner.timing.records import Record, open_records

from tests.conftest import Workspace
from tests.records import record

HERE = machine.identity()
SOURCE = "".join(f"def {name}(text):\n    return 1\n" for name in ("part1", "part1_other", "part2"))


@pytest.fixture
def euler(workspace: Workspace) -> Workspace:
    """Return a workspace with one puzzle."""
    workspace.puzzle("euler1", SOURCE, '[main]\ninput = "7"\npart1 = 23\n')
    return workspace


def made(workspace: Workspace, seconds: float, **changes: object) -> Record:
    """Return a record of what is in a workspace now."""
    source_hash = digest.code([workspace.root / "puzzles/euler1.py"])
    fields = {"source_hash": source_hash, "input_hash": digest.text("7"), "taken": seconds} | changes
    return record(seconds, **fields)


def valid(workspace: Workspace, *measured: Record, everywhere: bool) -> tuple[list[Record], list[TaskKey]]:
    """Return the records of a workspace that hold, and the tasks that are stale."""
    here = workspaces.Workspace(workspace.root)
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(here, [])]
    with open_records() as known:
        known.add(measured)
        return ranking.valid_records(known, here, puzzles, everywhere=everywhere)


def rows(workspace: Workspace, *measured: Record, everywhere: bool = False) -> list[Row]:
    """Return the leaderboard of a workspace with some records."""
    records, _ = valid(workspace, *measured, everywhere=everywhere)
    return ranking.rows(ranking.normalize(records) if everywhere else records)


def verdicts(found: list[Row]) -> list[tuple[int | None, str]]:
    """Return rank and verdict of each row."""
    return [(row.rank, row.record.verdict) for row in found]


def test_solutions_rank_within_their_part(euler: Workspace) -> None:
    """The fastest of a part is first, and the others are compared with it; what is wrong has no rank."""
    found = rows(euler, made(euler, 0.02), made(euler, 0.01, solution="other"), made(euler, 0.5, part=2))
    assert [(1, 1, "other"), (2, 1, "default"), (1, 2, "default")] == [
        (row.rank, row.record.part, row.record.solution) for row in found
    ]
    assert [1, 2, 1] == [row.ratio and round(row.ratio, 3) for row in found]
    found = rows(euler, made(euler, 0.005, solution="other", verdict="unknown", answer="24", taken=1.0))
    assert [(1, "right"), (None, "wrong"), (1, "unknown")] == verdicts(found)
    assert [1.0, None, 1.0] == [row.ratio for row in found]


def test_each_input_has_its_ranks() -> None:
    """Times of different inputs do not compare; of a part that was measured on two, the first counts."""
    found = ranking.rows([record(0.02, account="a"), record(0.01, account="b"), record(0.04, account="a")])
    assert [(1, 1.0), (2, 2.0), (1, 1.0)] == [(row.rank, row.ratio and round(row.ratio, 3)) for row in found]
    [total] = ranking.totals(found, "puzzle", ())
    assert (1, pytest.approx(0.02)) == (total.parts, total.seconds)


def test_what_has_changed_leaves_by_itself(euler: Workspace) -> None:
    """A record leaves when the module, a file it imported or the input changes, and returns with them."""
    module, helper = euler.root / "puzzles/euler1.py", euler.puzzle("_helper", "x = 1\n")
    fields = {"sources": ("_helper.py", "euler1.py"), "source_hash": digest.code([helper, module])}
    found = rows(euler, made(euler, 0.02, **fields))
    assert 1 == len(found)
    for path in (module, helper, euler.root / "inputs/euler1/cases.toml"):
        before = path.read_bytes()
        path.write_bytes(before.replace(b"7", b"8") + b"\nchanged = 1\n")
        assert [] == rows(euler)
        path.write_bytes(before)
        assert found == rows(euler)
    # Older versions recorded the hash of the bytes; of both sorts, the newest record counts.
    old = {"source_hash": digest.sources([module])}
    for seconds, fields in ((0.02, old), (0.03, {}), (0.04, old)):
        assert [seconds] == [row.record.median for row in rows(euler, made(euler, seconds, **fields))]


def test_what_was_measured_and_has_changed_is_stale(euler: Workspace) -> None:
    """A solution is stale if it has records and none of them holds, and is still there."""
    others = [made(euler, 0.02, solution="gone"), made(euler, 0.02, part=2, machine="other")]
    rows(euler, made(euler, 0.02), *others)
    euler.puzzle("euler1", SOURCE.replace("return 1", "return 2"))
    for everywhere, expected in ((False, [(1, "default")]), (True, [(1, "default"), (2, "default")])):
        _, stale = valid(euler, everywhere=everywhere)
        assert expected == [(key.part, key.solution) for key in stale]
    # So is what cannot be read: to measure it again says what is wrong.
    euler.puzzle("euler1", SOURCE, '[\u6f22]\ninput = "7"\n')
    ended = euler.run("leaderboard")
    assert (0, "", "2 stale: puzzles bench euler1\n") == (ended.code, ended.out, ended.err)
    euler.puzzle("euler1", "def part1(:\n")
    assert [] == rows(euler)


@pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
def test_names_beyond_ascii_are_ranked(workspace: Workspace) -> None:
    """A name that is not UTF-8, which no database holds, leaves those of the other puzzles alone."""
    workspace.puzzle("\u6f22", SOURCE, '["\u6f22"]\ninput = "7"\npart1 = 1\n')
    workspace.puzzle(os.fsdecode(b"\xff"), SOURCE, '[main]\ninput = "7"\npart1 = 1\n')
    ended = workspace.run("bench", "*", "--samples", "1", "--part", "1", "--solution", "default")
    assert 0 == ended.code
    assert "\\udcff is not stored: the name of its file is not UTF-8." in ended.err
    rows = workspace.run("leaderboard", "--json").document["leaderboard"]
    assert [("\u6f22", "\u6f22", 1)] == [(row["puzzle"], row["case"], row["rank"]) for row in rows]


def test_other_machines_at_this_one_s_pace(euler: Workspace) -> None:
    """Brought to this machine's pace, times of a machine that calculates twice as fast count double.

    What was measured with another input is left out.
    """
    other = made(euler, 0.01, machine="Fast x64 #0000", calibration=0.0005, taken=9.0)
    unlike = made(euler, 0.01, machine="Elsewhere", input_hash=digest.text("8"))
    found = rows(euler, made(euler, 0.03, calibration=0.001), other, unlike, everywhere=True)
    assert ["Fast x64 #0000", HERE] == [row.record.machine for row in found]
    assert [pytest.approx(0.02), pytest.approx(0.03)] == [row.record.median for row in found]


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("puzzle", [("euler1", 1, 1.0), ("aoc2020d1", 1, 1.5), ("aoc2021d1", 2, 5.0)]),
        ("kind", [("euler", 1, 1.0), ("aoc", 3, 6.5)]),
        ("year", [("euler", 1, 1.0), ("aoc2020", 1, 1.5), ("aoc2021", 2, 5.0)]),
    ],
)
def test_totals(by: str, expected: list[tuple[str, int, float]]) -> None:
    """Totals add up the fastest of each part, by puzzle, kind or year."""
    times = [("aoc2021d1", 1, 2.0), ("aoc2021d1", 2, 3.0), ("aoc2021d1", 2, 9.0)]
    times += [("aoc2020d1", 1, 1.5), ("euler1", 1, 1.0)]
    records = [
        record(puzzle=puzzle, part=part, median=median, solution=str(median))
        for puzzle, part, median in times
    ]
    totals = ranking.totals(ranking.rows(records), by, ())
    assert expected == [(total.name, total.parts, total.seconds) for total in totals]
