"""CONTRIBUTING: the life of a run is true, and its three lines for something new suffice.

What takes one file to add a command is in `completion/test_table.py`.
"""

import re
from typing import NamedTuple

import pytest
from puzzle_runner.engines.program.languages import LANGUAGES, Language
from puzzle_runner.output.board import FORMATS, Board, Column

from tests.conftest import Workspace
from tests.documents import ROOT, section
from tests.test_docs import PACKAGE

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_life_of_a_run_fits_twenty_lines() -> None:
    """It names six files to read, each of which is there, as is every folder beside them."""
    drawing = re.findall(r"(?m)^    (.+)$", section(CONTRIBUTING, "The life of a run"))
    assert len(drawing) <= 20
    steps = [re.match(r"(\d)  ([\w/.]+)", line) for line in drawing]
    assert [*"123456"] == [step[1] for step in steps if step]
    named = {name for line in drawing for name in re.findall(r"^[\d ]  ([\w/]+(?:/|\.py))(?= )", line)}
    assert len(named) > 6
    assert [] == [name for name in named if not (PACKAGE / name).exists()]


@pytest.mark.parametrize(
    "heading", re.findall(r"(?m)^## (Add a.*)$", CONTRIBUTING.partition("## Add a puzzle")[2])
)
def test_what_is_added_takes_three_lines(heading: str) -> None:
    """Each kind of thing that can be added is three numbered lines."""
    assert ["1", "2", "3"] == re.findall(r"(?m)^(\d)\. ", section(CONTRIBUTING, heading))


def test_a_language_is_one_entry(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """With it alone, a file of that ending is a solution that is listed, run and checked."""
    monkeypatch.setitem(LANGUAGES, "sed", Language("sed", ("sed", "-f", "{source}")))  # type: ignore[arg-type]
    workspace.puzzle("sums", "def part1(text): return int(text) + 1\n", "[main]\ninput = '7'\npart1 = 8\n")
    (workspace.root / "puzzles" / "sums").mkdir()
    (workspace.root / "puzzles" / "sums" / "stream.sed").write_text("s/7/8/\n")
    (listed,) = workspace.run("list", "--json").document["puzzles"]
    assert ["default", "stream"] == [part["solution"] for part in listed["parts"]]
    for command in (["run", "--solution", "stream"], ["check"]):
        ended = workspace.run(*command, "--json")
        assert ("right", "8") in [
            (row["verdict"], row["answer"]) for row in ended.rows if row["solution"] == "stream"
        ], ended


def test_the_documents_list_every_language() -> None:
    """The table of languages has the ending of each."""
    table = section((ROOT / "docs" / "programs.md").read_text("utf-8"), "Languages")
    assert {*LANGUAGES} == {*re.findall(r"`\.(\w+)`", table.partition("\n\nA folder")[0])}


class Lamp(NamedTuple):
    """A row of an invented board."""

    name: str
    seconds: float


def test_a_column_is_one_entry() -> None:
    """Every format for people has it; CSV has the fields."""
    columns = [Column("lamp", lambda row: row.name), Column("burnt", lambda row: f"{row.seconds} s")]
    board = Board([Lamp("oil", 2.5)], columns, {"seconds": lambda row: row.seconds}, {"lamps": []})
    texts = {name: write(board) for name, write in FORMATS.items()}
    assert {name for name, text in texts.items() if "burnt" in text and "2.5 s" in text} == {
        "table",
        "markdown",
    }
    assert "seconds\n2.5" == texts["csv"]
