"""Every lasting change of a time: by how much, how sure that is, and what made it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from puzzle_runner.timing import stats
from puzzle_runner.timing.history import Point, Series
from puzzle_runner.timing.stats import median


class Change(NamedTuple):
    """A lasting change: its first point; `ratio` of the times after and before it, with its interval."""

    series: Series
    point: Point
    before: float
    after: float
    ratio: float
    low: float
    high: float

    @property
    def cause(self) -> str:
        """What made it."""
        return self.point.step.partition(": ")[2]


def changes(histories: Iterable[Sequence[Series]]) -> list[Change]:
    """Return the changes of all histories, the newest first; slower ones above."""
    found = [change for of_puzzle in histories for series in of_puzzle for change in _of_series(series)]
    return sorted(found, key=lambda change: (change.ratio <= 1, -change.point.moment))


def _of_series(series: Series) -> Iterator[Change]:
    points = series.points
    starts = [at for at, point in enumerate(points) if point.ratio is not None]
    levels = [points[start:end] for start, end in pairwise([0, *starts, len(points)])]
    for before, after in pairwise(levels):
        old, new = _level(before), _level(after)
        if min(*old, *new) > 0:
            ratio = stats.compare_intervals(new, old, enough=True)
            yield Change(series, after[0], old[0], new[0], ratio.ratio, ratio.low, ratio.high)


def _level(points: Sequence[Point]) -> tuple[float, float, float]:
    """Return the middle of a level piece of a history, with that of the intervals' ends."""
    return (
        median([point.median for point in points]),
        median([point.low for point in points]),
        median([point.high for point in points]),
    )
