"""Replies tell something about other answers."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.inputs import guesses
from puzzle_runner.replies import Guess, Status

NOON = datetime(2021, 12, 3, 12, tzinfo=UTC)


def guess(answer: str, *hints: str, part: int = 1, status: Status = Status.WRONG, wait: int = 0) -> Guess:
    return Guess(part, answer, NOON, status, hints, wait, None)


@pytest.mark.parametrize(("ahead", "left"), [
    (timedelta(), 60), (timedelta(seconds=59), 119), (timedelta(minutes=2), 0), (timedelta(days=999), 0),
    (timedelta(seconds=-20), 40), (timedelta(seconds=-60), 0),
])  # fmt: skip
def test_a_cooldown(ahead: timedelta, left: int) -> None:
    """The longest that a reply asked for counts. A clock that was ahead blocks no longer than twice that."""
    for moment in ("sent", "replied"):
        last = guess("1", wait=60)._replace(**{moment: NOON + ahead})
        assert timedelta(seconds=left) == guesses.cooldown([guess("2", wait=left), last], NOON)
    last = guess("1", wait=60)._replace(sent=datetime.max.replace(tzinfo=UTC))
    assert timedelta() == guesses.cooldown([last], NOON)


@pytest.mark.parametrize(("reason", "answer"), [
    ("too high, 1200 < answer < 1300", "1300"), ("too high, 1200 < answer < 1300", "99999"),
    ("too low, 1200 < answer < 1300", "1200"), ("too low, 1200 < answer < 1300", "-3"),
    ("it was sent before, 1200 < answer < 1300", "1250"), ("", "1251"),
])  # fmt: skip
def test_an_answer_is_held_against_what_is_known(reason: str, answer: str) -> None:
    """An answer outside the bounds, or sent before, is known to be wrong; another is not."""
    sent = [guess("1300", "too high"), guess("1200", "too low"), guess("900", "too low"), guess("1250")]
    sent.append(guess("5", "too high", part=2))
    assert (reason, "") == (guesses.contradiction(1, answer, sent), guesses.unlike(1, answer, sent))
    assert "not a whole number, 1200 < answer < 1300" == guesses.unlike(1, "lamp", sent)


@pytest.mark.parametrize(("hint", "alike", "unlike", "reason"), [
    ("its length is right", "99", "123", "the answer has 2 characters"),
    ("its length is wrong", "123", "99", "the answer does not have 2 characters"),
    ("its first character is right", "19", "91", 'the answer begins with "1"'),
    ("its first character is wrong", "91", "19", 'the answer does not begin with "1"'),
])  # fmt: skip
def test_what_a_reply_says_of_length_and_beginning(hint: str, alike: str, unlike: str, reason: str) -> None:
    """An answer that cannot be so is known to be wrong, in the same part alone."""
    sent = [guess("12", hint)]
    assert ["", reason, ""] == [
        guesses.contradiction(part, answer, sent) for part, answer in ((1, alike), (1, unlike), (2, unlike))
    ]


def test_what_was_not_looked_at_tells_nothing() -> None:
    """An answer that met a cooldown may be sent again."""
    for status in (Status.WAIT, Status.NOTHING, Status.LEVEL, Status.UNCLEAR):
        assert "" == guesses.contradiction(1, "7", [guess("7", status=status)])


@given(st.lists(st.integers(-99, 99)), st.integers(-99, 99), st.integers(-99, 99))
def test_the_right_answer_is_never_refused(tried: list[int], right: int, other: int) -> None:
    """Truthful hints never speak against the right answer, and always against those that were tried."""
    sent = [guess(str(n), "too high" if n > right else "too low") for n in tried if n != right]
    assert "" == guesses.contradiction(1, str(right), sent)
    assert all(guesses.contradiction(1, one.answer, sent) for one in sent)
    limits = guesses.bounds(1, sent)
    outside = (limits.low is not None and other <= limits.low) or (
        limits.high is not None and other >= limits.high
    )
    assert outside == bool(guesses.contradiction(1, str(other), sent))


def test_what_is_an_answer() -> None:
    """Whole numbers, words and lists of words are; what only a mistake returns is not plausible."""
    for answer in ("0", "-12", "EHRZPJ", "a,b,c", "9" * 40, "3,4", "2=-1=0"):
        assert "" == guesses.impossible(answer) == guesses.implausible(answer, decimals=False), answer
    odd = ["", " ", "None", "nan", "inf", "True", "1.5", "6e7", "+5", "[1, 2]", "(1, 2)", "<map object>"]
    for answer in (*odd, "{}", "a\nb", "a\x1b", "\uff11\uff12", "na\u00efve", "\udcff", "9" * 999):
        assert guesses.impossible(answer) or guesses.implausible(answer, decimals=False), answer
