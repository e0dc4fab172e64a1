"""The machine that measures: its name, its present speed, and what disturbs it."""

import os
import platform
import re
from functools import cache
from math import inf
from pathlib import Path
from time import perf_counter

from puzzle_runner import digest

# The share by which the speed may change during a measurement without a warning.
STEADY = 0.10
_ROUNDS = 25


@cache
def identity() -> str:
    """Return the name of this machine in records: processor, cores, and four digits of a hash of its host."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        text = ""
    model = re.search(r"^model name[^:\n]*:[ \t]*(\S.*?)\s*$", text, re.MULTILINE)
    # `platform.processor` starts a process.
    processor = model[1] if model else platform.processor() or platform.machine() or "processor"
    host = digest.text(platform.node(), platform.machine())[:4]
    return f"{processor} x{os.cpu_count() or 1} #{host}"


def calibrate() -> float:
    """Return the seconds that a fixed piece of Python takes on this machine now: the least of some rounds."""
    least = inf
    for _ in range(_ROUNDS):
        start = perf_counter()
        total, seen = 0, {}
        for number in range(20_000):
            total += number * number % 7
            seen[number & 255] = total
        least = min(least, perf_counter() - start)
    return least


def is_unsteady(before: float, after: float) -> bool:
    """Tell whether two calibration figures differ so much that times between them are doubtful."""
    change = after / before - 1
    return abs(change) > STEADY
