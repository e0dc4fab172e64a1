"""The machine that measures: which one it is, how fast it is now, and what disturbs it."""

import os
import platform
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import perf_counter

from puzzle_runner import digest

SYSTEM = Path("/sys")
# By how much the speed may change during a measurement before that is worth a sentence.
STEADY = 0.10
# Which share of the time other programs may have the processor.
CROWDED = 0.02
_ROUNDS = 25


@cache
def identity() -> str:
    """Return what names this machine in records: processor, cores, and four digits that tell it apart."""
    own = digest.text(platform.node(), platform.machine())[:4]
    return f"{_processor()} x{os.cpu_count() or 1} #{own}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine() or "processor"


def interpreter() -> str:
    """Return what names this interpreter in records: `CPython 3.12.4`."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def calibrate() -> float:
    """Return the seconds that a fixed piece of Python takes here now: the best of some rounds."""
    return min(_calibration_round() for _ in range(_ROUNDS))


def _calibration_round() -> float:
    start = perf_counter()
    total, seen = 0, {}
    for number in range(20_000):
        total += number * number % 7
        seen[number & 255] = total
    return perf_counter() - start


def load() -> float | None:
    """Return how many processes were running on average in the last minute; None where nobody knows."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None


def disturbances(load: float | None, system: Path = SYSTEM) -> Iterator[str]:
    """Yield a sentence for each thing that makes times here hard to trust."""
    cores = os.cpu_count() or 1
    # Measuring itself is a load of 1.
    if load is not None and load > max(1.2, 0.75 * cores):
        yield (
            f"The machine is busy (load {load:.1f} on {cores} cores): "
            "close what else is running, or measure again later."
        )
    governor = _word(system / "devices/system/cpu/cpu0/cpufreq/scaling_governor")
    if governor not in ("", "performance"):
        yield (
            f'The processor\'s frequency governor is "{governor}", which changes its speed as it likes: '
            "sudo cpupower frequency-set --governor performance keeps it steady."
        )
    if any(_word(file) == "Discharging" for file in (system / "class/power_supply").glob("*/status")):
        yield "The machine runs on battery, and may slow down to save it: plug it in."


def unsteady(before: float, after: float) -> str:
    """Return a sentence where the calibration says that the speed has changed meanwhile, else nothing."""
    change = after / before - 1
    if abs(change) <= STEADY:
        return ""
    direction = "slower" if change > 0 else "faster"
    return (
        f"The machine became {abs(change):.0%} {direction} while this was measured: "
        "measure again before you believe small differences."
    )


def crowded(share: float) -> str:
    """Return a sentence where a share of the time measured was waiting for a core, else nothing."""
    if share <= CROWDED:
        return ""
    return (
        f"Other programs had the processor for {share:.0%} of the time measured: "
        "close what else is running, and measure again."
    )


def _word(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
