"""Baselines, and the comparison of a solution's samples with a baseline's."""

from collections.abc import Iterable
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
    """The other side of a comparison: another solution of the part, saved records, or a commit."""

    label: str
    solution: str | None = None
    saved: str | None = None
    commit: Commit | None = None


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
    saved = ", ".join(saved_names) or 'none yet: "--save NAME"'
    raise UsageError(
        f'There is nothing called "{text}" to compare with: it must be a solution ({", ".join(solutions)}), '
        f"a saved record ({saved}) or a revision that git knows in {workspace.root}."
    )


def compared(record: Record, against: str, other: Record | None) -> Comparison | None:
    """Return how a record compares with another, both with their samples.

    None without another that was right on the same input: what it would take to answer is not known.
    """
    if not other or other.input_hash != record.input_hash:
        return None
    # It may just have been saved under the name of the baseline.
    is_itself = other.key == record.key and other.taken == record.taken
    is_right = record.verdict in RANKED and other.verdict in RANKED
    if is_itself or not is_right:
        return None
    # It is 1 for what was measured side by side.
    pace = record.calibration / other.calibration
    return Comparison(
        record.puzzle,
        record.part,
        record.case,
        record.solution,
        record.python,
        against,
        *stats.compare(record.samples, other.samples, pace),
    )
