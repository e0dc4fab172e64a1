"""`check` compiles a module once, and never runs the code of another source."""

import marshal
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.checking.regression import BYTECODE

from tests.conftest import Workspace

ONE, TWO = "def part1(text):\n    return 1\n", "def part1(text):\n    return 2\n"
CASE = '[main]\ninput = "x"\npart1 = 1\n'
# Bytes before the code: https://peps.python.org/pep-0552/.
BEGINNING = 16


def answer(workspace: Workspace, *options: str) -> str | None:
    """Return the answer of a check that runs everything."""
    (row,) = workspace.run("check", "--fresh", "--json", *options).rows
    return row["answer"]


def kept() -> Path:
    """Return the file of the module that was compiled."""
    (file,) = (settings.data_folder() / BYTECODE).iterdir()
    return file


def test_the_code_that_is_kept_is_run_as_long_as_the_source_is_the_same(workspace: Workspace) -> None:
    """Another code in that place is seen in the answer, until the module is edited."""
    workspace.puzzle("one", ONE, CASE)
    assert "1" == answer(workspace)
    beginning = kept().read_bytes()[:BEGINNING]
    kept().write_bytes(beginning + marshal.dumps(compile(TWO, "one.py", "exec")))
    assert "2" == answer(workspace)
    workspace.puzzle("one", ONE + "\n")
    assert "1" == answer(workspace)
    assert beginning != kept().read_bytes()[:BEGINNING]
    assert ["one.py"] == [path.name for path in (workspace.root / "puzzles").iterdir()]


@pytest.mark.parametrize("left", [0, 8, BEGINNING, -1])
def test_a_damaged_file_is_replaced(workspace: Workspace, left: int) -> None:
    """One that ends too early counts as missing."""
    workspace.puzzle("one", ONE, CASE)
    answer(workspace)
    whole = kept().read_bytes()
    kept().write_bytes(whole[:left])
    assert "1" == answer(workspace)
    assert whole == kept().read_bytes()


@pytest.mark.parametrize(
    "source",
    [f"{ONE}{'lambda: ' * 1000}1\n", "# -*- coding: latin-1 -*-\ndef part1(text):\n    return len('\xe4')\n"],
)
def test_what_is_odd_is_run_all_the_same(workspace: Workspace, source: str) -> None:
    """Code that is too deep to be written down is compiled each time; a source may have another encoding."""
    workspace.puzzle("one", source.encode("latin-1"), CASE)
    assert ["1", "1"] == [answer(workspace), answer(workspace)]


def test_where_nothing_can_be_kept(workspace: Workspace) -> None:
    """The module is compiled each time."""
    settings.data_folder().mkdir(parents=True)
    (settings.data_folder() / BYTECODE).write_text("no folder")
    workspace.puzzle("one", ONE, CASE)
    assert "1" == answer(workspace)
