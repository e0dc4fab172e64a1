"""Hashes by which a stored record knows whether what it was made from is still the same."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def text(*texts: str | None) -> str:
    """Return the hash of some texts; None differs from the empty text."""
    digest = hashlib.sha256()
    for one in texts:
        data = b"" if one is None else one.encode("utf-8", "surrogatepass")
        digest.update(b"-" if one is None else b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()[:32]


def sources(paths: Iterable[str | Path]) -> str:
    """Return the hash of some files' names and contents; a file that is gone counts as such.

    Folders do not count, so that the same sources have the same hash on every machine.
    """
    digest = hashlib.sha256()
    for path in sorted(map(Path, paths)):
        try:
            data = path.read_bytes()
        except OSError:
            data = b"\0gone"
        digest.update(f"{path.name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return digest.hexdigest()[:32]
