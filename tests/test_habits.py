"""The habits: a session works as it is typed; no logic reads a sentence."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.documents import ROOT


def test_one_test_is_run_by_its_name() -> None:
    """A session works as it is typed, without an environment that is activated."""
    one = "tests/test_layers.py::test_the_worker_is_not_imported"
    command = [Path(sys.executable).parent / "nox", "-s", "one", "--", "-q", one]
    ended = subprocess.run(command, cwd=ROOT, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True)
    assert (0, True) == (ended.returncode, "1 passed" in ended.stdout), ended.stdout + ended.stderr


def test_no_logic_reads_a_sentence() -> None:
    """What people read may be reworded: reasons are values. Only the first line of a message is cut out."""
    sentences = {"details", "hint", "message", "remedy", "sentence", "why"}
    reading = {"count", "endswith", "find", "index", "removeprefix", "removesuffix", "split", "startswith"}

    def is_sentence(node: ast.AST) -> bool:
        return getattr(node, "attr", getattr(node, "id", "")) in sentences

    for path in sorted((ROOT / "runner").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in reading:
                    assert not is_sentence(value), f"{path}:{node.lineno}"
                case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[value]):
                    assert not is_sentence(value), f"{path}:{node.lineno}"
