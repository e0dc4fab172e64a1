"""TOML files: reading and changing them, with comments kept. No message repeats what a `secret` one has."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, reason
from puzzle_runner.storage import memo

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

MOST_DIGITS = 100_000
# The errors of changing a document that has another shape than expected.
_MISTAKES = (ValueError, TypeError, LookupError, AttributeError, StopIteration, RecursionError)


class Decimal(str):
    """A decimal number as it was written."""


def read(path: Path, *, secret: bool = False) -> dict[str, Any]:
    """Return the tables of a file, with each decimal as a `Decimal`; an empty dict if there is no file."""
    allow_long_integers()
    try:
        data = files.read(path, files.TABLES)
        return memo.of(lambda: _parse(files.decoded(path, data)), data, __file__)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(path, "read", error, secret) from None


def _parse(text: str) -> dict[str, Any]:
    # Imported here: a file that is known is not parsed.
    import tomllib

    return tomllib.loads(text, parse_float=lambda number: Decimal(number.replace("_", "")))


def allow_long_integers() -> None:
    """Read integers of more than 4300 digits, as answers can be; Python takes a minute for a million."""
    sys.set_int_max_str_digits(MOST_DIGITS)


def put(table: Any, name: str, value: Any) -> None:
    """Set a key in a table of tomlkit. A new one stands below the last: comments further down stay there."""
    from tomlkit import item
    from tomlkit.container import OutOfOrderTableProxy
    from tomlkit.items import AoT, Table

    if isinstance(table, OutOfOrderTableProxy):
        # Other tables stand between the table itself and those below it.
        table = next((each for each in table._tables if not each.is_super_table()), table)
    if name in table or not isinstance(table, Table):
        table[name] = value
        return
    end = 0
    for index, (key, known) in enumerate(table.value.body):
        if key and not isinstance(known, AoT | Table):
            end = index + 1
    if end == len(table.value.body):
        table[name] = value
    else:
        # What the library offers puts a key below all comments, which then stand above the wrong table.
        table.value._insert_at(end, name, item(value))


def add_below(document: "TOMLDocument", names: Sequence[str], value: Any) -> None:
    """Add a table, or a list of them, at the end of a document: comments further up stay where they are."""
    import tomlkit

    for name in reversed(names):
        value = {name: value}
    if document.body:
        document.add(tomlkit.nl())
    document.body.extend(tomlkit.parse(tomlkit.dumps(value)).body)


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
            old = files.read(path, files.TABLES).decode("utf-8-sig")
        except FileNotFoundError:
            old = ""
        except (OSError, ValueError) as error:
            raise Unreadable(f"{path} cannot be read: {reason(error)}.") from error
        try:
            # Only a file that has them everywhere gets the line ends of Windows.
            ends = "\n" if re.search(r"(?<!\r)\n", old) or "\n" not in old else "\r\n"
            document = tomlkit.parse(old.replace(ends, "\n"))
            make(document)
            new = tomlkit.dumps(document).replace("\n", ends)
            # The library can write what could not be read again.
            _parse(new)
            data = new.encode()
        except (*_MISTAKES, tomlkit.exceptions.TOMLKitError) as error:
            raise _unreadable(path, "changed", error, secret) from None
        if new != old:
            atomic.write(path, data)


def _unreadable(path: Path, what: str, error: Exception, secret: bool) -> Unreadable:
    why = reason(error)
    if secret and not isinstance(error, OSError):
        # The message of a parser can quote the line.
        line = re.search(r"at line \d+", why)
        why = f"it is no TOML, {line[0]}" if line else "it is no TOML"
    return Unreadable(f"{path} cannot be {what}: {why}. Fix it, or move it away.")
