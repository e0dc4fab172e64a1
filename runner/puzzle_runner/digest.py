"""Hashes of texts and sources: they tell whether a stored record still holds."""

import ast
import hashlib
import os
import warnings
from collections.abc import Iterable
from pathlib import Path

from puzzle_runner import files


def text(*texts: str | None) -> str:
    """Return the hash of a sequence of texts; None differs from the empty text."""
    pieces: list[bytes] = []
    for item in texts:
        if item is None:
            pieces.append(b"-")
        else:
            data = item.encode("utf-8", "surrogatepass")
            pieces += (b"%d:" % len(data), data)
    return hashlib.sha256(b"".join(pieces)).hexdigest()[:32]


def data(content: bytes) -> str:
    """Return the hash of the content of a file."""
    return hashlib.sha256(content).hexdigest()[:32]


def arguments(text_: str | None, keywords: tuple[tuple[str, object], ...]) -> str:
    """Return the hash of what a part is called with: its input, and its keyword arguments if it has any."""
    return text(text_, repr(keywords)) if keywords else text(text_)


def sources(paths: Iterable[str | Path]) -> str:
    """Return the hash of the names, without folders, and contents of files, of which some may be missing."""
    return _named((os.path.basename(path), _content(path)) for path in sorted(paths, key=Path))


def code(paths: Iterable[str | Path]) -> str:
    """Return the hash of the names and syntax trees of files, the same by every interpreter.

    A file without a syntax tree, or with a very deep one, counts with its content.
    """
    named = list[tuple[str, bytes]]()
    for path in sorted(map(Path, paths)):
        data = _content(path)
        if path.suffix == ".py":
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    data = _spelt(ast.parse(data)).encode("utf-8", "surrogatepass")
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                pass
        named.append((path.name, data))
    return _named(named)


def _named(contents: Iterable[tuple[str, bytes]]) -> str:
    digest = hashlib.sha256()
    for name, data in contents:
        digest.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return digest.hexdigest()[:32]


def _content(path: Path | str) -> bytes:
    try:
        return files.read(path)
    except OSError:
        return b"\0gone"


def _spelt(value: object) -> str:
    """Return a syntax tree as text, without empty fields: which there are depends on the interpreter."""
    if isinstance(value, list):
        return f"[{''.join(map(_spelt, value))}]"
    if type(value) is int:
        return hex(value)
    if not isinstance(value, ast.AST):
        return repr(value)
    text = f"{type(value).__name__}("
    for name, field in ast.iter_fields(value):
        if field is not None and field != []:
            text += f" {name}={_spelt(field)}"
    return f"{text})"
