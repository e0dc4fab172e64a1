"""Installed packages that solve Advent of Code, with the entry point group `adventofcode.user`.

https://github.com/wimglenn/advent-of-code-data has the protocol: `f(year=, day=, data=)` returns both
answers. Their metadata is read as text: to import `importlib.metadata` takes longer than most puzzles.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines.engine import Repository
from puzzle_runner.engines.foreign.engine import ForeignEngine
from puzzle_runner.engines.foreign.layout import Adapter
from puzzle_runner.model import Puzzle, Solution
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.site import identify
from puzzle_runner.text import printable

GROUP = "[adventofcode.user]"


class Plugin(NamedTuple):
    """A plugin: its name, its function as `module:function`, and the file of the module."""

    name: str
    function: str
    path: Path


class PluginEngine(ForeignEngine):
    """A plugin gets the year, the day and the input, and returns both answers, as a foreign function may."""

    name = "plugin"

    def paths(self, repository: Repository) -> Mapping[str, Path]:
        """Return nothing: a plugin adds to the puzzles that are there."""
        return {}

    def discover(self, repository: Repository, id: str, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
        """Return a puzzle with a solution of each part from each plugin."""
        kind, canonical = identify(id)
        if not puzzle or puzzle.error or kind.NAME != aoc.NAME:
            return puzzle
        own = {solution.name for solution in puzzle.solutions}
        more = [
            _solution(plugin, part, *aoc.date(canonical))
            for plugin in installed()
            if plugin.name not in own
            for part in (1, 2)
        ]
        ordered = sorted([*puzzle.solutions, *more], key=lambda solution: solution.part)
        return puzzle._replace(solutions=tuple(ordered)) if more else puzzle


ENGINE = PluginEngine()


def _solution(plugin: Plugin, part: int, year: int, day: int) -> Solution:
    # The folder that its module is imported from.
    depth = plugin.function.partition(":")[0].count(".") + (plugin.path.name == "__init__.py")
    arguments = ("year", "day", "data")
    adapter = Adapter(
        depth, part=part, call=plugin.function, arguments=arguments, gives="both", year=year, day=day
    )
    return Solution(part, plugin.name, "plugin", adapter, f"The plugin {plugin.function}.", path=plugin.path)


@cache
def installed() -> tuple[Plugin, ...]:
    """Return the plugins in the environment, by name."""
    plugins: dict[str, Plugin] = {}
    for name, function in _entries():
        module, _, attribute = function.partition(":")
        if attribute and (path := _file(module)):
            plugins[name] = Plugin(name, function, path)
    return tuple(sorted(plugins.values()))


def _entries() -> Iterator[tuple[str, str]]:
    """Yield the names and the functions in the metadata of all packages."""
    for folder in dict.fromkeys(sys.path):
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for name in names:
            if not name.endswith((".dist-info", ".egg-info")):
                continue
            try:
                lines = files.text(Path(folder, name, "entry_points.txt"), files.TABLES).splitlines()
            except OSError:
                continue
            section = ""
            for line in lines:
                if line.startswith("["):
                    section = line.strip()
                elif section == GROUP and "=" in line:
                    entry, _, function = line.partition("=")
                    yield printable(entry.strip()), function.partition("[")[0].strip()


def _file(module: str) -> Path | None:
    """Return the file of a module, without importing it."""
    folders: list[str] | None = None
    name, origin = "", None
    for piece in module.split("."):
        name = f"{name}.{piece}".lstrip(".")
        spec = PathFinder.find_spec(name, folders)
        if not spec:
            return None
        folders, origin = list(spec.submodule_search_locations or []), spec.origin
    return Path(origin) if origin and origin.endswith(".py") else None
