"""What a solution can be compared with, and how it compares."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.catalog import git
from puzzle_runner.catalog.git import Commit
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
    verdict: stats.Verdict


class Against(NamedTuple):
    """What the user wants to compare with: one of the three."""

    label: str = DEFAULT
    solution: str | None = None
    saved: str | None = None
    commit: Commit | None = None


def meant(text: str, workspace: Path, puzzles: Iterable[Puzzle], known: RecordStore) -> Against:
    """Return what a text means: a solution, else a saved record, else a git revision, in this order."""
    solutions = sorted({solution.name for puzzle in puzzles for solution in puzzle.solutions})
    if text in solutions:
        return Against(text, solution=text)
    if text in (names := known.names()):
        return Against(text, saved=text)
    if commit := git.find(workspace, text):
        return Against(text, commit=commit)
    saved = f"a saved record ({', '.join(names)})" if names else 'a saved record (none yet: "--save NAME")'
    raise UsageError(
        f'There is nothing called "{text}" to compare with: it must be a solution '
        f"({', '.join(solutions)}), {saved} or a revision that git knows in {workspace}."
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


def stored(
    record: Record, against: Against, known: RecordStore, beside: Sequence[Record]
) -> Comparison | None:
    """Return how a record compares with what is stored; None where nothing is, or nothing on this input.

    `beside` are the records among which another solution is looked for.
    """
    if against.saved:
        other = known.named(against.saved, record.key)
    elif against.commit:
        other = known.committed(against.commit.id, record.key, record.machine)
    else:
        part = [one for one in beside if one.solution == against.solution != record.solution]
        other = next((one for one in part if one.key[:2] == record.key[:2]), None)
    if not other or other.input_hash != record.input_hash:
        return None
    return compared(record, against.label, at_pace(other, record))


def at_pace(other: Record, record: Record) -> Samples:
    """Return the samples of another record, of another machine what they would have been on this one."""
    pace = record.calibration / other.calibration if other.machine != record.machine else 1.0
    return samples(other).times(pace)
