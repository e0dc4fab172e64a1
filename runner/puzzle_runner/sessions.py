"""The sessions that this process has read: they are removed from all that it shows or writes."""

# Shorter texts stand in others by chance.
SHORTEST = 16
MARK = "(a session)"

_known: set[str] = set()


def remember(session: str) -> None:
    """Remove a session from now on."""
    if len(session) >= SHORTEST:
        _known.add(session)


def removed(text: str) -> str:
    """Return a text without the sessions in it."""
    for session in _known:
        text = text.replace(session, MARK)
    return text


def removed_bytes(data: bytes) -> bytes:
    """Return the content of a file without the sessions in it."""
    for session in _known:
        data = data.replace(session.encode(), MARK.encode())
    return data
