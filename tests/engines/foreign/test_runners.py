"""A repository's own runner: how it is told the day, and that it is called."""

from pathlib import Path

import pytest
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan
from puzzle_runner.checking.selection import Selection
from puzzle_runner.engines.foreign import proposals, runners
from puzzle_runner.model import Limits, Verdict

ARGPARSE = """
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("-y", "--year", type=int)
parser.add_argument("-d", "--day", type=int)
parser.add_argument("-v", "--verbose", action="store_true")
"""
CLICK = """
import click
@click.group()
def cli(): ...
@cli.command()
@click.argument("day", type=int)
def new(day): ...
@cli.command()
@click.option("--year", "-y", type=int)
@click.option("--part", "-p", type=click.Choice(["a", "b"]))
@click.option("--submit", is_flag=True)
@click.argument("day", type=int)
def run(day, year, part, submit): ...
"""
TYPER = """
import typer
def main(year: int, day: int, part: int = typer.Option(1), test: bool = False): ...
typer.run(main)
"""
RUNNERS = {
    "options": ("main.py", ARGPARSE, "{python} main.py --year {year} --day {day}"),
    "a package": ("aoc/__main__.py", ARGPARSE, "{python} -m aoc --year {year} --day {day}"),
    "a package below src": ("src/aoc/__main__.py", ARGPARSE, "{python} -m aoc --year {year} --day {day}"),
    "click": ("cli.py", CLICK, "{python} cli.py run {day} --year {year} --part {ab}"),
    "a part as a word": (
        "src/run_day.py",
        ARGPARSE + "parser.add_argument('-p', '--part', choices=['one', 'two'])\n",
        "{python} src/run_day.py --year {year} --day {day} --part {word}",
    ),
    "what runs tests": ("run_tests.py", ARGPARSE, ""),
    "typer": ("run.py", TYPER, "{python} run.py {year} {day} --part {part}"),
    "words": (
        "solve.py",
        "import sys\nyear, day = sys.argv[1:]\nprint(year, day)\n",
        "{python} solve.py {year} {day:02}",
    ),
    "the same option in two commands": (
        "main.py",
        ARGPARSE.replace("parser.add", "both.add") + ARGPARSE,
        "{python} main.py --year {year} --day {day}",
    ),
    "words as numbers": (
        "solve.py",
        "import sys\nyear = int(sys.argv[1])\nday = int(sys.argv[2])\n",
        "{python} solve.py {year} {day}",
    ),
    "a file that must be given": (
        "main.py",
        f"{ARGPARSE}parser.add_argument('input')\n",
        "{python} main.py {input} --year {year} --day {day}",
    ),
    "something else that must be given": ("main.py", f"{ARGPARSE}parser.add_argument('mode')\n", ""),
    "no year": ("main.py", ARGPARSE.replace("year", "yard").replace("-y", "-q"), ""),
    "what makes a day": ("cli.py", CLICK.partition("@cli.command()\n@click.option")[0], ""),
}


@pytest.mark.parametrize("name", RUNNERS)
def test_the_command_of_a_runner_is_what_a_person_would_type(name: str, tmp_path: Path) -> None:
    """It has the year, the day, and the part where there is a word for it; nothing where more is wanted."""
    path, source, command = RUNNERS[name]
    write(tmp_path / path, source)
    assert command == runners.command(tmp_path, "{day:02}", has_year=True)


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


# As an installed script is started: nothing in the file itself calls it, and paths begin in the repository.
MAIN = f"def main():\nopen('years/base.py').close(){ARGPARSE}{RUN}".replace("\n", "\n    ")


@pytest.mark.parametrize(
    ("path", "source"),
    [("main.py", ARGPARSE + RUN), ("aoc/__main__.py", ARGPARSE + RUN), ("src/aoc/main.py", MAIN)],
)
def test_what_only_the_own_runner_can_call_is_run_by_it(tmp_path: Path, path: str, source: str) -> None:
    """One run answers both parts, with the input in the place of the author's."""
    for day in (1, 2, 3):
        write(tmp_path / f"years/y2021/day{day:02}.py", DAY)
        write(tmp_path / f"inputs/2021/{day:02}.txt", "1000\n")
        cases = tmp_path / f"inputs/aoc2021d{day}/cases.toml"
        write(cases, '[main]\ninput = "3\\n5"\npart1 = 8\npart2 = 5\n')
    write(tmp_path / "years/base.py", BASE)
    assert (proposal := proposals.propose(tmp_path)) and not proposal.layout.command
    write(tmp_path / path, source)
    assert (proposal := proposals.propose(tmp_path)) and proposal.layout.command
    tasks = plan.tasks(Workspace(tmp_path, whole=True), ["aoc2021"], Selection(), Limits(10, 2**31))
    rows = [(row.part, row.answer, row.verdict, row.message) for row in judge.run(tasks)]
    assert [(1, "8", Verdict.RIGHT, ""), (2, "5", Verdict.RIGHT, "")] * 3 == rows


def test_a_runner_is_told_the_part_as_its_author_would(tmp_path: Path) -> None:
    """It runs once for each part, and what it prints is the answer of that."""
    write(tmp_path / "2021/day1.py", "YEAR = 2021\n")
    write(tmp_path / "run_day.py", "import sys\nprint(input() * {'one': 1, 'two': 2}[sys.argv[2]])\n")
    layout = 'path = "{year}/day{day}.py"\ncommand = "{python} run_day.py {day} {word}"\n'
    write(tmp_path / "pyproject.toml", f"[[tool.puzzles.layout]]\n{layout}")
    write(tmp_path / "inputs/aoc2021d1/cases.toml", '[main]\ninput = "3"\npart1 = 3\npart2 = 33\n')
    tasks = plan.tasks(Workspace(tmp_path, whole=True), ["aoc2021"], Selection(), Limits(10, 2**31))
    assert ["3", "33"] == [row.answer for row in judge.run(tasks) if row.verdict is Verdict.RIGHT]


def test_files_that_say_how_they_are_called_are_called(tmp_path: Path) -> None:
    """A runner is for those that do not."""
    for day in (1, 2, 3):
        write(tmp_path / f"2021/day{day}.py", "def part1(text: str):\n    return len(text)\n")
    write(tmp_path / "main.py", ARGPARSE + RUN)
    assert (proposal := proposals.propose(tmp_path)) and not proposal.layout.command


def test_a_part_that_is_not_written_tells_nothing(tmp_path: Path) -> None:
    """The other one does not say what it gets, so that the runner is needed."""
    for day in (1, 2, 3):
        source = "def part1(data):\n    return len(data)\n\n\ndef part2(data):\n    pass\n"
        write(tmp_path / f"2021/day{day}.py", source)
    write(tmp_path / "main.py", ARGPARSE + RUN)
    assert (proposal := proposals.propose(tmp_path)) and proposal.layout.command
