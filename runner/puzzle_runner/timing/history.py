"""The times of a puzzle over commits, and which of them differ by more than those of unchanged sources."""

from collections.abc import Sequence
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

from puzzle_runner.model import DEFAULT
from puzzle_runner.timing.records import Record, RecordStore
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

    record: Record
    ratio: float | None
    changed: bool | None


class Series(NamedTuple):
    """The history of one solution on one case, the oldest state first."""

    puzzle: str
    part: int
    solution: str
    case: str
    points: Sequence[Point]


def series(store: RecordStore, puzzle: str, machine: str) -> list[Series]:
    """Return the history of each solution of a puzzle on each case, as measured on a machine."""
    states_of = store.states(puzzle, machine)
    # The default solution comes first; the cases are in the order in which they were measured.
    tasks = sorted(states_of, key=lambda task: (task.part, task.solution != DEFAULT, task.solution))
    histories = []
    for task in tasks:
        states = sorted(states_of[task], key=lambda record: (record.moment, record.taken))
        usual = scatter(store.ratios_of_unchanged(task, machine))
        points = _points(states[-MOST_STATES:], usual)
        histories.append(Series(task.puzzle, task.part, task.solution, task.case, points))
    return histories


def scatter(ratios: Sequence[float]) -> float | None:
    """Return how far ratios lie from 1: the root mean square of their logarithms; None if there are few."""
    if len(ratios) < FEWEST_RATIOS:
        return None
    return sqrt(sum(log(ratio) ** 2 for ratio in ratios) / len(ratios))


def _points(records: Sequence[Record], usual: float | None) -> list[Point]:
    points = [Point(records[0], None, None)]
    for before, record in pairwise(records):
        ratio = None
        changed = None
        if record.input_hash == before.input_hash and record.python == before.python:
            ratio = record.median / before.median
            # Times of few samples scatter more.
            has_intervals = record.low is not None and before.low is not None
            if usual is not None and has_intervals:
                least = max(log(1 + SAME), TIMES_SCATTER * usual)
                is_beyond = abs(log(ratio)) > least
                changed = is_beyond and record.source_hash != before.source_hash
        points.append(Point(record, ratio, changed))
    return points
