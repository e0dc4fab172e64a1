"""The user's sessions: they are removed from all that this process shows or writes."""

import re
import sys
from collections.abc import Callable

# Shorter texts stand in others by chance.
SHORTEST = 16
MARK = "(a session)"

# A session of another kind than one of hexadecimal digits is at least so long.
_LONG = r"[\w.%+~-]{40}"

_known: set[str] = set()
_read: Callable[[], object] | None = None


def holds_session(text: str) -> bool:
    """Tell whether there may be the session of a site in a text: most are long and of hexadecimal digits."""
    return re.search("[0-9a-fA-F]{16}", text) is not None


def read_with(read: Callable[[], object]) -> None:
    """Set what reads and remembers all sessions, once a text may have one."""
    global _read
    _read = read


def hide_memory() -> None:
    """Keep other programs of the same user, such as a puzzle, from reading this process (Linux)."""
    if sys.platform == "linux":
        import ctypes

        pr_set_dumpable = 4
        ctypes.CDLL(None).prctl(pr_set_dumpable, 0, 0, 0, 0)


def remember(session: str) -> None:
    """Remove a session from now on."""
    if len(session) >= SHORTEST:
        _known.add(session)


def removed(text: str) -> str:
    """Return a text without the sessions in it. If it may have one, those that are stored are read first."""
    global _read
    if _read and (holds_session(text) or re.search(_LONG, text)):
        read, _read = _read, None
        read()
    for session in _known:
        text = text.replace(session, MARK)
    return text


def removed_bytes(data: bytes) -> bytes:
    """Return the content of a file without the sessions in it."""
    for session in _known:
        data = data.replace(session.encode(), MARK.encode())
    return data
