"""Another person's repository runs unchanged, whatever its convention.

The puzzle is the same everywhere: the input has a number on each line; part 1 asks for their sum, part 2 for
their product.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.selection import Selection
from puzzle_runner.layouts import proposals
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import pool

DAYS = {1: "apples", 2: "pears_and_plums", 10: "figs"}
CASES = '[main]\ninput = "3\\n5\\n7\\n"\npart1 = 15\npart2 = 105\n'
SUM = "def solve(data: str) -> int:\n    return sum(map(int, data.split()))\n"
PRODUCT = "import math\ndef solve(data: str) -> int:\n    return math.prod(map(int, data.split()))\n"
PRINTED = """
import math
numbers = [int(line) for line in {}]
print("Part 1:", sum(numbers))
print("Part 2:", math.prod(numbers))
"""
COMMON = """import os
assert os.path.basename(os.path.dirname(__file__)) == f'day{{d}:02}'
def lines(name):
    return open(os.path.join(os.path.dirname(__file__), name)).readlines()
"""
BESIDE = "open(os.path.join(os.path.dirname(__file__), '../../../../aoc-data/2021/{d}/input'))"
AOCD = """import math
from aocd import data, submit
numbers = [int(word) for word in data.split()]
submit(sum(numbers), part='a')
submit(math.prod(numbers), part='b', day={d}, year=2021)
"""


class Convention(NamedTuple):
    """The name of a repository, the pattern that is proposed, and its files; the table, if it needs one.

    A file's name and text may have the day and its title.
    """

    folder: str
    pattern: str
    files: dict[str, str]
    table: str = ""


CONVENTIONS = {
    "a solve that is told the part": Convention(
        "solutions",
        "_{year}/solutions/day{day}.py",
        {
            "_2021/solutions/day{d}.py": "import math\ndef solve(lines, part):\n"
            "    return [sum, math.prod][part - 1](int(line) for line in lines)\n"
        },
    ),
    "a file for each part, by its number": Convention(
        "advent-of-code-2021",
        "day{day:02}/part{part}.py",
        {"day{d:02}/part1.py": SUM, "day{d:02}/part2.py": PRODUCT},
    ),
    "a package in a folder of libraries": Convention(
        "solutions",
        "py/{year}/day{day:02}.py",
        {
            "py/2021/day{d:02}.py": "from tools import lines" + PRINTED.format("lines('input.txt')"),
            "py/lib/tools/__init__.py": "def lines(path):\n    return open(path).readlines()\n",
        },
        'path_entries = ["py/lib"]',
    ),
    "inputs beside the repository": Convention(
        "solutions",
        "python/{year}/{day:02}/solution.py",
        {"python/2021/{d:02}/solution.py": f"import os{PRINTED.format(BESIDE)}"},
        'input = ["../aoc-data/{year}/{day}/input"]',
    ),
    "the first argument": Convention(
        "solutions",
        "{year}/y{year}-d{day}.py",
        {"2021/y2021-d{d}.py": f"import sys{PRINTED.format('open(sys.argv[1])')}"},
    ),
    "a helper of the same name in each folder, and relative imports": Convention(
        "solutions",
        "aoc/y{year}/day{day:02}/solution.py",
        {
            "aoc/y2021/day{d:02}/solution.py": "from . import common"
            + PRINTED.format("common.lines('input.txt')"),
            "aoc/y2021/day{d:02}/common.py": COMMON,
        },
    ),
    "titles in names": Convention(
        "aoc2021",
        "{day:02}--{title}/{ab}.py",
        {
            "{d:02}--{title}/a.py": "print(sum(int(line) for line in open('input.txt')))\n",
            "{d:02}--{title}/b.py": "import math\nprint(math.prod(map(int, open('input.txt'))))\n",
        },
    ),
    "aocd's data and submit": Convention("solutions", "aoc_{year}/{day:02}.py", {"aoc_2021/{d:02}.py": AOCD}),
}


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    """End the worker that all of these share."""
    yield
    pool.stop()


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def contents(root: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def checked(root: Path) -> list[tuple[str, int | None, str | None, str]]:
    """Return the rows of all days of a repository."""
    limits = Limits(timeout=10, memory=2**31)
    tasks = plan.tasks(Workspace(root, whole=True), ["aoc2021"], Selection(), limits)
    rows = judge.run_and_judge(root, preparing.prepare(tasks))
    return [(row.puzzle, row.part, row.answer, row.verdict) for row in rows]


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_convention_is_recognised_and_runs_unchanged(name: str, tmp_path: Path) -> None:
    """Each answer is right, the pattern is the one that a person would write, and no file is changed.

    If more than the pattern is needed, nothing is wrong until one line of the table says it.
    """
    convention = CONVENTIONS[name]
    root = tmp_path / convention.folder
    for day, title in DAYS.items():
        for file, text in convention.files.items():
            write(root / file.format(d=day, title=title), text.replace("{d}", str(day)))
        write(root / "inputs" / f"aoc2021d{day}" / "cases.toml", CASES)
    assert (convention.pattern,) == proposals.of_folder(root).path
    if convention.table:
        verdicts = {row[3] for row in checked(root)}
        assert verdicts != {Verdict.RIGHT} and Verdict.WRONG not in verdicts
        path = f"path = '{convention.pattern}'"
        write(root / "pyproject.toml", f"[[tool.puzzles.layout]]\n{path}\n{convention.table}\n")
    before = contents(root)
    answers = ((1, "15"), (2, "105"))
    expected = [(f"aoc2021d{day}", part, answer, Verdict.RIGHT) for day in DAYS for part, answer in answers]
    assert expected == checked(root)
    assert before == contents(root)
