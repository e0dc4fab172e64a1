"""The meaning of the replies of Advent of Code to answers."""

import re

from puzzle_runner.replies import AFTER_SILENCE, LONGEST_WAIT, Hint, SiteReply, Status
from puzzle_runner.text import whole

_HINTS = (
    (Hint.TOO_HIGH, "too high"),
    (Hint.TOO_LOW, "too low"),
    (Hint.SOMEONE_ELSES, "right answer for someone else"),
)

# The answer that was sent, which may have any words in it: `(You guessed 42.)`.
_ECHO = re.compile(r"\(you guessed .*\.\)", re.I | re.S)
# The first match counts: a page can have several of these.
_SAID = (
    (Status.WRONG, re.compile(r"that's not the right answer", re.I)),
    (Status.RIGHT, re.compile(r"that's the right answer|you've finished every puzzle", re.I)),
    (Status.WAIT, re.compile(r"you gave an answer too recently", re.I)),
    (Status.LEVEL, re.compile(r"you don't seem to be solving the right level", re.I)),
    (Status.LOGGED_OUT, re.compile(r"\[log in\]|please identify yourself", re.I)),
)
_LEFT = re.compile(r"you have (?:(\d+)h )?(?:(\d+)m )?(?:(\d+)s )?left to wait", re.I)
_PLEASE_WAIT = re.compile(r"please wait (\w+) (second|minute|hour)s? before", re.I)
_UNIT = {"second": 1, "minute": 60, "hour": 3600}


def without_echo(text: str) -> str:
    """Return what the site says itself in a reply: without the answer, which it repeats."""
    return _ECHO.sub("", text)


def read(text: str) -> SiteReply:
    """Return the meaning of a reply of Advent of Code to an answer."""
    flat = without_echo(" ".join(text.split())).replace("\u2019", "'")
    if not flat:
        return SiteReply(Status.NOTHING, (), AFTER_SILENCE)
    for status, pattern in _SAID:
        if not pattern.search(flat):
            continue
        if status is Status.WRONG:
            hints = tuple(hint for hint, words in _HINTS if words in flat)
            return SiteReply(status, hints, _wait(flat))
        if status is Status.WAIT:
            return SiteReply(status, (), _wait(flat) or AFTER_SILENCE)
        return SiteReply(status)
    return SiteReply(Status.UNCLEAR)


def _wait(text: str) -> int:
    """Return the seconds that a reply asks to wait, or 0."""
    seconds = 0
    left = _LEFT.search(text)
    if left:
        for digits, unit in zip(left.groups(), (3600, 60, 1), strict=True):
            seconds += _number(digits or "0") * unit
    please_wait = _PLEASE_WAIT.search(text)
    if not seconds and please_wait:
        count, word = please_wait.groups()
        seconds = _number(count) * _UNIT[word.lower()]
    return min(seconds, LONGEST_WAIT)


def _number(word: str) -> int:
    """Return what a number in a reply says, at most a day's seconds; of a word, such as `one`, 1."""
    if not word.isdecimal():
        return 1
    number = whole(word, 5)
    return LONGEST_WAIT if number is None else number
