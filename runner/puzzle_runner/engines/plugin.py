"""Installed packages that solve the puzzles of a site, which names the group of their entry points.

https://github.com/wimglenn/advent-of-code-data has the protocol: `f(year=, day=, data=)` returns both
answers.
"""

from collections.abc import Mapping
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines.engine import Repository
from puzzle_runner.engines.foreign.engine import ForeignEngine
from puzzle_runner.engines.foreign.layout import Adapter
from puzzle_runner.model import Puzzle, Solution
from puzzle_runner.sites.installed import entries
from puzzle_runner.sites.site import identify
from puzzle_runner.text import printable


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
        site, canonical = identify(id)
        if not puzzle or puzzle.error or not site.SOLVERS:
            return puzzle
        date = site.fields(canonical)
        own = {solution.name for solution in puzzle.solutions}
        more = [
            _solution(plugin, part, date["year"], date["day"])
            for plugin in installed(site.SOLVERS)
            if plugin.name not in own
            for part in range(1, site.PARTS + 1)
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
def installed(group: str) -> tuple[Plugin, ...]:
    """Return the plugins of a group in the environment, by name."""
    plugins: dict[str, Plugin] = {}
    for name, function in entries(group):
        module, _, attribute = function.partition(":")
        if attribute and (path := _file(module)):
            plugins[name] = Plugin(printable(name), function, path)
    return tuple(sorted(plugins.values()))


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
