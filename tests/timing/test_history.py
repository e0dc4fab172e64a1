"""The times of a puzzle over commits."""

import pytest
from puzzle_runner.timing import history
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.records import Record, open_records

from tests.conftest import Workspace
from tests.records import record
from tests.repository import commit

SLEEP = "import time\ndef part1():\n    time.sleep({0})\n    return 1\n"
DAY = 86400.0


def of(records: list[Record]) -> list[Series]:
    """Return the histories of records, which replace those that are stored."""
    with open_records() as store:
        store.drop(["euler1"])
        store.add(records)
        return history.series(store, "euler1", record().machine)


def on_days(sources: list[str], seconds: list[float]) -> list[Record]:
    """Return a record for each day, each at a commit of its own, of sources with these hashes."""
    return [
        record(time, source_hash=source, revision=f"{day:040}", committed=DAY * day, taken=DAY * day)
        for day, (source, time) in enumerate(zip(sources, seconds, strict=True), start=1)
    ]


@pytest.mark.usefixtures("calls")
def test_a_line_for_each_commit(workspace: Workspace) -> None:
    """With its subject, and its time over that of the commit before; few records say no more."""
    ids = []
    for number, seconds in enumerate((0.01, 0.01, 0.05, 0.05)):
        workspace.puzzle("one", f"{SLEEP.format(seconds)}number = {number}\n")
        ids.append(commit(workspace.root, f"Change {number}"))
        workspace.run("bench", "one", "--samples", "1")
    title, *lines = workspace.run("history", "one").out.splitlines()
    assert "one part 1, main" == title
    assert [f"Change {number}" for number in range(4)] == [line[-8:] for line in lines]
    assert ["1.00×", "5.00×", "1.00×"] == [line.split()[-3] for line in lines[1:]]
    [series] = workspace.run("history", "one", "--json").document["history"]
    assert ids == [point["revision"] for point in series["points"]]
    assert pytest.approx([1, 5, 1], rel=1e-3) == [point["ratio"] for point in series["points"][1:]]
    assert [None] * 4 == [point["changed"] for point in series["points"]]
    assert all(point["dirty"] is False for point in series["points"])


def test_other_sources_have_changed_a_time(workspace: Workspace) -> None:
    """By more than a third, which the same sources cannot have done: that was the machine."""
    workspace.puzzle("euler1", "")
    for factor, changed in (
        (1.3, False),
        (1.35, True),
        (3.0, True),
        (0.77, False),
        (0.74, True),
        (1 / 3, True),
    ):
        seconds = [0.01, 0.01, 0.01 * factor, 0.01 * factor]
        [series] = of(on_days(["a", "a", "b", "b"], seconds))
        assert [None, False, changed, False] == [point.changed for point in series.points]
        assert pytest.approx(factor) == series.points[2].ratio
    [line] = [line for line in workspace.run("history", "euler1").out.splitlines() if "changed" in line]
    assert "0.33× changed" in line
    [series] = of(on_days(["a"] * 4, seconds))
    assert [None, False, False, False] == [point.changed for point in series.points]
    # Times of a single sample scatter more.
    single = record(0.09, low=None, high=None, source_hash="b", taken=DAY * 20, committed=DAY * 20)
    [series] = of([*on_days(["a"], [0.01]), single])
    assert (pytest.approx(9), None) == series.points[-1][1:]


def test_another_input_or_interpreter_is_not_compared(workspace: Workspace) -> None:
    """The line says that."""
    workspace.puzzle("euler1", "")
    for words, change in (("another input", {"input_hash": "i2"}), ("PyPy 3.11", {"python": "PyPy 3.11"})):
        [series] = of([record(0.01), record(0.03, taken=3000.0, **change)])
        assert None is series.points[1].ratio
        assert words in workspace.run("history", "euler1").out.splitlines()[2]


def test_an_older_commit_measured_later_comes_first() -> None:
    """Points are in the order of the commits, not of the measurements; of very many the newest are there."""
    records = [
        record(0.01, committed=20.0, taken=100.0),
        record(0.02, revision="e" * 40, committed=10.0, taken=200.0, source_hash="s0"),
    ]
    [series] = of(records)
    assert [0.02, 0.01] == [round(point.record.median, 6) for point in series.points]
    [series] = of(on_days(["a"] * 401, [0.01] * 401))
    assert (400, f"{401:040}") == (len(series.points), series.points[-1].record.revision)


def test_a_puzzle_never_measured(workspace: Workspace) -> None:
    """Without records a sentence tells what to do; a typo is no puzzle."""
    workspace.puzzle("one", SLEEP.format(0))
    ended = workspace.run("history", "one")
    assert (0, "") == (ended.code, ended.out)
    assert 'Run "puzzles bench one"' in ended.err
    assert 3 == workspace.run("history", "nope").code


@pytest.mark.usefixtures("calls")
def test_against_a_revision_enters_its_history(workspace: Workspace) -> None:
    """What a comparison measured of an older commit is kept as that commit's."""
    workspace.puzzle("one", SLEEP.format(0))
    first = commit(workspace.root, "First")
    workspace.puzzle("one", SLEEP.format(0.1))
    workspace.run("bench", "--against", "HEAD", "--samples", "6")
    with open_records() as known:
        kept = {one.dirty: one for one in known.of(["one"])}
    assert {first} == {one.revision for one in kept.values()}
    assert kept[False].median < 0.1 <= kept[True].minimum
