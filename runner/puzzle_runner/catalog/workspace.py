"""The workspace: the folder with the user's puzzles, inputs and settings."""

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from puzzle_runner import settings
from puzzle_runner.errors import UsageError
from puzzle_runner.settings import Settings

if TYPE_CHECKING:
    from puzzle_runner.catalog.languages import Languages

PACKAGE = Path(__file__).parents[1]


class Workspace:
    """A folder with `puzzles/` and `inputs/`. Its settings are read on their first use.

    `is_fallback` if it is the bundled collection because the user is in no workspace.
    """

    def __init__(self, root: Path, is_fallback: bool = False) -> None:
        self.root = root
        self.is_fallback = is_fallback
        self.puzzles = root / "puzzles"

    def inputs(self, id: str) -> Path:
        """Return the folder of a puzzle's case file and inputs."""
        return self.root / "inputs" / id

    @cached_property
    def settings(self) -> Settings:
        """The settings in its pyproject.toml. Raises UsageError or Unreadable."""
        return settings.read(self.root)

    @cached_property
    def languages(self) -> "Languages":
        """The languages of programs, with the changes in its settings. Raises UsageError or Unreadable."""
        from puzzle_runner.catalog import languages

        return languages.changed(self.settings.languages)

    @property
    def is_installed(self) -> bool:
        """Tell whether nothing should be changed in it: it lies in the package, or in the checkout of it."""
        return self.is_fallback or self.root.is_relative_to(PACKAGE)


def find() -> Workspace:
    """Return the workspace that the user means.

    `PUZZLES_WORKSPACE`, else the nearest folder at or above the current one that has `puzzles/` and
    `inputs/`, else the collection that comes with the package. Raises UsageError.
    """
    if value := os.environ.get("PUZZLES_WORKSPACE"):
        root = settings.expanded(value)
        if not (root / "puzzles").is_dir():
            raise UsageError(
                f"PUZZLES_WORKSPACE is {value}, which has no folder puzzles/. "
                'Make one there with "puzzles init", or unset the variable.'
            )
        return Workspace(root)
    current = settings.expanded(".")
    for folder in (current, *current.parents):
        if (folder / "puzzles").is_dir() and (folder / "inputs").is_dir():
            return Workspace(folder)
    return bundled()


def bundled() -> Workspace:
    """Return the collection that comes with the package: inside it in a wheel, beside it in a checkout."""
    installed = PACKAGE / "collection"
    return Workspace(installed if installed.is_dir() else PACKAGE.parents[1], is_fallback=True)
