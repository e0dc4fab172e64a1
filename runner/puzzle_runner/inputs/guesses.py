"""Answers that were sent to a site, and what its replies tell about others: pure, text in, meaning out."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from puzzle_runner.model import Bounds, Guess, Reply, Said

TOO_HIGH, TOO_LOW = "too high", "too low"
SOMEONE_ELSES = "the right answer for someone else"
_HINTS = (
    (TOO_HIGH, "too high"),
    (TOO_LOW, "too low"),
    (SOMEONE_ELSES, "right answer for someone else"),
)
MOST_DIGITS = 200
# Seconds to wait after an answer to which no reply came, as it may have been counted.
AFTER_SILENCE = 60

# In the order in which they are looked for: a page can hold several of these.
_SAID = (
    (Said.RIGHT, re.compile(r"that's the right answer|you've finished every puzzle", re.I)),
    (Said.WRONG, re.compile(r"that's not the right answer", re.I)),
    (Said.WAIT, re.compile(r"you gave an answer too recently", re.I)),
    (Said.LEVEL, re.compile(r"you don't seem to be solving the right level", re.I)),
    (Said.LOGGED_OUT, re.compile(r"\[log in\]|please identify yourself", re.I)),
)
_LEFT = re.compile(r"you have (?:(\d+)h )?(?:(\d+)m )?(?:(\d+)s )?left to wait", re.I)
_PLEASE_WAIT = re.compile(r"please wait (\w+) (second|minute|hour)s? before", re.I)
_UNIT = {"second": 1, "minute": 60, "hour": 3600}
_WHOLE = re.compile(rf"[+-]?\d{{1,{MOST_DIGITS}}}")
# What Python prints for values that are neither a number nor a word.
_NO_ANSWER = re.compile(
    r"none|true|false|nan|[+-]?inf(inity)?|ellipsis|notimplemented|null|<.*>|[\[({].*[\])}]", re.I | re.S
)
_DECIMAL = re.compile(r"[+-]?\d*\.\d*(e[+-]?\d+)?", re.I)


def read_reply(text: str) -> Reply:
    """Return what a reply of Advent of Code to an answer says."""
    flat = " ".join(text.split()).replace("\u2019", "'")
    if not flat:
        return Reply(Said.NOTHING, (), AFTER_SILENCE)
    said = next((said for said, sign in _SAID if sign.search(flat)), Said.UNCLEAR)
    hints = []
    if said is Said.WRONG:
        hints = [hint for hint, sign in _HINTS if sign in flat]
    least = AFTER_SILENCE if said is Said.WAIT else 0
    return Reply(said, tuple(hints), _wait(flat) or least if said in (Said.WRONG, Said.WAIT) else 0)


def _wait(text: str) -> int:
    """Return the seconds that a reply asks to wait."""
    if (left := _LEFT.search(text)) and any(left.groups()):
        hours, minutes, seconds = (int(digits or 0) for digits in left.groups())
        return hours * 3600 + minutes * 60 + seconds
    if asked := _PLEASE_WAIT.search(text):
        count = int(asked[1]) if asked[1].isdecimal() else 1
        return count * _UNIT[asked[2].lower()]
    return 0


def bounds(part: int, guesses: Iterable[Guess]) -> Bounds:
    """Return between what the answer of a part must lie, by what was too low and too high."""
    low, high = None, None
    for guess in guesses:
        number = whole(guess.answer)
        if guess.part != part or number is None:
            continue
        if TOO_LOW in guess.hints:
            low = number if low is None else max(low, number)
        elif TOO_HIGH in guess.hints:
            high = number if high is None else min(high, number)
    return Bounds(low, high)


def whole(answer: str) -> int | None:
    """Return an answer as a whole number, or None."""
    return int(answer) if _WHOLE.fullmatch(answer) else None


def contradiction(part: int, answer: str, guesses: Sequence[Guess]) -> str:
    """Return why an answer must be wrong, `too high, 1200 < answer < 1300`; nothing where it need not be."""
    limits = bounds(part, guesses)
    tried = next((guess for guess in guesses if _wrong(guess, part) and guess.answer == answer), None)
    reasons = [_side(answer, limits)]
    if tried:
        reasons += tried.hints or ("it was sent before",)
    told = [reason for reason in dict.fromkeys(reasons) if reason]
    return ", ".join([*told, *([str(limits)] if limits.known else [])]) if told else ""


def _wrong(guess: Guess, part: int) -> bool:
    return guess.part == part and guess.said in (Said.WRONG, Said.UNCLEAR)


def _side(answer: str, limits: Bounds) -> str:
    if not limits.known:
        return ""
    number = whole(answer)
    if number is None:
        return "not a whole number"
    if limits.high is not None and number >= limits.high:
        return TOO_HIGH
    return TOO_LOW if limits.low is not None and number <= limits.low else ""


def implausible(answer: str, decimals: bool = False) -> str:
    """Return why a text cannot be an answer to a puzzle; nothing where it can. `decimals` allows 0.5."""
    if not answer.strip():
        return "it is empty"
    if len(answer.splitlines()) > 1:
        return "it has several lines: send the letters that they show"
    if len(answer) > MOST_DIGITS:
        return f"it has {len(answer)} characters"
    text = answer.strip()
    if _NO_ANSWER.fullmatch(text) or (not decimals and _DECIMAL.fullmatch(text)):
        return "answers are numbers or words" if decimals else "answers are whole numbers or words"
    return ""


def cooldown(guesses: Iterable[Guess], now: datetime) -> timedelta:
    """Return how long the site asked to wait from now on; zero where that is over."""
    ends = (guess.sent + timedelta(seconds=guess.wait) for guess in guesses)
    left = max((end - now for end in ends), default=timedelta())
    return max(left, timedelta())


def solved(part: int, guesses: Iterable[Guess]) -> bool:
    """Tell whether one of the guesses was right."""
    return any(guess.part == part and guess.said is Said.RIGHT for guess in guesses)


def now() -> datetime:
    """Return the time, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)
