"""The kinds of solutions: the Protocol that each engine fulfils, and the table of all engines.

No other module names an engine. A new one is a module or a folder with an `ENGINE`, and a row of the table.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from puzzle_runner import files
from puzzle_runner.model import Puzzle, Solution
from puzzle_runner.running.call import JobEngine

if TYPE_CHECKING:
    from puzzle_runner.settings import Settings


class Repository(Protocol):
    """A workspace as engines see it: its folder and settings, and the `puzzles` folder in it.

    `puzzles` is the `whole` if there are layouts and no such folder. `memo` holds what engines have found.
    """

    root: Path
    puzzles: Path
    whole: bool
    memo: dict[str, Any]

    @property
    def settings(self) -> "Settings":
        """The settings of the workspace."""
        ...

    @property
    def layouts(self) -> tuple[Any, ...]:
        """The layouts of the workspace, which belong to the engine of foreign solutions."""
        ...


class Engine(JobEngine, Protocol):
    """One way to find and run solutions. `endings` are those of its files, which `run --watch` looks at."""

    endings: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Callable[[str], "Engine"], tuple[str]]:
        """Pickle it by its name: jobs go to other machines."""
        return load, (self.name,)

    def paths(self, repository: Repository) -> Mapping[str, Path]:
        """Return the ids of the puzzles that it finds, each with a file or folder of its solutions."""
        return {}

    def path(self, repository: Repository, id: str) -> Path | None:
        """Return what `paths` has for an id, where the name alone tells it; None means nothing."""
        return None

    def discover(self, repository: Repository, id: str, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
        """Return the puzzle at a path with the solutions of this engine; None if no engine knows it so far.

        `puzzle` is what the engines before it in the table have found.
        """
        return puzzle

    def helper(self, path: Path, name: str) -> Solution | None:
        """Return a function of a module that is no part, such as a checker; None if there is none."""
        return None

    def input_file(self, repository: Repository, id: str) -> Path | None:
        """Return the input of a puzzle that lies among the solutions."""
        return None


def _has_folders(repository: Repository, id: str) -> bool:
    """Tell whether a puzzle has a folder; without an id, whether any folder belongs to no module."""
    if repository.whole:
        return False
    if id:
        return os.path.isdir(os.path.join(repository.puzzles, id))
    with os.scandir(repository.puzzles) as entries:
        folders = [entry.path for entry in entries if entry.name[0] not in "_." and files.is_folder(entry)]
    return not all(
        os.path.isfile(f"{folder}.py") or os.path.isfile(f"{folder}/__init__.py") for folder in folders
    )


class Registration(NamedTuple):
    """A row of the table: the module of an engine, and a quick test whether it may find something.

    The test is for a puzzle's id, or an empty text for any puzzle: an engine that fails it is not imported.
    """

    module: str
    may_find: Callable[[Repository, str], bool]


# In this order they add their solutions to a puzzle.
ENGINES = {
    "foreign": Registration(
        "puzzle_runner.engines.foreign.engine", lambda repository, stem: bool(repository.layouts)
    ),
    "generator": Registration("puzzle_runner.engines.generator.engine", lambda repository, stem: False),
    "function": Registration("puzzle_runner.engines.function", lambda repository, stem: not repository.whole),
    "program": Registration("puzzle_runner.engines.program.engine", _has_folders),
}


def load(name: str) -> Engine:
    """Return an engine by its name."""
    module = ENGINES[name].module
    # It does the same as importlib, which takes longer to import than most engines.
    __import__(module)
    engine: Engine = sys.modules[module].ENGINE
    return engine


def helper(path: Path, name: str) -> Solution | None:
    """Return a function of a module that is no part; None if there is none. Raises OSError or SyntaxError."""
    return load("function").helper(path, name)


def asked(repository: Repository, id: str = "") -> Iterator[Engine]:
    """Yield the engines that may find a puzzle, or any puzzle, in the order of the table."""
    for name, entry in ENGINES.items():
        if entry.may_find(repository, id):
            yield load(name)
