"""Times over commits as text."""

import pytest
from puzzle_runner.commands import history


@pytest.mark.parametrize(("drawn", "values"), [("", []), ("▁", [0]), ("█▅▁", [8, 4, 0]), ("██", [3, 3])])
def test_sparkline(drawn: str, values: list[float]) -> None:
    """A sparkline has a column for each value, from zero up."""
    assert drawn == history.sparkline(values)
