"""Values that were parsed before, by the hash of the source: a thousand modules take a second.

Without it, a check of 2000 unchanged parts takes 1.4 times as long.
Values lie in a file in the data folder, with a hash of its own: a damaged file counts as missing. Modules ask
`of`, which remembers only inside `open`.
"""

import marshal
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from puzzle_runner import files, settings
from puzzle_runner.errors import StoreFailed

FILE = "parsed.bin"
# Bytes: of a larger file, only what the command at hand has added is kept.
LARGEST = 2**23
# The version of the format that every supported interpreter reads.
_FORMAT = 2

Value = TypeVar("Value")


class Memo:
    """The values in the file, those that are new, and what `once` has returned."""

    def __init__(self) -> None:
        import hashlib

        self.path = settings.data_folder() / FILE
        self.stored: dict[bytes, bytes] = {}
        self.new: dict[bytes, bytes] = {}
        self.returned: dict[Callable[[], Any], Any] = {}
        with suppress(OSError):
            data = files.read(self.path)
            hashed, content = data[:32], data[32:]
            if hashlib.sha256(content).digest() == hashed:
                self.stored = marshal.loads(content)

    def save(self) -> None:
        """Write the values, if one of them is new; if that is too much, what is new."""
        if not self.new:
            return
        # Imported here: as a rule, nothing is new.
        import hashlib

        from puzzle_runner.storage import atomic

        content = marshal.dumps(self.stored | self.new, _FORMAT)
        if len(content) > LARGEST:
            content = marshal.dumps(self.new, _FORMAT)
        # If it cannot be written, the next command parses again.
        with suppress(StoreFailed):
            atomic.write(self.path, hashlib.sha256(content).digest() + content)


# The memo of parsed files while a command has it open.
_opened: Memo | None = None


@contextmanager
def open() -> Iterator[None]:
    """Let `of` and `once` remember, and save at the end what is new."""
    global _opened
    before, memo = _opened, Memo()
    _opened = memo
    try:
        yield
    finally:
        _opened = before
        memo.save()


def of(make: Callable[[], Value], source: bytes, reader: str, *names: str) -> Value:
    """Return what `make` returns, from the open memo if it knows it.

    The value depends on nothing but the source, `names`, and `reader`, the file of the module that makes it.
    It consists of tuples, lists, dicts, texts, numbers and None; any other is not remembered.
    """
    memo = _opened
    if not memo:
        return make()
    import hashlib

    from puzzle_runner.version import VERSION

    # In a checkout, VERSION stays when a module of ours is edited.
    edited = str(os.stat(reader).st_mtime_ns)
    texts = "\0".join((VERSION, sys.version, reader, edited, *names, ""))
    head = texts.encode("utf-8", "surrogatepass")
    key = hashlib.sha256(head + source).digest()
    stored = memo.stored.get(key) or memo.new.get(key)
    if stored:
        known: Value = marshal.loads(stored)
        return known
    value = make()
    anything: Any = value
    with suppress(ValueError):
        memo.new[key] = marshal.dumps(anything, _FORMAT)
    return value


def once(make: Callable[[], Value]) -> Value:
    """Return what `make` returns; while a memo is open, it is called once for all puzzles."""
    if not _opened:
        return make()
    if make not in _opened.returned:
        _opened.returned[make] = make()
    value: Value = _opened.returned[make]
    return value
