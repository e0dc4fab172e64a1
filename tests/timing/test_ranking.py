"""Who is fastest: which records still hold, and how they rank."""

import os
import sys

import pytest
from puzzle_runner import digest
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.timing import machine, ranking
from puzzle_runner.timing.ranking import Row
from puzzle_runner.timing.records import Record, open_records

from tests.conftest import Workspace
from tests.records import record

HERE = machine.identity()
CASES = '[main]\ninput = "7"\npart1 = 1\n'
SOURCE = (
    "def part1(text):\n    return 1\ndef part1_other(text):\n    return 1\ndef part2(text):\n    return 1\n"
)


@pytest.fixture
def euler(workspace: Workspace) -> Workspace:
    """Return a workspace with one puzzle, and its hashes."""
    workspace.puzzle("euler1", SOURCE, '[main]\ninput = "7"\npart1 = 23\n')
    return workspace


def made(workspace: Workspace, seconds: float, **changes: object) -> Record:
    """Return a record of what is in a workspace now."""
    source_hash = digest.code([workspace.root / "puzzles/euler1.py"])
    fields = {"source_hash": source_hash, "input_hash": digest.text("7"), "taken": seconds} | changes
    return record(seconds, **fields)


def rows(workspace: Workspace, *measured: Record, everywhere: bool = False) -> list[Row]:
    """Return the leaderboard of a workspace with some records."""
    where = workspaces.Workspace(workspace.root)
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, [])]
    with open_records() as known:
        known.add(measured)
        records, _ = ranking.valid_records(known, where, puzzles, everywhere=everywhere)
        return ranking.rows(ranking.normalize(records) if everywhere else records)


def ranked(found: list[Row]) -> list[tuple[int | None, int, str, float | None]]:
    """Return rank, part, solution and ratio of each row."""
    return [
        (row.rank, row.record.part, row.record.solution, row.ratio and round(row.ratio, 3)) for row in found
    ]


def verdicts(found: list[Row]) -> list[tuple[int | None, str]]:
    """Return rank and verdict of each row."""
    return [(row.rank, row.record.verdict) for row in found]


def test_solutions_rank_within_their_part(euler: Workspace) -> None:
    """The fastest of a part is first, and the others are compared with it; what is wrong has no rank."""
    right = [made(euler, 0.02), made(euler, 0.01, solution="other"), made(euler, 0.5, part=2)]
    found = [(1, 1, "other", 1.0), (2, 1, "default", 2.0), (1, 2, "default", 1.0)]
    assert found == ranked(rows(euler, *right))
    wrong = made(euler, 0.005, solution="other", verdict="unknown", answer="24", taken=1.0)
    found = rows(euler, wrong)
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


def test_records_of_older_versions_still_hold(euler: Workspace) -> None:
    """They have the hash of the bytes; of both sorts, the newest record counts."""
    of_bytes = digest.sources([euler.root / "puzzles/euler1.py"])
    assert [0.02] == [row.record.median for row in rows(euler, made(euler, 0.02, source_hash=of_bytes))]
    assert [0.03] == [row.record.median for row in rows(euler, made(euler, 0.03))]
    assert [0.04] == [row.record.median for row in rows(euler, made(euler, 0.04, source_hash=of_bytes))]


def test_what_was_measured_and_has_changed_is_stale(euler: Workspace) -> None:
    """A solution is stale if it has records and none of them holds, and is still there."""
    others = [made(euler, 0.02, solution="gone"), made(euler, 0.02, part=2, machine="other")]
    rows(euler, made(euler, 0.02), *others)
    euler.puzzle("euler1", SOURCE.replace("return 1", "return 2"))
    where = workspaces.Workspace(euler.root)
    with open_records() as store:
        puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, [])]
        parts = [
            [(key.part, key.solution) for key in stale]
            for everywhere in (False, True)
            for _, stale in [ranking.valid_records(store, where, puzzles, everywhere=everywhere)]
        ]
    assert [[(1, "default")], [(1, "default"), (2, "default")]] == parts


def test_a_file_that_cannot_be_read_has_no_rows(euler: Workspace) -> None:
    """Its records are not forgotten: they are stale, and measuring again says what is wrong."""
    rows(euler, made(euler, 0.02))
    euler.puzzle("euler1", SOURCE, '[\u6f22]\ninput = "7"\n')
    ended = euler.run("leaderboard")
    assert (0, "", "1 stale: puzzles bench euler1\n") == (ended.code, ended.out, ended.err)
    euler.puzzle("euler1", "def part1(:\n")
    assert [] == rows(euler)


@pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
def test_names_beyond_ascii_are_ranked(workspace: Workspace) -> None:
    """A name that is not UTF-8, which no database holds, leaves those of the other puzzles alone."""
    workspace.puzzle("\u6f22", SOURCE, '["\u6f22"]\ninput = "7"\npart1 = 1\n')
    workspace.puzzle(os.fsdecode(b"\xff"), SOURCE, CASES)
    ended = workspace.run("bench", "*", "--samples", "1", "--part", "1", "--solution", "default")
    assert 0 == ended.code
    assert "\\udcff is not stored: the name of its file is not UTF-8." in ended.err
    rows = workspace.run("leaderboard", "--json").document["leaderboard"]
    assert [("\u6f22", "\u6f22", 1)] == [(row["puzzle"], row["case"], row["rank"]) for row in rows]


def test_other_machines_at_this_one_s_pace(euler: Workspace) -> None:
    """Brought to this machine's pace, times of a machine that calculates twice as fast count double."""
    other = made(euler, 0.01, machine="Fast x64 #0000", calibration=0.0005, taken=9.0)
    found = rows(euler, made(euler, 0.03, calibration=0.001), other, everywhere=True)
    assert ["Fast x64 #0000", HERE] == [row.record.machine for row in found]
    assert [pytest.approx(0.02), pytest.approx(0.03)] == [row.record.median for row in found]


def test_totals() -> None:
    """Totals add up the fastest of each part, by puzzle, kind or year."""
    several = ranking.rows(
        [
            record(puzzle="aoc2021d1", median=2.0),
            record(puzzle="aoc2021d1", part=2, median=3.0),
            record(puzzle="aoc2021d1", part=2, solution="other", median=9.0),
            record(puzzle="aoc2020d1", median=1.5),
            record(puzzle="euler1", median=1.0),
        ]
    )
    assert [("euler1", 1, 1.0), ("aoc2020d1", 1, 1.5), ("aoc2021d1", 2, 5.0)] == [
        (total.name, total.parts, total.seconds) for total in ranking.totals(several, "puzzle", ())
    ]
    assert [("euler", 1, 1.0), ("aoc", 3, 6.5)] == [
        (total.name, total.parts, total.seconds) for total in ranking.totals(several, "kind", ())
    ]
    assert ["euler", "aoc2020", "aoc2021"] == [total.name for total in ranking.totals(several, "year", ())]


def test_what_a_teammate_measured_with_another_input(euler: Workspace) -> None:
    """It is shown where other machines are, and has no rank; one's own of another input is only old."""
    theirs = {"machine": "Elsewhere", "input_hash": digest.text("8"), "account": None}
    found = rows(euler, made(euler, 0.02), made(euler, 0.01, **theirs), everywhere=True)
    assert [(1, "right"), (None, ranking.OTHER_INPUT)] == verdicts(found)
    assert [(1, "right")] == verdicts(rows(euler))
    own = made(euler, 0.03, input_hash=digest.text("9"))
    changed = made(euler, 0.03, machine="Elsewhere", input_hash=digest.text("9"), source_hash="another")
    assert 2 == len(rows(euler, own, changed, everywhere=True))
