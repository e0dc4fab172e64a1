"""The workspace: the folder with the user's puzzles, inputs and settings."""

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle_runner import settings
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Limits
from puzzle_runner.settings import Settings

if TYPE_CHECKING:
    from puzzle_runner.layouts.layout import Layout

PACKAGE = Path(__file__).parents[1]


class Workspace:
    """A folder with `puzzles/` or settings, or a foreign repository with a layout.

    `puzzles` is the folder of the modules; a repository without `puzzles/` is that folder as a `whole`.
    Settings are read on their first use; `memo` holds what was found in it. It `is_fallback` if it is the
    bundled collection because the user is in no workspace.
    """

    def __init__(self, root: Path, *, whole: bool = False, is_fallback: bool = False) -> None:
        self.whole = whole
        self.is_fallback = is_fallback
        self.memo: dict[str, Any] = {}
        self.root = Path(os.path.normpath(root))
        self.puzzles = self.root if whole else self.root / "puzzles"

    def with_layouts(self, layouts: "tuple[Layout, ...]") -> "Workspace":
        """Return this workspace with other layouts."""
        other = Workspace(self.root, whole=self.whole)
        other.__dict__ |= {"layouts": layouts, "settings": self.settings}
        return other

    def checked_out(self, root: Path) -> "Workspace":
        """Return this workspace as another commit has it, which lies in a folder of its own."""
        other = Workspace(root, whole=self.whole)
        return other.with_layouts(self.layouts) if self.layouts else other

    @property
    def code(self) -> Path:
        """The folder with all that its solutions import."""
        return self.root if self.layouts else self.puzzles

    def inputs(self, id: str) -> Path:
        """Return the folder of a puzzle's case file and inputs."""
        return self.root.joinpath("inputs", id)

    @cached_property
    def settings(self) -> Settings:
        """The settings in its pyproject.toml. Raises UsageError or Unreadable."""
        chosen = settings.read(self.root)
        if chosen.env:
            # Imported here: it loads all sites.
            from puzzle_runner.sites.registry import login_variables

            # The repository may be anybody's, and its parts see these variables.
            for name in {name.upper() for name in chosen.env} & login_variables():
                raise UsageError(
                    f"{self.root / 'pyproject.toml'}: in [tool.puzzles], env names {name}, which has a "
                    "login: no part gets it. Remove it."
                )
        return chosen

    def distrust(self) -> None:
        """Take neither its code nor its settings for the user's own: its parts run in a sandbox."""
        self.settings = self.settings._replace(untrusted=True, env=())

    def limits(self, timeout: float | None) -> Limits:
        """Return the limits of one call; `timeout` in seconds replaces the setting."""
        return self.settings.limits(timeout, os.path.realpath(self.root))

    @property
    def repository(self) -> Path | None:
        """The folder that git is asked about; None if its code is not trusted."""
        return None if self.settings.untrusted else self.root

    @cached_property
    def layouts(self) -> "tuple[Layout, ...]":
        """The layouts in its settings; without any, and without `puzzles/`, the one that is recognised."""
        if not self.whole and not self.settings.layout:
            return ()
        from puzzle_runner.layouts import layout, proposals

        try:
            configured = tuple(map(layout.parse, self.settings.layout))
        except UsageError as error:
            raise UsageError(f"{self.root / 'pyproject.toml'}: {error}") from None
        return configured or proposals.of_repository(self.root, tuple(self.settings.languages))

    @property
    def is_installed(self) -> bool:
        """Tell whether nothing should be changed in it: it lies in the package, or in the checkout of it."""
        return self.is_fallback or self.root.is_relative_to(PACKAGE)

    def check_writable(self, file: Path) -> None:
        """Raise UsageError for a file that belongs to the installed package."""
        if self.is_installed and file.is_relative_to(self.root):
            raise UsageError(
                f'{file} belongs to the installed package: run "puzzles init" in a folder first.'
            )


def find() -> Workspace:
    """Return the workspace that the user means.

    `PUZZLES_WORKSPACE`, else the one around the current folder, else the collection that comes with the
    package. Raises UsageError.
    """
    if value := os.environ.get("PUZZLES_WORKSPACE"):
        root = settings.expanded(value)
        if (root / "puzzles").is_dir():
            return Workspace(root)
        if there := at(root) or _repository(root):
            return there
        raise UsageError(
            f"PUZZLES_WORKSPACE is {value}, which has no folder puzzles/. "
            'Make one there with "puzzles init", or unset the variable.'
        )
    return around(settings.expanded(".")) or bundled()


def around(folder: Path) -> Workspace | None:
    """Return the nearest workspace at or above a folder, else its repository if its layout is certain."""
    places = (folder, *folder.parents)
    for place in places:
        nearest = at(place)
        if nearest:
            return nearest
    repository = next((place for place in places if (place / ".git").exists()), folder)
    return _repository(repository)


def at(folder: Path) -> Workspace | None:
    """Return the workspace that a folder is by its settings, or by its `puzzles/`."""
    has_puzzles = (folder / "puzzles").is_dir()
    if has_puzzles and (folder / "inputs").is_dir():
        return Workspace(folder)
    if settings.has_any(folder):
        return Workspace(folder, whole=not has_puzzles)
    if not has_puzzles or str(folder) == os.path.expanduser("~"):
        return None
    inside = folder / "puzzles"
    # That may be a package, or the folder of a whole workspace.
    if (inside / "__init__.py").exists() or at(inside):
        return None
    return Workspace(folder)


def _repository(root: Path) -> Workspace | None:
    """Return a foreign repository as a workspace; None if its layout is not certain.

    It is none either if all its solutions lie in workspaces below.
    """
    workspace = Workspace(root, whole=True)
    for layout in workspace.layouts:
        for pattern in layout.path:
            # A folder without a field in its name is in all paths of the pattern.
            folders = [folder for folder in Path(pattern).parents[:-1] if "{" not in str(folder)]
            if not any(at(root / folder) for folder in folders):
                return workspace
    return None


def no_workspace() -> str:
    """Return that the user is in no workspace, and what to do about it."""
    return (
        f'{settings.expanded(".")} is not in a workspace. "puzzles init" makes it one; if your solutions lie '
        'there, see "puzzles layouts".'
    )


def of_package() -> str:
    """Return that the puzzles are those of the package, as the user is in no workspace."""
    return f"{no_workspace()} Here are the puzzles that come with the package."


def no_puzzle(workspace: Workspace) -> str:
    """Return that a workspace has no puzzle, and what to do about it."""
    return f'There is no puzzle in {workspace.puzzles} yet. Start one with "puzzles new ID".'


def bundled() -> Workspace:
    """Return the collection that comes with the package: inside it in a wheel, beside it in a checkout."""
    installed = PACKAGE / "collection"
    return Workspace(installed if installed.is_dir() else PACKAGE.parents[1], is_fallback=True)
