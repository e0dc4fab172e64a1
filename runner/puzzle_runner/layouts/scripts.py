"""How a module behaves when it is run: whether it is a program, and what it reads."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.layouts.layout import Source

# Functions that may give an answer.
_ANSWERING = ("print", "pprint", "main", "submit", "solve", "run")
_ARGV = re.compile(r"argv\[(?:1:?|-1)\]|^\s*\w+\s*,\s*\w+\s*=\s*(?:sys\.)?argv\b", re.MULTILINE)
_NO_PATH = re.compile(
    r"int\(\s*(?:sys\.)?argv\[1\]|argv\[1\]\s*(?:==|!=|in\b|not in\b)"
    r"|[\"'][^\"']*[\"']\s+in\s+(?:sys\.)?argv\b|argv\[1\]\.(?:lower|isd|upper)"
)
# How a text speaks of the path of an input, and of another one or none.
_PLACE = re.compile(r"input|\.(?:txt|in|dat)$", re.IGNORECASE)
_QUOTED = re.compile(r"""(["'])([^"'\n]{1,200})\1""")
_NO_PLACE = re.compile(
    r"[{}\s%$*?:#<>|~]|^[/-]|/$|(?:^|/)\.[^./]|\.py$"
    r"|ex[ae]mpl|beispiel|voorbeeld|ejemplo|sample|test|demo|small|(?<![a-z])(?:eg|ex)\d*(?![a-z])",
    re.IGNORECASE,
)


def is_program(tree: ast.Module) -> bool:
    """Tell whether a module does something when it is run, beyond defining names."""
    return any(map(_does_something, tree.body))


def _does_something(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call()):
            return True
        case ast.Assign(targets=[target]):
            # An answer is given to a puzzle of aocd.
            return ".answer" in ast.unparse(target)
        case ast.If(test=test) if "__name__" in ast.unparse(test):
            return True
        case ast.For() | ast.While() | ast.If() | ast.With() | ast.Try() | ast.Match():
            return _calls(statement)
    return False


def _calls(tree: ast.AST) -> bool:
    """Tell whether a function or method that may give an answer is called below a node."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _ANSWERING:
                return True
    return False


def arguments(source: str) -> tuple[str, ...]:
    """Return the arguments that a program gets: the path of its input, if it takes that first."""
    return ("{input}",) if _ARGV.search(source) and not _NO_PATH.search(source) else ()


def is_place(text: str) -> bool:
    """Tell whether a text in a source may be the path of its input."""
    return bool(_PLACE.search(text)) and not _NO_PLACE.search(text)


def place(root: Path, folder: str, text: str) -> str:
    """Return the path in a repository, or above it, that a text means in a file of a folder of it."""
    # It begins at the top if only there is such a folder.
    first = text.removeprefix("./").partition("/")[0]
    is_of_top = (root / first).is_dir() and not (root / folder / first).is_dir()
    return os.path.normpath(text if is_of_top else os.path.join(folder, text))


def places(source: Source) -> list[str]:
    """Return the files of the repository that a file names in its text, where its input may be."""
    texts = (match[2] for match in _QUOTED.finditer(files.source(source.file)))
    folder = os.path.dirname(source.path)
    named = dict.fromkeys(place(source.root, folder, text) for text in texts if is_place(text))
    return [path for path in named if path[:2] != ".." and (source.root / path).is_file()]


def literals(tree: ast.Module) -> Iterator[str]:
    """Yield the texts that may be paths of files that it reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if 0 < len(text) < 200 and "\n" not in text and re.search(r"[\w)]\.\w+$|input|/", text):
                yield text
