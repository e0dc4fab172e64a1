"""Statistics of samples, which are above 0. Nothing here knows what was measured.

Samples come in blocks. Those of one block were taken one after another, in forks of one worker, so they share
the layout of that worker's memory and are not independent. Therefore the intervals count blocks.
"""

import random
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import chain
from math import ceil, cos, exp, floor, inf, log, pi, sin, sqrt, tan
from typing import NamedTuple

from puzzle_runner.model import SHORTEST_TIME

Blocks = Sequence[Sequence[float]]

# With fewer blocks, no interval holds the median with a certainty of 95 %, and there is none.
FEWEST = 6
# The share by which two measurements of the same code may differ: a smaller difference does not count.
SAME = 0.05
# A difference counts if it is so certain: among many comparisons of the same code, 95 % would find some.
CERTAIN = 0.9999
RESAMPLES = 400


class Summary(NamedTuple):
    """The figures of some samples, in their unit.

    The median lies between `low` and `high` at 95 %; both are None if there are too few samples.
    """

    median: float
    low: float | None
    high: float | None
    minimum: float
    number: int
    outliers: int

    @property
    def width(self) -> float:
        """Half the interval, as a share of the median; infinite without an interval."""
        if self.low is None or self.high is None:
            return inf
        return (self.high - self.low) / 2 / self.median


class Difference(StrEnum):
    """How the first of two sets of samples compares with the second."""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "same"
    UNCLEAR = "not enough samples"


class Samples(NamedTuple):
    """Samples in blocks, one for each worker, in the order in which they were taken, in seconds.

    `waits` says how long each waited for a core, `cpu` what processor time it took: in blocks of the same
    sizes, or empty if unknown.
    """

    seconds: Blocks = ()
    waits: Blocks = ()
    cpu: Blocks = ()

    def calm(self) -> Blocks:
        """Return the samples without the time they waited for a core."""
        if not any(map(any, self.waits)):
            return self.seconds
        both = zip(self.seconds, self.waits, strict=True)
        return [
            [max(a - b, SHORTEST_TIME) for a, b in zip(block, waits, strict=True)] for block, waits in both
        ]


class Ratio(NamedTuple):
    """The ratio of two medians, with the verdict on it.

    Its interval is at 95 %; both ends are None if there are too few samples.
    """

    ratio: float
    low: float | None
    high: float | None
    verdict: Difference


def median(samples: Sequence[float]) -> float:
    """Return the middle sample, or the mean of the two in the middle."""
    ordered = sorted(samples)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


@cache
def student(freedom: int, certainty: float = 0.95) -> float:
    """Return Student's t for some degrees of freedom, at least 1: a value lies within it at a certainty."""
    low, high = 0.0, pi / 2
    for _ in range(50):
        angle = (low + high) / 2
        if _student_share(freedom, angle) < certainty:
            low = angle
        else:
            high = angle
    return sqrt(freedom) * tan(low)


def _student_share(freedom: int, angle: float) -> float:
    """Return the share of Student's distribution within `sqrt(freedom) * tan(angle)` on both sides of 0.

    These are the formulas 26.7.3 and 26.7.4 of Abramowitz and Stegun.
    """
    is_odd = freedom % 2
    term = cos(angle) ** is_odd
    total = 0.0
    for power in range(is_odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    share = sin(angle) * total
    return 2 / pi * (angle + share) if is_odd else share


def summary(blocks: Blocks) -> Summary:
    """Return the summary of samples in blocks. There must be a sample.

    The 95 % interval of the median lies between the samples at two ranks (Woodruff, JASA 47, 1952). The share
    of samples below the true median is a half, with an error that is estimated from how the share differs
    between blocks. The two ranks are that error away from the middle. Outliers are more than three times the
    distance of the quartiles away from the nearer quartile (Tukey, 1977). With few blocks there is neither.
    """
    ordered = sorted(chain.from_iterable(blocks))
    count, middle = len(ordered), median(ordered)
    if len(blocks) < FEWEST:
        return Summary(middle, None, None, ordered[0], count, 0)
    # The samples above the median outnumber those below it by these numbers.
    excesses = [sum((each > middle) - (each < middle) for each in block) for block in blocks]
    between = sqrt(sum(excess * excess for excess in excesses)) / 2
    reach = student(len(blocks) - 1) * max(between, sqrt(count) / 2)
    low, high = max(0, floor(count / 2 - reach)), min(count - 1, ceil(count / 2 + reach) - 1)
    first, third = ordered[count // 4], ordered[(3 * count) // 4]
    far = 3 * (third - first)
    outliers = sum(1 for sample in ordered if sample < first - far or sample > third + far)
    return Summary(middle, ordered[low], ordered[high], ordered[0], count, outliers)


def compare(first: Blocks, second: Blocks, pace: float = 1.0) -> Ratio:
    """Return the ratio of the medians of two sets of samples, and the verdict on the first of them.

    The logarithm of the ratio has an error that is estimated by a bootstrap (Efron, 1979), which draws whole
    blocks. If both sets have the same number of blocks, they were taken side by side, and the same blocks of
    both are drawn: what disturbed both is then no difference. `pace` is how much longer the machine took for
    the same work when the first was measured. A part may depend on that more or less than the work did, so
    the interval holds the ratio with and without it.
    """
    ratio = _quotient(first, second) / pace
    fewest = min(len(first), len(second))
    if fewest < FEWEST:
        return Ratio(ratio, None, None, Difference.UNCLEAR)
    draw = random.Random(0)
    logarithms = []
    for _ in range(RESAMPLES):
        chosen = draw.choices(range(len(first)), k=len(first))
        others = chosen if len(second) == len(first) else draw.choices(range(len(second)), k=len(second))
        resampled = _quotient([first[index] for index in chosen], [second[index] for index in others])
        logarithms.append(log(resampled))
    mean = sum(logarithms) / RESAMPLES
    variance = sum((each - mean) ** 2 for each in logarithms) / RESAMPLES
    # The blocks that are drawn differ a little less from one another than blocks do.
    error = sqrt(variance * fewest / (fewest - 1))
    least, greatest = min(ratio, ratio * pace), max(ratio, ratio * pace)

    def interval(certainty: float) -> tuple[float, float]:
        factor = exp(student(fewest - 1, certainty) * error)
        return least / factor, greatest * factor

    low, high = interval(0.95)
    return Ratio(ratio, low, high, difference(ratio, (low, high), interval(CERTAIN)))


def _quotient(first: Blocks, second: Blocks) -> float:
    return median([*chain.from_iterable(first)]) / median([*chain.from_iterable(second)])


def difference(ratio: float, likely: tuple[float, float], certain: tuple[float, float]) -> Difference:
    """Return the verdict on a ratio with its intervals: a difference is certain, and more than SAME."""
    if 1 / (1 + SAME) <= likely[0] and likely[1] <= 1 + SAME:
        return Difference.SAME
    if certain[0] > 1 and ratio > 1 + SAME:
        return Difference.SLOWER
    if certain[1] < 1 and ratio < 1 / (1 + SAME):
        return Difference.FASTER
    return Difference.UNCLEAR
