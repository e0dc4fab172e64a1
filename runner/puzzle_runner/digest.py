"""Hashes of texts and sources: they tell whether a stored record still holds."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from puzzle_runner import files


def text(*texts: str | None) -> str:
    """Return the hash of a sequence of texts; None differs from the empty text."""
    digest = hashlib.sha256()
    for item in texts:
        if item is None:
            digest.update(b"-")
        else:
            data = item.encode("utf-8", "surrogatepass")
            digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()[:32]


def arguments(text_: str | None, keywords: tuple[tuple[str, object], ...]) -> str:
    """Return the hash of what a part is called with: its input, and its keyword arguments if it has any."""
    return text(text_, repr(keywords)) if keywords else text(text_)


def sources(paths: Iterable[str | Path]) -> str:
    """Return the hash of the names and contents of files; a missing file has a hash of its own.

    The folders are left out, so that the same sources have the same hash on every machine.
    """
    digest = hashlib.sha256()
    for path in sorted(map(Path, paths)):
        try:
            data = files.read(path)
        except OSError:
            data = b"\0gone"
        digest.update(f"{path.name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return digest.hexdigest()[:32]
