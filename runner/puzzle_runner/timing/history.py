"""The times of a puzzle over commits, the steps in them, and what made each step."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.catalog.commits import Asked, Commits
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.model import DEFAULT, TaskKey
from puzzle_runner.timing import stats
from puzzle_runner.timing.records import Record
from puzzle_runner.timing.stats import median

# More than these would be no picture, and take long to look through.
MOST_POINTS = 400


class Point(NamedTuple):
    """What was measured of one state of the sources: the middle of its records.

    `moment` is that of the commit, or where there is none, of the measurement. `step` says, on the first
    point after a change, what the change was and what made it.
    """

    moment: float
    revision: str | None
    dirty: bool
    subject: str
    median: float
    low: float
    high: float
    records: tuple[Record, ...]
    ratio: float | None = None
    step: str = ""
    commits: tuple[str, ...] = ()


class Series(NamedTuple):
    """The points of one solution on one case, the oldest first."""

    puzzle: str
    part: int
    solution: str
    case: str
    points: tuple[Point, ...]


def series(workspace: Workspace, records: Iterable[Record], commits: Commits | None = None) -> list[Series]:
    """Return the history of each solution on each case that there are records of."""
    commits = commits or Asked(workspace.root)
    by_key: dict[TaskKey, list[Record]] = {}
    for record in records:
        by_key.setdefault(record.key, []).append(record)
    ordered = sorted(by_key, key=lambda key: (key.part, key.solution != DEFAULT, key.solution))
    return [
        Series(*key[:4], _explained(workspace, commits, _points(commits, by_key[key]))) for key in ordered
    ]


def _points(commits: Commits, records: Sequence[Record]) -> list[Point]:
    states: dict[tuple[object, ...], list[Record]] = {}
    for record in records:
        state = (record.revision, record.dirty, record.source_hash, record.input_hash, record.python)
        states.setdefault(state, []).append(record)
    points = sorted((_point(of_state) for of_state in states.values()), key=lambda point: point.moment)
    named = ((point, _subject(commits, point)) for point in points[-MOST_POINTS:])
    return [point._replace(subject=subject) if subject else point for point, subject in named]


def _point(records: Sequence[Record]) -> Point:
    last = records[-1]
    as_committed = last.committed if last.committed and not last.dirty else None
    return Point(
        moment=as_committed or records[0].taken,
        revision=last.revision,
        dirty=last.dirty,
        subject="",
        # Most states were measured once.
        median=last.median if len(records) == 1 else median([record.median for record in records]),
        low=last.low if len(records) == 1 else median([record.low for record in records]),
        high=last.high if len(records) == 1 else median([record.high for record in records]),
        records=tuple(records),
    )


def _subject(commits: Commits, point: Point) -> str:
    return commits.subject(point.revision) if point.revision else ""


def _explained(workspace: Workspace, commits: Commits, points: list[Point]) -> tuple[Point, ...]:
    """Return the points with the steps among them marked."""
    widths = [(point.high - point.low) / 2 / point.median for point in points if point.median]
    noise = max(0.01, median(widths)) if widths else 0.01
    for step in stats.steps([point.median for point in points], noise):
        before, after = points[step.at - 1], points[step.at]
        ratio = step.after / step.before if step.before else 1.0
        cause, made_by = _cause(workspace, commits, before, after)
        change = f"{abs(ratio - 1):.0%} {'slower' if ratio > 1 else 'faster'}: {cause}"
        points[step.at] = after._replace(ratio=ratio, step=change, commits=tuple(made_by))
    return tuple(points)


def _cause(workspace: Workspace, commits: Commits, before: Point, after: Point) -> tuple[str, list[str]]:
    """Return what made a step, in words, and the commits that may have."""
    old, new = before.records[-1], after.records[0]
    if old.source_hash == new.source_hash:
        if old.input_hash != new.input_hash:
            return "the input has changed", []
        if old.python != new.python:
            return f"{new.python} instead of {old.python}", []
        return "the sources are the same, so it was the machine", []
    if after.dirty or not new.revision:
        return "a change that is not committed", []
    if not old.revision:
        return _named(new.revision, after.subject), [new.revision]
    files = [workspace.puzzles / file for file in sorted({*old.sources, *new.sources})]
    touched = commits.between(old.revision, new.revision, files)
    if len(touched) > 1:
        several = "; ".join(_named(commit.id, commit.subject) for commit in touched)
        return f"one of {len(touched)} commits: {several}", [commit.id for commit in touched]
    id, subject = (touched[0].id, touched[0].subject) if touched else (new.revision, after.subject)
    return _named(id, subject), [id]


def _named(id: str, subject: str) -> str:
    return f'commit {id[:10]} "{subject}"' if subject else f"commit {id[:10]}"
