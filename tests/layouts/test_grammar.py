"""Modules that only the grammar of another interpreter can read."""

import ast
import os
import sys
from pathlib import Path

import pytest
from puzzle_runner.layouts import grammar, modules

from tests.conftest import Workspace

SOURCES = [
    Path(ast.__file__).read_bytes(),
    Path(modules.__file__).read_bytes(),
    b"x = 1e400, 3j, ..., b'y', -1, '\\ud800', True, None\nasync def f(*, a: int = 2, **k): yield\n",
]
# It knows one statement more than this Python.
NEWER = """#!{python}
import io, sys
source = sys.stdin.buffer.read().replace(b"typus X = int", b"X = int")
sys.stdin = io.TextIOWrapper(io.BytesIO(source))
exec(sys.argv[-1])
"""
PUZZLE = "typus X = int\ndef part1(text: str) -> X:\n    return 5\n"


@pytest.fixture
def newer(tmp_path: Path) -> str:
    """Return the path of what stands for an interpreter with a newer grammar."""
    path = tmp_path / "bin" / "python"
    path.parent.mkdir()
    path.write_text(NEWER.replace("{python}", sys.executable))
    path.chmod(0o700)
    return str(path)


@pytest.mark.parametrize("source", SOURCES, ids=["ast", "function", "constants"])
def test_a_tree_comes_over_whole(source: bytes) -> None:
    """With the places of its nodes; a constant that JSON lacks is a text."""
    tree = grammar.parsed(sys.executable, source)
    expected = ast.parse(source)
    for node in ast.walk(expected):
        if isinstance(node, ast.Constant) and isinstance(node.value, bytes | complex | type(...)):
            node.value = repr(node.value)
    assert tree and ast.dump(expected, include_attributes=True) == ast.dump(tree, include_attributes=True)


def test_what_no_grammar_knows_is_an_error(newer: str) -> None:
    """It is that of the own parser; so is one where the interpreter does not start."""
    for python in ("", newer, sys.executable, "/nowhere/python"):
        with pytest.raises(SyntaxError):
            modules.parse(Path("x.py"), b"def :", python)


def test_a_newer_grammar_reads_a_module(newer: str) -> None:
    """What only that one has is left out of what is told."""
    tree = modules.parse(Path("x.py"), PUZZLE.encode(), newer)
    assert ["part1"] == [solution.function for solution in modules.solutions(tree)]


def test_the_grammar_of_the_workspaces_interpreter_counts(workspace: Workspace, newer: str) -> None:
    """Its puzzles are listed, as functions and in other layouts; without one, a row says what is wrong."""
    workspace.puzzle("aoc2021d1", PUZZLE)
    (listed,) = workspace.run("list", "--json").document["puzzles"]
    assert "line 1" in listed["error"]
    (workspace.root / "pyproject.toml").write_text(f'[tool.puzzles]\npython = "{newer}"\n')
    (listed,) = workspace.run("list", "--json").document["puzzles"]
    assert [1] == [part["part"] for part in listed["parts"]]
    workspace.puzzle("aoc2021d1", PUZZLE.replace("part1", "part_one"))
    (listed,) = workspace.run("list", "--json").document["puzzles"]
    assert [1] == [part["part"] for part in listed["parts"]]
    assert os.access(newer, os.X_OK)
