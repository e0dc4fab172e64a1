"""Answers against stored ones."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.inputs.answers import hide, matches
from puzzle_runner.model import Expected


@pytest.mark.parametrize(
    ("answer", "stored", "close"),
    [
        ("0.50734", "0.5073400000001", True),
        ("0.50735", "0.5073400000001", False),
        ("3780618622.1", "3780618622.9", True),
        ("1e-12", "0", True),
        ("6.3202e25093", "6.32020000000001e25093", True),
        ("6.4e25093", "6.3202e25093", False),
        ("nan", "nan", True),
        ("nan", "1", False),
        ("inf", "1", False),
        ("inf", "inf", True),
        ("-inf", "inf", False),
        ("one", "1", False),
        ("1e999999999999999999999", "1", False),
        ("", "0", False),
    ],
)
def test_tolerance_is_absolute_or_relative(answer: str, stored: str, close: bool) -> None:
    """Under a tolerance numbers are compared as numbers, also beyond what a double can hold."""
    assert close is matches(answer, Expected(stored), 1e-9)


@given(st.text(), st.text(), st.none() | st.floats(0, 1))
def test_a_match_never_fails(answer: str, stored: str, tolerance: float | None) -> None:
    """Any two texts match or do not; equal ones always do."""
    assert matches(answer, Expected(answer), tolerance)
    assert matches(answer, Expected(stored), tolerance) in (True, False)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=12, min_value=-(10**6), max_value=10**6))
def test_what_is_within_the_tolerance_is_right(number: Decimal) -> None:
    """A number half a tolerance away matches, one three tolerances away does not."""
    size = max(Decimal(1), abs(number))
    near, far = number + size * Decimal("0.5e-9"), number + size * Decimal("3e-9")
    assert (True, False) == tuple(matches(str(x), Expected(str(number)), 1e-9) for x in (near, far))


def test_a_hidden_answer_is_compared_by_hash() -> None:
    """Only the answer itself has the hash."""
    stored = Expected(hide("ABC 123", bytes(range(16))), hidden=True)
    assert "ABC" not in stored.text
    assert matches("ABC 123", stored)
    assert not matches("ABC  123", stored, 1e-9)


@pytest.mark.parametrize("digest", ["0$8$1$00$00", "3$8$1$00$00", "16384$8$1$0$00", "1073741824$8$1$00$00"])
def test_a_hash_that_cannot_be_computed_matches_nothing(digest: str) -> None:
    """Parameters that scrypt refuses make no answer right, and no failure."""
    assert not matches("1", Expected(digest, hidden=True))
