"""The puzzles of a workspace, learnt from names and syntax trees: nothing here executes a puzzle."""

import ast
import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.model import DEFAULT, Puzzle, Solution

_PART = re.compile(r"part([1-9]\d*)(?:_(\w+))?")
_SOLVE = re.compile(r"(solve)(?:_(\w+))?")
_LINK = re.compile(r"https?://[^\s<>]*[^\s<>.,;:!?)]")


def paths(folder: Path) -> dict[str, Path]:
    """Return the module file of every puzzle in a folder by its stem, in natural order."""
    found: dict[str, Path] = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(("_", ".")):
                continue
            if entry.name.endswith(".py"):
                found.setdefault(entry.name.removesuffix(".py"), Path(entry.path))
            elif os.path.isfile(package := os.path.join(entry.path, "__init__.py")):
                found[entry.name] = Path(package)
    return dict(sorted(found.items(), key=lambda item: natural(item[0])))


def natural(stem: str) -> tuple[tuple[str, int], ...]:
    """Return a key that sorts `aoc2021d3` before `aoc2021d21`."""
    return tuple((text, int(digits or -1)) for text, digits in re.findall(r"(\D*)(\d*)", stem))


def edited(path: Path) -> float:
    """Return when a puzzle was last edited: the newest file of a package, the file of a module."""
    files = path.parent.rglob("*.py") if path.name == "__init__.py" else [path]
    return max(map(_modified, files), default=0.0)


def _modified(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def read(stem: str, path: Path) -> Puzzle:
    """Return a puzzle as its syntax tree tells; where that cannot be read, a puzzle with an `error`.

    Its address is the link in the docstring, else the one that the kind knows.
    """
    kind, id = identify(stem)
    try:
        tree = parse(path)
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        return Puzzle(stem, kind.NAME, path, error=f"{path}{line}: {error.msg}.")
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        return Puzzle(stem, kind.NAME, path, error=f"{path} cannot be read: {error}.")
    title, _, rest = (ast.get_docstring(tree) or "").partition("\n")
    link = _LINK.search(rest)
    url = link[0] if link else kind.url(id)
    # A link on a line of its own is no part of the idea.
    lines = (line for line in rest.splitlines() if not link or line.strip() != link[0])
    idea = "\n".join(lines).strip()
    return Puzzle(stem, kind.NAME, path, title.strip(), url, tuple(solutions(tree)), idea=idea)


def parse(path: Path) -> ast.Module:
    """Return the syntax tree of a module, without the warnings that compiling it would give."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(path.read_bytes(), str(path))


def solutions(tree: ast.Module) -> Iterator[Solution]:
    """Yield the solutions that a module defines, by part, the default before its alternatives.

    `solve` is part 1 where the module has no `partN` of its own: elsewhere it is a helper.
    """
    names = {name: node for statement in tree.body for name, node in _bound(statement)}
    parts = {name: found for name in names if (found := _PART.fullmatch(name))}
    if not parts:
        parts = {name: found for name in names if (found := _SOLVE.fullmatch(name))}
    unsorted = [_solution(found, names[name]) for name, found in parts.items()]
    yield from sorted(unsorted, key=lambda solution: (solution.part, solution.name != DEFAULT))


def _bound(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield statement.name, statement
        case ast.Assign():
            yield from ((name.id, statement) for name in statement.targets if isinstance(name, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name, statement
        case ast.ImportFrom():
            yield from ((alias.asname or alias.name, statement) for alias in statement.names)


def _solution(found: re.Match[str], node: ast.stmt) -> Solution:
    part = 1 if found[1] == "solve" else int(found[1])
    summary, takes_input, written = "", True, True
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        summary = (ast.get_docstring(node) or "").partition("\n")[0]
        wanted = node.args
        takes_input = bool(wanted.posonlyargs or wanted.args or wanted.vararg)
        written = not all(map(_is_nothing, node.body))
    return Solution(part, found[2] or DEFAULT, found[0], summary, takes_input, node.lineno, written)


def _is_nothing(statement: ast.stmt) -> bool:
    """Tell whether a statement stands for a body still to be written: a docstring, `...`, `pass`."""
    match statement:
        case ast.Pass() | ast.Expr(ast.Constant()):
            return True
    return False
