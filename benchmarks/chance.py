"""How often samples of the same code look different, and how often a 95 % interval holds the true median.

    python benchmarks/chance.py [DRAWS]

Samples are drawn, not measured: each worker has a bias, some samples are disturbed, and the machine's speed
changes now and then for both sides. What judges them is the code of `puzzles bench`.
"""

import random
import sys
from collections import Counter
from typing import NamedTuple

from puzzle_runner.timing import stats
from puzzle_runner.timing.stats import Difference

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
    """Print the verdicts on the same code, and the coverage of intervals of few samples."""
    for name, machine in MACHINES.items():
        for workers, size in SIZES:
            draw = random.Random(f"{name} {workers} {size}")
            verdicts: Counter[Difference] = Counter()
            holding = 0
            for _ in range(DRAWS):
                paces = speeds(draw, machine, workers)
                first = drawn(draw, machine, paces, size)
                ratio = stats.compare(first, drawn(draw, machine, paces, size))
                verdicts[ratio.verdict] += 1
                holding += (ratio.low or 0) <= 1 <= (ratio.high or 0)
            different = verdicts[Difference.FASTER] + verdicts[Difference.SLOWER]
            same = verdicts[Difference.SAME]
            print(
                f"{name}, {workers} x {size}: different {different}, same {same} of {DRAWS}, "
                f"the interval holds 1 in {holding / DRAWS:.1%}",
                flush=True,
            )
    for workers in (6, 7, 8, 9, 10, 17, 30, 60):
        draw = random.Random(workers)
        summaries = [
            stats.summary([[draw.lognormvariate(0, 0.1)] for _ in range(workers)]) for _ in range(4000)
        ]
        holding = sum((one.low or 0) <= 1 <= (one.high or 0) for one in summaries)
        print(f"{workers} samples: the interval holds the median in {holding / 4000:.1%}")


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
