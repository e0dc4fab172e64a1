"""The habits: sessions work when typed, CI types them, CONTRIBUTING lists them; no logic reads a sentence."""

import ast
import re

import pytest

from tests.documents import ROOT, section, table

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


@pytest.fixture(scope="module")
def sessions() -> set[str]:
    """Return the names of the sessions."""
    # Imported here: each process of a suite collects all tests, and one runs these.
    import nox.registry

    import noxfile

    names = {*nox.registry.get()}
    assert names >= {*noxfile.nox.options.sessions}
    return names


def test_what_is_typed_is_a_session(sessions: set[str]) -> None:
    """What CI and CONTRIBUTING type there is."""
    for text in ((ROOT / ".ci" / "run").read_text("utf-8"), CONTRIBUTING):
        typed = re.findall(r"nox -s ([a-z ]*[a-z])", text)
        assert typed
        assert sessions >= {word for line in typed for word in line.split()}


def test_every_session_is_listed(sessions: set[str]) -> None:
    """CONTRIBUTING has a row for each."""
    assert sessions == {row[0].strip("`").split()[-1] for row in table(section(CONTRIBUTING, "Habits"))}


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
