"""No module outside of `sites/` speaks of a site: each asks the protocol."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import puzzle_runner

PACKAGE = Path(puzzle_runner.__file__).parent
# Not aocd, which is the name of another program.
WORDS = re.compile(r"aoc(?!d)|euler|srm|topcoder|everybody_?codes|ecd?_session|ec20", re.IGNORECASE)
# What people call their files, folders and answers, of whatever site.
FOREIGN_NAMES = (
    "engines/part_words.py",
    "engines/printed.py",
    *(f"layouts/{name}.py" for name in ("proposals", "suggestions")),
    "engines/foreign/worker/overlay.py",
)
MODULES = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] not in ("sites", "collection")
    and path.relative_to(PACKAGE).as_posix() not in FOREIGN_NAMES
]


def words(source: str) -> Iterator[str]:
    """Yield the identifiers and the strings of a module, without docstrings and sentences for people."""
    tree = ast.parse(source)
    statements = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    docstrings = {id(value) for value in statements}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings and " " not in text.strip():
                yield text
            case ast.ImportFrom(module=str(name)) | ast.alias(name=name) | ast.Name(id=name):
                yield name
            case ast.Attribute(attr=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.alias(asname=str(name)) | ast.keyword(arg=str(name)):
                yield name


def test_a_module_names_no_site() -> None:
    """Neither in a name, nor in a string that is not a sentence: help may have an example."""
    assert MODULES
    for path in MODULES:
        source = path.read_text("utf-8")
        if WORDS.search(source):
            assert (path, []) == (path, [word for word in words(source) if WORDS.search(word)])
