"""Where a module of another repository finds what it imports, and the folder that its paths begin in."""

import ast
import os
import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines.foreign import scripts
from puzzle_runner.engines.foreign.layout import Source

# A folder with one of these is installed, and its modules are imported from there.
_LIBRARIES = ("lib", "libs", "packages", "src")
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


def of_names(source: Source, tree: ast.Module) -> Iterator[str]:
    """Yield the folders with what is imported that are no packages: `support/support.py`, `lib/support`.

    What is nowhere else may be in a folder of any name, if it is in one only: its author has it on the path.
    """
    names = {
        name.partition(".")[0]
        for node in tree.body
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level)
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        )
    }
    root, above = str(source.root), _above(source)
    for name in sorted(names - {"", *sys.stdlib_module_names}):
        is_found = any(_has(os.path.join(root, folder), name) for folder in above)
        for folder, holder in product(above, (name, *_LIBRARIES)):
            inner = os.path.join(root, folder, holder)
            if _has(inner, name) and not os.path.isfile(os.path.join(inner, "__init__.py")):
                is_found = True
                yield os.path.join(folder, holder)
        for folder in () if is_found else above:
            place = os.path.join(root, folder)
            inside = [inner for inner in _below(place, os.stat(place).st_mtime_ns) if _has(inner, name)]
            if len(inside) == 1:
                yield os.path.relpath(inside[0], root)
                break


@cache
def _below(folder: str, changed: int) -> list[str]:
    """Return the folders in a folder, which was `changed` then: many files look for what is not there."""
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if files.is_folder(entry)]
    except OSError:
        return []


def _has(folder: str, name: str) -> bool:
    """Tell whether a folder has a module or a package of a name."""
    module = os.path.join(folder, name)
    return os.path.isfile(f"{module}.py") or os.path.isfile(os.path.join(module, "__init__.py"))


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
