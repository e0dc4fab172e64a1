"""The times of a puzzle over commits, and which of them differ by more than those of unchanged sources."""

from collections.abc import Sequence
from math import log
from statistics import pstdev
from typing import NamedTuple

from puzzle_runner.model import DEFAULT
from puzzle_runner.timing.records import Record, RecordStore
from puzzle_runner.timing.stats import SAME

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


# The history of one solution on one case, the oldest state first.
Series = Sequence[Point]


def series(store: RecordStore, puzzle: str, machine: str) -> list[Series]:
    """Return the history of each solution of a puzzle on each case, as measured on a machine."""
    states_of = store.states(puzzle, machine)
    # The default solution comes first; the cases are in the order in which they were measured.
    tasks = sorted(states_of, key=lambda task: (task.part, task.solution != DEFAULT, task.solution))
    histories: list[Series] = []
    for task in tasks:
        least = _least_change(store.ratios_of_unchanged(task, machine))
        states = sorted(states_of[task], key=lambda record: (record.moment, record.taken))
        points: list[Point] = []
        before = None
        for record in states:
            points.append(_point(before, record, least))
            before = record
        histories.append(points)
    return histories


def _least_change(ratios: Sequence[float]) -> float | None:
    """Return the least logarithm that is a change, from the scatter of ratios: their root mean square."""
    if len(ratios) < FEWEST_RATIOS:
        return None
    scatter = pstdev(map(log, ratios), 0)
    return max(log(1 + SAME), TIMES_SCATTER * scatter)


def _point(before: Record | None, record: Record, least: float | None) -> Point:
    if not before:
        return Point(record, None, None)
    is_same_input = record.input_hash == before.input_hash
    is_same_python = record.python == before.python
    if not is_same_input or not is_same_python:
        return Point(record, None, None)
    ratio = record.median / before.median
    # Times of few samples scatter more.
    is_known = record.low is not None and before.low is not None
    if least is None or not is_known:
        return Point(record, ratio, None)
    is_beyond = abs(log(ratio)) > least
    is_other = record.source_hash != before.source_hash
    return Point(record, ratio, is_beyond and is_other)
