"""A repository's own runner in Python, as `command` of its layout names it."""

from pathlib import Path

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.selection import Selection
from puzzle_runner.model import Limits, Verdict

ARGPARSE = """
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("-y", "--year", type=int)
parser.add_argument("-d", "--day", type=int)
parser.add_argument("-v", "--verbose", action="store_true")
"""


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


RUN = """
import importlib
args = parser.parse_args()
day = importlib.import_module(f"years.y{args.year}.day{args.day:02}").Day()
day.load(f"inputs/{args.year}/{args.day:02}.txt")
for part, answer in enumerate(day.finish(day.numbers), 1):
    print(f"Part {part}: {answer}")
"""
DAY = """
from years import base
class Day(base.Day):
    def finish(self, numbers):
        yield sum(numbers)
        yield max(numbers)
"""
BASE = """
class Day:
    def load(self, path):
        self.numbers = [int(line) for line in open(path)]
"""


def test_the_own_runner_of_a_repository_is_run(tmp_path: Path) -> None:
    """One run answers both parts, with the input in the place of the author's."""
    for day in (1, 2, 3):
        write(tmp_path / f"years/y2021/day{day:02}.py", DAY)
        write(tmp_path / f"inputs/2021/{day:02}.txt", "1000\n")
        cases = tmp_path / f"inputs/aoc2021d{day}/cases.toml"
        write(cases, '[main]\ninput = "3\\n5"\npart1 = 8\npart2 = 5\n')
    write(tmp_path / "years/base.py", BASE)
    # The package aocd finds its login there.
    write(
        tmp_path / "main.py",
        ARGPARSE + RUN + "import os\nos.listdir(os.environ['AOCD_DIR'] + '/repository')\n",
    )
    table = 'path = "years/y{year}/day{day:02}.py"\ncommand = "{python} main.py --year {year} --day {day}"\n'
    write(tmp_path / "pyproject.toml", f"[[tool.puzzles.layout]]\n{table}")
    tasks = plan.tasks(Workspace(tmp_path, whole=True), ["aoc2021"], Selection(), Limits(10, 2**31))
    rows = [
        (row.part, row.answer, row.verdict, row.message)
        for row in judge.run_and_judge(preparing.prepare(tasks))
    ]
    assert [(1, "8", Verdict.RIGHT, ""), (2, "5", Verdict.RIGHT, "")] * 3 == rows
