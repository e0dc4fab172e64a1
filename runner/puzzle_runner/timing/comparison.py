"""Baselines, and the comparison of a solution's samples with a baseline's."""

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
    """One solution against a baseline: the keys of the JSON in order. With a `ratio` above 1 it is slower."""

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

    `checkout` has the puzzles of the commit, if they are to be measured again.
    """

    label: str = DEFAULT
    solution: str | None = None
    saved: str | None = None
    commit: Commit | None = None
    checkout: Workspace | None = None


DEFAULT_SOLUTION = Baseline(DEFAULT, solution=DEFAULT)


def baseline(text: str, workspace: Workspace, puzzles: Iterable[Puzzle], store: RecordStore) -> Baseline:
    """Return the baseline of that name: a solution, else saved records, else a git revision.

    Raises UsageError if there is none.
    """
    solutions = sorted({solution.name for puzzle in puzzles for solution in puzzle.solutions})
    if text in solutions:
        return Baseline(text, solution=text)
    names = store.names()
    if text in names:
        return Baseline(text, saved=text)
    if commit := git.find(workspace.root, text):
        return Baseline(text, commit=commit)
    saved = ", ".join(names) or 'none yet: "--save NAME"'
    raise UsageError(
        f'There is nothing called "{text}" to compare with: it must be a solution ({", ".join(solutions)}), '
        f"a saved record ({saved}) or a revision that git knows in {workspace.root}."
    )


def samples(record: Record) -> Samples:
    """Return the samples of a record."""
    return Samples(record.samples, record.waits)


def compared(record: Record, against: str, others: Samples) -> Comparison:
    """Return how the samples of a record compare with others, without the time they waited for a core.

    That time is due to other programs. On a busy machine it would hide the difference between solutions.
    """
    ratio = stats.compare(samples(record).calm(), others.calm())
    return Comparison(record.puzzle, record.part, record.case, record.solution, against, *ratio)


def with_stored(
    record: Record, baseline: Baseline, store: RecordStore, current: Sequence[Record]
) -> Comparison | None:
    """Return how a record compares with the baseline's stored record.

    None if none is stored, only one on another input, or only the record itself. `current` has the records
    of other solutions.
    """
    other = _stored(record, baseline, store, current)
    if not other or other.input_hash != record.input_hash or _is_same(other, record):
        return None
    return compared(record, baseline.label, at_pace(other, record))


def not_compared(
    records: Iterable[Record], baseline: Baseline, comparisons: Iterable[Comparison]
) -> list[str]:
    """Return a label for each record that a baseline has nothing for, save those of the baseline itself."""
    done = {(each.puzzle, each.part, each.case, each.solution) for each in comparisons}
    return [
        f"{record.puzzle} part {record.part} {record.solution}"
        for record in records
        if (record.puzzle, record.part, record.case, record.solution) not in done
        and record.solution != baseline.solution
    ]


def _is_same(other: Record, record: Record) -> bool:
    """Tell whether two records are one measurement; one of them may be scaled to another pace."""
    return (*other.key, other.machine, other.taken) == (*record.key, record.machine, record.taken)


def _stored(
    record: Record, baseline: Baseline, store: RecordStore, current: Sequence[Record]
) -> Record | None:
    if baseline.saved:
        return store.named(baseline.saved, record.key)
    if baseline.commit:
        return store.committed(baseline.commit.id, record.key, record.machine)
    if baseline.solution == record.solution:
        return None
    for other in current:
        same_part = (other.puzzle, other.part) == (record.puzzle, record.part)
        if same_part and other.solution == baseline.solution:
            return other
    return None


def at_pace(other: Record, record: Record) -> Samples:
    """Return the samples of `other`, scaled to the speed of `record`'s machine if theirs differ."""
    if other.machine == record.machine:
        return samples(other)
    return samples(other).times(record.calibration / other.calibration)
