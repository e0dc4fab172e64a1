"""The meaning of the replies of Advent of Code to answers."""

import re

from puzzle_runner.replies import AFTER_SILENCE, LONGEST_WAIT, Hint, SiteReply, Status

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
    """Return the seconds that a reply asks to wait, or 0; of more than nine digits the first count."""
    seconds = 0
    left = _LEFT.search(text)
    please_wait = _PLEASE_WAIT.search(text)
    if left:
        for digits, unit in zip(left.groups("0"), (3600, 60, 1), strict=True):
            seconds += int(digits[:9]) * unit
    elif please_wait:
        count, unit_word = please_wait.groups()
        number = int(count[:9]) if count.isdecimal() else 1
        seconds = number * _UNIT[unit_word.lower()]
    return min(seconds, LONGEST_WAIT)
