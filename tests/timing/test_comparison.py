"""What a solution can be compared with, and how it compares."""

import pytest
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.errors import UsageError
from puzzle_runner.timing import comparison
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
    other = record(seconds, machine="Other x64 #0000", calibration=calibration, taken=1.0)
    found = comparison.compared(record(0.01), "x", other)
    assert found and (verdict, pytest.approx(ratio)) == (found.verdict, found.ratio)
    # Nor is a record compared with itself, with none, or with one of another input.
    saved = record(name="saved")
    for one in (record(), None, record(input_hash="i0", taken=1.0)):
        assert None is comparison.compared(saved, "x", one)
    wrong = record(verdict="wrong", taken=1.0)
    assert None is comparison.compared(record(), "x", wrong) is comparison.compared(wrong, "x", record())
