"""The times of a puzzle over commits, and where other sources changed them."""

from collections.abc import Sequence
from typing import NamedTuple

from puzzle_runner.model import DEFAULT
from puzzle_runner.timing.records import Record, RecordStore

# Only the newest states are shown.
MOST_STATES = 400
# Times of one day and the next differ more than those of one measurement.
CHANGED = 4 / 3


class Point(NamedTuple):
    """A state of a history, and its time over that of the state before.

    The `ratio` is None if that one had another input or ran in another interpreter. `changed` tells whether
    other sources made it faster or slower; it is None if there are too few samples.
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
        states = states_of[task]
        states.sort(key=lambda record: (record.moment, record.taken))
        points: list[Point] = []
        for record in states[-MOST_STATES:]:
            before = points[-1].record if points else None
            points.append(_point(before, record))
        histories.append(Series(task.puzzle, task.part, task.solution, task.case, points))
    return histories


def _point(before: Record | None, record: Record) -> Point:
    if not before or record.input_hash != before.input_hash or record.python != before.python:
        return Point(record, None, None)
    ratio = record.median / before.median
    # Times of few samples scatter more.
    if record.low is None or before.low is None:
        return Point(record, ratio, None)
    is_beyond = max(ratio, 1 / ratio) > CHANGED
    is_other = record.source_hash != before.source_hash
    return Point(record, ratio, is_beyond and is_other)
