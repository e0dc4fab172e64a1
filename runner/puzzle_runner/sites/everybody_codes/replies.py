"""The meaning of the replies of Everybody Codes to answers, in JSON."""

import json
import math
from typing import Any

from puzzle_runner.replies import AFTER_SILENCE, LONGEST_WAIT, Hint, SiteReply, Status

LOCKED_OUT = 423
# Why an answer was not judged, by the status of the reply.
NOT_JUDGED = {
    409: "this part is solved already.",
    412: "it is not open yet, as the part before it is not solved.",
    LOCKED_OUT: "after wrong answers, the site takes none for a while.",
    425: "the quest has not begun.",
}
_HINTS = (
    ("lengthCorrect", Hint.RIGHT_LENGTH, Hint.WRONG_LENGTH),
    ("firstCorrect", Hint.RIGHT_START, Hint.WRONG_START),
)


def fields(text: str) -> dict[str, Any] | None:
    """Return an object of JSON; None for another text."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def stored(status: int, text: str) -> str | None:
    """Return the reply to an answer as it is stored; None if it is none."""
    reply = fields(text) or {}
    is_judged = status == 200 and isinstance(reply.get("correct"), bool)
    if not is_judged and status not in NOT_JUDGED:
        return None
    return json.dumps({"status": status, **reply})


def read(text: str) -> SiteReply:
    """Return what a stored reply means."""
    if not text.strip():
        return SiteReply(Status.NOTHING, wait=AFTER_SILENCE)
    reply = fields(text) or {}
    left = reply.get("penaltyLeftMs")
    wait = 0
    if isinstance(left, int | float) and left > 0:
        wait = math.ceil(min(left, LONGEST_WAIT * 1000) / 1000)
    match reply:
        case {"status": 200, "correct": True}:
            return SiteReply(Status.RIGHT)
        case {"status": 200, "correct": False}:
            hints = []
            for name, if_true, if_false in _HINTS:
                if isinstance(reply.get(name), bool):
                    hints.append(if_true if reply[name] else if_false)
            return SiteReply(Status.WRONG, tuple(hints), wait)
        case {"status": 423}:
            return SiteReply(Status.WAIT, (), wait or AFTER_SILENCE, NOT_JUDGED[LOCKED_OUT])
        case {"status": int(status)} if status in NOT_JUDGED:
            return SiteReply(Status.LEVEL, said=NOT_JUDGED[status])
    return SiteReply(Status.UNCLEAR)
