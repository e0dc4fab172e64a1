"""What a solution can be compared with, and how it compares."""

import pytest
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.errors import UsageError
from puzzle_runner.timing import comparison
from puzzle_runner.timing.comparison import Baseline
from puzzle_runner.timing.records import open_records
from puzzle_runner.timing.stats import Difference, Samples

from tests.conftest import Workspace
from tests.records import COMMIT, record
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
        assert ("main", "HEAD", head) == (
            found[0].solution,
            found[1].saved,
            found[2].commit and found[2].commit.id,
        )
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
    ],
)
def test_stored(verdict: Difference | None, against: Baseline) -> None:
    """A record is compared with what is stored by name, or with another solution of its part."""
    one = record(0.01)
    beside = [one, record(0.02, solution="slow"), record(0.03, solution="slow", part=2)]
    with open_records() as known:
        known.add([*beside, record(0.01, name="same", taken=1.0), record(0.005, name="quick", taken=1.0)])
        found = comparison.with_stored(one, against, known, beside)
    assert verdict is (found and found.verdict)


def test_a_record_on_another_input_is_nothing_to_compare_with() -> None:
    """What was measured on an input that has changed since does not compare."""
    with open_records() as known:
        known.add([record(0.02, name="old", input_hash="i0")])
        assert None is comparison.with_stored(record(), Baseline("old", saved="old"), known, [])


def test_a_record_of_another_machine_is_normalized() -> None:
    """A machine that calculates twice as fast took half the time for the same."""
    other = record(0.005, machine="Fast x64 #0000", calibration=0.0005)
    [ratio] = {comparison.compared(record(0.01), "x", comparison.normalize(other, record())).ratio}
    assert pytest.approx(1) == ratio


@pytest.mark.usefixtures("calls")
def test_the_leaderboard_compares_with_stored_records(workspace: Workspace) -> None:
    """The leaderboard tells how each solution compares with a stored record, or with a commit's."""
    workspace.puzzle("one", "import time\ndef part1():\n    time.sleep(0.002)\n    return 1\n")
    head = commit(workspace.root, "First")
    workspace.run("bench", "--samples", "8")
    workspace.puzzle("one", "import time\ndef part1():\n    time.sleep(0.06)\n    return 1\n")
    workspace.run("bench", "--samples", "8")
    [found] = workspace.run("leaderboard", "--against", "HEAD", "--json").document["comparisons"]
    assert ("slower", "HEAD") == (found["verdict"], found["against"])
    assert "× slower than" in workspace.run("leaderboard", "--against", head[:12]).out
    assert 2 == workspace.run("leaderboard", "--against", COMMIT).code


@pytest.mark.usefixtures("calls")
def test_what_is_not_compared_is_said(workspace: Workspace) -> None:
    """Neither a revision without records is compared with, nor the very record that is ranked."""
    workspace.puzzle("one", "def part1():\n    return 1\n")
    commit(workspace.root, "First")
    assert 0 == workspace.run("bench", "--samples", "2", "--save", "now").code
    for against in ("HEAD", "now"):
        ended = workspace.run("leaderboard", "--against", against)
        assert (0, 2) == (ended.code, len(ended.out.splitlines()) - 1)
        sentence = f"Not compared with {against}, which has no other record of them: one part 1 default."
        assert ended.err.startswith(sentence)
    assert "" == workspace.run("leaderboard", "--against", "default").err


def test_time_waited_for_a_core_is_taken_off() -> None:
    """Samples that other programs disturbed at random are the same once what they waited is taken off."""
    waits = tuple((0.01 * (worker * 7 % 5),) for worker in range(12))
    disturbed = record(samples=tuple((0.01 + one,) for (one,) in waits), waits=waits)
    others = Samples((*disturbed.samples.seconds[5:], *disturbed.samples.seconds[:3]), waits[5:] + waits[:3])
    known = comparison.compared(disturbed, "x", others)
    without = disturbed._replace(samples=Samples(disturbed.samples.seconds))
    unknown = comparison.compared(without, "x", Samples(others.seconds))
    assert (Difference.SAME, pytest.approx(1), Difference.UNCLEAR) == (
        known.verdict,
        known.ratio,
        unknown.verdict,
    )
