"""Taking samples: of all competitors side by side, in random order, in one worker after another."""

import random
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import NamedTuple

from puzzle_runner.model import Job, Outcome
from puzzle_runner.running import pool
from puzzle_runner.timing import stats
from puzzle_runner.timing.stats import Samples, Summary

# An interval that is within this share of the median on both sides is narrow enough.
NARROW = 0.02
# Seconds. In shorter calls the page faults after a fork matter, so repeated calls are measured as well.
SHORT = 1e-3
# The most samples of one competitor.
MOST = 1000
# The most rounds in one worker: the layout of a single worker's memory must not weigh too much.
MOST_ROUNDS = 30
# Seconds that a call costs beside the time it measures, about.
CALL = 0.0007


class Effort(NamedTuple):
    """How much to measure: `budget` in seconds for each competitor, or exactly `samples` if given.

    So many `samples` come from FEWEST workers at least. Without them, measuring ends when every interval is
    within `narrow`, a share, of its median on both sides. With `calm`, the time that samples waited for a
    core is taken off first, as comparisons do.
    """

    budget: float = 3.0
    samples: int | None = None
    narrow: float = NARROW
    calm: bool = False

    @property
    def most_rounds(self) -> int:
        """The most rounds in one worker after the first."""
        if self.samples is None:
            return MOST_ROUNDS
        return min(MOST_ROUNDS, max(0, self.samples // stats.FEWEST - 1))


class Competitor:
    """The calls of one competitor so far: `blocks` of outcomes, one for each worker.

    `failed` is the outcome that ended it; `spent` is in seconds; `warm` has the figures of repeated calls.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.blocks: list[list[Outcome]] = []
        self.failed: Outcome | None = None
        self.spent = 0.0
        self.warm: Summary | None = None

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes of all calls that returned, in order."""
        return [outcome for block in self.blocks for outcome in block]

    @property
    def samples(self) -> Samples:
        """The seconds of the samples in their blocks, and how long each waited for a core."""
        return Samples(
            [[outcome.seconds or 0.0 for outcome in block] for block in self.blocks],
            [[outcome.cpu_wait for outcome in block] for block in self.blocks],
        )

    def summary(self) -> Summary:
        """Return the figures so far; there must be a sample."""
        return stats.summary(self.samples.seconds)

    @property
    def is_vague(self) -> bool:
        """Tell whether more samples would tell more: the interval is wide, and there may be more."""
        return len(self.outcomes) < MOST and self.summary().width > stats.SAME / 2

    def take(self, call: Callable[[Job], Outcome], begin: bool) -> None:
        """Make one call; with `begin`, it begins a block. A failure is no sample, and ends the competitor."""
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
        """Tell whether it has not failed and has time and samples left. It gets one sample in any case."""
        if self.failed:
            return False
        if not self.blocks:
            return True
        most = MOST if effort.samples is None else effort.samples
        return self.spent < effort.budget and len(self.outcomes) < most

    def settled(self, effort: Effort) -> bool:
        """Tell whether its interval is narrow enough."""
        if len(self.blocks) < stats.FEWEST:
            return False
        samples = self.samples.calm() if effort.calm else self.samples.seconds
        return effort.samples is None and stats.summary(samples).width <= effort.narrow


def measure(competitors: Sequence[Competitor], effort: Effort, seed: int | None = None) -> None:
    """Take samples of competitors until all of them are settled, or have used up their effort.

    A settled competitor goes on with the others, so that what is compared was taken side by side.
    """
    order = random.Random(seed)
    while active := [competitor for competitor in competitors if competitor.goes_on(effort)]:
        if all(competitor.settled(effort) for competitor in active):
            return
        _turn(active, effort, order)


def _turn(active: Sequence[Competitor], effort: Effort, order: random.Random) -> None:
    """Take one block of samples of each competitor, each in a new worker.

    The block takes about as long as the start of the workers did, but no more rounds than the effort allows.
    """
    start = perf_counter()
    with pool.fresh_workers() as call:
        _round(active, call, order, begin=True)
        sampled = sum(_last_sample(competitor) for competitor in active)
        starting = perf_counter() - start - sampled
        for _ in range(min(effort.most_rounds, int(starting / (sampled + CALL * len(active))))):
            going_on = [competitor for competitor in active if competitor.goes_on(effort)]
            _round(going_on, call, order, begin=False)


def _round(
    active: Iterable[Competitor], call: Callable[[Job], Outcome], order: random.Random, begin: bool
) -> None:
    shuffled = list(active)
    order.shuffle(shuffled)
    for competitor in shuffled:
        competitor.take(call, begin)


def _last_sample(competitor: Competitor) -> float:
    return (competitor.blocks[-1][-1].seconds or 0.0) if competitor.blocks else 0.0


def warm(job: Job, seconds: float = 0.05) -> Summary | None:
    """Return the figures of repeated calls: of each of FEWEST workers, the seconds of its best.

    None if a call fails, or leaves something behind that a later one may find. `seconds` is how long each
    worker repeats.
    """
    bests: list[list[float]] = []
    for _ in range(stats.FEWEST):
        with pool.fresh_workers() as call:
            best = call(job._replace(repeat=seconds)).warm_seconds
        if best is None:
            return None
        bests.append([best])
    return stats.summary(bests)
