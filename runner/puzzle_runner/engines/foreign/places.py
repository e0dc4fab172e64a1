"""Where a module of another repository finds what it imports, and the folder that its paths begin in."""

import ast
import os
from pathlib import Path

from puzzle_runner.engines.foreign import scripts
from puzzle_runner.engines.foreign.layout import Source

# A folder with one of these is installed, and its modules are imported from there.
_SETUPS = ("setup.py", "pyproject.toml", "setup.cfg")


def top(source: Source) -> str:
    """Return the folder that the dotted name of a module begins in: the first one that is no package.

    Where its own folder is none, that is the one that is installed, else the repository.
    """
    above = _above(source)
    is_package = [(source.root / folder / "__init__.py").is_file() for folder in above]
    if is_package[0]:
        return next((folder for folder, package in zip(above, is_package, strict=True) if not package), "")
    return next(iter(installed(source)), "")


def installed(source: Source) -> list[str]:
    """Return the folders above a file that would be installed, `src` before the folder around it."""
    found = []
    for folder in _above(source):
        if any((source.root / folder / name).is_file() for name in _SETUPS):
            inner = os.path.join(folder, "src")
            found += [inner, folder] if source.path.startswith(f"{inner}/") else [folder]
    return found


def _above(source: Source) -> list[str]:
    """Return the folder of a file and those above it, up to the repository, whose path is empty."""
    return [folder if folder != "." else "" for folder in map(str, Path(source.path).parents)]


def working_folder(source: Source, tree: ast.Module) -> str:
    """Return the folder from which the paths in a module start: its own, else one above it."""
    folder = os.path.dirname(source.path)
    above = [str(each) for each in Path(folder).parents] if folder else []
    for text in scripts.literals(tree):
        first = text.removeprefix("./").split("/", 1)[0]
        if "/" not in text or first in ("", "..", "~"):
            continue
        for place in (folder, *above):
            if (source.root / place / first.split("{")[0]).is_dir() and first.split("{")[0]:
                return "" if place == "." else place
    return folder
