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
    found: dict[tuple[str, ...], int] = {}
    table: list[str] = []
    inside_text = False
    for number, line in enumerate(text.split("\n"), start=1):
        if not inside_text and (header := re.match(_HEADER, line)):
            named = table = key_names(header[1])
        else:
            assigned = None if inside_text else re.match(_KEY, line)
            named = [*table, *key_names(assigned[1])] if assigned else []
        for length in range(1, min(len(named), 2) + 1):
            found.setdefault(tuple(named[:length]), number)
        inside_text ^= (line.count('"""') + line.count("'''")) % 2 == 1
    return found


def key_names(dotted: str) -> list[str]:
    """Return the names in a key as it is written: `main."part1"` has two; none if it is no key."""
    value: Any = 0
    try:
        value = tomllib.loads(f"{dotted} = 0")
    except ValueError:
        pass
    names: list[str] = []
    while isinstance(value, dict):
        names += value
        value = value[names[-1]]
    return names
