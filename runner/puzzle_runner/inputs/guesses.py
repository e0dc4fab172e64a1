"""The answers that the replies to guesses exclude. Nothing is read or written here."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from puzzle_runner.replies import Bounds, Guess, Hint, Status
from puzzle_runner.text import count

MOST_DIGITS = 200
_WHOLE = re.compile(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
# Python prints these for values that are neither a number nor a word.
_NO_ANSWER = re.compile(
    r"none|true|false|nan|[+-]?inf(inity)?|ellipsis|notimplemented|null|<.*>|[\[({].*[\])}]", re.I | re.S
)
# A float that is printed, such as 1.5 or 1e5.
_DECIMAL = re.compile(r"-?[0-9]*(\.[0-9]*(e[+-]?[0-9]+)?|[0-9]e[+-]?[0-9]+)", re.I)


def bounds(part: int, guesses: Iterable[Guess]) -> Bounds:
    """Return the bounds of the answer of a part, from the guesses that were too low or too high."""
    low, high = None, None
    for guess in guesses:
        number = whole(guess.answer)
        if guess.part != part or number is None:
            continue
        if Hint.TOO_LOW in guess.hints:
            low = number if low is None else max(low, number)
        elif Hint.TOO_HIGH in guess.hints:
            high = number if high is None else min(high, number)
    return Bounds(low, high)


def whole(answer: str) -> int | None:
    """Return an answer as a whole number; None if it is something else."""
    return int(answer) if _WHOLE.fullmatch(answer) else None


def contradiction(part: int, answer: str, guesses: Iterable[Guess]) -> str:
    """Return why an answer must be wrong: `too high, answer < 12`; an empty text if it need not be."""
    of_part = [guess for guess in guesses if guess.part == part]
    limits, number = bounds(part, of_part), whole(answer)
    reasons: list[str] = []
    if number is not None:
        if limits.high is not None and number >= limits.high:
            reasons.append(Hint.TOO_HIGH)
        elif limits.low is not None and number <= limits.low:
            reasons.append(Hint.TOO_LOW)
    for guess in of_part:
        length = count(len(guess.answer), "character")
        start = guess.answer[:1]
        has_length = len(answer) == len(guess.answer)
        has_start = answer[:1] == start
        for hint in guess.hints:
            match hint, has_length, has_start:
                case Hint.RIGHT_LENGTH, False, _:
                    reasons.append(f"the answer has {length}")
                case Hint.WRONG_LENGTH, True, _:
                    reasons.append(f"the answer does not have {length}")
                case Hint.RIGHT_START, _, False:
                    reasons.append(f'the answer begins with "{start}"')
                case Hint.WRONG_START, _, True:
                    reasons.append(f'the answer does not begin with "{start}"')
    for guess in of_part:
        # In any other case the site did not look at it, or nobody knows what it said.
        if guess.answer == answer and guess.status is Status.WRONG:
            reasons += guess.hints or ("it was sent before",)
            break
    if reasons and limits.known:
        reasons.append(str(limits))
    return ", ".join(dict.fromkeys(reasons))


def unlike(part: int, answer: str, guesses: Iterable[Guess]) -> str:
    """Return why an answer is no number where replies compare the right one with numbers; else nothing."""
    limits = bounds(part, guesses)
    return f"not a whole number, {limits}" if limits.known and whole(answer) is None else ""


def impossible(answer: str) -> str:
    """Return why a text cannot be sent as an answer; an empty text if it can."""
    if not answer.strip():
        return "it is empty"
    if len(answer.splitlines()) > 1:
        return "it has several lines: send the letters that they show"
    return "" if answer.isprintable() else "it has characters that cannot be printed"


def implausible(answer: str, decimals: bool) -> str:
    """Return why a text is hardly an answer; an empty text if it may be. `decimals` allows `0.5`."""
    if not answer.isascii():
        return "it has characters that are not ASCII"
    if len(answer) > MOST_DIGITS:
        return f"it has {len(answer)} characters"
    text = answer.strip()
    if text.startswith("+"):
        return "it begins with a plus sign"
    if _NO_ANSWER.fullmatch(text) or (not decimals and _DECIMAL.fullmatch(text)):
        return "answers are numbers or words" if decimals else "answers are whole numbers or words"
    return ""


def cooldown(guesses: Iterable[Guess], now: datetime) -> timedelta:
    """Return how long the site still asks to wait; zero if that is over."""
    longest = timedelta()
    for guess in guesses:
        pause = timedelta(seconds=guess.wait)
        since = now - (guess.replied or guess.sent)
        # A moment that lies ahead by more than the pause is by a clock that was wrong.
        if since >= -pause:
            longest = max(longest, pause - since)
    return longest


def solved(part: int, guesses: Iterable[Guess]) -> bool:
    """Tell whether one of the guesses was right."""
    return part in [guess.part for guess in guesses if guess.status is Status.RIGHT]


def now() -> datetime:
    """Return the time in UTC, in whole seconds that have passed."""
    return datetime.now(UTC).replace(microsecond=0)


def ended() -> datetime:
    """Return the end of the present second: a pause that begins with it is not too short."""
    return now() + timedelta(seconds=1)
