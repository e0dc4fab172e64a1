"""Charts made of characters."""

import pytest
from puzzle_runner.output import charts


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
