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
from pathlib import Path
from typing import Any, TypeVar

from puzzle_runner import files, settings
from puzzle_runner.errors import StoreFailed

FILE = "parsed.bin"
# Bytes: in a larger file, only what the command at hand has used is kept.
LARGEST = 2**23
# The version of the format that every supported interpreter reads.
_FORMAT = 2

Value = TypeVar("Value")


class Memo:
    """The values in a file, those that the command at hand has used, and what `once` has returned."""

    def __init__(self, path: Path) -> None:
        import hashlib

        self.path = path
        self.stored: dict[bytes, bytes] = {}
        self.used: dict[bytes, bytes] = {}
        self.returned: dict[Callable[[], Any], Any] = {}
        try:
            data = files.read(path)
        except OSError:
            return
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            self.stored = marshal.loads(data[32:])

    def save(self) -> None:
        """Write the values, if one of them is new."""
        if self.used.keys() <= self.stored.keys():
            return
        # Imported here: as a rule, nothing is new.
        import hashlib

        from puzzle_runner.storage import atomic

        content = marshal.dumps(self.stored | self.used, _FORMAT)
        if len(content) > LARGEST:
            content = marshal.dumps(self.used, _FORMAT)
        # If it cannot be written, the next command parses again.
        with suppress(StoreFailed):
            atomic.write(self.path, hashlib.sha256(content).digest() + content)


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
    key = hashlib.sha256(texts.encode("utf-8", "surrogatepass") + source).digest()
    if key in memo.stored:
        memo.used[key] = memo.stored[key]
    if key in memo.used:
        known: Value = marshal.loads(memo.used[key])
        return known
    value = make()
    anything: Any = value
    with suppress(ValueError):
        memo.used[key] = marshal.dumps(anything, _FORMAT)
    return value


def once(make: Callable[[], Value]) -> Value:
    """Return what `make` returns; while a memo is open, it is called once for all puzzles."""
    if not _opened:
        return make()
    if make not in _opened.returned:
        _opened.returned[make] = make()
    value: Value = _opened.returned[make]
    return value
