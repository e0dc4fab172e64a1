"""Charts made of characters."""

from collections.abc import Sequence
from math import log

_EIGHTHS = " ▏▎▍▌▋▊▉"
_LEVELS = "▁▂▃▄▅▆▇█"


def bar(value: float, low: float, high: float, width: int = 16) -> str:
    """Return a bar for a value from `low` to `high`, 1 to `width` columns long.

    The scale is logarithmic because times span many magnitudes.
    """
    share = log(value / low) / log(high / low) if 0 < low < high and value > 0 else 1.0
    eighths = max(1, round((1 + (width - 1) * share) * 8))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def sparkline(values: Sequence[float]) -> str:
    """Return a line of small columns from 0 up, the highest for the greatest value."""
    greatest = max(values, default=0.0)
    if not greatest:
        return _LEVELS[0] * len(values)
    return "".join(_LEVELS[min(7, int(8 * value / greatest))] for value in values)
