"""Advice for the author of a module: names that only look like those of parts, and errors of beginners."""

import ast
import os
import re
import sys
from collections.abc import Collection
from pathlib import Path

from puzzle_runner.engines.part_words import LETTERS, NUMBERS, ORDINALS, snake
from puzzle_runner.running.call import Reply

_NUMBERS = {**NUMBERS, **ORDINALS, **LETTERS}
_NUMBER = rf"(?P<number>[0-9]{{1,3}}|{'|'.join(_NUMBERS)})"
_PART = re.compile(
    rf"(?:\w*_)?(?:part|solve|solution)_?{_NUMBER}(?:_\w+)?|(?:\w+_)?(?P<before>first|second)_part"
)
# In a module that has parts, such names are those of helpers.
_VAGUE = re.compile(rf"(?:p|star|task|puzzle|answer)_?{_NUMBER}|(?P<bare>{'|'.join(_NUMBERS)})")
# The debugger ends the part in one of these, which depends on Python, when there is nothing more to read.
_DEBUGGER = ("bdb.py", "pdb.py")
_RELATIVE = re.compile(r"No such file or directory: '(?!/)")
_ARGUMENT = re.compile(r"missing .* required (?:positional|keyword-only) arguments?: '(\w+)'")
# Syntax of Python 2, and of versions of Python by the first that has it.
_OLDER = re.compile(
    r"^\s*print\s+[^(=\s]|^\s*print\s*$|^\s*except\s+[\w.]+\s*,\s*[a-z]\w*\s*:|\bprint\s+\"|\braise\s+\w+\s*,"
    r"|\bexec\s+['\"]|\b(?:0[0-7]+|\d+L)\b|<>|\bur?'",
    re.MULTILINE,
)
_NEWER = {
    (3, 12): re.compile(
        r"^\s*type\s+\w+(?:\[.*\])?\s*=|^\s*(?:def|class)\s+\w+\[|f\"[^\"\n]*\{[^}\n]*\"|f'[^'\n]*\{[^}\n]*'",
        re.MULTILINE,
    ),
    (3, 14): re.compile(
        r"^\s*except\s+[\w.]+(?:,\s*(?:\w+\.)*[A-Z]\w*)+\s*:|(?<![\w'\"])t['\"]", re.MULTILINE
    ),
}
MISSING_MODULE = re.compile(r"No module named '([^'.]+)")


def number(name: str, vague: bool = False) -> int | None:
    """Return the part that a name such as `solve_part_one` or `PartTwo` means; None if it means none.

    With `vague`, `p1` and `a` mean one as well.
    """
    spelt = snake(name)
    match = _PART.fullmatch(spelt) or (_VAGUE.fullmatch(spelt) if vague else None)
    if not match:
        return None
    text = next(filter(None, match.groupdict().values()))
    return _NUMBERS.get(text) or int(text)


def warning(tree: ast.Module, path: Path, parts: Collection[int]) -> str:
    """Return a sentence about what looks like a part and is none; an empty text if there is nothing to say.

    `parts` are the parts that the module has.
    """
    module = f"{path.parent.name}/" if path.name == "__init__.py" else path.name
    functions: list[str] = []
    # With the methods of classes, as `Day.part1`.
    everything: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append(node.name)
            everything.append(node.name)
        elif isinstance(node, ast.ClassDef):
            methods = [method.name for method in node.body if isinstance(method, ast.FunctionDef)]
            everything += (f"{node.name}.{name}" for name in methods)
    if not parts:
        names = [name for name in everything if number(name.rpartition(".")[2], vague=True)]
        has, remedy = ", ".join(names), "Rename it." if len(names) == 1 else "Rename them."
        if not names:
            has, remedy = "no function that looks like one", f"A helper's name begins with _: _{module}."
        return f"no part found: part1(text) is not in {module} (it has {has}). {remedy}"
    for name in functions:
        part = 1 if name == "solve" else number(name)
        if part and part not in parts:
            return f"part {part} is not run: part{part}(text) is not in {module} (it has {name}). Rename it."
    return ""


def syntax(path: Path, error: SyntaxError, text: str) -> str:
    """Return why the text of a module cannot be read, with the version of Python that it seems to need."""
    line = f", line {error.lineno}" if error.lineno else ""
    said, own = f"{path}{line}: {error.msg}.", sys.version_info[:2]
    newer = [version for version, pattern in _NEWER.items() if version > own and pattern.search(text)]
    if newer:
        return (
            f"{said} It needs Python {'.'.join(map(str, newer[-1]))} or later, and this is "
            f"{'.'.join(map(str, own))}: use a newer one in the workspace's .venv or its setting python."
        )
    return f"{said} It is Python 2, which does not run here." if _OLDER.search(error.text or "") else said


def hint(puzzles: str, python: str, reply: Reply) -> str:
    """Return what to do about an exception that a part raised; an empty text if only its author can know.

    `puzzles` is the folder that its module lies in, `python` the interpreter that ran it.
    """
    error, text = reply.error, reply.text
    match error:
        case "SyntaxError" if reply.frames:
            return too_old(python, Path(reply.frames[-1][0]))
        case "FileNotFoundError" if _RELATIVE.search(text):
            return (
                "The input is the argument of the part, which runs in an empty folder, not beside your files."
            )
        case "ModuleNotFoundError" if missing := MISSING_MODULE.match(text):
            return _module(puzzles, python, missing[1])
        case "EOFError":
            return "There is nothing to read: standard input is empty, the input is the argument of the part."
        case "BdbQuit" | "SystemExit" if reply.frames and os.path.basename(reply.frames[-1][0]) in _DEBUGGER:
            return '"puzzles run --debug" gives the debugger the terminal; without it, its input is empty.'
        case "TypeError" if missing := _ARGUMENT.search(text):
            return f"It is a parameter of the case: write {missing[1]} = ... into its table in cases.toml."
        case "RecursionError":
            return (
                "The recursion is too deep: call sys.setrecursionlimit(100_000) in the module, or use a loop."
            )
    return ""


def too_old(python: str, path: Path) -> str:
    """Return that an interpreter is older than a module's syntax; an empty text if it may not be."""
    # Imported here: modules are read with the help of this one.
    from puzzle_runner.engines import modules

    if python == sys.executable:
        return ""
    try:
        modules.parse(path)
    except modules.UNREADABLE:
        return ""
    return (
        f"Puzzles run in {python}, which is older than this syntax: use a newer one in the workspace's .venv "
        "or its setting python."
    )


def _module(puzzles: str, python: str, name: str) -> str:
    for place in (f"_{name}.py", os.path.join(f"_{name}", "__init__.py")):
        if os.path.isfile(os.path.join(puzzles, place)):
            return f"{place.partition(os.sep)[0]} is in puzzles/: import it as _{name}."
    root = os.path.dirname(os.path.dirname(puzzles))
    for file in (f"{name}.py", f"{name}/"):
        # A path that ends in a slash exists if it is a folder.
        if os.path.exists(os.path.join(root, file)):
            return f"A puzzle imports from puzzles/ only: put {file} there as _{file}, and import _{name}."
    return f"Puzzles run in {python}: {installing(python, name)}"


def installing(python: str, name: str) -> str:
    """Return how a package gets into the interpreter that runs puzzles, but not into the runner's own."""
    if python != sys.executable:
        return f"install it there, with {python} -m pip install {name}"
    return (
        "make a .venv in the workspace, which is taken instead except with --untrusted: "
        f"python3 -m venv .venv && .venv/bin/pip install {name}"
    )
