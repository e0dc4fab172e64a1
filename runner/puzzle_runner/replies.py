"""The immutable records of answers that were sent to a site, and of what it said."""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime


# Seconds to wait after a guess without a reply, as the site may have counted it.
AFTER_SILENCE = 60
# Seconds, a day: what a reply asks to wait beyond is not believed.
LONGEST_WAIT = 86400
# Stored as the reply if a person says how an answer went.
RIGHT_BY_HAND = "That's the right answer. (told by hand)"
WRONG_BY_HAND = "That's not the right answer. (told by hand)"


class Status(StrEnum):
    """The status of a submission: what a site made of an answer that was sent to it."""

    RIGHT = "right"
    WRONG = "wrong"
    WAIT = "wait"
    LEVEL = "not this part"
    LOGGED_OUT = "logged out"
    UNCLEAR = "unclear"
    NOTHING = "nothing"


class Hint(StrEnum):
    """What a reply to a wrong answer says of the right one, or of the wrong one; its value is for people."""

    TOO_HIGH = "too high"
    TOO_LOW = "too low"
    SOMEONE_ELSES = "the right answer for someone else"
    RIGHT_LENGTH = "its length is right"
    WRONG_LENGTH = "its length is wrong"
    RIGHT_START = "its first character is right"
    WRONG_START = "its first character is wrong"


class SiteReply(NamedTuple):
    """The meaning of a site's reply; `wait` in seconds. `said` is why it did not judge, as a sentence."""

    status: Status
    hints: tuple[Hint, ...] = ()
    wait: int = 0
    said: str = ""


class Guess(NamedTuple):
    """An answer that was sent, and the reply; `wait` in seconds from `replied`, which may not be stored."""

    part: int
    answer: str
    sent: "datetime"
    status: Status
    hints: tuple[Hint, ...]
    wait: int
    replied: "datetime | None"


class Bounds(NamedTuple):
    """The two numbers between which an answer lies, both excluded; None for a bound that is not known."""

    low: int | None = None
    high: int | None = None

    @property
    def known(self) -> bool:
        """Tell whether there is a bound at all."""
        return self.low is not None or self.high is not None

    def __str__(self) -> str:
        """Return the bounds as people write them: `1200 < answer < 1300`."""
        low = "" if self.low is None else f"{self.low} < "
        high = "" if self.high is None else f" < {self.high}"
        return f"{low}answer{high}"


def read_by_hand(text: str) -> SiteReply:
    """Return the meaning of what a person said of an answer."""
    if not text.strip():
        return SiteReply(Status.NOTHING, wait=AFTER_SILENCE)
    return SiteReply({RIGHT_BY_HAND: Status.RIGHT, WRONG_BY_HAND: Status.WRONG}.get(text, Status.UNCLEAR))
