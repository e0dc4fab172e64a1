"""The taking of samples: competitors side by side, in random order, in worker after worker."""

import random
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import NamedTuple

from puzzle_runner.model import Job, Outcome
from puzzle_runner.running import workers
from puzzle_runner.timing import stats
from puzzle_runner.timing.stats import Samples, Summary

# An interval within this share of the median on both sides is narrow enough.
NARROW = 0.02
MOST = 1000
# A worker that stays for too long lets its own memory's layout weigh too much.
MOST_ROUNDS = 30
# What one call costs beside the time it takes, about.
CALL = 0.0007


class Effort(NamedTuple):
    """How much to measure: seconds for each competitor; exactly `samples` where that is given.

    Without it, until every interval is within `narrow` of its median on both sides; `calm` takes off what
    samples waited for a core, which comparisons do as well.
    """

    budget: float = 3.0
    samples: int | None = None
    narrow: float = NARROW
    calm: bool = False


class Competitor:
    """The samples of one competitor, as they come in: `blocks` of outcomes, one for each worker."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.blocks: list[list[Outcome]] = []
        self.failed: Outcome | None = None
        self.spent = 0.0
        self.warm: float | None = None

    @property
    def outcomes(self) -> list[Outcome]:
        """All calls that returned, in order."""
        return [outcome for block in self.blocks for outcome in block]

    @property
    def samples(self) -> Samples:
        """The samples in their blocks, and how long each waited for a core."""
        return Samples(
            [[outcome.seconds or 0.0 for outcome in block] for block in self.blocks],
            [[outcome.waited_seconds for outcome in block] for block in self.blocks],
        )

    def summary(self) -> Summary:
        """Return the figures so far; there must be a sample."""
        return stats.summary(self.samples.seconds)

    def take(self, call: Callable[[Job], Outcome], begin: bool) -> None:
        """Make one call; what fails is no sample, and ends the competitor."""
        start = perf_counter()
        outcome = call(self.job)
        self.spent += perf_counter() - start
        if outcome.failure:
            self.failed = outcome
        elif begin or not self.blocks:
            self.blocks.append([outcome])
        else:
            self.blocks[-1].append(outcome)

    def goes_on(self, effort: Effort) -> bool:
        """Tell whether there is something left to spend on it."""
        if self.failed:
            return False
        most = MOST if effort.samples is None else effort.samples
        return not self.blocks or (self.spent < effort.budget and sum(map(len, self.blocks)) < most)

    def settled(self, effort: Effort) -> bool:
        """Tell whether its interval is narrow enough."""
        if len(self.blocks) < stats.FEWEST:
            return False
        samples = self.samples.calm() if effort.calm else self.samples.seconds
        return effort.samples is None and stats.summary(samples).width <= effort.narrow


def measure(competitors: Sequence[Competitor], effort: Effort, seed: int | None = None) -> None:
    """Take samples of competitors until all are settled, or have spent what they may.

    None leaves because it is settled before the others are: what is compared was taken side by side.
    """
    order = random.Random(seed)
    while active := [competitor for competitor in competitors if competitor.goes_on(effort)]:
        if all(competitor.settled(effort) for competitor in active):
            return
        _turn(active, effort, order)


def _turn(active: Sequence[Competitor], effort: Effort, order: random.Random) -> None:
    """Take one block of samples of each, in workers of their own, about as long as starting these took."""
    start = perf_counter()
    with workers.unshared() as call:
        _round(active, call, order, begin=True)
        sampled = sum(_last(competitor) for competitor in active)
        starting = perf_counter() - start - sampled
        for _ in range(min(MOST_ROUNDS, int(starting / (sampled + CALL * len(active))))):
            going_on = [competitor for competitor in active if competitor.goes_on(effort)]
            _round(going_on, call, order, begin=False)


def _round(
    active: Iterable[Competitor], call: Callable[[Job], Outcome], order: random.Random, begin: bool
) -> None:
    shuffled = list(active)
    order.shuffle(shuffled)
    for competitor in shuffled:
        competitor.take(call, begin)


def _last(competitor: Competitor) -> float:
    return (competitor.blocks[-1][-1].seconds or 0.0) if competitor.blocks else 0.0


def warm(job: Job, seconds: float = 0.1) -> float | None:
    """Return the time of the fastest of repeated calls in one process; None where one of them fails."""
    with workers.unshared() as call:
        return call(job._replace(repeat=seconds)).warm_seconds
