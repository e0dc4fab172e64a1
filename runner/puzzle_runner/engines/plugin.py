"""Installed packages that solve the puzzles of a site, which names the group of their entry points.

https://github.com/wimglenn/advent-of-code-data has the protocol: `f(year=, day=, data=)` returns both
answers.
"""

from collections.abc import Mapping
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path

from puzzle_runner.engines.engine import Repository
from puzzle_runner.engines.foreign.engine import ForeignEngine
from puzzle_runner.engines.foreign.layout import Adapter, Loading
from puzzle_runner.model import Puzzle, Solution
from puzzle_runner.sites.installed import entries
from puzzle_runner.sites.registry import identify
from puzzle_runner.text import printable


class PluginEngine(ForeignEngine):
    """A plugin gets the year, the day and the input, and returns both answers, as a foreign function may."""

    name = "plugin"

    def paths(self, repository: Repository) -> Mapping[str, Path]:
        # A plugin adds to the puzzles that are there.
        return {}

    def discover(self, repository: Repository, id: str, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
        site, canonical = identify(id)
        if not puzzle or puzzle.error or not site.SOLVERS:
            return puzzle
        date = site.fields(canonical)
        own = {solution.name for solution in puzzle.solutions}
        more: list[Solution] = []
        for name, function, file in installed(site.SOLVERS):
            # The folder that its module is imported from.
            depth = function.partition(":")[0].count(".") + (file.name == "__init__.py")
            loading = Loading(depth, year=date["year"], day=date["day"])
            adapter = Adapter(loading, call=function, gives="both")
            more += (
                Solution(
                    part,
                    name,
                    "plugin",
                    adapter._replace(part=part),
                    f"The plugin {function}.",
                    path=file,
                    function=function,
                )
                for part in range(1, site.PARTS + 1)
                if name not in own
            )
        ordered = sorted([*puzzle.solutions, *more], key=lambda solution: solution.part)
        return puzzle._replace(solutions=tuple(ordered)) if more else puzzle


ENGINE = PluginEngine()


@cache
def installed(group: str) -> tuple[tuple[str, str, Path], ...]:
    """Return the plugins of a group: the name of each, its `module:function`, and the module's file."""
    plugins: dict[str, tuple[str, str, Path]] = {}
    for name, function in entries(group):
        module, _, attribute = function.partition(":")
        # The file is found without importing the module.
        folders: list[str] | None = None
        whole, origin = "", None
        for piece in module.split("."):
            whole = f"{whole}.{piece}".lstrip(".")
            spec = PathFinder.find_spec(whole, folders)
            if not spec:
                origin = None
                break
            folders, origin = list(spec.submodule_search_locations or []), spec.origin
        if attribute and origin and origin.endswith(".py"):
            plugins[name] = printable(name), function, Path(origin)
    return tuple(sorted(plugins.values()))
