"""Reading what the user gives: regular files up to a size, as a pipe would hang, and a device never ends."""

import errno
import os
import stat
from typing import BinaryIO

# Bytes: of a module, of a file of tables or settings, and of anything else, such as an input.
MODULE, TABLES, LARGEST = 2 * 2**20, 16 * 2**20, 256 * 2**20


def read(path: str | os.PathLike[str], largest: int = LARGEST) -> bytes:
    """Return the content of a file. Raises OSError, also if it is no regular file or too large."""
    # Without blocking: to open a pipe is to wait for its other end.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        with open(descriptor, "rb", closefd=False) as file:
            return drain(file, largest, str(path))
    finally:
        os.close(descriptor)


def text(path: str | os.PathLike[str], largest: int = LARGEST) -> str:
    """Return the content of a file, with signs in the place of what is not UTF-8. Raises OSError."""
    return read(path, largest).decode("utf-8-sig", "replace")


def drain(stream: BinaryIO, largest: int = LARGEST, name: str = "stdin") -> bytes:
    """Return what a stream still has. Raises OSError if it is too much; `name` is for the message."""
    data = stream.read(2**16)
    while chunk := stream.read(max(2**16, len(data))):
        data += chunk
        if len(data) > largest:
            raise OSError(errno.EFBIG, f"it is larger than {largest >> 20} MiB", name)
    return data
