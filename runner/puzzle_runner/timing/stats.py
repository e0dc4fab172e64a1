"""Samples into figures. Nothing here knows what was measured.

Samples come in blocks: those of one block were taken beside one another, in forks of one worker, and have in
common what that worker's memory happened to look like. So a block says less than its number of samples, and
the intervals count blocks.
"""

import random
from bisect import insort
from collections.abc import Sequence
from enum import StrEnum
from itertools import chain, pairwise
from math import ceil, exp, floor, inf, log, sqrt
from typing import NamedTuple

Blocks = Sequence[Sequence[float]]

# Below these nothing can be said about a median with a certainty of 95 %.
FEWEST = 6
# A difference within this is none: it is what two measurements of the same code may differ by.
SAME = 0.05
RESAMPLES = 1000
NORMAL_95 = 1.96
# Student's t at 95 %, by degrees of freedom, as long as it differs from the normal by much.
_STUDENT = (0.0, 12.7, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13)


class Summary(NamedTuple):
    """The figures of some samples, in their unit; `low` and `high` bound the median at 95 %."""

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
    """What a comparison says of the first against the second."""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "same"
    UNCLEAR = "not enough samples"


class Samples(NamedTuple):
    """Samples in blocks, and of each how long it waited for a core; no waits where nobody knows."""

    seconds: Blocks
    waits: Blocks = ()

    def calm(self) -> Blocks:
        """Return the samples as they would have been had no other program used the processor."""
        if not any(map(any, self.waits)):
            return self.seconds
        both = zip(self.seconds, self.waits, strict=True)
        return [[a - b for a, b in zip(block, waits, strict=True)] for block, waits in both]

    def times(self, pace: float) -> "Samples":
        """Return the samples of a machine that takes `pace` times as long."""
        return Samples(*([[one * pace for one in block] for block in blocks] for blocks in self))


class Ratio(NamedTuple):
    """The ratio of two medians, with its interval at 95 % and what that says."""

    ratio: float
    low: float
    high: float
    verdict: Difference


class Step(NamedTuple):
    """A lasting change in a series: `at` is the index of the first value after it."""

    at: int
    before: float
    after: float


def median(samples: Sequence[float]) -> float:
    """Return the middle of some samples, or the mean of the two that are."""
    return _middle(sorted(samples))


def _middle(ordered: Sequence[float]) -> float:
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def summary(blocks: Blocks) -> Summary:
    """Return the figures of samples in blocks. There must be a sample."""
    ordered = sorted(chain.from_iterable(blocks))
    low, high = _interval(blocks, ordered)
    return Summary(_middle(ordered), low, high, ordered[0], len(ordered), outliers(ordered))


def _interval(blocks: Blocks, ordered: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the median: the samples at two ranks (Woodruff, JASA 47, 1952).

    The ranks are as far from the middle as the share of samples below the median may be from a half, and
    that is estimated from how it differs between blocks. Of few samples it is all of them.
    """
    count = len(ordered)
    if count < FEWEST:
        return ordered[0], ordered[-1]
    middle = _middle(ordered)
    excess = [sum((one > middle) - (one < middle) for one in block) for block in blocks]
    between = sqrt(sum(one * one for one in excess)) / 2
    reach = _student(len(blocks)) * max(between, sqrt(count) / 2)
    low = max(0, floor(count / 2 - reach))
    high = min(count - 1, ceil(count / 2 + reach) - 1)
    return ordered[low], ordered[high]


def _student(blocks: int) -> float:
    return _STUDENT[blocks - 1] if 1 < blocks <= len(_STUDENT) else NORMAL_95


def outliers(ordered: Sequence[float]) -> int:
    """Return how many of some sorted samples lie far out: by three times the middle half (Tukey, 1977)."""
    first, third = ordered[len(ordered) // 4], ordered[(3 * len(ordered)) // 4]
    reach = 3 * (third - first)
    return sum(1 for one in ordered if one < first - reach or one > third + reach)


def compare(first: Blocks, second: Blocks, seed: int = 0) -> Ratio:
    """Return the ratio of the medians of two sets of samples, and what it says of the first.

    The interval is a bootstrap's (Efron, 1979) that draws whole blocks, the same of both where they were
    taken side by side, so that what moved both is not taken for a difference.
    """
    draw = random.Random(seed)
    ratios = sorted(_resampled(first, second, draw) for _ in range(RESAMPLES))
    low, high = ratios[floor(0.025 * RESAMPLES)], ratios[ceil(0.975 * RESAMPLES) - 1]
    ratio = _quotient(first, second)
    enough = all(sum(map(len, blocks)) >= FEWEST for blocks in (first, second))
    return Ratio(ratio, low, high, difference(ratio, low, high) if enough else Difference.UNCLEAR)


def compare_intervals(
    first: tuple[float, float, float], second: tuple[float, float, float], enough: bool
) -> Ratio:
    """Return the ratio of two medians from each one's median, low and high, without their samples.

    The ends of the two intervals are put together on a logarithmic scale (MOVER; Zou & Donner, Statist. Med.
    27, 2008): thousands of times faster than a bootstrap, and a little wider. Times must be above 0.
    """
    (middle, low, high), (other, least, most) = ([log(each) for each in times] for times in (first, second))
    ratio = middle - other
    down = sqrt((middle - low) ** 2 + (most - other) ** 2)
    up = sqrt((high - middle) ** 2 + (other - least) ** 2)
    figures = exp(ratio), exp(ratio - down), exp(ratio + up)
    return Ratio(*figures, difference(*figures) if enough else Difference.UNCLEAR)


def _resampled(first: Blocks, second: Blocks, draw: random.Random) -> float:
    chosen = draw.choices(range(len(first)), k=len(first))
    others = chosen if len(second) == len(first) else draw.choices(range(len(second)), k=len(second))
    return _quotient([first[one] for one in chosen], [second[one] for one in others])


def _quotient(first: Blocks, second: Blocks) -> float:
    over, under = median([*chain.from_iterable(first)]), median([*chain.from_iterable(second)])
    # A clock that ticks slowly may show nothing at all.
    return over / under if under else 1.0 if over == under else float("inf")


def difference(ratio: float, low: float, high: float) -> Difference:
    """Return what a ratio with its interval says: a difference must be real, and more than SAME."""
    if 1 / (1 + SAME) <= low and high <= 1 + SAME:
        return Difference.SAME
    if low > 1 and ratio > 1 + SAME:
        return Difference.SLOWER
    if high < 1 and ratio < 1 / (1 + SAME):
        return Difference.FASTER
    return Difference.UNCLEAR


def steps(values: Sequence[float], noise: float = 0.01) -> list[Step]:
    """Return the lasting changes in a series of times, each above 5 % and above its noise (a share).

    Of all ways to cut the series into level pieces it takes the one with the least distance from the levels
    plus a price for each cut (the Potts functional; Friedrich et al., J. Comput. Graph. Stat. 17, 2008), on
    logarithms, so that a change counts the same at every size.
    """
    if not values:
        return []
    logs = [log(max(value, 1e-12)) for value in values]
    cuts = _cuts(logs, price=max(log(1 + SAME), 4 * noise))
    levels = [exp(median(logs[start:end])) for start, end in pairwise(cuts)]
    found = [Step(cut, *change) for cut, change in zip(cuts[1:], pairwise(levels), strict=False)]
    return [step for step in found if abs(log(step.after / step.before)) > log(1 + SAME)]


def _cuts(values: Sequence[float], price: float) -> list[int]:
    """Return where the best pieces begin, and where the last one ends."""
    best, before = [-price], [0]
    for end in range(1, len(values) + 1):
        cost, start = _last_piece(values, best, end, price)
        best.append(cost)
        before.append(start)
    cuts = [len(values)]
    while cuts[-1]:
        cuts.append(before[cuts[-1]])
    return cuts[::-1]


def _last_piece(values: Sequence[float], best: Sequence[float], end: int, price: float) -> tuple[float, int]:
    """Return the least cost of the values before `end`, and where the last of their pieces begins.

    `distance` is that of the piece from its median, which is told from what it was with one value less.
    """
    piece: list[float] = []
    distance, least, first = 0.0, inf, 0
    for start in range(end - 1, -1, -1):
        value = values[start]
        if count := len(piece):
            # Anywhere between the two in the middle, the distances of the others have the same sum.
            low, high = piece[(count - 1) // 2], piece[count // 2]
            distance += low - value if value < low else value - high if value > high else 0.0
        insort(piece, value)
        cost = best[start] + price + distance
        if cost <= least:
            least, first = cost, start
        elif distance > least:
            # What comes before costs nothing at best.
            break
    return least, first
