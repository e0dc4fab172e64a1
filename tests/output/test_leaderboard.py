"""The leaderboard on the screen, in files, in the user's README."""

import csv
import io
from pathlib import Path

import pytest
from puzzle_runner import digest
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Clock
from puzzle_runner.output import board as boards
from puzzle_runner.output import leaderboard
from puzzle_runner.output.leaderboard import BEGIN, END
from puzzle_runner.timing import machine, ranking
from puzzle_runner.timing.ranking import Row
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.records import record

CASES = '[main]\ninput = "x"\npart1 = 1\n'
README = f"# Mine\n\n{BEGIN}\nold\n{END}\n\nThe end.\n"


def measure(workspace: Workspace, id: str, seconds: float, text: str = "x", **changes: str) -> None:
    """Keep a record of a puzzle as it is now, with an input."""
    path = workspace.root / "puzzles" / f"{id}.py"
    made_from = {"sources": (path.name,), "source_hash": digest.code([path]), "input_hash": digest.text(text)}
    with open_records() as known:
        known.add([record(seconds, puzzle=id, answer="1", **made_from, **changes)])


@pytest.fixture
def measured(workspace: Workspace) -> Workspace:
    """Return a workspace with three puzzles of which there are records."""
    for id, seconds in (("aoc2021d1", 0.001), ("euler1", 0.004), ("euler2", 0.002)):
        workspace.puzzle(id, "def part1(text):\n    return 1\n", CASES)
        measure(workspace, id, seconds)
    return workspace


def test_table(measured: Workspace) -> None:
    """It has a line for each solution, the fastest or the slowest first, and a last one with totals."""
    rows = measured.run("leaderboard", "--slowest", "--json").document["leaderboard"]
    assert ["euler1", "euler2", "aoc2021d1"] == [row["puzzle"] for row in rows]
    lines = measured.run("leaderboard").out.splitlines()
    assert ["rank", "puzzle", "part", "solution", "median", "95", "%", "interval"] == lines[0].split()[:8]
    assert ["aoc2021d1", "euler1", "euler2"] == [line.split()[1] for line in lines[1:-1]]
    assert lines[-1] == f"Measured on {machine.identity()}, CPython 3.11.7."


def test_what_is_stale_is_counted(measured: Workspace) -> None:
    """The command that measures it again is said."""
    measured.puzzle("euler1", "def part1(text):\n    return 1 + 0\n", CASES)
    line = "1 stale: puzzles bench euler1"
    (stale,) = measured.run("leaderboard", "--json").document["stale"]
    assert {"puzzle": "euler1", "part": 1, "solution": "default", "case": "main", "account": None} == stale
    for options in ((), ("--format", "csv"), ("--by", "puzzle"), ("euler1",)):
        assert f"{line}\n" == measured.run("leaderboard", *options).err
    measured.puzzle("euler1", "# Mine.\ndef part1(text): return 1\n", CASES)
    assert "" == measured.run("leaderboard").err


def table(rows: list[Row]) -> list[str]:
    """Return the lines of a leaderboard in a terminal."""
    return boards.table(leaderboard.solutions(rows))[:-1]


def test_ranks_are_the_same_in_every_format() -> None:
    """Who is alone is first; what is wrong has no rank, and is compared with nothing."""
    records = [record(0.05), record(0.01, solution="b", verdict="wrong", low=None, high=None)]
    board = leaderboard.solutions(ranking.rows(records))
    assert [("1", "1.00×"), ("wrong", "")] == [(cells[0], cells[-3]) for cells in board.cells]
    fields = [tuple(row[name] for name in ("rank", "ratio", "low")) for row in board.document["leaderboard"]]
    assert [(1, 1.0, pytest.approx(0.05, rel=0.01)), (None, None, None)] == fields
    assert "too few samples" == board.cells[1][6]


def test_each_input_is_named() -> None:
    """Where a part was measured on the inputs of two accounts, the rows say whose."""
    rows = ranking.rows([record(0.05, account="a"), record(0.01, account="b"), record(0.01, part=2)])
    head, *lines = table(rows)
    assert ["rank", "puzzle", "part", "case", "solution"] == head.split()[:5]
    assert [["1", "main@a"], ["1", "main@b"], ["2", "default"]] == [line.split()[2:4] for line in lines]


def test_another_machine_is_named() -> None:
    """Where not all times are from one place, each row has its own; a program's language is its row's."""
    rows = ranking.rows([record(0.01), record(0.02, python="Rust", timed=Clock.PROCESS)])
    assert [f"{machine.identity()}, CPython 3.11.7"] == leaderboard.places(rows)
    rows = ranking.rows([record(0.01), record(0.02, solution="b", python="PyPy 3.11.13")])
    head, *lines = table(rows)
    assert head.endswith("  measured on")
    assert ["CPython 3.11.7", "PyPy 3.11.13"] == [line.rpartition(", ")[2] for line in lines]


def test_json_and_csv_have_the_same_columns(measured: Workspace) -> None:
    """JSON and CSV hold the same, seconds as plain numbers; totals are by what is asked for."""
    rows = measured.run("leaderboard", "--json").document["leaderboard"]
    lines = [*csv.reader(io.StringIO(measured.run("leaderboard", "--format", "csv").out))]
    assert [*rows[0]] == lines[0]
    assert [str(row["median"]) for row in rows] == [line[lines[0].index("median")] for line in lines[1:]]
    assert pytest.approx(0.001) == rows[0]["median"]
    measured.puzzle("euler3", "def part1(text):\n    return 1\n")
    assert "euler  2 of 3 " in measured.run("leaderboard", "--by", "kind").out
    by_year = measured.run("leaderboard", "--by", "year", "--format", "csv").out
    assert "rank,year,parts,seconds,ratio,there" in by_year


def test_nothing_measured(workspace: Workspace) -> None:
    """Without records, a sentence tells what to do; JSON is an empty list."""
    ended = workspace.run("leaderboard")
    assert (0, "") == (ended.code, ended.out)
    assert 'Run "puzzles bench"' in ended.err
    assert [] == workspace.run("leaderboard", "--json").document["leaderboard"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_update_rewrites_the_block_and_nothing_else(measured: Workspace, newline: str) -> None:
    """Between the markers stands the table, all else is as it was, to the byte, and so is the mode."""
    path = measured.root / "README.md"
    path.write_bytes(README.replace("\n", newline).encode())
    path.chmod(0o640)
    ended = measured.run("leaderboard", "--update", "README.md")
    assert (0, "README.md: the leaderboard has 3 rows now.\n", "") == ended
    text = path.read_bytes().decode()
    before, _, rest = text.partition(f"{BEGIN}{newline}")
    block, _, after = rest.partition(f"{END}{newline}")
    assert f"# Mine{newline}{newline}" == before
    assert f"{newline}The end.{newline}" == after
    lines = [line[: line.find(" ", 2)] for line in block.split(newline) if line.startswith("|")]
    assert ["| rank", "| ---:", "| 1", "| 1", "| 1"] == lines
    assert "| 1 | aoc2021d1 | 1 | default |" in block
    assert block.count("\n") == block.count(newline)
    assert 0o640 == path.stat().st_mode & 0o777
    assert ["README.md"] == [file.name for file in measured.root.glob("*README*")]
    assert "README.md is up to date.\n" == measured.run("leaderboard", "--update", "README.md").out
    assert text == path.read_bytes().decode()


@pytest.mark.parametrize("document", [
    "", BEGIN, END, f"{END}\n{BEGIN}\n", f"{BEGIN}\n{BEGIN}\n{END}\n", f"{BEGIN}\n{END}\n{END}\n",
])  # fmt: skip
def test_a_file_without_its_two_markers_is_refused(tmp_path: Path, document: str) -> None:
    """Without both markers, once each and in order, nothing is written, and the sentence shows them."""
    path = tmp_path / "README.md"
    path.write_text(document)
    with pytest.raises(UsageError, match="leaderboard:begin"):
        leaderboard.update(path, "| table |")
    assert document == path.read_text()
