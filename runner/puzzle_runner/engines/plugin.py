"""Installed packages that solve the puzzles of a site, which names the group of their entry points.

https://github.com/wimglenn/advent-of-code-data has the protocol: `f(year=, day=, data=)` returns both
answers.
"""

from collections.abc import Iterator
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Solution
from puzzle_runner.programs import Adapter
from puzzle_runner.sites.installed import entries
from puzzle_runner.sites.site import identify
from puzzle_runner.text import printable


class Plugin(NamedTuple):
    """A plugin: its name, its function as `module:function`, and the file of the module."""

    name: str
    function: str
    path: Path


def added(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with a solution of each part from each plugin."""
    site, id = identify(puzzle.id)
    if not site.SOLVERS or puzzle.error:
        return puzzle
    date = site.fields(id)
    own = {solution.name for solution in puzzle.solutions}
    more = [
        _solution(plugin, part, date["year"], date["day"])
        for plugin in installed(site.SOLVERS)
        if plugin.name not in own
        for part in range(1, site.PARTS + 1)
    ]
    ordered = sorted([*puzzle.solutions, *more], key=lambda solution: solution.part)
    return puzzle._replace(solutions=tuple(ordered)) if more else puzzle


def _solution(plugin: Plugin, part: int, year: int, day: int) -> Solution:
    adapter = Adapter(
        root=str(_root(plugin)),
        part=part,
        call=plugin.function,
        arguments=("year", "day", "data"),
        gives="both",
        year=year,
        day=day,
    )
    summary = f"The plugin {plugin.function}."
    return Solution(part, plugin.name, plugin.function, summary, path=plugin.path, adapter=adapter)


def _root(plugin: Plugin) -> Path:
    """Return the folder that its module is imported from."""
    module = plugin.function.partition(":")[0]
    depth = module.count(".") + (plugin.path.name == "__init__.py")
    return plugin.path.parents[depth]


@cache
def installed(group: str) -> tuple[Plugin, ...]:
    """Return the plugins of a group in the environment, by name."""
    return tuple(sorted({plugin.name: plugin for plugin in _plugins(group)}.values()))


def _plugins(group: str) -> Iterator[Plugin]:
    for name, function in entries(group):
        module, _, attribute = function.partition(":")
        if attribute and (path := _file(module)):
            yield Plugin(printable(name), function, path)


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
