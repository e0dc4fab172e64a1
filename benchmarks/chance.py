"""How often samples of the same code look different, and how often a difference of 10 % is found.

    python benchmarks/chance.py [DRAWS]

Samples are drawn, not measured: each worker has a bias, some samples are disturbed, and the machine's speed
changes now and then for both sides. What judges them is the code of `puzzles bench`, and beside it the
rule of pyperf: Student's t-test of all samples at 95 %.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from math import sqrt
from statistics import mean, variance
from typing import NamedTuple

from puzzle_runner.timing import stats
from puzzle_runner.timing.stats import Difference

OURS, T_TEST, HOLDS = "different by ours", "by the t-test", "the interval holds the ratio"
DRAWS = int(sys.argv[1]) if len(sys.argv) > 1 else 500


class Machine(NamedTuple):
    """How much times differ between workers and between samples, and what share of samples is disturbed.

    `drift` is how much the speed changes, after every fifth worker or so.
    """

    workers: float
    samples: float
    disturbed: float
    drift: float


MACHINES = {
    "quiet": Machine(0.01, 0.01, 0.0, 0.0),
    "other memory": Machine(0.03, 0.01, 0.01, 0.0),
    "noisy": Machine(0.06, 0.06, 0.05, 0.1),
    "busy": Machine(0.15, 0.1, 0.2, 0.3),
}
# Workers, and samples of each.
SIZES = ((6, 1), (8, 1), (10, 5), (20, 1), (30, 10))


def main() -> None:
    """Print how often each rule finds a difference, and the coverage of intervals of few samples."""
    for name, machine in MACHINES.items():
        for workers, size in SIZES:
            for factor in (1.0, 1.1):
                draw = random.Random(f"{name} {workers} {size} {factor}")
                counts: Counter[str] = Counter()
                for _ in range(DRAWS):
                    counts.update(compare(draw, machine, workers, size, factor))
                shares = ", ".join(f"{what} {counts[what] / DRAWS:.1%}" for what in (OURS, T_TEST, HOLDS))
                print(f"{name}, {workers} x {size}, {factor - 1:.0%} slower: {shares}", flush=True)
    for workers in (6, 7, 8, 9, 10, 17, 30, 60):
        draw = random.Random(workers)
        summaries = [
            stats.summary([[draw.lognormvariate(0, 0.1)] for _ in range(workers)]) for _ in range(4000)
        ]
        holding = sum((one.low or 0) <= 1 <= (one.high or 0) for one in summaries)
        print(f"{workers} samples: the interval holds the median in {holding / 4000:.1%}")


def compare(draw: random.Random, machine: Machine, workers: int, size: int, factor: float) -> Iterator[str]:
    """Yield the rules that find a difference, and whether our interval holds the true ratio."""
    paces = speeds(draw, machine, workers)
    second = drawn(draw, machine, paces, size)
    first = [[factor * each for each in block] for block in drawn(draw, machine, paces, size)]
    ratio = stats.compare(first, second)
    if ratio.verdict in (Difference.FASTER, Difference.SLOWER):
        yield OURS
    if (ratio.low or 0) <= factor <= (ratio.high or 0):
        yield HOLDS
    samples = list(chain.from_iterable(first))
    others = list(chain.from_iterable(second))
    error = sqrt((variance(samples) + variance(others)) / len(samples))
    if abs(mean(samples) - mean(others)) > error * stats.student(2 * len(samples) - 2):
        yield T_TEST


def speeds(draw: random.Random, machine: Machine, workers: int) -> list[float]:
    """Return how long the same work takes while each worker runs."""
    paces = []
    pace = 1.0
    for _ in range(workers):
        if draw.random() < 0.2:
            pace = draw.lognormvariate(0, machine.drift)
        paces.append(pace)
    return paces


def drawn(draw: random.Random, machine: Machine, paces: list[float], size: int) -> list[list[float]]:
    """Return samples in blocks whose true median is 1 at a pace of 1."""
    blocks = []
    for pace in paces:
        bias = pace * draw.lognormvariate(0, machine.workers)
        block = [bias * draw.lognormvariate(0, machine.samples) for _ in range(size)]
        is_disturbed = [draw.random() < machine.disturbed for _ in block]
        blocks.append(
            [
                each * (draw.uniform(1.2, 3) if disturbed else 1)
                for each, disturbed in zip(block, is_disturbed, strict=True)
            ]
        )
    return blocks


if __name__ == "__main__":
    main()
