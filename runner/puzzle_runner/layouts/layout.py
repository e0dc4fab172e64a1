"""A layout, as `[[tool.puzzles.layout]]` has it, and the files that it finds."""

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner.engines import part_words
from puzzle_runner.errors import UsageError
from puzzle_runner.layouts import patterns
from puzzle_runner.layouts.patterns import Place
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import nearest

ARGUMENTS = ("text", "lines", "path", "file")
# What a command stands for of a file; the words that start Python.
_FIELD = re.compile(r"\{(?:year|day|number)(?::0\d)?\}|\{(?:yy|folder|stem)\}")
_PYTHON = re.compile(r"(?:\{python\}|python[\d.]*|py)(?:\s|$)")


class Layout(NamedTuple):
    """One `[[tool.puzzles.layout]]`: path patterns, and how what they match is called.

    `parts` are functions, `argument` is what they are given; without `parts`, the syntax tree of each file
    tells. `input` are patterns of the places where the files look for their input, `path_entries` what they
    expect on `sys.path`, `command` how they are started if they are programs, after the `build` of all of
    them. `year` is that of paths that tell none, `site` the site of all of them, or another event.
    """

    path: tuple[str, ...]
    parts: tuple[str, ...] = ()
    argument: str = ""
    input: tuple[str, ...] = ()
    path_entries: tuple[str, ...] = ()
    build: str = ""
    command: str = ""
    year: int = 0
    site: str = ""


class Source(NamedTuple):
    """A file of a layout: its path relative to the repository `root`, what that says, by which pattern."""

    root: Path
    path: str
    place: Place
    layout: Layout
    pattern: str = ""

    @property
    def file(self) -> Path:
        """The file."""
        return self.root / self.path

    @property
    def id(self) -> PuzzleId:
        """The id of its puzzle."""
        return self.place.id or identify(self.file.stem)

    @property
    def is_python(self) -> bool:
        """Tell whether it is read as a module, and not started by a command."""
        return self.path.endswith(".py") and not self.layout.command

    def words(self, command: str) -> tuple[str, ...]:
        """Return the words of a command of the layout. What stands for a part or its input stays."""
        values = self._values()
        words = shlex.split(command)
        return tuple(_FIELD.sub(lambda field: field[0].format_map(values), word) for word in words)

    def fill(self, pattern: str, part: int) -> str:
        """Return the path that a pattern of the layout has for the file and a part. Raises UsageError."""
        values = part_words.fields(part) | self._values()
        try:
            return os.path.normpath(pattern.format_map(values))
        except (KeyError, ValueError, IndexError, AttributeError):
            raise UsageError(f'The layout\'s "{pattern}" has a field that cannot be filled in.') from None

    def _values(self) -> dict[str, int | str]:
        """Return what the fields of patterns and commands stand for, but for those of parts."""
        folder, name = os.path.split(self.path)
        return {
            "year": self.place.year,
            "yy": f"{self.place.year % 100:02}",
            "day": self.place.day or self.place.number,
            "number": self.place.number,
            "title": self.place.title,
            "folder": folder or ".",
            "stem": os.path.splitext(name)[0],
        }


def toml(layout: Layout) -> dict[str, Any]:
    """Return a layout as the table that is written for it: what it leaves open is left out."""
    table: dict[str, Any] = {}
    for key, value in layout._asdict().items():
        if value:
            table[key] = [*value] if isinstance(value, tuple) else value
    if len(layout.path) == 1:
        table["path"] = layout.path[0]
    return table


def parse(table: Mapping[str, Any]) -> Layout:
    """Return the layout of a table in a workspace's settings. Raises UsageError."""
    for key in table:
        if key not in Layout._fields:
            fields = ", ".join(Layout._fields)
            near = nearest(key, Layout._fields)
            raise UsageError(f'[[tool.puzzles.layout]] has no "{key}".{near} It has {fields}.')
    lists: dict[str, tuple[str, ...]] = {}
    for key in ("path", "parts", "input", "path_entries"):
        value = table.get(key, ())
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            raise UsageError(f"A layout's {key} is a text or a list of texts, not {value!r}.")
        lists[key] = tuple(texts)
    if not lists["path"]:
        raise UsageError('A [[tool.puzzles.layout]] needs a path, such as "{year}/day{day:02}.py".')
    for path in lists["path"]:
        patterns.compiled(path)
    argument = table.get("argument", "")
    if argument not in ("", *ARGUMENTS):
        raise UsageError(f"A layout's argument is {', '.join(ARGUMENTS)}; {argument!r} is none of them.")
    build = _command(table, "build", "cargo build --release")
    command = _command(table, "command", "{python} {file} {input}")
    if build and (not command or _PYTHON.match(command)):
        raise UsageError(
            "A layout's build needs a command that starts what is built, such as "
            '"target/release/aoc {year} {day}".'
        )
    year = table.get("year", 0)
    if type(year) is not int or not (year == 0 or 1000 <= year <= 9999):
        raise UsageError(f"A layout's year is a number such as 2021, not {year!r}.")
    site = table.get("site", "")
    if not isinstance(site, str) or not re.fullmatch(r"(?:[A-Za-z][\w -]*)?", site):
        raise UsageError(f'A layout\'s site is a name such as "ec" or "codyssi", not {site!r}.')
    return Layout(**lists, argument=argument, build=build, command=command, year=year, site=site)


def _command(table: Mapping[str, Any], key: str, example: str) -> str:
    """Return a command of a table, which can be split into words, or is empty. Raises UsageError."""
    value = table.get(key, "")
    try:
        if isinstance(value, str) and (not value or shlex.split(value)):
            return value
    except ValueError:
        # A quotation mark has no other one.
        pass
    raise UsageError(f'A layout\'s {key} is a text such as "{example}", not {value!r}.')
