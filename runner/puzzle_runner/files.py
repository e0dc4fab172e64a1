"""Reading what the user gives: regular files up to a size, as a pipe would hang, and a device never ends."""

import errno
import os
import stat
from codecs import BOM_UTF8
from io import FileIO

from puzzle_runner.errors import Unreadable

# Bytes: of a module, of a file of tables or settings, and of anything else, such as an input.
MODULE, TABLES, LARGEST = 2 * 2**20, 16 * 2**20, 256 * 2**20


def read(path: str | os.PathLike[str], largest: int = LARGEST) -> bytes:
    """Return the content of a file. Raises OSError, also if it is not a regular file or too large."""
    # O_NONBLOCK, as opening a pipe waits for its other end.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with FileIO(descriptor) as file:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        if status.st_size > largest:
            raise OSError(errno.EFBIG, f"it is larger than {largest >> 20} MiB", str(path))
        return file.readall()


def is_folder(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry is a folder, or a link to one. A link to itself, which raises, is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def text(path: str | os.PathLike[str], largest: int = LARGEST) -> str:
    """Return the content of a file, with signs in the place of what is not UTF-8. Raises OSError."""
    return read(path, largest).removeprefix(BOM_UTF8).decode("utf-8", "replace")


def source(path: str | os.PathLike[str]) -> str:
    """Return the text of somebody's source file; nothing if it cannot be read."""
    try:
        return text(path, MODULE)
    except (OSError, ValueError):
        return ""


def decoded(name: object, data: bytes) -> str:
    """Return UTF-8 as text, without a BOM. Raises Unreadable with the name of the file and the line."""
    try:
        return data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line, wrong = error.object.count(b"\n", 0, error.start) + 1, error.object[error.start]
        raise Unreadable(f"{name}, line {line}: it is not UTF-8: byte {error.start} is {wrong:#x}.") from None
