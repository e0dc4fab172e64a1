"""The times of a puzzle over commits."""

import re

import pytest
from puzzle_runner.catalog import workspaces
from puzzle_runner.catalog.git import Log
from puzzle_runner.timing import history
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.records import Record, open_records

from tests.conftest import Workspace
from tests.records import record
from tests.repository import commit

SLEEP = "import time\ndef part1():\n    time.sleep({0})\n    return 1\n"


def of(workspace: Workspace, records: list[Record]) -> list[Series]:
    """Return the histories of records, which replace those that are stored."""
    with open_records() as store:
        store.drop(["euler1"])
        store.add(records)
        tasks = store.states("euler1")
        log = Log(workspace.root, {state.revision for of in tasks.values() for state in of if state.revision})
        return history.series(workspaces.Workspace(workspace.root), store, tasks, record().machine, log)


@pytest.mark.usefixtures("calls")
def test_the_commit_that_changed_the_times(workspace: Workspace) -> None:
    """Measured at each of some commits, the history shows the step and names the commit that made it."""
    ids = []
    for number, seconds in enumerate((0.01, 0.01, 0.05, 0.05)):
        workspace.puzzle("one", f"{SLEEP.format(seconds)}number = {number}\n")
        ids.append(commit(workspace.root, f"Change {number}"))
        workspace.run("bench", "one", "--samples", "1")
    ended = workspace.run("history", "one")
    lines = ended.out.splitlines()
    assert re.fullmatch(r"one part 1, main  [▁▂▃▄]{2}[▆▇█]{2}", lines[0])
    assert 4 == len([line for line in lines if "Change" in line and "commit" not in line])
    assert f'× slower: commit {ids[2][:10]} "Change 2"' in lines[-1]
    [series] = workspace.run("history", "one", "--json").document["history"]
    assert ids == [point["revision"] for point in series["points"]]
    assert [None, None, [ids[2]], None] == [point["commits"] or None for point in series["points"]]
    assert pytest.approx(5, rel=1e-3) == series["points"][2]["ratio"]


def test_commits_in_between_are_all_named(workspace: Workspace) -> None:
    """Where commits in between were not measured, each that touched the sources may have done it."""
    path = workspace.puzzle("euler1", "x = 1\n")
    first = commit(workspace.root, "First")
    between = []
    for number in range(2):
        path.write_text(f"x = {number + 2}\n")
        between.append(commit(workspace.root, f"Faster {number}"))
    workspace.puzzle("other", "")
    last = commit(workspace.root, "Other")
    records = [
        record(0.02, revision=first, committed=1.0, source_hash="a"),
        record(0.01, revision=last, committed=2.0, source_hash="b"),
    ]
    [series] = of(workspace, records)
    assert "one of 2 commits: commit " in series.steps[1].cause
    assert tuple(between[::-1]) == series.steps[1].commits


def test_what_else_may_have_made_a_step(workspace: Workspace) -> None:
    """A step without a commit is told as what it is: input, interpreter, machine, uncommitted change."""
    changes = [
        ("the input has changed", {"input_hash": "i2"}),
        ("CPython 3.13.0 instead of CPython 3.11.7", {"python": "CPython 3.13.0"}),
        ("it was the machine", {"revision": "f" * 40, "committed": 2000.0}),
        ("not committed", {"source_hash": "s2", "dirty": True}),
    ]
    for sentence, change in changes:
        records = [record(0.01), record(0.03, taken=3000.0, **change)]
        [series] = of(workspace, records)
        assert sentence in series.steps[1].cause


def test_records_of_one_state_are_one_point(workspace: Workspace) -> None:
    """What was measured several times of the same commit is one point, at its middle."""
    records = [record(0.01, taken=1.0), record(0.03, taken=2.0), record(0.02, taken=3.0)]
    [series] = of(workspace, records)
    assert [0.02] == [round(state.median, 6) for state in series.states]


def test_the_first_interpreter_goes_on(workspace: Workspace) -> None:
    """Those that were measured side by side with it make no step there and back."""
    records = [record(0.01, taken=float(at), python=f"Python {n}") for at in range(5) for n in (1, 2, 3)]
    ((first,),) = [one.states for one in of(workspace, records)]
    assert ("Python 1", 0.0, 4.0) == (first.python, first.first, first.last)


def test_an_older_commit_measured_later_comes_first(workspace: Workspace) -> None:
    """Points are in the order of the commits, not of the measurements."""
    records = [
        record(0.01, committed=20.0, taken=100.0),
        record(0.02, revision="e" * 40, committed=10.0, taken=200.0, source_hash="s0"),
    ]
    [series] = of(workspace, records)
    assert [0.02, 0.01] == [round(state.median, 6) for state in series.states]


def test_the_case_measured_first_comes_first(workspace: Workspace) -> None:
    """Those of a solution are in the order in which they were first measured, of whatever commit."""
    records = [
        record(case="small", taken=2.0),
        record(case="large", taken=5.0, committed=10.0),
        record(case="large", taken=1.0, committed=20.0, revision="e" * 40),
    ]
    assert ["large", "small"] == [series.case for series in of(workspace, records)]


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
    assert kept[False].figures.median < 0.1 <= kept[True].figures.minimum
