"""Measurements as text."""

import pytest
from puzzle_runner.output import charts
from puzzle_runner.text import size
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.stats import Verdict


@pytest.mark.parametrize(
    ("text", "count"), [("", None), ("0.512 MB", 512_000), ("9.8 MB", 9_800_000), ("1.5 GB", 1_500_000_000)]
)
def test_size(text: str, count: int | None) -> None:
    """Memory is shown with three digits in a fitting unit."""
    assert text == size(count)


@pytest.mark.parametrize(
    ("drawn", "value"), [("█", 1), ("████", 10), ("███████", 100), ("██▌", 10**0.5), ("█▊", 1.8)]
)
def test_bar(drawn: str, value: float) -> None:
    """A bar grows with the logarithm, from one column to the whole width."""
    assert drawn == charts.bar(value, 1, 100, width=7)


def test_bar_of_one_value_is_full() -> None:
    """Where all are the same, bars are full."""
    assert "█" * 16 == charts.bar(5, 5, 5)


@pytest.mark.parametrize(("drawn", "values"), [("", []), ("▁", [0]), ("█▅▁", [8, 4, 0]), ("██", [3, 3])])
def test_sparkline(drawn: str, values: list[float]) -> None:
    """A sparkline has a column for each value, from zero up."""
    assert drawn == charts.sparkline(values)


@pytest.mark.parametrize(
    ("text", "ratio", "low", "high", "verdict"),
    [
        ("same as default (0.990 to 1.010 times)", 1, 0.99, 1.01, Verdict.SAME),
        ("2.00 times as slow as default (1.900 to 2.10)", 2, 1.9, 2.1, Verdict.SLOWER),
        ("2.00 times as fast as default (1.905 to 2.11)", 0.5, 0.475, 0.525, Verdict.FASTER),
        ("not enough samples to compare with default (0.900 to 1.200 times)", 1, 0.9, 1.2, Verdict.UNCLEAR),
    ],
)
def test_compared(text: str, ratio: float, low: float, high: float, verdict: Verdict) -> None:
    """A comparison reads as a person would say it, with its interval."""
    comparison = Comparison("euler1", 1, "main", "linear", "default", ratio, low, high, verdict)
    assert text == charts.compared(comparison)
