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
    found = []
    for task, every in states_of.items():
        states = [state for state in every if state.machine == machine]
        if states:
            states.sort(key=lambda state: (state.moment, state.first))
            # Times of few samples scatter more.
            spreads = {
                few: scatter(store.ratios_of_unchanged(task, machine, few=few)) for few in (False, True)
            }
            found.append(Series(*task[:4], _points(states[-MOST_STATES:], spreads)))

    def order(one: Series) -> tuple[int, bool, str, float]:
        first = min(point.state.first for point in one.points)
        return one.part, one.solution != DEFAULT, one.solution, first

    return sorted(found, key=order)


def scatter(ratios: Sequence[float]) -> float | None:
    """Return how far ratios lie from 1: the root mean square of their logarithms; None if there are few."""
    if len(ratios) < FEWEST_RATIOS:
        return None
    return sqrt(sum(log(ratio) ** 2 for ratio in ratios) / len(ratios))


def _points(states: Sequence[State], spreads: Mapping[bool, float | None]) -> list[Point]:
    points = [Point(states[0], None, None)]
    for before, state in pairwise(states):
        same_run = (state.input_hash, state.python) == (before.input_hash, before.python)
        if not same_run:
            points.append(Point(state, None, None))
            continue
        ratio = state.median / before.median
        changed = None
        spread = spreads[state.low is None or before.low is None]
        if spread is not None:
            least = max(log(1 + SAME), TIMES_SCATTER * spread)
            changed = state.source_hash != before.source_hash and abs(log(ratio)) > least
        points.append(Point(state, ratio, changed))
    return points
