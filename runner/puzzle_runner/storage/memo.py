"""Values that were parsed before, by the hash of the source: a thousand modules take a second.

Without it, a check of 2000 unchanged parts takes 1.4 times as long.
Values lie in a file in the data folder, with a hash of its own: a damaged file counts as missing. Modules ask
`of`, which remembers only inside `open`.
"""

import marshal
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from puzzle_runner import files, settings
from puzzle_runner.errors import StoreFailed

FILE = "parsed.bin"
# Bytes: what is larger is parsed again; of what the command at hand has not used, the newest are kept.
LARGEST_VALUE, LARGEST = 2**16, 2**23
# The version of the format that every supported interpreter reads.
_FORMAT = 2

Value = TypeVar("Value")


class Memo:
    """The values in a file, and new ones."""

    def __init__(self, path: Path) -> None:
        import hashlib

        self.path = path
        self.values: dict[bytes, bytes] = {}
        self.new: dict[bytes, bytes] = {}
        self.used: set[bytes] = set()
        self.returned: dict[Callable[[], Any], Any] = {}
        try:
            data = files.read(path)
        except OSError:
            return
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            self.values = marshal.loads(data[32:])

    def find(self, source: bytes, reader: str, *names: str) -> Any:
        """Return the value that is remembered for a source; None if there is none."""
        key = _key(source, reader, names)
        self.used.add(key)
        data = self.values.get(key)
        return marshal.loads(data) if data else None

    def add(self, value: Any, source: bytes, reader: str, *names: str) -> None:
        """Remember a value of tuples, lists, dicts, texts, numbers and None, unless it is large."""
        try:
            data = marshal.dumps(value, _FORMAT)
        except ValueError:
            return
        if len(data) <= LARGEST_VALUE:
            self.new[_key(source, reader, names)] = data

    def save(self) -> None:
        """Write what was used, and of the rest the newest values, as many as there is room for."""
        # Imported here: as a rule, nothing is new.
        import hashlib

        from puzzle_runner.storage import atomic

        room, newest = LARGEST, list[tuple[bytes, bytes]]()
        for key, data in reversed((self.values | self.new).items()):
            if key not in self.used:
                room -= len(key) + len(data)
            if room >= 0 or key in self.used:
                newest.append((key, data))
        content = marshal.dumps(dict(reversed(newest)), _FORMAT)
        try:
            atomic.write(self.path, hashlib.sha256(content).digest() + content)
        except StoreFailed:
            # The next command parses it again.
            pass


# The memo of parsed files while a command has it open.
_opened: Memo | None = None


@contextmanager
def open() -> Iterator[None]:
    """Let `of` and `once` remember, and save at the end what is new."""
    global _opened
    before, memo = _opened, Memo(settings.data_folder() / FILE)
    _opened = memo
    try:
        yield
    finally:
        _opened = before
        if memo.new:
            memo.save()


def of(make: Callable[[], Value], source: bytes, reader: str, *names: str) -> Value:
    """Return what `make` returns, from the open memo if it knows it.

    The value depends on nothing but the source, `names`, and `reader`, the file of the module that makes it.
    """
    if not _opened:
        return make()
    known: Value | None = _opened.find(source, reader, *names)
    if known is not None:
        return known
    value = make()
    _opened.add(value, source, reader, *names)
    return value


def once(make: Callable[[], Value]) -> Value:
    """Return what `make` returns; while a memo is open, it is called once for all puzzles."""
    if not _opened:
        return make()
    if make not in _opened.returned:
        _opened.returned[make] = make()
    value: Value = _opened.returned[make]
    return value


def _key(source: bytes, reader: str, names: tuple[str, ...]) -> bytes:
    import hashlib

    texts = "\0".join((_version(reader), *names, ""))
    return hashlib.sha256(texts.encode("utf-8", "surrogatepass") + source).digest()


@cache
def _version(reader: str) -> str:
    """Return a text that changes with a module of ours: in a checkout, VERSION stays when it is edited."""
    # Imported here: "puzzles run" remembers nothing.
    from puzzle_runner.version import VERSION

    version = f"{VERSION} {sys.version} {reader}"
    try:
        status = os.stat(reader)
    except OSError:
        # The module lies in an archive.
        return version
    return f"{version} {status.st_mtime_ns} {status.st_size}"
