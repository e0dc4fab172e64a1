"""Hashes of texts and sources: they tell whether a stored record still holds."""

import ast
import hashlib
import os
import warnings
from collections.abc import Iterable, Iterator
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
    """Return the hash of the names and contents of files; a missing file has a hash of its own.

    The folders are left out, so that the same sources have the same hash on every machine.
    """
    return _named((os.path.basename(path), _content(path)) for path in sorted(paths, key=Path))


def code(paths: Iterable[str | Path]) -> str:
    """Return the hash of the names and syntax trees of files: comments and layout make no difference.

    A file without a syntax tree counts with its content. Every interpreter makes the same hash of a file.
    """
    named = list[tuple[str, bytes]]()
    for path in sorted(map(Path, paths)):
        data = _content(path)
        if path.suffix == ".py":
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    data = "".join(_spelt(ast.parse(data))).encode("utf-8", "surrogatepass")
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


def _spelt(tree: ast.Module) -> Iterator[str]:
    """Yield a syntax tree as text. It may be deeper than calls can be.

    Empty fields are left out: which of them there are depends on the interpreter.
    """
    # The rest that is still to be spelt, the next item at the end. A tuple holds a text that is ready.
    rest: list[object] = [tree]
    while rest:
        match rest.pop():
            case (str() as text,):
                yield text
            case ast.AST() as node:
                yield f"{type(node).__name__}("
                rest.append((")",))
                for name, value in reversed([*ast.iter_fields(node)]):
                    if value is not None and value != []:
                        rest += [value, (f" {name}=",)]
            case list() as nodes:
                yield "["
                rest += [("]",), *reversed(nodes)]
            case int() as number if type(number) is int:
                yield hex(number)
            case value:
                yield repr(value)
