"""The times of a puzzle over commits, and which of them differ by more than those of unchanged sources."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

from puzzle_runner.model import DEFAULT, TaskKey
from puzzle_runner.timing.records import RecordStore, State
from puzzle_runner.timing.stats import SAME

# Only the newest states are shown.
MOST_STATES = 400
# Times of unchanged sources must have been compared so often before anything is said to have changed.
FEWEST_RATIOS = 10
# A time has changed if it differs by so many times the scatter: with a scatter of 4 %, by a factor of 1.33.
TIMES_SCATTER = 5.0


class Point(NamedTuple):
    """A state of a history, and its time over that of the state before.

    The `ratio` is None if that one had another input or ran in another interpreter. `changed` tells whether
    other sources made it faster or slower; it is None if too few times of unchanged sources are known.
    """

    state: State
    ratio: float | None
    changed: bool | None


class Series(NamedTuple):
    """The history of one solution on one case, the oldest state first."""

    puzzle: str
    part: int
    solution: str
    case: str
    points: Sequence[Point]


def series(store: RecordStore, states_of: Mapping[TaskKey, Sequence[State]], machine: str) -> list[Series]:
    """Return the history of each solution on each case on a machine, from the states of a puzzle's tasks."""
    histories = []
    for task, states_of_task in states_of.items():
        states = [state for state in states_of_task if state.machine == machine]
        if not states:
            continue
        states.sort(key=lambda state: (state.moment, state.first))
        usual = scatter(store.ratios_of_unchanged(task, machine))
        points = _points(states[-MOST_STATES:], usual)
        histories.append(Series(task.puzzle, task.part, task.solution, task.case, points))
    histories.sort(key=_order)
    return histories


def _order(series: Series) -> tuple[int, bool, str, float]:
    first = min(point.state.first for point in series.points)
    return series.part, series.solution != DEFAULT, series.solution, first


def scatter(ratios: Sequence[float]) -> float | None:
    """Return how far ratios lie from 1: the root mean square of their logarithms; None if there are few."""
    if len(ratios) < FEWEST_RATIOS:
        return None
    return sqrt(sum(log(ratio) ** 2 for ratio in ratios) / len(ratios))


def _points(states: Sequence[State], usual: float | None) -> list[Point]:
    points = [Point(states[0], None, None)]
    for before, state in pairwise(states):
        ratio = changed = None
        if state.input_hash == before.input_hash and state.python == before.python:
            ratio = state.median / before.median
            # Times of few samples scatter more.
            has_intervals = state.low is not None and before.low is not None
            if usual is not None and has_intervals:
                least = max(log(1 + SAME), TIMES_SCATTER * usual)
                changed = state.source_hash != before.source_hash and abs(log(ratio)) > least
        points.append(Point(state, ratio, changed))
    return points
