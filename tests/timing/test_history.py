"""The times of a puzzle over commits."""

import random

import pytest
from puzzle_runner.timing import history
from puzzle_runner.timing.history import FEWEST_RATIOS, Series
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
    workspace.puzzle("one", SLEEP.format(0))
    ended = workspace.run("history", "one")
    assert (0, "", True) == (ended.code, ended.out, 'Run "puzzles bench one"' in ended.err)
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
    assert [False] * 4 == [point["dirty"] for point in series["points"]]
    # What a comparison measures of an older commit is kept as that commit's.
    workspace.puzzle("one", SLEEP.format(0.1))
    workspace.run("bench", "--against", "HEAD", "--samples", "6")
    [series] = workspace.run("history", "one", "--json").document["history"]
    assert [(ids[3], False), (ids[3], True)] == [
        (point["revision"], point["dirty"]) for point in series["points"][-2:]
    ]


def test_what_differs_by_more_than_unchanged_sources_has_changed(workspace: Workspace) -> None:
    """Other sources are said to have changed it, and nothing else is."""
    workspace.puzzle("euler1", "")
    sources = ["a"] * 7 + ["b"] * 6
    scatter = [1.02, 0.99, 1.03, 0.98, 1.01, 0.97, 1.0]
    for factor, changed in ((1.1, False), (3.0, True), (1 / 3, True)):
        seconds = [0.01 * each for each in scatter] + [0.01 * factor * each for each in scatter[1:]]
        [series] = of(on_days(sources, seconds))
        assert [7] * changed == [at for at, point in enumerate(series) if point.changed]
        assert {False} == {point.changed for at, point in enumerate(series) if at not in (0, 7)}
        assert pytest.approx(factor * 0.99) == series[7].ratio
    [line] = [line for line in workspace.run("history", "euler1").out.splitlines() if "changed" in line]
    assert "0.33× changed" in line
    # The same sources cannot have changed it: that was the machine.
    [series] = of(on_days(["a"] * 13, seconds))
    assert {False} == {point.changed for point in series[1:]}


def test_few_records_of_unchanged_sources_tell_nothing() -> None:
    """Nor do many of one day, as times differ more from day to day, nor one of a single sample."""
    sources = ["a"] * FEWEST_RATIOS + ["b"]
    [series] = of(on_days(sources, [0.01] * FEWEST_RATIOS + [0.09]))
    assert {None} == {point.changed for point in series}
    one_day = [record(0.01, taken=DAY + at, revision=f"{at:040}") for at in range(99)]
    [series] = of([*one_day, record(0.09, taken=2 * DAY, source_hash="b")])
    assert {None} == {point.changed for point in series}
    single = record(0.015, low=None, high=None, source_hash="b", taken=DAY * 20, committed=DAY * 20)
    [series] = of([*on_days(["a"] * 12, [0.01, 0.0101] * 6), single])
    assert (pytest.approx(1.485, abs=0.01), None) == series[-1][1:]


def test_flat_times_have_not_changed() -> None:
    """With a scatter of 4 % between records, and other sources every other day, in any of ten series."""
    draw = random.Random(1)
    for _ in range(10):
        sources = [str(day // 2) for day in range(60)]
        [series] = of(on_days(sources, [0.01 * draw.lognormvariate(0, 0.04) for _ in sources]))
        assert {None, False} == {point.changed for point in series}


def test_another_input_or_interpreter_is_not_compared() -> None:
    """It has no ratio."""
    for change in ({"input_hash": "i2"}, {"python": "PyPy 3.11"}):
        [series] = of([record(0.01), record(0.03, taken=3000.0, **change)])
        assert None is series[1].ratio


def test_an_older_commit_measured_later_comes_first() -> None:
    """Points are in the order of the commits, not of the measurements."""
    records = [
        record(0.01, committed=20.0, taken=100.0),
        record(0.02, revision="e" * 40, committed=10.0, taken=200.0, source_hash="s0"),
    ]
    [series] = of(records)
    assert [0.02, 0.01] == [round(point.record.median, 6) for point in series]
