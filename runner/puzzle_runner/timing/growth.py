"""How times grow with the size of the input: the exponent of a power of n that fits, and the nearest law."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import log, sqrt
from typing import NamedTuple

from puzzle_runner.timing import stats
from puzzle_runner.timing.records import Record

# The case of a record begins so, if its input was made in a size.
CASE = "size="
# A call that takes less, in seconds, is also repeated in one process: a fresh one costs short calls more.
WARM = 0.1
# The sizes that an interval needs.
FEWEST = 3
# The logarithms of laws, from n and its logarithm.
LAWS: dict[str, Callable[[int, float], float]] = {
    "1": lambda n, x: 0.0,
    "log n": lambda n, x: log(log(n + 1)),
    "√n": lambda n, x: x / 2,
    "n": lambda n, x: x,
    "n log n": lambda n, x: x + log(log(n + 1)),
    "n²": lambda n, x: 2 * x,
    "n² log n": lambda n, x: 2 * x + log(log(n + 1)),
    "n³": lambda n, x: 3 * x,
    "2^n": lambda n, x: n * log(2),
}


class Fit(NamedTuple):
    """The exponent, with its interval at 95 %, and the name of the nearest law."""

    exponent: float
    low: float
    high: float
    law: str

    @property
    def words(self) -> str:
        """The fit in words: `n^2.02 (1.98 to 2.06), like n²`."""
        return f"n^{self.exponent:.2f} ({self.low:.2f} to {self.high:.2f}), like {self.law}"


class Growth(NamedTuple):
    """The times of a solution by size, in seconds, and what fits them."""

    puzzle: str
    part: int
    solution: str
    python: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    fit: Fit


def size(case: str) -> int | None:
    """Return the size of the input of a case; None if it was not made in one."""
    number = case.removeprefix(CASE)
    return int(number) if case != number and number.isdecimal() else None


def fit(sizes: Sequence[int], seconds: Sequence[float]) -> Fit:
    """Return what fits times best, by least squares of the logarithms; at least three sizes are needed.

    The interval is that of the slope of a line through points that scatter about it.
    """
    xs, ys = [log(n) for n in sizes], [log(max(time, 1e-9)) for time in seconds]
    count = len(xs)
    middle, height = sum(xs) / count, sum(ys) / count
    spread = sum((x - middle) ** 2 for x in xs)
    slope = sum((x - middle) * (y - height) for x, y in zip(xs, ys, strict=True)) / spread
    rest = sum((y - height - slope * (x - middle)) ** 2 for x, y in zip(xs, ys, strict=True))
    reach = stats.student(count - 2) * sqrt(rest / (count - 2) / spread)

    def distance(law: str) -> float:
        left = [y - LAWS[law](n, x) for n, x, y in zip(sizes, xs, ys, strict=True)]
        return sum((each - sum(left) / count) ** 2 for each in left)

    return Fit(slope, slope - reach, slope + reach, min(LAWS, key=distance))


def growths(records: Iterable[Record]) -> list[Growth]:
    """Return how the times of solutions grow that have records of several sizes; the last of each counts.

    A time is the median of the samples, without what they waited for a core: of the many of a small size, the
    least meet a moment in which nothing else runs, those of a large one do not. Of a short call it is that of
    repeated calls, where all short ones have one: most of the time in a fresh process is that of the process.
    """
    found: dict[tuple[str, int, str, str], dict[int, Record]] = {}
    for record in records:
        n = size(record.case)
        if n is not None:
            found.setdefault((*record.key[:3], record.python), {})[n] = record
    grown = []
    for key, by_size in found.items():
        if len(by_size) >= FEWEST:
            sizes, of_key = zip(*sorted(by_size.items()), strict=True)
            short = [each.figures for each in of_key if each.figures.median < WARM]
            is_warm = all(figures.warm for figures in short)
            seconds = tuple((is_warm and each.figures.warm) or _calm(each) for each in of_key)
            grown.append(Growth(*key, sizes, seconds, fit(sizes, seconds)))
    return grown


def _calm(record: Record) -> float:
    return stats.median([*chain.from_iterable(record.samples.calm())])
