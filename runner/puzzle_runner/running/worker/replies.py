"""Replies in memory that the supervisor shares with a call.

Eight bytes of length, eight with the process that is to write, then the reply: a literal, in ASCII. It comes
from a process in which anything may have happened, and must be harmless to read.
"""

REPLY_BYTES = 32 * 2**20
HEADER = 16


def clear(shared):
    """Make room for the next reply: there is none, and nobody is writing one."""
    shared[:HEADER] = bytes(HEADER)


def caller(shared):
    """Return the process that was to write the reply; 0 where there was none."""
    return int.from_bytes(shared[8:HEADER], "big")


def written(shared):
    """Return the reply; nothing where there is none."""
    return shared[HEADER : HEADER + int.from_bytes(shared[:8], "big")]


def sign(shared, process):
    """Say which process is to write the reply."""
    shared[8:HEADER] = process.to_bytes(8, "big")


def write(shared, reply):
    """Write a reply."""
    data = literal(reply)
    if HEADER + len(data) > REPLY_BYTES:
        data = literal({"error": "OverflowError", "text": "the answer is too long to keep", "frames": []})
    shared[HEADER : HEADER + len(data)] = data
    # The length goes last: a reply that was cut short by a kill is no reply.
    shared[:8] = len(data).to_bytes(8, "big")


def literal(reply):
    """Return a reply in ASCII."""
    return ascii(reply).encode("ascii")
