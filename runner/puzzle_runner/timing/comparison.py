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
    if commit := git.find(workspace.repository, text):
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

    That time is due to other programs. On a busy machine it would hide the difference between solutions.
    None if one of them is not right: what it would take to answer is not known.
    """
    if record.verdict not in RANKED or other.verdict not in RANKED:
        return None
    # It is 1 for what was measured side by side.
    pace = record.calibration / other.calibration
    samples = stats.calm(record.samples, record.waits)
    other_samples = stats.calm(other.samples, other.waits)
    return Comparison(*names(record), against, *stats.compare(samples, other_samples, pace))


def names(record: Record) -> tuple[str, int, str, str, str]:
    """Return the fields of a comparison that tell whose it is."""
    return record.puzzle, record.part, record.case, record.solution, record.python


def with_stored(
    record: Record, baseline: Baseline, store: RecordStore, beside: Sequence[Record]
) -> Comparison | None:
    """Return how a record compares with the baseline's stored record.

    None if none is stored, only one on another input, or only the record itself, or one is not right. The
    baseline may be another solution, whose record is among those of the part that were measured `beside` it.
    """
    if baseline.saved:
        other = store.named(baseline.saved, record)
    else:
        other = next((each for each in beside if each.solution == baseline.label), None)
    if not other or other.input_hash != record.input_hash:
        return None
    # It may be the record itself, which was just saved under that name.
    if other.taken == record.taken and names(other) == names(record):
        return None
    return compared(store.whole(record), baseline.label, store.whole(other))


def not_compared(
    records: Iterable[Record], baseline: Baseline, comparisons: Iterable[Comparison]
) -> list[str]:
    """Return a label for each record that a baseline has nothing for, save those of the baseline itself."""
    compared = [(each.puzzle, each.part, each.case, each.solution, each.python) for each in comparisons]
    return [
        f"{record.puzzle} part {record.part} {record.solution}"
        for record in records
        if names(record) not in compared and record.solution != baseline.solution
    ]
