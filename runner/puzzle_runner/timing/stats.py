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
from statistics import median, pstdev
from typing import NamedTuple

Blocks = Sequence[Sequence[float]]

# With fewer blocks, no interval holds the median with a certainty of 95 %, and there is none.
FEWEST = 6
# The share by which two measurements of the same code may differ: a smaller difference does not count.
SAME = 0.05
# A difference counts if it is so certain: at 95 %, one in twenty comparisons of the same code would find one.
CERTAIN = 0.999
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


class Ratio(NamedTuple):
    """The ratio of two medians with its interval at 95 %, None of too few samples, and the verdict on it."""

    ratio: float
    low: float | None
    high: float | None
    verdict: Difference


@cache
def student(freedom: int, certainty: float = 0.95) -> float:
    """Return Student's t for some degrees of freedom, at least 1: a value lies within it at a certainty.

    It is found by bisection of the formulas 26.7.3 and 26.7.4 of Abramowitz and Stegun.
    """
    is_odd = freedom % 2
    low, high = 0.0, pi / 2
    for _ in range(50):
        angle = (low + high) / 2
        term = cos(angle) ** is_odd
        total = 0.0
        for power in range(is_odd, freedom - 1, 2):
            total += term
            term *= cos(angle) ** 2 * (power + 1) / (power + 2)
        share = sin(angle) * total
        if is_odd:
            share = 2 / pi * (angle + share)
        if share < certainty:
            low = angle
        else:
            high = angle
    return sqrt(freedom) * tan(low)


def summary(blocks: Blocks) -> Summary:
    """Return the summary of samples in blocks. There must be a sample.

    The interval of the median lies between the samples at two ranks (Woodruff, JASA 47, 1952): as far from
    the middle as the error of the share of samples below it, which is estimated from how the share differs
    between blocks. Outliers are more than three times the distance of the quartiles away from the nearer
    quartile (Tukey, 1977). With few blocks there is neither.
    """
    ordered = sorted(chain.from_iterable(blocks))
    count = len(ordered)
    middle = median(ordered)
    if len(blocks) < FEWEST:
        return Summary(middle, None, None, ordered[0], count, 0)
    squares = 0
    for block in blocks:
        excess = 0
        for sample in block:
            if sample > middle:
                excess += 1
            elif sample < middle:
                excess -= 1
        squares += excess**2
    error = sqrt(max(squares, count)) / 2
    reach = student(len(blocks) - 1) * error
    half = count / 2
    low = max(0, floor(half - reach))
    high = min(count, ceil(half + reach)) - 1
    first = ordered[count // 4]
    third = ordered[3 * count // 4]
    far = 3 * (third - first)
    outliers = 0
    for sample in ordered:
        if sample < first - far or sample > third + far:
            outliers += 1
    return Summary(middle, ordered[low], ordered[high], ordered[0], count, outliers)


def compare(first: Blocks, second: Blocks, pace: float = 1.0) -> Ratio:
    """Return the ratio of the medians of two sets of samples, and the verdict on the first of them.

    The error of the ratio's logarithm is estimated by a bootstrap (Efron, 1979), which draws whole blocks. If
    both sets have the same number of blocks, they were taken side by side, and the same blocks of both are
    drawn: what disturbed both is then no difference. `pace` is how much longer the machine took for the same
    work when the first was measured. A part may depend on that more or less, so the interval holds the ratio
    with and without it.
    """
    ratio = _quotient(first, second) / pace
    fewest = min(len(first), len(second))
    if fewest < FEWEST:
        return Ratio(ratio, None, None, Difference.UNCLEAR)
    draw = random.Random(0)
    logarithms = []
    places = range(len(first))
    for _ in range(RESAMPLES):
        drawn_places = draw.choices(places, k=len(first))
        drawn = [first[place] for place in drawn_places]
        if len(first) == len(second):
            others = [second[place] for place in drawn_places]
        else:
            others = draw.choices(second, k=len(second))
        quotient = _quotient(drawn, others)
        logarithms.append(log(quotient))
    # The blocks that are drawn differ a little less from one another than blocks do.
    correction = sqrt(fewest / (fewest - 1))
    error = pstdev(logarithms) * correction
    without_pace = ratio * pace
    least = min(ratio, without_pace)
    greatest = max(ratio, without_pace)
    likely = exp(student(fewest - 1) * error)
    certain = exp(student(fewest - 1, CERTAIN) * error)
    low = least / likely
    high = greatest * likely
    verdict = difference(ratio, (low, high), (least / certain, greatest * certain))
    return Ratio(ratio, low, high, verdict)


def _quotient(first: Blocks, second: Blocks) -> float:
    middle = median(chain.from_iterable(first))
    return middle / median(chain.from_iterable(second))


def difference(ratio: float, likely: tuple[float, float], certain: tuple[float, float]) -> Difference:
    """Return the verdict on a ratio with its intervals: a difference is certain, and more than SAME."""
    if 1 / (1 + SAME) <= likely[0] and likely[1] <= 1 + SAME:
        return Difference.SAME
    if certain[0] > 1 and ratio > 1 + SAME:
        return Difference.SLOWER
    if certain[1] < 1 and ratio < 1 / (1 + SAME):
        return Difference.FASTER
    return Difference.UNCLEAR
