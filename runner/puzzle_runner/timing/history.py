"""The times of a puzzle over commits, the steps in them, and the cause of each step."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.catalog.git import Log
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.model import DEFAULT, TaskKey
from puzzle_runner.text import speed
from puzzle_runner.timing import stats
from puzzle_runner.timing.records import Record
from puzzle_runner.timing.stats import median

# Only the newest points are shown: with more, the search for steps would take long.
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


def series(workspace: Workspace, records: Iterable[Record], commits: Log | None = None) -> list[Series]:
    """Return the history of each solution on each case in some records."""
    records = list(records)
    commits = commits or Log(workspace.repository, {record.revision for record in records if record.revision})
    by_key: dict[TaskKey, list[Record]] = {}
    for record in records:
        of_key = by_key.setdefault(record.key, [])
        # Of those that were measured side by side in several interpreters, the first goes on.
        if not of_key or of_key[-1].taken != record.taken or of_key[-1].python == record.python:
            of_key.append(record)
    ordered = sorted(by_key, key=lambda key: (key.part, key.solution != DEFAULT, key.solution))
    return [
        Series(*key[:4], _explained(workspace, commits, _points(commits, by_key[key]))) for key in ordered
    ]


def _points(commits: Log, records: Sequence[Record]) -> list[Point]:
    """Return a point for each state of sources, input and interpreter, in the order of their moments."""
    states: dict[tuple[object, ...], list[Record]] = {}
    for record in records:
        state = (record.revision, record.dirty, record.source_hash, record.input_hash, record.python)
        states.setdefault(state, []).append(record)
    points = []
    for of_state in states.values():
        last, figures = of_state[-1], [record.figures for record in of_state]
        as_committed = last.committed if last.committed and not last.dirty else None
        points.append(
            Point(
                moment=as_committed or of_state[0].taken,
                revision=last.revision,
                dirty=last.dirty,
                subject=commits.subject(last.revision) if last.revision else "",
                median=median([each.median for each in figures]),
                low=median([each.low for each in figures]),
                high=median([each.high for each in figures]),
                records=tuple(of_state),
            )
        )
    return sorted(points, key=lambda point: point.moment)[-MOST_POINTS:]


def _explained(workspace: Workspace, commits: Log, points: list[Point]) -> tuple[Point, ...]:
    """Return the points, with `ratio`, `step` and `commits` set where a step is."""
    widths = [(point.high - point.low) / 2 / point.median for point in points if point.median]
    noise = max(0.01, median(widths)) if widths else 0.01
    for change in stats.change_points([point.median for point in points], noise):
        before, after = points[change.at - 1], points[change.at]
        ratio = change.after / change.before if change.before else 1.0
        cause, made_by = _cause(workspace, commits, before, after)
        step = f"{speed(ratio)}: {cause}"
        points[change.at] = after._replace(ratio=ratio, step=step, commits=tuple(made_by))
    return tuple(points)


def _cause(workspace: Workspace, commits: Log, before: Point, after: Point) -> tuple[str, list[str]]:
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
    made_by = [(new.revision, after.subject)]
    if old.revision:
        files = [workspace.puzzles / file for file in sorted({*old.sources, *new.sources})]
        touched = commits.between(old.revision, new.revision, files)
        made_by = [(commit.id, commit.subject) for commit in touched] or made_by
    named = [f'commit {id[:10]} "{subject}"' if subject else f"commit {id[:10]}" for id, subject in made_by]
    several = f"one of {len(named)} commits: " if len(named) > 1 else ""
    return several + "; ".join(named), [id for id, _ in made_by]
