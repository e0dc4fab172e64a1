"""What an outcome is worth."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.inputs.answers import hide, matches, verdict
from puzzle_runner.model import Expected, Outcome, Verdict


@pytest.mark.parametrize(
    ("answer", "stored", "expected", "message"),
    [
        ("7", "7", "right", ""),
        ("7", "8", "wrong", ""),
        ("7", None, "unknown", ""),
        (None, None, "skipped", "not written yet"),
        (None, "7", "wrong", "it returned None"),
        ("7 ", "7", "wrong", "it differs in white space only"),
        (" ##\n# ", "##\n#", "wrong", "it differs in white space only"),
        ("7.0", "7", "wrong", ""),
        ("", "", "right", ""),
    ],
)
def test_verdicts(answer: str | None, stored: str | None, expected: str, message: str) -> None:
    """An answer is compared as text, to the last blank; without a stored one it is unknown."""
    known = None if stored is None else Expected(stored)
    assert (expected, message) == verdict(Outcome(answer=answer), known)


def test_a_failure_is_a_failure_whatever_is_stored() -> None:
    """A part that did not return has the verdict of its failure, and its message."""
    assert (Verdict.CRASH, "gone") == verdict(Outcome(failure=Verdict.CRASH, message="gone"), Expected("1"))


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
    """Only the answer itself has the hash; the message of a wrong one gives nothing away."""
    stored = Expected(hide("ABC 123", bytes(range(16))), hidden=True)
    assert "ABC" not in stored.text
    assert (Verdict.RIGHT, "") == verdict(Outcome(answer="ABC 123"), stored)
    assert (Verdict.WRONG, "") == verdict(Outcome(answer="ABC  123"), stored, 1e-9)


@pytest.mark.parametrize("digest", ["0$8$1$00$00", "3$8$1$00$00", "16384$8$1$0$00", "1073741824$8$1$00$00"])
def test_a_hash_that_cannot_be_computed_matches_nothing(digest: str) -> None:
    """Parameters that scrypt refuses make no answer right, and no failure."""
    assert not matches("1", Expected(digest, hidden=True))
