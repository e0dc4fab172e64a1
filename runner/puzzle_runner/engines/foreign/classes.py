"""What the constructor of a class in somebody's repository wants, also if a base in another file has it."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from puzzle_runner.engines import function as modules
from puzzle_runner.engines.foreign import arguments
from puzzle_runner.engines.foreign.arguments import Function

# How far up its bases are looked for.
MOST_BASES = 4


def made(
    owner: ast.ClassDef, tree: ast.Module, path: Path, root: Path, depth: int = MOST_BASES
) -> tuple[str, ...] | None:
    """Return what the constructor of a class is to be given; None if that cannot be told.

    `tree` is that of the file at `path`, in the repository `root`.
    """
    for node in owner.body:
        if isinstance(node, Function) and node.name == "__init__":
            return arguments.kinds(node)
    if any("dataclass" in ast.unparse(decorator) for decorator in owner.decorator_list):
        fields = [each for each in owner.body if isinstance(each, ast.AnnAssign) and each.value is None]
        kinds = tuple(arguments.of_annotation(field.annotation) for field in fields)
        return kinds if all(kinds) and len(kinds) < 2 else None
    named = [
        base for base in owner.bases if ast.unparse(base) not in ("object", "ABC", "abc.ABC", "Protocol")
    ]
    if not named:
        return ()
    found = _base(ast.unparse(named[0]).partition("[")[0], tree, path, root) if depth else None
    return made(*found, root, depth - 1) if found else None


def _base(
    name: str, tree: ast.Module, path: Path, root: Path
) -> tuple[ast.ClassDef, ast.Module, Path] | None:
    """Return a class by the name that a module has for it, with the tree and the path of its file."""
    if own := _class(name, tree):
        return own, tree, path
    for module, wanted in _imports(name, tree):
        for file in _files(module, path, root):
            try:
                other = modules.parse(file)
            except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if there := _class(wanted, other):
                return there, other, file
            # A package may only pass it on.
            return _base(wanted, other, file, root) if other is not tree else None
    return None


def _class(name: str, tree: ast.Module) -> ast.ClassDef | None:
    return next((node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name), None)


def _imports(name: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the modules, relative ones with their dots, that a name may come from, with its name there."""
    owner, _, attribute = name.rpartition(".")
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=module, names=names, level=level):
                for alias in names:
                    if (alias.asname or alias.name) == name:
                        yield "." * level + (module or ""), alias.name
                    elif (alias.asname or alias.name) == owner:
                        yield "." * level + (f"{module}." if module else "") + alias.name, attribute
            case ast.Import(names=names):
                for alias in names:
                    if (alias.asname or alias.name) == owner:
                        yield alias.name, attribute


def _files(module: str, path: Path, root: Path) -> Iterator[Path]:
    """Yield the files that a module may be, as it is imported from a path."""
    name = module.lstrip(".")
    level = len(module) - len(name)
    parts = name.split(".") if name else []
    folders = (
        [path.parents[level - 1]] if level else [folder for folder in path.parents if _is_in(folder, root)]
    )
    for folder in folders:
        place = folder.joinpath(*parts)
        for file in (place.with_suffix(".py") if parts else place, place / "__init__.py"):
            if file.is_file() and _is_in(file, root):
                yield file


def _is_in(path: Path, root: Path) -> bool:
    return os.path.normpath(path).startswith(str(root))
