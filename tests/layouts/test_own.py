"""Modules of one's own, in `puzzles/`, that are written like those of other people."""

import pytest

from tests.conftest import Workspace

CASE = '[main]\ninput = "1\\n2\\n3"\npart1 = 6\npart2 = 3\n'
PRINTS = """
numbers = [int(line) for line in {}]
print("Part 1:", sum(numbers))
print("Part 2:", max(numbers))
"""
METHODS = """
    def part1(self{0}):
        "Add."
        return sum(int(line) for line in {1}.splitlines())
    def part2(self{0}):
        return max(int(line) for line in {1}.splitlines())
"""


@pytest.mark.parametrize(
    "source",
    [
        f"class Solution:{METHODS.format(', text', 'text')}",
        "import sys" + PRINTS.format("sys.stdin"),
        PRINTS.format("open('input.txt')"),
        "def part_one(data: str):\n    return 6\ndef part_two(data: str):\n    return 3\n",
    ],
    ids=["class", "standard input", "file", "names"],
)
@pytest.mark.parametrize("path", ["2021/day01", "aoc2021d1/__init__"])
def test_a_module_of_ones_own_may_be_a_class_or_a_script(
    workspace: Workspace, source: str, path: str
) -> None:
    """It keeps its title; it is found where other modules are."""
    workspace.puzzle(path, f'"""Sonar"""\n{source}')
    workspace.input("aoc2021d1", "cases.toml", CASE)
    listed = workspace.run("list", "--json").document["puzzles"]
    assert [("aoc2021d1", "Sonar")] == [(each["id"], each["title"]) for each in listed]
    assert ["right", "right"] == [row["verdict"] for row in workspace.run("check", "--json").rows]


def test_a_package_of_ones_own_imports_its_files(workspace: Workspace) -> None:
    """Also those beside it, as a puzzle with functions does."""
    workspace.puzzle("_lib", "def first(text):\n    return text[0]\n")
    workspace.puzzle("aoc2021d1/words", "def last(text):\n    return text[-1]\n")
    source = """
from _lib import first
from .words import last
class Day:
    def part1(self, text):
        return first(text) + last(text)
    def part2(self, text):
        return 1
"""
    workspace.puzzle("aoc2021d1/__init__", source)
    workspace.input("aoc2021d1", "cases.toml", '[main]\ninput = "abc"\npart1 = "ac"\n')
    assert ["right", "unknown"] == [row["verdict"] for row in workspace.run("check", "--json").rows]


@pytest.mark.parametrize(
    "source",
    [
        "def part1(lines):\n    return {}\ndef part2(rows: list[str]):\n    return len(rows)\n",
        "def parse(lines): return lines\ndef part1(given):\n    return {}\ndef part2(given):\n    return 3\n",
    ],
)
def test_a_part_that_takes_lines_gets_them(workspace: Workspace, source: str) -> None:
    """So does `parse`; the row of a wrong answer says what was handed over."""
    argument = "given" if "parse" in source else "lines"
    workspace.puzzle("aoc2021d1", source.format(f"sum(map(int, {argument}))"))
    workspace.input("aoc2021d1", "cases.toml", CASE)
    assert ["right", "right"] == [row["verdict"] for row in workspace.run("check", "--json").rows]
    workspace.puzzle("aoc2021d1", source.format(f"len({argument})"))
    told = "it got what parse returned" if "parse" in source else "it got a list of lines"
    assert f"    {told}\n" in workspace.run("run").out


def test_a_script_that_is_no_puzzle_of_a_site_is_not_run(workspace: Workspace) -> None:
    """It may be a helper: `check` says that it has no part, as of a module in which nothing is found."""
    workspace.puzzle("helper", "print('ran')\nraise SystemExit(1)\n")
    workspace.puzzle("aoc2021d1", "numbers = [1]\n")
    rows = workspace.run("check", "--json").rows
    assert ["aoc2021d1", "helper"] == [row["puzzle"] for row in rows]
    assert all("no part found" in row["message"] and not row["output"] for row in rows)
