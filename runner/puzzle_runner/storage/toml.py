"""TOML files: read whole, and changed in place with their comments kept.

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
    """Return the tables of a file; none where there is no file. Raises Unreadable."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _unreadable(path, "read", error, secret) from None


def parse(path: Path, source: str) -> dict[str, Any]:
    """Return the tables of a text, decimals as texts, as they are written there. Raises Unreadable."""
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
    """Change a file under a lock; make it where there is none.

    Raises Unreadable where it is not TOML, StoreFailed where it cannot be written.
    """
    # Imported here: "puzzles run" reads such files and changes none.
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
    """Make a file of a table, whatever was in it. Raises StoreFailed."""
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
