"""TOML. A plain text is read here, as the standard library takes 4 ms to load what reads any other.

Plain are headers of bare names, and bare keys with a natural number, a truth value or a text without escapes,
each on a line of its own. https://toml.io/en/v1.0.0
"""

from collections.abc import Callable
from typing import Any

Table = dict[str, Any]

# Digits: how many more a number may have is decided elsewhere.
_LONGEST = 4000


def loads(text: str, parse_float: Callable[[str], Any] = float) -> Table:
    """Return the tables of a text. Raises ValueError or RecursionError if it is not TOML."""
    if (tables := plain(text)) is not None:
        return tables
    import tomllib

    return tomllib.loads(text, parse_float=parse_float)


def plain(text: str) -> Table | None:
    """Return the tables of a plain text; None for any other, which may be TOML or not."""
    tables: Table = {}
    table: Table | None = tables
    for line in text.replace("\r\n", "\n").split("\n"):
        line = line.strip(" \t")
        if line.startswith("["):
            table = _begun(tables, line)
        elif line and not (line.startswith("#") and line.isprintable()):
            table = _assigned(table, line)
        if table is None:
            return None
    return tables


def _begun(tables: Table, header: str) -> Table | None:
    """Add the table that a header begins; None if it is not plain, or there already."""
    *above, name = header[1:-1].split(".")
    table: Any = tables
    for key in above:
        table = table.setdefault(key, {})
        if not (_is_bare(key) and isinstance(table, dict)):
            return None
    if not header.endswith("]") or not _is_bare(name) or name in table:
        return None
    table[name] = {}
    new: Table = table[name]
    return new


def _assigned(table: Table | None, line: str) -> Table | None:
    """Add the key and the value of a line to a table; None if they are not plain, or there already."""
    name, _, text = line.partition("=")
    name, value = name.rstrip(" \t"), _value(text.lstrip(" \t"))
    if table is None or value is None or not _is_bare(name) or name in table:
        return None
    table[name] = value
    return table


def _is_bare(name: str) -> bool:
    return name.isascii() and name.replace("-", "_").replace("_", "a").isalnum()


def _value(text: str) -> str | int | None:
    """Return a number, a truth value or a text; None for any other value."""
    inside = text[1:-1]
    if text == f'"{inside}"' and inside.isprintable() and not set(inside) & {'"', "\\"}:
        return inside
    if text.isascii() and text.isdecimal() and len(text) < _LONGEST and (text[0] != "0" or text == "0"):
        return int(text)
    return {"true": True, "false": False}.get(text)
