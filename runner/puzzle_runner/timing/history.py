"""The times of a puzzle over commits, the steps in them, and the cause of each step."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from puzzle_runner.catalog.git import Log
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.model import DEFAULT
from puzzle_runner.text import speed
from puzzle_runner.timing import stats
from puzzle_runner.timing.records import RecordStore, State
from puzzle_runner.timing.stats import median

# Only the newest points are shown: with more, the search for steps would take long.
MOST_POINTS = 400


class Point(NamedTuple):
    """The times of one state of the sources in seconds.

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
    state: State
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


def series(
    workspace: Workspace,
    store: RecordStore,
    puzzle: str,
    states: Sequence[State],
    commits: Log | None = None,
) -> list[Series]:
    """Return the history of each solution on each case, from the states of a puzzle in the store."""
    commits = commits or Log(workspace.repository, {state.revision for state in states if state.revision})
    by_task: dict[tuple[int, str, str, str | None], list[Point]] = {}
    for state in sorted(states, key=lambda state: state.first):
        moment = (not state.dirty and state.committed) or state.first
        subject = commits.subject(state.revision) if state.revision else ""
        times = state.median, state.low, state.high
        point = Point(moment, state.revision, state.dirty, subject, *times, state)
        by_task.setdefault((state.part, state.solution, state.case, state.account), []).append(point)
    found = []
    for key in sorted(by_task, key=lambda key: (key[0], key[1] != DEFAULT, key[1])):
        points = sorted(by_task[key], key=lambda point: point.moment)[-MOST_POINTS:]
        widths = [(point.high - point.low) / 2 / point.median for point in points if point.median]
        noise = max(0.01, median(widths)) if widths else 0.01
        for change in stats.change_points([point.median for point in points], noise):
            before, after = points[change.at - 1], points[change.at]
            ratio = change.after / change.before if change.before else 1.0
            cause, made_by = _cause(workspace, commits, partial(store.sources_of, puzzle), before, after)
            step = f"{speed(ratio)}: {cause}"
            points[change.at] = after._replace(ratio=ratio, step=step, commits=tuple(made_by))
        found.append(Series(puzzle, *key[:3], tuple(points)))
    return found


def _cause(
    workspace: Workspace,
    commits: Log,
    sources_of: Callable[[State], tuple[str, ...]],
    before: Point,
    after: Point,
) -> tuple[str, list[str]]:
    """Return the cause of a step in words, and the ids of the commits that may have caused it."""
    old, new = before.state, after.state
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
        names = {file for state in (old, new) for file in sources_of(state)}
        files = [workspace.puzzles / file for file in sorted(names)]
        touched = commits.between(old.revision, new.revision, files)
        made_by = [(commit.id, commit.subject) for commit in touched] or made_by
    named = [f'commit {id[:10]} "{subject}"' if subject else f"commit {id[:10]}" for id, subject in made_by]
    several = f"one of {len(named)} commits: " if len(named) > 1 else ""
    return several + "; ".join(named), [id for id, _ in made_by]
