"""Discovery: what finds the puzzles of a workspace, without executing any.

A new way to find puzzles is a module with two functions, and a row of the table: `paths(repository)` returns
the ids that it finds, each with a file or folder of its solutions. `discover(repository, id, path, puzzle)`
returns the puzzle at a path, which the finders before may have found, with its own solutions.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from puzzle_runner import files

if TYPE_CHECKING:
    from puzzle_runner.layouts.layout import Layout
    from puzzle_runner.settings import Settings


class Repository(Protocol):
    """A workspace as finders see it. `puzzles` is the `whole` of it if there is no such folder.

    `memo` holds what they have found.
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
    def layouts(self) -> "tuple[Layout, ...]":
        """The layouts of the workspace."""
        ...


def _has_folders(repository: Repository, id: str) -> bool:
    """Tell whether a puzzle has a folder; without an id, whether there is any."""
    if repository.whole:
        return False
    if id:
        return os.path.isdir(os.path.join(repository.puzzles, id))
    with os.scandir(repository.puzzles) as entries:
        return any(files.is_folder(entry) for entry in entries if entry.name[0] not in "_.")


# The modules in the order in which they add their solutions to a puzzle. Each has a quick test whether it may
# find an id, or anything if the id is empty: a module that may not is not imported.
FINDERS: dict[str, Callable[[Repository, str], bool]] = {
    "puzzle_runner.layouts.puzzles": lambda repository, stem: bool(repository.layouts),
    "puzzle_runner.layouts.modules": lambda repository, stem: not repository.whole,
    "puzzle_runner.layouts.programs": _has_folders,
}


def finders(repository: Repository, id: str = "") -> Iterator[Any]:
    """Yield the finders that may find a puzzle, or any puzzle, in the order of the table."""
    for module, may_find in FINDERS.items():
        if may_find(repository, id):
            # It does the same as importlib, which takes longer to import than most finders.
            __import__(module)
            yield sys.modules[module]
