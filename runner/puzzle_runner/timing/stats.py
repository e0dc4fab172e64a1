"""Statistics of samples. Nothing here knows what was measured.

Samples come in blocks. Those of one block were taken one after another, in forks of one worker, so they share
the layout of that worker's memory and are not independent. Therefore the intervals count blocks.
"""

import random
from collections.abc import Sequence
from enum import StrEnum
from itertools import chain
from math import ceil, floor, sqrt
from typing import NamedTuple

Blocks = Sequence[Sequence[float]]

# With fewer samples, or fewer blocks, no interval holds the median with a certainty of 95 %.
FEWEST = 6
# The share by which two measurements of the same code may differ: a smaller difference does not count.
SAME = 0.05
RESAMPLES = 1000
NORMAL_95 = 1.96
# Student's t at 95 % by degrees of freedom, as far as it differs much from the normal distribution.
_STUDENT = (0.0, 12.7, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13)


class Summary(NamedTuple):
    """The figures of some samples, in their unit. The median lies between `low` and `high` at 95 %."""

    median: float
    low: float
    high: float
    minimum: float
    number: int
    outliers: int

    @property
    def width(self) -> float:
        """Half the interval, as a share of the median."""
        return (self.high - self.low) / 2 / self.median if self.median else 0.0


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
        return [[a - b for a, b in zip(block, waits, strict=True)] for block, waits in both]

    def times(self, factor: float) -> "Samples":
        """Return the samples of a machine that takes `factor` times as long."""
        return Samples._make([[each * factor for each in block] for block in blocks] for blocks in self)


class Ratio(NamedTuple):
    """The ratio of two medians, with its interval at 95 % and the verdict on it."""

    ratio: float
    low: float
    high: float
    verdict: Difference


def median(samples: Sequence[float]) -> float:
    """Return the middle sample, or the mean of the two in the middle."""
    ordered = sorted(samples)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def student(freedom: int) -> float:
    """Return Student's t at 95 % for some degrees of freedom."""
    return _STUDENT[freedom] if 0 < freedom < len(_STUDENT) else NORMAL_95


def summary(blocks: Blocks) -> Summary:
    """Return the summary of samples in blocks. There must be a sample.

    The 95 % interval of the median lies between the samples at two ranks (Woodruff, JASA 47, 1952). The share
    of samples below the true median is a half, with an error that is estimated from how the share differs
    between blocks. The two ranks are that error away from the middle. With few samples the interval holds all
    of them. Outliers are more than three times the distance of the quartiles away from the nearer quartile
    (Tukey, 1977).
    """
    ordered = sorted(chain.from_iterable(blocks))
    count, middle = len(ordered), median(ordered)
    low, high = 0, count - 1
    if count >= FEWEST:
        # The samples above the median outnumber those below it by these numbers.
        excesses = [sum((each > middle) - (each < middle) for each in block) for block in blocks]
        between = sqrt(sum(excess * excess for excess in excesses)) / 2
        reach = student(len(blocks) - 1) * max(between, sqrt(count) / 2)
        low, high = max(0, floor(count / 2 - reach)), min(count - 1, ceil(count / 2 + reach) - 1)
    first, third = ordered[count // 4], ordered[(3 * count) // 4]
    far = 3 * (third - first)
    outliers = sum(1 for sample in ordered if sample < first - far or sample > third + far)
    return Summary(middle, ordered[low], ordered[high], ordered[0], count, outliers)


def compare(first: Blocks, second: Blocks) -> Ratio:
    """Return the ratio of the medians of two sets of samples, and the verdict on the first of them.

    The interval is that of a bootstrap (Efron, 1979) that draws whole blocks. If both sets have the same
    number of blocks, they were taken side by side, and the same blocks of both are drawn: what disturbed both
    is then no difference.
    """
    draw = random.Random(0)
    ratios = []
    for _ in range(RESAMPLES):
        chosen = draw.choices(range(len(first)), k=len(first))
        others = chosen if len(second) == len(first) else draw.choices(range(len(second)), k=len(second))
        ratios.append(_quotient([first[index] for index in chosen], [second[index] for index in others]))
    ratios.sort()
    low, high = ratios[floor(0.025 * RESAMPLES)], ratios[ceil(0.975 * RESAMPLES) - 1]
    ratio = _quotient(first, second)
    # With few blocks, an interval is narrower than it should be.
    enough = len(first) >= FEWEST and len(second) >= FEWEST
    return Ratio(ratio, low, high, difference(ratio, low, high) if enough else Difference.UNCLEAR)


def _quotient(first: Blocks, second: Blocks) -> float:
    over, under = median([*chain.from_iterable(first)]), median([*chain.from_iterable(second)])
    if under:
        return over / under
    # With a coarse clock a median may be 0.
    return float("inf") if over else 1.0


def difference(ratio: float, low: float, high: float) -> Difference:
    """Return the verdict on a ratio with its interval: a difference must be certain, and more than SAME."""
    if 1 / (1 + SAME) <= low and high <= 1 + SAME:
        return Difference.SAME
    if low > 1 and ratio > 1 + SAME:
        return Difference.SLOWER
    if high < 1 and ratio < 1 / (1 + SAME):
        return Difference.FASTER
    return Difference.UNCLEAR
