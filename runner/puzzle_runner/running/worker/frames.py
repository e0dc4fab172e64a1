"""Frames over a pipe: eight bytes of length, then the data."""

from os import read as read_from
from os import write as write_to


def send(pipe, *pieces):
    """Write one frame: eight bytes of length, then the pieces of the data."""
    data = b"".join(pieces)
    view = memoryview(len(data).to_bytes(8, "big") + data)
    while view:
        view = view[write_to(pipe, view) :]


def receive(pipe):
    """Read one frame; None where the other end has closed."""
    header = _read(pipe, 8)
    return _read(pipe, int.from_bytes(header, "big")) if header else None


def _read(pipe, size):
    chunks = []
    while size:
        chunk = read_from(pipe, min(size, 2**20))
        if not chunk:
            return None
        chunks.append(chunk)
        size -= len(chunk)
    return b"".join(chunks)
