"""The words for a puzzle: the file of its module, `today`, `day 1`, `2022`; nothing at all."""

import os
from datetime import datetime

import pytest
from puzzle_runner.sites.aoc import site as aoc

from tests.calls import Calls
from tests.conftest import Workspace

ONE = "def part1(text=None): return 1\n"
CASE = "[main]\ninput = ''\npart1 = 1\n"


@pytest.fixture(autouse=True)
def _in_march(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock to a day on which nothing unlocks."""
    at(monkeypatch, 2023, 3, 4)


def at(monkeypatch: pytest.MonkeyPatch, *date: int) -> None:
    monkeypatch.setattr(aoc, "now", lambda: datetime(*date))  # type: ignore[arg-type]


@pytest.fixture
def two(workspace: Workspace) -> Workspace:
    """Return a workspace with two days of 2021, a package and another module."""
    for id in ("aoc2021d1", "aoc2021d2", "pack/__init__", "mine"):
        workspace.puzzle(id, ONE)
        workspace.input(id.split("/")[0], "cases.toml", CASE)
    return workspace


def run(workspace: Workspace, *ids: str) -> list[str]:
    return [row["puzzle"] for row in workspace.run("run", *ids, "--json").rows]


def test_a_path_is_an_id(two: Workspace) -> None:
    """The path of a module or of a package is an id, relative or absolute."""
    paths = ["puzzles/aoc2021d1.py", "inputs/../puzzles/mine.py", "puzzles/pack"]
    assert ["aoc2021d1", "mine", "pack"] == run(two, *paths)
    for path in ("puzzles/pack/__init__.py", str(two.root / "puzzles" / "pack")):
        assert ["pack"] == run(two, path)
    # A file of the same name elsewhere has not the cases of the puzzle.
    (two.root / "mine.py").write_text("def part1(text):\n    return 'other'\n")
    (row,) = two.run("run", "mine.py", "--input", "mine.py", "--json").rows
    assert ("other", None) == (row["answer"], row["expected"])


def test_a_day_is_that_of_the_only_year(two: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one word or two, as long as the workspace has one year; in December, of the current one."""
    for text in ("day 2", "Day 02", "d2", "2021/2"):
        assert ["aoc2021d2"] == run(two, text), text
    assert ["aoc2021d2", "mine"] == run(two, "day", "2", "mine")
    at(monkeypatch, 2022, 12, 2)
    assert 3 == two.run("run", "day 2").code
    two.puzzle("aoc2022d2", ONE, CASE)
    assert ["aoc2022d2"] == run(two, "day 2") == run(two, "today")
    at(monkeypatch, 2023, 3, 4)
    assert ["aoc2022d2"] == run(two, "day 2")


def test_there_is_no_puzzle_of_today(two: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last day of the year, which is not the same in all years, and before the first."""
    for date in ((2022, 12, 26), (2022, 11, 30), (2025, 12, 13)):
        at(monkeypatch, *date)
        ended = two.run("run", "today")
        told = "No puzzle of Advent of Code is unlocked today. Name one, such as 20"
        assert (2, True) == (ended.code, told in ended.err)


def test_a_number_alone(two: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a day or problem beside the one edited last, in December of this year, or a module's name."""
    for year in (2019, 2022):
        two.puzzle(f"aoc{year}d2", ONE, CASE)
    for stem in ("euler7", "euler8"):
        two.puzzle(stem, ONE, CASE)
    for last, meant in (("aoc2019d2", "aoc2019d2"), ("aoc2021d1", "aoc2021d2"), ("euler7", "euler8")):
        os.utime(two.root / "puzzles" / f"{last}.py", (4e9, 4e9))
        assert [meant] == run(two, "8" if "euler" in last else "2"), last
        os.utime(two.root / "puzzles" / f"{last}.py", (1e9, 1e9))
    os.utime(two.root / "puzzles" / "aoc2019d2.py", (4e9, 4e9))
    at(monkeypatch, 2022, 12, 2)
    assert ["aoc2022d2"] == run(two, "02")
    assert "Advent of Code has no aoc2022d26" in two.run("run", "26").err
    two.puzzle("2", ONE, CASE)
    for id in ("today", "d2"):
        two.puzzle(id, ONE, CASE)
    assert ["2", "today", "d2"] == run(two, "2", "today", "d2")


def test_a_year_is_a_selector(two: Workspace) -> None:
    """`2021` is what `aoc2021` is."""
    assert ["aoc2021d1", "aoc2021d2"] == run(two, "2021")
    ended = two.run("show", "2021")
    assert (2, True) == (ended.code, "fits 2 puzzles, such as aoc2021d1, aoc2021d2. Name" in ended.err)


def test_without_an_id(two: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """The puzzle edited last is meant, by every command that takes one."""
    Calls(monkeypatch)
    two.puzzle("last", f'"""Last\n\nhttps://example.org/last\n"""\n{ONE}', CASE)
    beside = two.puzzle("last/notes", "")
    os.utime(beside, (4e9, 4e9))
    os.utime(two.root / "puzzles" / "mine.py", (3e9, 3e9))
    assert "last" == two.run("open", "--json").document["puzzle"]
    measured = two.run("bench", "--samples", "1", "--json").document["benchmarks"]
    assert ["last"] == [record["puzzle"] for record in measured]
    assert ["last"] == [series["puzzle"] for series in two.run("history", "--json").document["history"]]
    assert "last has no statement" in two.run("show").err
    assert "last: there is no site" in two.run("submit").err


@pytest.mark.parametrize(("selector", "ids"), [
    ("2024", ["ec2024q1"]), ("2024-2025", ["ec2024q1"]), ("2021", ["aoc2021d2"]),
    ("2020-2021", ["aoc2021d2"]), ("day 1", ["ec2024q1"]), ("day 2", ["aoc2021d2"]),
    ("quest 1", ["ec2024q1"]),
])  # fmt: skip
def test_what_is_here_comes_first(workspace: Workspace, selector: str, ids: list[str]) -> None:
    """A word that means something at two sites means the puzzles that are here."""
    for id in ("ec2024q1", "aoc2021d2"):
        workspace.puzzle(id, ONE)
    listed = workspace.run("list", selector, "--json")
    assert ids == [puzzle["id"] for puzzle in listed.document["puzzles"]]
    assert ids[0].partition("2")[0] in workspace.run("fetch", selector).err
