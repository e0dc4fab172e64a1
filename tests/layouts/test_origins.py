"""Which puzzle a file of a repository solves: by its path, its link, its parts, or the table."""

import json
from pathlib import Path

import pytest
from puzzle_runner.catalog import lookup
from puzzle_runner.inputs.cached import Account
from puzzle_runner.layouts import puzzles
from puzzle_runner.layouts.layout import Layout

from tests.conftest import Workspace
from tests.stand_in import Site

TWO = "def part1(text):\n    return 1\n\n\ndef part2(text):\n    return 2\n"
THREE = f"{TWO}\n\ndef part3(text):\n    return 3\n"


def titled(link: str, source: str = TWO) -> str:
    """Return a module with a title and a link below it."""
    return f'"""Lamps\n\n{link}\n"""\n\n\n{source}'


@pytest.mark.parametrize(
    ("path", "source", "id"),
    [
        ("mine/2024/day01.py", TWO, "aoc2024d1"),
        ("aoc/2024/day01.py", TWO, "aoc2024d1"),
        ("AdventOfCode2024/day01.py", TWO, "aoc2024d1"),
        ("mine/2024/01_quest_for_lamps.py", TWO, "aoc2024d1"),
        ("mine/2024/10_euler_tour.py", TWO, "aoc2024d10"),
        ("mine/2024/day01.py", titled("Like https://projecteuler.net/problem=18"), "aoc2024d1"),
        ("advent-of-haskell/2024/day01.hs", "main = print 1\n", "aoc2024d1"),
        # Folders name the site, or another event.
        ("mine/everybody-codes/2024/quest01.py", THREE, "ec2024q1"),
        ("everybody-codes-2024/quest01.py", THREE, "ec2024q1"),
        ("mine/ec/2024/day01.py", TWO, "ec2024q1"),
        ("aoc/ec2024/day01.py", TWO, "ec2024q1"),
        ("mine/2024/ec_01.py", TWO, "ec2024q1"),
        ("mine/aoc24/ec24/2024/01.py", TWO, "ec2024q1"),
        ("mine/2024/quest01.py", TWO, "ec2024q1"),
        ("mine/codyssi/2024/day01.py", THREE, "codyssi2024d1"),
        ("mine/i18n-puzzles/2024/day01.py", TWO, "i18n_puzzles2024d1"),
        ("mine/advent-of-sql/2024/day01.py", TWO, "advent_of_sql2024d1"),
        ("mine/leetcode/2024/day01.py", TWO, "leetcode2024d1"),
        ("mine/hanukkah-of-data/2024/day01.py", TWO, "hanukkah_of_data2024d1"),
        ("mine/kattis/2024/day01.rs", "fn main() {}\n", "kattis2024d1"),
        # The link at the top does.
        ("mine/2024/day01.py", titled("https://everybody.codes/event/2024/quests/1"), "ec2024q1"),
        ("aoc/2024/day01.py", titled("https://everybody.codes/event/2024/quests/1"), "ec2024q1"),
        ("codyssi/2024/day01.py", titled("https://adventofcode.com/2024/day/1"), "aoc2024d1"),
        ("mine/2024/day01.py", titled("https://www.codyssi.com/view_problem_1"), "codyssi2024d1"),
        ("mine/2024/day01.py", titled("https://everybody.codes/event/2024/quests/2"), "ec2024q1"),
        ("mine/2024/day01.rs", "// https://codyssi.com/2024/1\nfn main() {}\n", "codyssi2024d1"),
        ("mine/2024/day01.py", titled("https://en.wikipedia.org/wiki/Lamp"), "aoc2024d1"),
        # So does the number of parts, unless the site is named.
        ("mine/2024/day01.py", THREE, "local2024d1"),
        ("mine/2024/day01.rs", 'fn main() { println!("Part 3: 5"); }\n', "local2024d1"),
        ("aoc/2024/day01.py", THREE, "aoc2024d1"),
        # An id is an id.
        ("mine/2024/ec2024q01.py", TWO, "ec2024q1"),
        ("aoc/2024/ec2024q01/solution.py", TWO, "ec2024q1"),
        ("project-euler/100/euler-101.py", "def solve():\n    return 1\n", "euler101"),
        ("leetcode/2024/aoc2021d1.py", TWO, "aoc2021d1"),
        # The year comes from the path in the repository, with its name, or from the link; from nothing else.
        ("aoc-2021/day01.py", TWO, "aoc2021d1"),
        ("my-aoc21/day01.py", TWO, "aoc2021d1"),
        ("mine/day01.py", TWO, "day01"),
        ("mine/day01.py", titled("https://adventofcode.com/2021/day/1"), "aoc2021d1"),
        ("mine/solve.py", titled("https://adventofcode.com/2021/day/1"), "aoc2021d1"),
        ("mine/day02.py", titled("https://adventofcode.com/2021/day/1"), "day02"),
        ("mine/day01.py", f"URL = 'https://adventofcode.com/2021/day/1'\n{TWO}", "day01"),
        ("mine/2022/day01.py", titled("https://adventofcode.com/2021/day/1"), "aoc2022d1"),
    ],
)
def test_a_file_is_of_one_puzzle(tmp_path: Path, path: str, source: str, id: str) -> None:
    """The name of the folder above the repository, and what lies beside the file, say nothing."""
    top, _, _ = path.partition("/")
    above = tmp_path / "aoc2019"
    (above / top / ".git").mkdir(parents=True)
    for readme in (above, above / top, above / top / "notes"):
        readme.mkdir(exist_ok=True)
        (readme / "README.md").write_text("# Advent of Code 2018\n")
    file = above / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source)
    assert {id: file} == lookup.paths(lookup.workspace_of([str(file)]))


@pytest.mark.parametrize(
    ("site", "id"),
    [("ec", "ec2024q1"), ("everybody-codes", "ec2024q1"), ("aoc", "aoc2024d1"), ("codyssi", "codyssi2024d1"),
     ("Harbour Quest", "harbour_quest2024d1"), ("local", "local2024d1")],
)  # fmt: skip
def test_the_table_names_the_site(tmp_path: Path, site: str, id: str) -> None:
    """It comes before folders, links and parts."""
    file = tmp_path / "leetcode" / "2024" / "day01.py"
    file.parent.mkdir(parents=True)
    file.write_text(titled("https://everybody.codes/event/2024/quests/1", THREE))
    found = puzzles.find(tmp_path, [Layout(("leetcode/{year}/day{day:02}.py",), site=site)])
    assert [id] == [*found]


def test_another_event_is_neither_fetched_nor_submitted(
    workspace: Workspace, site: Site, account: Account
) -> None:
    """All of its parts run, none with an input of Advent of Code; a day of that beside it is as before."""
    settings = '[[tool.puzzles.layout]]\npath = ["{any}/{year}/day{day:02}.py", "{year}/day{day:02}.py"]\n'
    (workspace.root / "pyproject.toml").write_text(settings)
    for path, source in (("codyssi/2021/day03.py", THREE), ("2021/day03.py", TWO)):
        file = workspace.root / path
        file.parent.mkdir(parents=True)
        file.write_text(source)
    rows = workspace.run("run", "codyssi2021d3", "--input", "pyproject.toml", "--json").rows
    assert [1, 2, 3] == [row["part"] for row in rows]
    for command in (["fetch"], ["submit", "--part", "1", "--yes"]):
        ended = workspace.run(command[0], "codyssi/2021/day03.py", *command[1:])
        assert (2, True) == (ended.code, "there is no site" in ended.err), ended
    assert [] == site.requests
    assert ["aoc2021d3"] == [row["puzzle"] for row in workspace.run("fetch", "--json").document["fetched"]]


@pytest.mark.parametrize("folder", ["puzzles", ""])
def test_a_file_without_a_year_says_how_to_name_it(workspace: Workspace, site: Site, folder: str) -> None:
    """It runs, and is sent nowhere."""
    file = workspace.root / folder / "day03.py"
    file.write_text(TWO)
    name = str(file)
    ended = workspace.run("run", name, "--input", name, "--json")
    sentence = "It is not known which year day03 is of: call it aoc2021d3, put it into a folder such as 2021"
    assert (0, ["1", "2"]) == (ended.code, [row["answer"] for row in json.loads(ended.out)["results"]])
    assert sentence in ended.err
    for command in (["submit", name, "1", "--part", "1", "--yes"], ["fetch", name]):
        ended = workspace.run(*command)
        assert (2, True) == (ended.code, sentence in ended.err), ended
    assert [] == site.requests


def test_modules_in_folders_of_years_are_decided_alike(workspace: Workspace) -> None:
    """A day of one's own `puzzles/2024/` may be one of another event."""
    link = "https://everybody.codes/event/2024/quests/2"
    sources = {"day01": TWO, "day02": titled(link, THREE), "day03": THREE, "ec2024q04": THREE}
    for name, source in sources.items():
        workspace.puzzle(f"2024/{name}", source)
    listed = workspace.run("list", "--json").document["puzzles"]
    assert {"aoc2024d1", "ec2024q2", "local2024d3", "ec2024q04"} == {puzzle["id"] for puzzle in listed}
