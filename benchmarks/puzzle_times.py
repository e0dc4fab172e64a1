"""Print the best time of every bundled solution in a fresh fork, beside its target.

    python benchmarks/puzzle_times.py [ID...]

The time is that of the only call in a forked child, page faults included: this is how the runner measures.
"""

import contextlib
import importlib.util
import io
import os
import re
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter_ns
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
BUDGET_NS = 1_000_000_000  # for each figure
FEWEST, MOST = 3, 300  # samples for each figure

DIRAC = "Player 1 starting position: 4\nPlayer 2 starting position: 8"
CASES = [  # puzzle, input, milliseconds that the best solution of each part may take
    ("aoc2021d21", DIRAC, 1.5),
    ("euler227", "100", 0.3),
    ("euler232", "100", 4.0),
    ("srm465", "5000 6 1 1", 20.0),
    ("srm465", "5000 1000 1 1", 10.0),
]

Solution = Callable[[str], object]


def main(ids: list[str]) -> None:
    """Measure and print, case by case."""
    print(f"{'puzzle':<12}{'input':<16}{'solution':<20}        ms  target")
    for puzzle, text, target in CASES:
        if ids and puzzle not in ids:
            continue
        module = load(puzzle)
        for name, solution in solutions(module):
            best = best_of(solution, text)
            title = "4 and 8" if text is DIRAC else text
            print(f"{puzzle:<12}{title:<16}{name:<20}{best:>10.3f}{target:>8}")


def load(puzzle: str) -> ModuleType:
    """Return the module of a puzzle, freshly executed."""
    spec = importlib.util.spec_from_file_location(puzzle, ROOT / "puzzles" / f"{puzzle}.py")
    if not (spec and spec.loader):
        raise FileNotFoundError(puzzle)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def solutions(module: ModuleType) -> Iterator[tuple[str, Solution]]:
    """Yield the names of a module's solutions with their functions, part by part."""
    names = [name for name in vars(module) if re.fullmatch(r"part\d+(_\w+)?", name)]
    for name in sorted(names):
        yield name, getattr(module, name)


def best_of(solution: Solution, text: str) -> float:
    """Return the least of many samples, in milliseconds."""
    samples: list[int] = []
    while len(samples) < MOST and (len(samples) < FEWEST or sum(samples) <= BUDGET_NS):
        samples.append(forked(solution, text))
    return min(samples) / 1e6


def forked(solution: Solution, text: str) -> int:
    """Return the nanoseconds of one call in a forked child."""
    if sys.platform == "win32":
        raise NotImplementedError("there is no fork")
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with contextlib.redirect_stdout(io.StringIO()):
            start = perf_counter_ns()
            solution(text)
            os.write(writing, struct.pack("q", perf_counter_ns() - start))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        reply = pipe.read()
    os.waitpid(child, 0)
    nanoseconds: int = struct.unpack("q", reply)[0]
    return nanoseconds


if __name__ == "__main__":
    main(sys.argv[1:])
