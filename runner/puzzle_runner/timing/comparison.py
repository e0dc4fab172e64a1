"""Baselines, and the comparison of a solution's samples with a baseline's."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.catalog import git
from puzzle_runner.catalog.git import Commit
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import UsageError
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, RANKED
from puzzle_runner.timing import stats
from puzzle_runner.timing.records import Record, RecordStore


class Comparison(NamedTuple):
    """One solution against a baseline: the keys of the JSON in order. With a `ratio` above 1 it is slower.

    `low` and `high` are None if there are too few samples.
    """

    puzzle: str
    part: int
    case: str
    solution: str
    python: str
    against: str
    ratio: float
    low: float | None
    high: float | None
    verdict: stats.Difference


class Baseline(NamedTuple):
    """The other side of a comparison: another solution of the part, saved records, or a commit.

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
    saved_names = store.names()
    if text in saved_names:
        return Baseline(text, saved=text)
    commit = git.find(workspace.repository, text)
    if commit:
        return Baseline(text, commit=commit)
    revision = f"a revision that git knows in {workspace.root}"
    if not workspace.repository:
        revision = "in trusted code a revision: git is not asked about other people's"
    saved = ", ".join(saved_names) or 'none yet: "--save NAME"'
    raise UsageError(
        f'There is nothing called "{text}" to compare with: it must be a solution ({", ".join(solutions)}), '
        f"a saved record ({saved}) or {revision}."
    )


def compared(record: Record, against: str, other: Record) -> Comparison | None:
    """Return how two records with samples compare, without the time that these waited for a core.

    None if one of them is not right: what it would take to answer is not known.
    """
    is_right = record.verdict in RANKED and other.verdict in RANKED
    if not is_right or not record.samples or not other.samples:
        return None
    # It is 1 for what was measured side by side.
    pace = record.calibration / other.calibration
    samples = stats.calm(record.samples, record.waits)
    other_samples = stats.calm(other.samples, other.waits)
    return Comparison(
        record.puzzle,
        record.part,
        record.case,
        record.solution,
        record.python,
        against,
        *stats.compare(samples, other_samples, pace),
    )


def stored(record: Record, baseline: Baseline, store: RecordStore, beside: Sequence[Record]) -> Record | None:
    """Return the record of a baseline that a record is to be compared with.

    None if none is stored, only one on another input, or only the record itself, which was just saved under
    that name. The baseline may be another solution, whose record is among those measured `beside` it.
    """
    if baseline.saved:
        other = store.named(baseline.saved, record)
    else:
        other = next((each for each in beside if each.solution == baseline.label), None)
    if not other or other.input_hash != record.input_hash:
        return None
    is_itself = other.key == record.key and other.taken == record.taken
    return None if is_itself else other
