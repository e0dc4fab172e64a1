"""What is said of exceptions that beginners meet."""

import sys

import pytest

from tests.conftest import Workspace


@pytest.mark.parametrize(
    ("hint", "source"),
    [
        ("The input is the argument of the part, which runs in an empty folder", "open('input.txt')"),
        (f"Puzzles run in {sys.executable}: make a .venv in the workspace", "import no_such.module"),
        ("There is nothing to read: standard input is empty", "input()"),
    ],
)
def test_an_error_with_its_hint(workspace: Workspace, hint: str, source: str) -> None:
    """The last line of the message says what to do."""
    workspace.puzzle("p", f"def part1(text):\n    {source}\n", '[main]\ninput = "x"\n')
    (row,) = workspace.run("run", "p", "--json").rows
    assert "error" == row["verdict"]
    assert row["message"].splitlines()[-1].startswith(hint), row["message"]


@pytest.mark.parametrize(
    "source", ["open('/nowhere')", "{}['a']", "raise OSError('gone')", "raise SystemExit(1)"]
)
def test_an_error_without_a_hint(workspace: Workspace, source: str) -> None:
    """Nothing is made up: the last line is the user's."""
    workspace.puzzle("p", f"def part1(text):\n    {source}\n", '[main]\ninput = "x"\n')
    (row,) = workspace.run("run", "p", "--json").rows
    assert source == row["message"].splitlines()[-1].strip()


@pytest.mark.parametrize(
    ("verdict", "cases"),
    [("wrong", '[main]\ninput = "x"\npart1 = 1\n'), ("unknown", '[main]\ninput = "x"\n')],
)
def test_both_answers_at_once(workspace: Workspace, verdict: str, cases: str) -> None:
    """A tuple is the answer of no part."""
    workspace.puzzle("p", "def part1(text):\n    return 1, 2\n", cases)
    (row,) = workspace.run("run", "p", "--json").rows
    assert (verdict, "it returned several values: write one function for each part") == (
        row["verdict"], row["message"],
    )  # fmt: skip
