"""Answers against stored ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.inputs.answers import hide, matches
from puzzle_runner.model import Expected

from tests.drawn import drawn

HAZE = drawn("HAZE")
UNKNOWN = "\n".join(f"{row}####" for row in HAZE.split("\n"))


CLOSE = [
    ("0.50734", "0.5073400000001", True), ("0.50735", "0.5073400000001", False),
    ("3780618622.1", "3780618622.9", True), ("1e-12", "0", True),
    ("6.3202e25093", "6.32020000000001e25093", True), ("6.4e25093", "6.3202e25093", False),
    ("nan", "nan", True), ("nan", "1", False), ("inf", "1", False), ("inf", "inf", True),
    ("-inf", "inf", False), ("one", "1", False), ("1e999999999999999999999", "1", False), ("", "0", False),
    (" 1.0 ", "1", True), ("5_0", "50", False), ("\u0665", "5", False), ("\uff15", "5", False),
    ("+.5e1", "5.", True),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "stored", "tolerance", "close"), [
    ("1.3", "1", 0.3, True), ("0.7", "1", 0.3, True), ("1.30000000000000000001", "1", 0.3, False),
    ("110", "100", 0.1, True), ("110.000000000000000000001", "100", 0.1, False),
    (f"{10**40 + 1}", f"{10**40}", 1e-40, True), (f"{10**40 + 2}", f"{10**40}", 1e-40, False),
    ("1.0", "1", 0, True), *((*row[:2], 1e-9, row[2]) for row in CLOSE),
])  # fmt: skip
def test_a_tolerance(answer: str, stored: str, tolerance: float, close: bool) -> None:
    """It is absolute or relative, for numbers beyond a double, too; its exact edge belongs to it."""
    assert close is matches(answer, Expected(stored), tolerance)


@pytest.mark.usefixtures("quick_hashes")
@pytest.mark.parametrize(("answer", "stored", "is_right"), [
    ("2", "2.0", True), ("-2", "-2.0", True), ("2", "2.00", False), ("2.0", "2", False), ("2", "3.0", False),
])  # fmt: skip
def test_a_whole_number_that_is_stored_as_a_float(answer: str, stored: str, is_right: bool) -> None:
    """What a part returns as 2.0 has become 2."""
    assert is_right is matches(answer, Expected(stored))
    assert is_right is matches(answer, Expected(hide(stored, b"salt"), hidden=True))


@given(st.text(), st.text(), st.none() | st.floats(0, 1))
def test_a_match_never_fails(answer: str, stored: str, tolerance: float | None) -> None:
    """Any two texts match or do not; equal ones always do."""
    assert matches(answer, Expected(answer), tolerance)
    assert matches(answer, Expected(stored), tolerance) in (True, False)


def test_to_try_a_hidden_answer_takes_long() -> None:
    """Its hash is one of scrypt, with the parameters that are usual for what a person waits for."""
    assert hide("1", b"salt").startswith("16384$8$1$")


def test_a_hash_that_cannot_be_computed_matches_nothing() -> None:
    """Parameters that scrypt refuses make no answer right, and no failure."""
    for cost in ("0$8$1$00", "3$8$1$00", "16384$8$1$0", "1073741824$8$1$00", f"{2**70}$8$1$00"):
        assert not matches("1", Expected(f"{cost}$00", hidden=True))


@pytest.mark.parametrize(("answer", "stored", "is_same"), [
    (HAZE, "HAZE", True), ("HAZE", HAZE, True), (HAZE, drawn("HAZE", 10, "█", " "), True),
    (f"\n{HAZE}\n", HAZE, True), ("\n".join(f"  {row}" for row in HAZE.split("\n")), HAZE, True),
    (drawn("HAZE", 6, ".", "#"), HAZE, True), (HAZE, "HAZ", False), (HAZE, drawn("HARE"), False),
    (UNKNOWN, UNKNOWN.replace("####\n", "#..#\n"), False), (UNKNOWN, "HAZE?", False),
    ("1\n2", "1\n2\n", True), (".#\n#.", "#.\n.#", False),
])  # fmt: skip
def test_drawn_letters_are_compared_as_drawn_and_as_read(answer: str, stored: str, is_same: bool) -> None:
    """Either of the two may be drawn; any other text of several lines is compared as it stands."""
    assert is_same is matches(answer, Expected(stored))
    assert is_same is matches(answer, Expected(stored), 1e-9)


@pytest.mark.usefixtures("quick_hashes")
@pytest.mark.parametrize(("answer", "hidden"), [
    ("HAZE", HAZE), (HAZE, drawn("HAZE", 10)), (HAZE.replace("#", "█").replace(".", " "), "HAZE"),
    (UNKNOWN, UNKNOWN),
])  # fmt: skip
def test_a_hidden_answer_is_known_drawn_and_written(answer: str, hidden: str) -> None:
    """The hash is that of the letters; what has an unknown one is hashed as it stands."""
    stored = Expected(hide(hidden, b"salt"), hidden=True)
    assert matches(answer, stored)
    assert not matches(drawn("HARE"), stored) and not matches("HAZE?", stored)
