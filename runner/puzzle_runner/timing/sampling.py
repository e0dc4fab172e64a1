"""Taking samples: of all entrants side by side, in random order, in one worker after another."""

import random
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

from puzzle_runner.running import pool
from puzzle_runner.running.call import Answered, Failed, Job, Outcome
from puzzle_runner.timing import stats
from puzzle_runner.timing.records import Samples
from puzzle_runner.timing.stats import Summary

# An interval that is within this share of the median on both sides is narrow enough.
NARROW = 0.02
# The most samples of one entrant.
MOST = 1000
# One worker has at most so many rounds: the layout of its memory must not weigh too much.
MOST_ROUNDS = 30
# A call costs about so many seconds beside the time it measures.
CALL = 0.0007


class Budget(NamedTuple):
    """How much to measure: so many `seconds` for each entrant, or exactly `samples`.

    With seconds, it ends as well when every interval is narrow.
    """

    seconds: float = 3.0
    samples: int | None = None


class Entrant:
    """One solution that is measured, with `blocks` of outcomes, one for each worker.

    `failed` is the outcome that ended it; `spent` is in seconds.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.blocks: list[list[Answered]] = []
        self.failed: Outcome | None = None
        self.spent = 0.0

    @property
    def outcomes(self) -> list[Answered]:
        """The outcomes of all calls that returned, in order."""
        return [outcome for block in self.blocks for outcome in block]

    def samples(self, figure: str = "seconds") -> Samples:
        """Return a figure of the outcomes in their blocks."""
        samples = []
        for block in self.blocks:
            values = [getattr(outcome.figures, figure) or 0.0 for outcome in block]
            samples.append(tuple(values))
        return tuple(samples)

    def summary(self) -> Summary:
        """Return the summary of the samples so far; there must be one."""
        return stats.summary(self.samples())

    def take(self, call: Callable[[Job], Outcome], begin: bool) -> float:
        """Make one call, and return the seconds that it took; a failure is no sample, and ends it."""
        start = perf_counter()
        outcome = call(self.job)
        seconds = perf_counter() - start
        self.spent += seconds
        if isinstance(outcome, Failed) or (outcome.answer is None and outcome.doubt):
            self.failed = outcome
        elif begin or not self.blocks:
            self.blocks.append([outcome])
        else:
            self.blocks[-1].append(outcome)
        return seconds

    def goes_on(self, budget: Budget) -> bool:
        """Tell whether it has not failed and has time and samples left. It gets one sample in any case."""
        if self.failed:
            return False
        if not self.blocks:
            return True
        most = MOST if budget.samples is None else budget.samples
        return self.spent < budget.seconds and len(self.outcomes) < most

    def is_narrow(self, budget: Budget) -> bool:
        """Tell whether its interval is narrow enough."""
        if len(self.blocks) < stats.FEWEST or budget.samples is not None:
            return False
        return self.summary().width <= NARROW


def measure(entrants: Sequence[Entrant], budget: Budget, seed: int | None = None) -> None:
    """Take samples of entrants until all intervals are narrow enough, or the budget is used up.

    An entrant whose interval is narrow goes on with the others, so that what is compared was taken side by
    side. Each turn has new workers, and takes about as long as their start did.
    """
    order = random.Random(seed)
    # This many rounds follow the first in one worker, so that samples come from FEWEST workers.
    most = MOST_ROUNDS
    if budget.samples is not None:
        most = min(most, max(0, budget.samples // stats.FEWEST - 1))
    while True:
        active = [entrant for entrant in entrants if entrant.goes_on(budget)]
        if all(entrant.is_narrow(budget) for entrant in active):
            return
        order.shuffle(active)
        start = perf_counter()
        with pool.fresh_workers() as call:
            spent = 0.0
            seconds = [0.0]
            for entrant in active:
                took = entrant.take(call, begin=True)
                spent = max(spent, took)
                if not entrant.failed:
                    seconds.append(entrant.blocks[-1][-1].figures.seconds)
            measured = sum(seconds)
            starting = perf_counter() - start - measured
            rounds_by_start = starting / (measured + CALL * len(active))
            # The budget must be enough for FEWEST turns.
            left = budget.seconds / stats.FEWEST - spent
            rounds_by_budget = left / (max(seconds) + CALL)
            rounds = int(min(most, rounds_by_start, rounds_by_budget))
            for _ in range(rounds):
                active = [entrant for entrant in active if entrant.goes_on(budget)]
                order.shuffle(active)
                for entrant in active:
                    entrant.take(call, begin=False)
