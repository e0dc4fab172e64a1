"""The puzzles of the workspace that the user's words mean."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.catalog import selection
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.engines import function as modules
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Puzzle
from puzzle_runner.sites.site import address, identify

# How many of the puzzles that match a text a message names.
MOST_NAMED = 10


class Selected(NamedTuple):
    """A puzzle, and whether the user asked for it by its name."""

    puzzle: Puzzle
    by_name: bool


def paths(workspace: Workspace) -> dict[str, Path]:
    """Return the file of every puzzle by its stem.

    It is that of its module, else the folder of its programs, else the first file that a layout finds.
    """
    own: dict[str, Path] = {}
    if workspace.puzzles != workspace.root:
        own = modules.paths(workspace.puzzles, lambda folder: _has_programs(workspace, folder))
    if not workspace.sources:
        return own
    return {stem: sources[0].file for stem, sources in workspace.sources.items()} | own


def _has_programs(workspace: Workspace, folder: str) -> bool:
    from puzzle_runner.engines.program import discovery as programs

    return programs.is_there(folder, workspace.languages)


def read(workspace: Workspace, stem: str, path: Path) -> Puzzle:
    """Return a puzzle from its syntax tree, with its programs; one with an `error` if it cannot be read."""
    sources = workspace.sources.get(stem)
    if sources and sources[0].file == path:
        from puzzle_runner.engines.foreign import found

        return found.read(stem, sources, lambda: workspace.languages)
    puzzle = modules.read(stem, path, workspace.parsed)
    folder = os.path.join(workspace.puzzles, stem)
    if not os.path.isdir(folder):
        return puzzle
    from puzzle_runner.engines.program import discovery as programs

    return programs.added(puzzle, Path(folder), workspace.languages)


def input_file(workspace: Workspace, stem: str) -> Path | None:
    """Return the input that a layout finds in somebody's repository for a puzzle; None without."""
    if sources := workspace.sources.get(stem):
        from puzzle_runner.engines.foreign import found

        return found.input_file(workspace.root, sources)
    return None


def puzzles(workspace: Workspace, selectors: Sequence[str]) -> Iterator[Selected]:
    """Yield the selected puzzles; all of them without selectors. Raises NoSuchPuzzle."""
    files = paths(workspace)
    meant = [_spelled_out(selector, files) for selector in selectors]
    for stem, by_name in selection.select(list(files), meant, workspace.root).items():
        yield Selected(read(workspace, stem, files[stem]), by_name)


def _spelled_out(text: str, files: Mapping[str, Path]) -> str:
    if text in files:
        return text
    # Imported here: who types the name of a file, or nothing, does not need this module.
    from puzzle_runner.catalog import aliases

    return aliases.spelled_out(text, files)


def edited_last(workspace: Workspace) -> str:
    """Return the stem of the puzzle that was edited last. Raises UsageError if there is no puzzle."""
    return _edited_last(workspace, paths(workspace))


def _edited_last(workspace: Workspace, files: Mapping[str, Path]) -> str:
    if not files:
        raise UsageError(f'There is no puzzle in {workspace.puzzles} yet. Begin one with "puzzles new ID".')
    return max(files, key=lambda stem: modules.edited(files[stem]))


def puzzle_id(workspace: Workspace, text: str | None) -> str:
    """Return the id of a puzzle that a site has, else of one in the workspace.

    Without a text it is the one edited last. Raises NoSuchPuzzle if the text means neither, UsageError if it
    matches several puzzles.
    """
    files = paths(workspace)
    text = _edited_last(workspace, files) if text is None else _spelled_out(text, files)
    site, id = identify(text)
    if site.ADDRESS:
        return id
    fitting = [*selection.select(list(files), [text], workspace.root)]
    if len(fitting) > 1:
        more = len(fitting) - MOST_NAMED
        named = [*fitting[:MOST_NAMED], f"{more} more"] if more > 0 else fitting
        raise UsageError(f'"{text}" fits {len(fitting)} puzzles: {", ".join(named)}. Name one of them.')
    return fitting[0]


def stem(workspace: Workspace, id: str) -> str | None:
    """Return the stem of an id's module, as the file spells it; None if there is no module."""
    return selection.find(list(paths(workspace)), id)


def page(workspace: Workspace, text: str) -> str:
    """Return the URL of a puzzle's page: its module's link, else the site's; an empty text without either.

    A page of the site is at the address that the settings name.
    """
    files = paths(workspace)
    if stem := selection.find(list(files), text):
        site, _ = identify(stem)
        url = read(workspace, stem, files[stem]).url
    else:
        site, id = identify(puzzle_id(workspace, text))
        url = site.url(id)
    if not site.ADDRESS or not url.startswith(f"{site.ADDRESS}/"):
        return url
    return address(site) + url.removeprefix(site.ADDRESS)
