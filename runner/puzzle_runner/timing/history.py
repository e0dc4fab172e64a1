"""The times of a puzzle over commits, the steps in them, and the cause of each step."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.catalog import git
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.model import DEFAULT, TaskKey
from puzzle_runner.timing import stats
from puzzle_runner.timing.records import Record
from puzzle_runner.timing.stats import median

# The newest points that are shown. With more, the search for steps would take long.
MOST_POINTS = 400


class Point(NamedTuple):
    """The times of one state of the sources in seconds: the medians of its records' figures.

    `moment` is the time of the commit, else of the measurement, in seconds since 1970. On the first point
    after a change, `step` says how much it was and what caused it, `ratio` is the new time over the old one,
    and `commits` are the ids of the commits that may have caused it.
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


def series(workspace: Workspace, records: Iterable[Record]) -> list[Series]:
    """Return the history of each solution on each case in some records."""
    by_key: dict[TaskKey, list[Record]] = {}
    for record in records:
        by_key.setdefault(record.key, []).append(record)
    ordered = sorted(by_key, key=lambda key: (key.part, key.solution != DEFAULT, key.solution))
    return [Series(*key[:4], _explained(workspace, _points(workspace, by_key[key]))) for key in ordered]


def _points(workspace: Workspace, records: Sequence[Record]) -> list[Point]:
    """Return a point for each state of sources, input and interpreter, in the order of their moments."""
    states: dict[tuple[object, ...], list[Record]] = {}
    for record in records:
        state = (record.revision, record.dirty, record.source_hash, record.input_hash, record.python)
        states.setdefault(state, []).append(record)
    points = sorted((_point(of_state) for of_state in states.values()), key=lambda point: point.moment)
    subjects: dict[str | None, str] = {None: ""}
    return [point._replace(subject=_subject(workspace, point, subjects)) for point in points[-MOST_POINTS:]]


def _point(records: Sequence[Record]) -> Point:
    last = records[-1]
    as_committed = last.committed if last.committed and not last.dirty else None
    return Point(
        moment=as_committed or records[0].taken,
        revision=last.revision,
        dirty=last.dirty,
        subject="",
        median=median([record.median for record in records]),
        low=median([record.low for record in records]),
        high=median([record.high for record in records]),
        records=tuple(records),
    )


def _subject(workspace: Workspace, point: Point, subjects: dict[str | None, str]) -> str:
    """Return the subject of a point's commit; `subjects` keeps those that git was asked for."""
    if point.revision not in subjects:
        commit = git.find(workspace.root, point.revision or "")
        subjects[point.revision] = commit.subject if commit else ""
    return subjects[point.revision]


def _explained(workspace: Workspace, points: list[Point]) -> tuple[Point, ...]:
    """Return the points, with `ratio`, `step` and `commits` set where a step is."""
    widths = [(point.high - point.low) / 2 / point.median for point in points if point.median]
    noise = max(0.01, median(widths)) if widths else 0.01
    for step in stats.steps([point.median for point in points], noise):
        before, after = points[step.at - 1], points[step.at]
        ratio = step.after / step.before if step.before else 1.0
        cause, commits = _cause(workspace, before, after)
        change = f"{abs(ratio - 1):.0%} {'slower' if ratio > 1 else 'faster'}: {cause}"
        points[step.at] = after._replace(ratio=ratio, step=change, commits=tuple(commits))
    return tuple(points)


def _cause(workspace: Workspace, before: Point, after: Point) -> tuple[str, list[str]]:
    """Return the cause of a step in words, and the ids of the commits that may have caused it."""
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
    commits = git.between(workspace.root, old.revision, new.revision, files)
    if len(commits) > 1:
        several = "; ".join(_named(commit.id, commit.subject) for commit in commits)
        return f"one of {len(commits)} commits: {several}", [commit.id for commit in commits]
    if commits:
        return _named(commits[0].id, commits[0].subject), [commits[0].id]
    return _named(new.revision, after.subject), [new.revision]


def _named(id: str, subject: str) -> str:
    return f'commit {id[:10]} "{subject}"' if subject else f"commit {id[:10]}"
