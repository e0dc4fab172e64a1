"""TOML files: reading them, and changing them with their comments kept.

A file may be `secret`: no message repeats what is in it.
"""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, reason
from puzzle_runner.storage import memo

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

MOST_DIGITS = 100_000
# The errors of reading or changing a document that has another shape than expected.
_MISTAKES = (ValueError, TypeError, LookupError, AttributeError, StopIteration, RecursionError)


def read(path: Path, *, secret: bool = False) -> dict[str, Any]:
    """Return the tables of a file; an empty dict if there is no file. Raises Unreadable."""
    try:
        data = files.read(path, files.TABLES)
        return memo.of(lambda: _loads(data.decode()), data, __file__)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(path, "read", error, secret) from None


def _loads(text: str, **options: Any) -> dict[str, Any]:
    # Imported here: a file that is known is not parsed.
    import tomllib

    return tomllib.loads(text, **options)


class Decimal(str):
    """A decimal number as it was written."""


def parse(path: Path, source: str) -> dict[str, Any]:
    """Return the tables of a TOML text; a decimal is a `Decimal`. Raises Unreadable."""
    allow_long_integers()
    try:
        return _loads(source, parse_float=lambda number: Decimal(number.replace("_", "")))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path} cannot be read: {reason(error)}.") from error


def allow_long_integers() -> None:
    """Read integers of more than 4300 digits, as answers can be; Python takes a minute for a million."""
    sys.set_int_max_str_digits(MOST_DIGITS)


def change(path: Path, make: "Callable[[TOMLDocument], object]", *, secret: bool = False) -> None:
    """Call `make` to change a document, under a lock; the file is made if there is none.

    Raises Unreadable if it is not TOML, StoreFailed if it cannot be written.
    """
    # Imported here: "puzzles run" only reads such files.
    import tomlkit

    from puzzle_runner.storage import atomic

    allow_long_integers()
    with atomic.locked(atomic.lock_name(path)):
        try:
            text = files.read(path, files.TABLES).decode("utf-8-sig")
        except FileNotFoundError:
            text = ""
        except (OSError, ValueError) as error:
            raise Unreadable(f"{path} cannot be read: {reason(error)}.") from error
        try:
            document = tomlkit.parse(text)
            make(document)
            new = _sound(tomlkit.dumps(document))
        except (*_MISTAKES, tomlkit.exceptions.TOMLKitError) as error:
            raise _unreadable(path, "changed", error, secret) from None
        if new.decode() != text:
            atomic.write(path, new)


def write(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table as the whole file. Raises Unreadable if TOML cannot hold it, StoreFailed."""
    import tomlkit

    from puzzle_runner.storage import atomic

    try:
        text = _sound(tomlkit.dumps(table))
    except _MISTAKES as error:
        raise _unreadable(path, "written", error, secret=False) from None
    atomic.write(path, text)


def _sound(text: str) -> bytes:
    """Return a text for a file. Raises ValueError if it could not be read again: tomlkit can write such."""
    _loads(text)
    return text.encode()


def _unreadable(path: Path, what: str, error: Exception, secret: bool) -> Unreadable:
    why = reason(error)
    if secret and not isinstance(error, OSError):
        # The message of a parser can quote the line.
        place = re.search(r"at line \d+", why)
        why = f"it is no TOML{f', {place[0]}' if place else ''}"
    return Unreadable(f"{path} cannot be {what}: {why}. Fix it, or move it away.")
