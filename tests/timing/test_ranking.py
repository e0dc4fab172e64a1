"""Who is fastest: which records still hold, and how they rank."""

import pytest
from puzzle_runner import digest
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog import workspace as catalog
from puzzle_runner.checking import plan
from puzzle_runner.checking.plan import Selection
from puzzle_runner.settings import Settings
from puzzle_runner.timing import machine, ranking, records
from puzzle_runner.timing.ranking import Row
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.records import record

HERE = machine.identity()
SOURCE = (
    "def part1(text):\n    return 1\ndef part1_other(text):\n    return 1\ndef part2(text):\n    return 1\n"
)


@pytest.fixture
def euler(workspace: Workspace) -> Workspace:
    """Return a workspace with one puzzle, and its hashes."""
    workspace.puzzle("euler1", SOURCE, '[main]\ninput = "7"\npart1 = 23\n')
    return workspace


def made(workspace: Workspace, seconds: float, **changes: object) -> records.Record:
    """Return a record of what is in a workspace now."""
    source_hash = digest.code([workspace.root / "puzzles/euler1.py"])
    fields = {"source_hash": source_hash, "input_hash": digest.text("7"), "taken": seconds} | changes
    return record(seconds, **fields)


def rows(workspace: Workspace, *records: records.Record, everywhere: bool = False) -> list[Row]:
    """Return the leaderboard of a workspace with some records."""
    where = catalog.Workspace(workspace.root)
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, [])]
    with open_records() as known:
        known.add(records)
        return ranking.rows(ranking.current(known, where, puzzles, everywhere).records)


def ranked(found: list[Row]) -> list[tuple[int | None, int, str, float]]:
    """Return rank, part, solution and ratio of each row."""
    return [(row.rank, row.part, row.solution, round(row.ratio, 3)) for row in found]


def test_short_solutions_rank_by_repeated_calls(euler: Workspace) -> None:
    """What takes a fresh process longer may be the faster one; all are measured alike, or none counts."""
    first = made(euler, 50e-6, warm=7e-6, warm_low=7e-6, warm_high=8e-6)
    second = made(euler, 48e-6, warm=21e-6, warm_low=20e-6, warm_high=22e-6, solution="other")
    found = rows(euler, first, second)
    assert [("default", "warm", 1.0), ("other", "warm", 3.0)] == [
        (row.solution, row.by, round(row.ratio, 3)) for row in found
    ]
    assert [7e-6, 21e-6] == [row.figure for row in found]
    second = second._replace(warm_low=None, warm_high=None, taken=1.0)
    found = rows(euler, second)
    assert [("other", "cold"), ("default", "cold")] == [(row.solution, row.by) for row in found]


def test_what_is_not_short_ranks_by_its_own_time(euler: Workspace) -> None:
    """Above a millisecond a fresh process makes no difference: there both times can be compared."""
    short = made(euler, 0.9e-3, warm=0.8e-3, warm_low=0.8e-3, warm_high=0.8e-3, solution="other")
    found = rows(euler, made(euler, 0.02), short)
    assert [("other", "warm", 1.0), ("default", "cold", 25.0)] == [
        (row.solution, row.by, round(row.ratio, 3)) for row in found
    ]


def test_solutions_rank_within_their_part(euler: Workspace) -> None:
    """The fastest of a part is first, and the others are compared with it."""
    found = rows(euler, made(euler, 0.02), made(euler, 0.01, solution="other"), made(euler, 0.5, part=2))
    assert [(1, 1, "other", 1.0), (2, 1, "default", 2.0), (1, 2, "default", 1.0)] == ranked(found)


@pytest.mark.parametrize("verdict", ["wrong", "error", "skipped"])
def test_what_is_not_right_is_not_ranked(euler: Workspace, verdict: str) -> None:
    """A wrong solution stands below the others without a rank, be it ever so fast."""
    found = rows(euler, made(euler, 0.02), made(euler, 0.01, solution="other", verdict=verdict, answer=None))
    assert [(1, "default"), (None, "other")] == [(row.rank, row.solution) for row in found]


def test_an_answer_is_judged_by_what_is_stored_now(euler: Workspace) -> None:
    """A record whose answer has turned out wrong since loses its rank."""
    found = rows(euler, made(euler, 0.02, verdict="unknown", answer="24"))
    assert [(None, "wrong")] == [(row.rank, row.verdict) for row in found]


@pytest.mark.parametrize("file", ["puzzles/euler1.py", "inputs/euler1/cases.toml", "puzzles/_helper.py"])
def test_what_has_changed_leaves_by_itself(euler: Workspace, file: str) -> None:
    """A record leaves when the module, a file it imported or the input changes, and returns with them."""
    path, helper = euler.root / file, euler.puzzle("_helper", "x = 1\n")
    files = [helper, euler.root / "puzzles/euler1.py"]
    names = ("_helper.py", "euler1.py")
    found = rows(euler, made(euler, 0.02, sources=names, source_hash=digest.code(files)))
    before = path.read_bytes()
    path.write_bytes(before.replace(b"7", b"8") + b"\nchanged = 1\n")
    assert (1, []) == (len(found), rows(euler))
    path.write_bytes(before)
    assert found == rows(euler)


def test_comments_and_layout_change_no_code(euler: Workspace) -> None:
    """A record stays when a comment is written and the module is laid out anew."""
    rows(euler, made(euler, 0.02))
    laid_out = SOURCE.replace("(text):\n    return 1", "( text ):  # one\n\n        return (\n 1)")
    euler.puzzle("euler1", f"# Mine.\n{laid_out}")
    assert [0.02] == [row.median for row in rows(euler)]


def test_records_of_older_versions_still_hold(euler: Workspace) -> None:
    """They have the hash of the bytes; of both sorts, the newest record counts."""
    of_bytes = digest.sources([euler.root / "puzzles/euler1.py"])
    assert [0.02] == [row.median for row in rows(euler, made(euler, 0.02, source_hash=of_bytes))]
    assert [0.03] == [row.median for row in rows(euler, made(euler, 0.03))]
    assert [0.04] == [row.median for row in rows(euler, made(euler, 0.04, source_hash=of_bytes))]


def test_what_was_measured_and_has_changed_is_stale(euler: Workspace) -> None:
    """A solution is stale if it has records and none of them holds, and is still there."""
    others = [made(euler, 0.02, solution="gone"), made(euler, 0.02, part=2, machine="other")]
    rows(euler, made(euler, 0.02), *others)
    euler.puzzle("euler1", SOURCE.replace("return 1", "return 2"))
    where = catalog.Workspace(euler.root)
    with open_records() as store:
        puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, [])]
        parts = [
            [(key.part, key.solution) for key in ranking.current(store, where, puzzles, everywhere).stale]
            for everywhere in (False, True)
        ]
    assert [[(1, "default")], [(1, "default"), (2, "default")]] == parts


def test_an_answer_added_to_the_cases_changes_no_input(euler: Workspace) -> None:
    """To store one more answer leaves the records as they are."""
    rows(euler, made(euler, 0.02))
    euler.input("euler1", "cases.toml", '[main]\ninput = "7"\npart1 = 23\npart2 = 5\n')
    assert 1 == len(rows(euler))


def test_other_machines_are_left_out(euler: Workspace) -> None:
    """Without being asked, the leaderboard holds this machine's records only."""
    found = rows(euler, made(euler, 0.02), made(euler, 0.01, machine="Fast x64 #0000"))
    assert [HERE] == [row.machine for row in found]


def test_other_machines_at_this_one_s_pace(euler: Workspace) -> None:
    """Brought to this machine's pace, times of a machine that calculates twice as fast count double."""
    other = made(euler, 0.01, machine="Fast x64 #0000", calibration=0.0005, warm=0.001)
    found = rows(euler, made(euler, 0.03, calibration=0.001), other, everywhere=True)
    assert ["Fast x64 #0000", HERE] == [row.machine for row in found]
    assert [pytest.approx(0.02), pytest.approx(0.03)] == [row.median for row in found]
    assert pytest.approx(0.002) == found[0].warm


def test_totals(euler: Workspace) -> None:
    """Totals add up the fastest of each part, by puzzle, kind or year."""
    row = rows(euler, made(euler, 1.0))[0]
    several = [
        row._replace(puzzle="aoc2021d1", median=2.0),
        row._replace(puzzle="aoc2021d1", part=2, median=3.0),
        row._replace(puzzle="aoc2021d1", part=2, median=9.0, rank=2),
        row._replace(puzzle="aoc2020d1", median=1.5),
        row,
    ]
    assert [("euler1", 1, 1.0), ("aoc2020d1", 1, 1.5), ("aoc2021d1", 2, 5.0)] == [
        (total.name, total.parts, total.seconds) for total in ranking.totals(several, "puzzle")
    ]
    assert [("euler", 1, 1.0), ("aoc", 3, 6.5)] == [
        (total.name, total.parts, total.seconds) for total in ranking.totals(several, "kind")
    ]
    assert ["euler", "aoc2020", "aoc2021"] == [total.name for total in ranking.totals(several, "year")]


def test_a_module_that_cannot_be_read_has_no_rows(euler: Workspace) -> None:
    """Records of a module that cannot be read are kept, and not shown."""
    rows(euler, made(euler, 0.02))
    euler.puzzle("euler1", "def part1(:\n")
    assert [] == rows(euler)


def test_records_read_already_are_held_against_the_same(euler: Workspace) -> None:
    """What holds among records in hand is what the store would have found."""
    where = catalog.Workspace(euler.root)
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, [])]
    kept = [
        made(euler, 0.02),
        made(euler, 0.03, answer="5"),
        made(euler, 0.01, solution="other", source_hash="another"),
        made(euler, 0.01, part=2, input_hash="another"),
        made(euler, 0.04, part=2, machine="Elsewhere"),
    ]
    tasks = plan.runnable(plan.plan(where, puzzles[0], Selection(solution=None), Settings().limits(None)))
    with open_records() as store:
        store.add(kept)
        for everywhere in (False, True):
            found = ranking.current(store, where, puzzles, everywhere).records
            light = [r for r in store.light(["euler1"]) if everywhere or r.machine == HERE]
            holding = ranking.holding(store, light, tasks, where)
            assert found == (ranking.at_one_pace(holding) if everywhere else holding)
            assert 1 + everywhere == len(found)
            assert "wrong" == found[0].verdict
