"""What was read from files before, by the hash of their content: to parse a thousand modules takes a second.

It is kept in one file in the data folder, with a hash of its own: a damaged one counts as missing.
"""

import hashlib
import marshal
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from puzzle_runner import files, settings
from puzzle_runner.errors import StoreFailed
from puzzle_runner.version import VERSION

FILE = "parsed.bin"
# Bytes: what is larger is parsed again; of the rest, the newest are kept.
LARGEST_VALUE, LARGEST = 2**16, 2**23
# The version of the format that every supported interpreter reads.
_FORMAT = 2

Value = TypeVar("Value")


class Parsed:
    """Values by the hash of what they were made from: those of earlier commands, and new ones."""

    def __init__(self, entries: Mapping[bytes, bytes]) -> None:
        self.entries = entries
        self.new: dict[bytes, bytes] = {}

    def of(self, data: bytes, make: Callable[[], Value], reader: str, *names: str) -> Value:
        """Return what `make` returns: the value of some data, of `names`, and of the module file that reads.

        It is remembered if it is made of tuples, lists, dicts, texts, numbers and None, and of nothing else.
        """
        kept: Value | None = self.find(data, reader, *names)
        if kept is not None:
            return kept
        value = make()
        if dumped := _dumped(value):
            self.new[_key(data, reader, names)] = dumped
        return value

    def find(self, data: bytes, reader: str, *names: str) -> Any:
        """Return the value that is remembered of some data; None if there is none."""
        kept = self.entries.get(_key(data, reader, names))
        return marshal.loads(kept) if kept else None


@contextmanager
def kept(file: str = FILE) -> Iterator[Parsed]:
    """Yield what was parsed before; what is parsed in the body is kept for later commands."""
    path = settings.data_folder() / file
    parsed = Parsed(_read(path))
    try:
        yield parsed
    finally:
        if parsed.new:
            _write(path, {**parsed.entries, **parsed.new})


def _key(data: bytes, reader: str, names: tuple[str, ...]) -> bytes:
    texts = "\0".join((_version(reader), *names, ""))
    return hashlib.sha256(texts.encode("utf-8", "surrogatepass") + data).digest()


@cache
def _version(reader: str) -> str:
    """Return a text that changes with what reads: in a checkout, the version does not tell."""
    try:
        status = os.stat(reader)
    except OSError:
        # It lies in an archive.
        return f"{VERSION} {sys.version} {reader}"
    return f"{VERSION} {sys.version} {reader} {status.st_mtime_ns} {status.st_size}"


def _dumped(value: Any) -> bytes:
    """Return a value as it is kept; nothing for one that cannot be kept."""
    try:
        dumped = marshal.dumps(value, _FORMAT)
    except ValueError:
        return b""
    return dumped if len(dumped) <= LARGEST_VALUE else b""


def _read(path: Path) -> dict[bytes, bytes]:
    try:
        data = files.read(path)
    except OSError:
        return {}
    content = data[32:]
    if hashlib.sha256(content).digest() != data[:32]:
        return {}
    entries: dict[bytes, bytes] = marshal.loads(content)
    return entries


def _write(path: Path, entries: dict[bytes, bytes]) -> None:
    # Imported here: as a rule, nothing is new.
    from puzzle_runner.storage import atomic

    content = marshal.dumps(dict(_newest(entries)), _FORMAT)
    try:
        atomic.write(path, hashlib.sha256(content).digest() + content)
    except StoreFailed:
        # It is only parsed again.
        pass


def _newest(entries: dict[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    """Return the last entries, as many as there is room for, in their order."""
    room, newest = LARGEST, list[tuple[bytes, bytes]]()
    for key, value in reversed(entries.items()):
        room -= len(key) + len(value)
        if room < 0:
            break
        newest.append((key, value))
    return newest[::-1]
