"""The lines of a TOML file: where its tables and keys begin, for messages."""

import re
import tomllib
from typing import Any

_NAME = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED = rf"({_NAME}(?:\s*\.\s*{_NAME})*)"
_HEADER = rf"\s*\[\[?\s*{_DOTTED}\s*\]"
_KEY = rf"\s*{_DOTTED}\s*="


def lines(text: str) -> dict[tuple[str, ...], int]:
    """Return the lines on which the tables of a TOML file and their keys begin, by their names."""
    numbers: dict[tuple[str, ...], int] = {}
    table: list[str] = []
    inside_text = False
    for number, line in enumerate(text.split("\n"), start=1):
        names: list[str] = []
        if not inside_text:
            if header := re.match(_HEADER, line):
                names = table = key_names(header[1])
            elif assigned := re.match(_KEY, line):
                names = table + key_names(assigned[1])
        if names:
            numbers.setdefault((names[0],), number)
            numbers.setdefault(tuple(names[:2]), number)
        quotes = line.count('"""') + line.count("'''")
        if quotes % 2 == 1:
            inside_text = not inside_text
    return numbers


def key_names(dotted: str) -> list[str]:
    """Return the names in a key as it is written: `main."part1"` has two; none if it is no key."""
    try:
        table: Any = tomllib.loads(f"{dotted} = 0")
    except ValueError:
        return []
    names: list[str] = []
    while isinstance(table, dict):
        (name,) = table
        names.append(name)
        table = table[name]
    return names
