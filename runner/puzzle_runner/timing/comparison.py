"""What a solution can be compared with, and how it compares."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.catalog import git
from puzzle_runner.catalog.git import Commit
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.errors import UsageError
from puzzle_runner.model import DEFAULT, Puzzle
from puzzle_runner.timing import stats
from puzzle_runner.timing.records import Record, RecordStore
from puzzle_runner.timing.stats import Samples


class Comparison(NamedTuple):
    """One solution against something else: the keys of the JSON, in its order. Above 1 it is slower."""

    puzzle: str
    part: int
    case: str
    solution: str
    against: str
    ratio: float
    low: float
    high: float
    verdict: stats.Difference


class Baseline(NamedTuple):
    """What solutions are compared with: another solution of the part, saved records, or a commit.

    `checkout` holds the puzzles of the commit where they are to be measured again.
    """

    label: str = DEFAULT
    solution: str | None = None
    saved: str | None = None
    commit: Commit | None = None
    checkout: Workspace | None = None


DEFAULT_SOLUTION = Baseline(DEFAULT, solution=DEFAULT)


def baseline(text: str, workspace: Workspace, puzzles: Iterable[Puzzle], store: RecordStore) -> Baseline:
    """Return what a text names: a solution, else saved records, else a git revision. Raises UsageError."""
    solutions = sorted({solution.name for puzzle in puzzles for solution in puzzle.solutions})
    if text in solutions:
        return Baseline(text, solution=text)
    if text in (names := store.names()):
        return Baseline(text, saved=text)
    if commit := git.find(workspace.root, text):
        return Baseline(text, commit=commit)
    saved = f"a saved record ({', '.join(names)})" if names else 'a saved record (none yet: "--save NAME")'
    raise UsageError(
        f'There is nothing called "{text}" to compare with: it must be a solution '
        f"({', '.join(solutions)}), {saved} or a revision that git knows in {workspace.root}."
    )


def samples(record: Record) -> Samples:
    """Return the samples of a record."""
    return Samples(record.samples, record.waits)


def compared(record: Record, against: str, others: Samples) -> Comparison:
    """Return how the samples of a record compare with others, the time they waited for a core taken off.

    What other programs do to times is no difference between two solutions; on a busy machine it is all one
    would see.
    """
    ratio = stats.compare(samples(record).calm(), others.calm())
    return Comparison(record.puzzle, record.part, record.case, record.solution, against, *ratio)


def with_stored(
    record: Record, baseline: Baseline, store: RecordStore, current: Sequence[Record]
) -> Comparison | None:
    """Return how a record compares with what is stored; None where nothing is, or nothing on this input.

    `current` are the records among which another solution is looked for.
    """
    other = _stored(record, baseline, store, current)
    if not other or other.input_hash != record.input_hash:
        return None
    return compared(record, baseline.label, at_pace(other, record))


def _stored(
    record: Record, baseline: Baseline, store: RecordStore, current: Sequence[Record]
) -> Record | None:
    if baseline.saved:
        return store.named(baseline.saved, record.key)
    if baseline.commit:
        return store.committed(baseline.commit.id, record.key, record.machine)
    if baseline.solution == record.solution:
        return None
    part = (other for other in current if other.key[:2] == record.key[:2])
    return next((other for other in part if other.solution == baseline.solution), None)


def at_pace(other: Record, record: Record) -> Samples:
    """Return the samples of another record, of another machine what they would have been on this one."""
    pace = record.calibration / other.calibration if other.machine != record.machine else 1.0
    return samples(other).times(pace)
