"""The puzzles of a workspace, read from file names and syntax trees. Nothing here executes a puzzle."""

import ast
import os
import re
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from puzzle_runner import files
from puzzle_runner.errors import reason
from puzzle_runner.model import DEFAULT, PART_NUMBER, Puzzle, Solution
from puzzle_runner.sites.site import identify
from puzzle_runner.storage import memo

# Compiled when they are needed, which takes long.
_PART = rf"part({PART_NUMBER})(?:_(\w+))?"
_SOLVE = r"(solve)(?:_(\w+))?"
_LINK = r"https?://[^\s<>]*[^\s<>.,;:!?)]"


def paths(folder: Path, has_programs: Callable[[str], bool] = lambda _: False) -> dict[str, Path]:
    """Return the module file of every puzzle in a folder by its stem, in natural order.

    A puzzle without a module has the folder of its programs; `has_programs` tells whether a folder is one.
    """
    paths: dict[str, Path] = {}
    folders: list[os.DirEntry[str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(("_", ".")):
                continue
            if entry.name.endswith(".py"):
                paths.setdefault(entry.name.removesuffix(".py"), Path(entry.path))
            elif os.path.isfile(os.path.join(entry.path, "__init__.py")):
                paths[entry.name] = Path(entry.path, "__init__.py")
            elif entry.is_dir():
                folders.append(entry)
    for entry in folders:
        if entry.name not in paths and has_programs(entry.path):
            paths[entry.name] = Path(entry.path)
    return dict(sorted(paths.items(), key=lambda item: natural(item[0])))


def natural(stem: str) -> tuple[tuple[str, int], ...]:
    """Return a sort key that puts `aoc2021d3` before `aoc2021d21`."""
    return tuple((text, int(digits or -1)) for text, digits in re.findall(r"(\D*)(\d*)", stem))


def edited(path: Path) -> float:
    """Return the time of a puzzle's last edit in seconds since 1970, of its module or of a program."""
    folder = path.parent if path.name == "__init__.py" else path.with_suffix("")
    own = [path, *folder.rglob("*")] if folder.is_dir() else [path]
    return max(map(_modified, own), default=0.0)


def _modified(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def read(stem: str, path: Path) -> Puzzle:
    """Return a puzzle from its syntax tree; a puzzle with an `error` if that cannot be read.

    Its URL is the link in the docstring, else the one that the kind knows.
    """
    kind, id = identify(stem)
    name = path.name
    if not name.endswith(".py"):
        return Puzzle(stem, kind.NAME, path, url=kind.url(id))
    try:
        data = files.read(path, files.MODULE)
        fields = memo.of(partial(_read, data, path), data, __file__, stem, name)
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        return Puzzle(stem, kind.NAME, path, error=f"{path}{line}: {error.msg}.")
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        return Puzzle(stem, kind.NAME, path, error=f"{path} cannot be read: {reason(error)}.")
    title, url, idea, warning, parts = fields
    made = tuple(map(Solution._make, parts))
    return Puzzle(stem, kind.NAME, path, title, url or kind.url(id), made, idea=idea, warning=warning)


def _read(data: bytes, path: Path) -> tuple[str, str, str, str, tuple[tuple[Any, ...], ...]]:
    """Return the title of a module, its link, the idea, a warning, and the fields of its solutions."""
    tree = _tree(data, path)
    title, _, rest = (ast.get_docstring(tree) or "").partition("\n")
    link = re.search(_LINK, rest)
    # A link on a line of its own is no part of the idea.
    lines = (line for line in rest.splitlines() if not link or line.strip() != link[0])
    idea = "\n".join(lines).strip()
    parts = solutions(tree)
    fields = tuple(map(tuple, parts))
    return title.strip(), link[0] if link else "", idea, _warning(tree, path, parts), fields


def _warning(tree: ast.Module, path: Path, parts: Collection[Solution]) -> str:
    """Return a sentence about what looks like a part and is none, or an empty text."""
    if parts and {solution.function for solution in parts} >= set(_names(tree)):
        return ""
    # Imported here: a module that has its parts and nothing else needs no closer look.
    from puzzle_runner.engines import misspelled_parts as nearmisses

    return nearmisses.warning(tree, path, {solution.part for solution in parts})


def _names(tree: ast.Module) -> Iterator[str]:
    return (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def parse(path: Path) -> ast.Module:
    """Return the syntax tree of a module. The compiler's warnings are not shown."""
    return _tree(files.read(path, files.MODULE), path)


def _tree(data: bytes, path: Path) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(data, str(path))


def solutions(tree: ast.Module) -> list[Solution]:
    """Return the solutions that a module defines, by part, the default before its alternatives.

    `solve` is part 1 if the module has no `partN`; otherwise it is a helper. `solve_part_two` is none of its
    alternatives.
    """
    nodes = {name: node for statement in tree.body for name, node in _bound(statement)}
    unsorted = _named_like(_PART, nodes)
    if not unsorted:
        from puzzle_runner.engines import misspelled_parts as nearmisses

        solving = {name: node for name, node in nodes.items() if not nearmisses.number(name)}
        unsorted = _named_like(_SOLVE, solving)
    return sorted(unsorted, key=lambda solution: (solution.part, solution.name != DEFAULT))


def _named_like(pattern: str, nodes: Mapping[str, ast.stmt]) -> list[Solution]:
    matches = ((re.fullmatch(pattern, name), node) for name, node in nodes.items())
    return [_solution(match, node) for match, node in matches if match]


def _bound(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the names that a statement binds, each with the statement."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield statement.name, statement
        case ast.Assign():
            yield from ((name.id, statement) for name in statement.targets if isinstance(name, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name, statement
        case ast.ImportFrom():
            yield from ((alias.asname or alias.name, statement) for alias in statement.names)


def _solution(name: re.Match[str], node: ast.stmt) -> Solution:
    part = 1 if name[1] == "solve" else int(name[1])
    summary, takes_input, written = "", True, True
    parameters: tuple[str, ...] = ()
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        summary = (ast.get_docstring(node) or "").partition("\n")[0]
        takes_input = bool(node.args.posonlyargs or node.args.args or node.args.vararg)
        written = not all(map(_is_placeholder, node.body))
        parameters = _parameters(node.args)
    line = node.lineno
    return Solution(part, name[2] or DEFAULT, name[0], summary, takes_input, line, written, parameters)


def _parameters(arguments: ast.arguments) -> tuple[str, ...]:
    """Return the names that a keyword can set, without that of the input, which is the first argument."""
    named = [*arguments.posonlyargs, *arguments.args]
    with_default = named[max(1, len(named) - len(arguments.defaults)) :]
    by_keyword = [name for name in with_default if name in arguments.args] + arguments.kwonlyargs
    return tuple(name.arg for name in by_keyword)


def _is_placeholder(statement: ast.stmt) -> bool:
    """Tell whether a statement does nothing: a docstring, `...`, `pass`."""
    match statement:
        case ast.Pass() | ast.Expr(ast.Constant()):
            return True
    return False
