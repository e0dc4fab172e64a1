"""Measurements as text."""

import pytest
from puzzle_runner.output import measurements
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.stats import Difference


@pytest.mark.parametrize(("text", "ratio", "low", "high", "verdict"), [
    ("same as default (0.99 to 1.01×)", 1, 0.99, 1.01, Difference.SAME),
    ("2.00× slower than default (1.90 to 2.10×)", 2, 1.9, 2.1, Difference.SLOWER),
    ("2.00× faster than default (1.90 to 2.11×)", 0.5, 0.475, 0.525, Difference.FASTER),
    ("too uncertain to compare with default (0.90 to 1.20×)", 1.1, 0.9, 1.2, Difference.UNCLEAR),
    ("not enough samples to compare with default", 2, None, None, Difference.UNCLEAR),
    ("about 168× faster than default", 1 / 168, 1 / 180, 1 / 160, Difference.UNCLEAR),
])  # fmt: skip
def test_compared(
    text: str, ratio: float, low: float | None, high: float | None, verdict: Difference
) -> None:
    """A comparison reads as a person would say it, with its interval."""
    comparison = Comparison(
        "euler1", 1, "main", "linear", "CPython 3.11.7", "default", ratio, low, high, verdict
    )
    assert text == measurements.difference(comparison)
