"""TOML files: reading them, and changing them with their comments kept.

A file may be `secret`: only its owner can read it, and no message repeats what is in it.
"""

import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle_runner.errors import Unreadable

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def read(path: Path, *, secret: bool = False) -> dict[str, Any]:
    """Return the tables of a file; an empty dict if there is no file. Raises Unreadable."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _unreadable(path, "read", error, secret) from None


def parse(path: Path, source: str) -> dict[str, Any]:
    """Return the tables of a TOML text; a decimal is a string, as it was written. Raises Unreadable."""
    # An answer of more than 4300 digits is an integer too.
    sys.set_int_max_str_digits(0)
    try:
        return tomllib.loads(source, parse_float=lambda number: number.replace("_", ""))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path} cannot be read: {error}.") from error


def key_names(dotted: str) -> list[str]:
    """Return the names in a key as it is written: `main."part1"` has two."""
    value: Any = tomllib.loads(f"{dotted} = 0")
    names: list[str] = []
    while isinstance(value, dict):
        names += value
        value = value[names[-1]]
    return names


def change(path: Path, make: "Callable[[TOMLDocument], object]", *, secret: bool = False) -> None:
    """Call `make` to change a document, under a lock; the file is made if there is none.

    Raises Unreadable if it is not TOML, StoreFailed if it cannot be written.
    """
    # Imported here: "puzzles run" only reads such files.
    import tomlkit

    from puzzle_runner.storage import atomic

    with atomic.locked(atomic.lock_name(path)):
        text = _text(path)
        try:
            document = tomlkit.parse(text)
            make(document)
        except (ValueError, TypeError) as error:
            raise _unreadable(path, "changed", error, secret) from None
        if (new := tomlkit.dumps(document)) == text:
            return
        if secret:
            path.parent.mkdir(mode=atomic.PRIVATE_FOLDER, parents=True, exist_ok=True)
        atomic.write(path, new.encode(), atomic.PRIVATE if secret else atomic.PUBLIC)


def write(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table as the whole file. Raises StoreFailed."""
    import tomlkit

    from puzzle_runner.storage import atomic

    atomic.write(path, tomlkit.dumps(table).encode())


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {error}.") from error


def _unreadable(path: Path, what: str, error: Exception, secret: bool) -> Unreadable:
    # What a parser says can quote the line.
    reason = type(error).__name__ if secret else str(error)
    return Unreadable(f"{path} cannot be {what}: {reason}. Mend it, or move it away.")
