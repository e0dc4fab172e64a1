"""Frames over a pipe: eight bytes of length, then the data."""

import os


def send(pipe, data):
    """Write one frame: eight bytes of length, then the data."""
    view = memoryview(len(data).to_bytes(8, "big") + data)
    while view:
        view = view[os.write(pipe, view) :]


def receive(pipe):
    """Read one frame; None where the other end has closed."""
    header = _read(pipe, 8)
    return _read(pipe, int.from_bytes(header, "big")) if header else None


def _read(pipe, size):
    chunks = []
    while size:
        chunk = os.read(pipe, min(size, 2**20))
        if not chunk:
            return None
        chunks.append(chunk)
        size -= len(chunk)
    return b"".join(chunks)
