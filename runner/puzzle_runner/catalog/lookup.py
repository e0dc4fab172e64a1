"""The puzzles of the workspace that the user's words mean."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import settings
from puzzle_runner.catalog import selection
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Puzzle
from puzzle_runner.sites.site import identify
from puzzle_runner.text import natural

# How many of the puzzles that match a text a message names.
MOST_NAMED = 10


class Selected(NamedTuple):
    """A puzzle, and whether the user asked for it by its name."""

    puzzle: Puzzle
    by_name: bool


def paths(workspace: Workspace) -> dict[str, Path]:
    """Return the file or folder of every puzzle by its stem, in natural order."""
    found: dict[str, Path] = {}
    for engine in engines.asked(workspace):
        found |= engine.paths(workspace)
    return dict(sorted(found.items(), key=lambda item: natural(item[0])))


def read(workspace: Workspace, stem: str, path: Path) -> Puzzle:
    """Return a puzzle with its solutions, without executing anything; with an `error` if it is unreadable."""
    puzzle: Puzzle | None = None
    for engine in engines.asked(workspace, stem):
        puzzle = engine.discover(workspace, stem, path, puzzle)
    kind, id = identify(stem)
    return puzzle or Puzzle(stem, kind.NAME, path, url=kind.url(id))


def complete(workspace: Workspace, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with all of its solutions, also those of installed packages."""
    for engine in engines.asked(workspace, puzzle.id, extra=True):
        puzzle = engine.discover(workspace, puzzle.id, puzzle.path, puzzle) or puzzle
    return puzzle


def input_file(workspace: Workspace, stem: str) -> Path | None:
    """Return the input of a puzzle that lies among its solutions; None without one."""
    files = (engine.input_file(workspace, stem) for engine in engines.asked(workspace, stem))
    return next(filter(None, files), None)


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
    return max(files, key=lambda stem: edited(files[stem]))


def edited(path: Path) -> float:
    """Return the time of a puzzle's last edit in seconds since 1970: of its module or a file beside it."""
    folder = path.parent if path.name == "__init__.py" else path.with_suffix("")
    own = [path, *folder.rglob("*")] if folder.is_dir() else [path]
    return max(map(_modified, own), default=0.0)


def _modified(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def puzzle_id(workspace: Workspace, text: str | None) -> str:
    """Return the id of a puzzle that a site has, else of one in the workspace.

    Without a text it is the one edited last. Raises NoSuchPuzzle if the text means neither, UsageError if it
    matches several puzzles.
    """
    files = paths(workspace)
    text = _edited_last(workspace, files) if text is None else _spelled_out(text, files)
    kind, id = identify(text)
    if kind.SITE:
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
    """Return the URL of a puzzle's page: its module's link, else the kind's; an empty text without either.

    A page of the kind's site is at the address that the settings name.
    """
    files = paths(workspace)
    if stem := selection.find(list(files), text):
        kind, _ = identify(stem)
        url = read(workspace, stem, files[stem]).url
    else:
        kind, id = identify(puzzle_id(workspace, text))
        url = kind.url(id)
    if not kind.SITE or not url.startswith(f"{kind.SITE}/"):
        return url
    return settings.site(f"PUZZLES_{kind.NAME.upper()}_URL", kind.SITE) + url.removeprefix(kind.SITE)
