"""A layout, as `[[tool.puzzles.layout]]` has it, and the files that it finds."""

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner.errors import UsageError
from puzzle_runner.layouts import patterns
from puzzle_runner.layouts.patterns import Place
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import nearest

ARGUMENTS = ("text", "lines", "path", "file")
# A field, and the width of its number.
_FIELD = re.compile(r"\{(\w+)(?::0(\d))?\}")


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

    def words(self, command: str, **more: str) -> tuple[str, ...]:
        """Return the words of a command of the layout."""
        return tuple(self.fill(word, **more) for word in shlex.split(command))

    def fill(self, text: str, **more: int | str) -> str:
        """Return a path or a word of a command with what its fields stand for; other fields stay."""
        folder, name = os.path.split(self.path)
        values: dict[str, int | str] = {
            "year": self.place.year,
            "yy": f"{self.place.year % 100:02}",
            "day": self.place.day or self.place.number,
            "number": self.place.number,
            "title": self.place.title,
            "folder": folder or ".",
            "stem": os.path.splitext(name)[0],
            **more,
        }

        def value(field: re.Match[str]) -> str:
            value = values.get(field[1], field[0])
            return f"{value:0{field[2] or 1}}" if isinstance(value, int) else value

        return _FIELD.sub(value, text)


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
    values: dict[str, Any] = {"path": ()}
    for key, value in table.items():
        if key not in Layout._fields:
            fields = ", ".join(Layout._fields)
            near = nearest(key, Layout._fields)
            raise UsageError(f'[[tool.puzzles.layout]] has no "{key}".{near} It has {fields}.')
        default = Layout._field_defaults.get(key, ())
        expected = {int: "a number", str: "a text"}.get(type(default), "a text or a list of texts")
        is_valid = type(value) is type(default)
        if isinstance(default, tuple):
            texts = [value] if isinstance(value, str) else value
            is_valid = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
            value = tuple(texts) if is_valid else value
        if not is_valid:
            raise UsageError(f"A layout's {key} is {expected}, not {value!r}.")
        values[key] = value
    layout = Layout(**values)
    if not layout.path:
        raise UsageError('A [[tool.puzzles.layout]] needs a path, such as "{year}/day{day:02}.py".')
    for path in layout.path:
        patterns.compiled(path)
    if layout.argument not in ("", *ARGUMENTS):
        raise UsageError(f"A layout's argument is {', '.join(ARGUMENTS)}, not {layout.argument!r}.")
    for key in ("build", "command"):
        try:
            if values.get(key) and not shlex.split(values[key]):
                raise ValueError("it is blank")
        except ValueError as error:
            raise UsageError(f"A layout's {key} cannot be read: {error}.") from None
    if layout.build and not layout.command:
        raise UsageError("A layout's build needs a command that starts what is built.")
    return layout
