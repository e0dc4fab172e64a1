"""Functions and classes of foreign modules: what their syntax trees say, and where they are defined."""

import ast
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines import modules

Function = ast.FunctionDef | ast.AsyncFunctionDef

# How many classes up something is looked for.
MOST_BASES = 4


class Module(NamedTuple):
    """The syntax tree of the file at `path`, in the repository `root`."""

    tree: ast.Module
    path: Path
    root: Path


def parameters(function: Function) -> list[ast.arg]:
    """Return the parameters, except `self`."""
    given = (*function.args.posonlyargs, *function.args.args)
    return [each for each in given if each.arg not in ("self", "cls")]


def required(function: Function) -> list[ast.arg]:
    """Return the parameters without a default, except `self`."""
    every = parameters(function)
    return every[: max(0, len(every) - len(function.args.defaults))]


def names(function: Function) -> Iterator[str]:
    """Yield the names, and those of attributes, in a function."""
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name | ast.Attribute):
                yield node.id if isinstance(node, ast.Name) else node.attr


def own(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            yield node
            waiting += ast.iter_child_nodes(node)


def returns(function: Function) -> bool:
    """Tell whether a function returns something other than None."""
    return any(
        isinstance(node, ast.Return)
        and node.value is not None
        and not (isinstance(node.value, ast.Constant) and node.value.value is None)
        for node in own(function)
    )


def gives_both(function: Function) -> bool:
    """Tell whether a function returns two answers at once, or yields twice."""
    nodes = [*own(function)]
    yields = sum(isinstance(node, ast.Yield) for node in nodes)
    if yields:
        return yields == 2 or any(isinstance(node, ast.YieldFrom) for node in nodes)
    returned = [node.value for node in nodes if isinstance(node, ast.Return) and node.value]
    return bool(returned) and all(
        isinstance(value, ast.Tuple | ast.List) and len(value.elts) == 2 for value in returned
    )


def defined(name: str, module: Module) -> tuple[Function | ast.ClassDef, Module] | None:
    """Return a function or class by the name that a module has for it, with the module that defines it."""
    for node in module.tree.body:
        if isinstance(node, Function | ast.ClassDef) and node.name == name:
            return node, module
    for origin, wanted in _imports(name, module.tree):
        for file in _files(origin, module.path, module.root):
            try:
                other = _parsed(file, file.stat().st_mtime_ns)
            except modules.UNREADABLE:
                continue
            # A package may only pass it on.
            return defined(wanted, Module(other, file, module.root))
    return None


_parsed = lru_cache(64)(lambda file, changed: modules.parse(file))


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
    folders = [path.parents[level - 1]] if level else path.parents
    for folder in folders:
        if os.path.normpath(folder).startswith(str(root)):
            place = folder.joinpath(*parts)
            files = (place.with_suffix(".py") if parts else place, place / "__init__.py")
            yield from (file for file in files if file.is_file())


def lineage(
    owner: ast.ClassDef, module: Module, depth: int = MOST_BASES
) -> Iterator[tuple[ast.ClassDef, Module]]:
    """Yield a class and the first bases of it that are found, each with its module."""
    yield owner, module
    if depth and (names_of_bases := bases(owner)):
        found = defined(names_of_bases[0].partition("[")[0], module)
        if found and isinstance(found[0], ast.ClassDef):
            yield from lineage(found[0], found[1], depth - 1)


def bases(owner: ast.ClassDef) -> list[str]:
    """Return the bases of a class, as it names them, but those that have nothing."""
    return [
        base for base in map(ast.unparse, owner.bases) if base not in ("object", "ABC", "abc.ABC", "Protocol")
    ]
