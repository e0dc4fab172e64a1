"""Advice to authors: names that only look like those of parts, and syntax of other versions of Python."""

import ast
import re
import sys
from collections.abc import Collection
from pathlib import Path

from puzzle_runner.engines.part_words import LETTERS, NUMBERS, ORDINALS, snake

_NUMBERS = {**NUMBERS, **ORDINALS, **LETTERS}
_NUMBER = rf"(?P<number>[0-9]{{1,3}}|{'|'.join(_NUMBERS)})"
_PART = re.compile(
    rf"(?:\w*_)?(?:part|solve|solution)_?{_NUMBER}(?:_\w+)?|(?:\w+_)?(?P<before>first|second)_part"
)
# In a module that has parts, such names are those of helpers.
_VAGUE = re.compile(rf"(?:p|star|task|puzzle|answer)_?{_NUMBER}|(?P<bare>{'|'.join(_NUMBERS)})")
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
    """Return why the text of a module cannot be read, its line with a caret, and the Python that it needs."""
    import traceback

    line = f", line {error.lineno}" if error.lineno else ""
    message, own = f"{path}{line}: {error.msg}.", sys.version_info[:2]
    newer = [version for version, pattern in _NEWER.items() if version > own and pattern.search(text)]
    if newer:
        message += (
            f" It needs Python {'.'.join(map(str, newer[-1]))} or later, and this is "
            f"{'.'.join(map(str, own))}: use a newer one in the workspace's .venv or its setting python."
        )
    elif _OLDER.search(error.text or ""):
        message += " It is Python 2, which does not run here."
    # The first line is the name of the file, the last one the message of the error.
    source = "".join(traceback.format_exception_only(error)[1:-1])
    return f"{message}\n{source}".rstrip()
