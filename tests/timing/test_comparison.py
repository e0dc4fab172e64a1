"""What a solution can be compared with, and how it compares."""

import pytest
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.errors import UsageError
from puzzle_runner.timing import comparison
from puzzle_runner.timing.comparison import Baseline
from puzzle_runner.timing.records import open_records
from puzzle_runner.timing.stats import Difference

from tests.conftest import Workspace
from tests.records import record
from tests.repository import commit


def test_a_name_means_a_solution_then_a_record_then_a_revision(workspace: Workspace) -> None:
    """A text means the first thing of that name; what means nothing is told with what there is."""
    workspace.puzzle("one", "def part1():\n    return 1\ndef part1_main():\n    return 1\n")
    head = commit(workspace.root, "First")
    where = workspaces.Workspace(workspace.root)
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, [])]
    with open_records() as known:
        known.add([record(name="main"), record(name="HEAD")])
        found = [comparison.baseline(text, where, puzzles, known) for text in ("main", "HEAD", head)]
        id = found[2].commit and found[2].commit.id
        assert ("main", "HEAD", head) == (found[0].solution, found[1].saved, id)
        with pytest.raises(UsageError, match=r"solution \(default, main\), a saved record \(HEAD, main\)"):
            comparison.baseline("nope", where, puzzles, known)


@pytest.mark.parametrize(
    ("verdict", "against"),
    [
        (Difference.SAME, Baseline("same", saved="same")),
        (Difference.SLOWER, Baseline("quick", saved="quick")),
        (Difference.FASTER, Baseline("slow", solution="slow")),
        (None, Baseline("default", solution="default")),
        (None, Baseline("none", saved="none")),
        (None, Baseline("itself", saved="itself")),
        (None, Baseline("another input", saved="another input")),
    ],
)
def test_stored(verdict: Difference | None, against: Baseline) -> None:
    """A record is compared with what is stored by name, or with another solution of its part."""
    one = record(0.01)
    beside = [one, record(0.02, solution="slow")]
    with open_records() as known:
        saved = [("same", 0.01, 1.0), ("quick", 0.005, 1.0), ("itself", 0.01, one.taken)]
        known.add([record(0.02, name="another input", input_hash="i0", taken=1.0)])
        known.add([*beside, *(record(seconds, name=name, taken=taken) for name, seconds, taken in saved)])
        other = comparison.stored(one, against, known, beside)
    found = other and comparison.compared(one, "x", other)
    assert verdict is (found and found.verdict)


@pytest.mark.parametrize(
    ("verdict", "ratio", "seconds", "calibration"),
    [
        (Difference.UNCLEAR, 1.0, 0.005, 0.0005),
        (Difference.FASTER, 0.2, 0.1, 0.002),
        (Difference.SAME, 1.0, 0.0102, 0.00102),
    ],
)
def test_another_speed_of_the_machine_is_no_difference(
    verdict: Difference, ratio: float, seconds: float, calibration: float
) -> None:
    """One that calculates twice as fast takes half the time; nobody knows if this part does, too.

    How long an error or a wrong answer takes says nothing of the time to solve it.
    """
    other = record(seconds, machine="Other x64 #0000", calibration=calibration)
    found = comparison.compared(record(0.01), "x", other)
    assert found and (verdict, pytest.approx(ratio)) == (found.verdict, found.ratio)
    wrong = record(verdict="wrong")
    assert None is comparison.compared(record(), "x", wrong) is comparison.compared(wrong, "x", record())


def test_time_waited_for_a_core_is_taken_off() -> None:
    """Samples that other programs disturbed at random are the same once what they waited is taken off."""
    waits = tuple((0.01 * (worker * 7 % 5),) for worker in range(12))
    disturbed = record(samples=tuple((0.01 + one,) for (one,) in waits), waits=waits)
    others = disturbed.samples[5:] + disturbed.samples[:3]
    known = comparison.compared(disturbed, "x", record(samples=others, waits=waits[5:] + waits[:3]))
    unknown = comparison.compared(record(samples=disturbed.samples), "x", record(samples=others))
    assert known and unknown
    assert (Difference.SAME, pytest.approx(1)) == (known.verdict, known.ratio)
    assert Difference.UNCLEAR is unknown.verdict
