"""How people lay out their solutions, each convention as a few invented files.

The puzzle is the same everywhere: the input has a number on each line; part 1 asks for their sum, part 2 for
their product. A file's name and text have {y} for the year, {d} for the day, and {d:02}.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

PARTS = """
def {first}({parameter}):
    total = 0
    for number in {numbers}:
        total += number
    return total


def {second}({parameter}):
    product = 1
    for number in {numbers}:
        product *= number
    return product
"""


class Convention(NamedTuple):
    """A way to lay out solutions: its files, and the pattern that is proposed for it.

    `once` are files that do not repeat from day to day, `table` is what the layout has to say for them to run.
    """

    name: str
    pattern: str
    files: dict[str, str]
    once: Mapping[str, str] = MappingProxyType({})
    folder: str = "solutions"
    table: str = ""


def parts(first: str, second: str, parameter: str, numbers: str) -> str:
    """Return two functions."""
    names = {"first": first, "second": second, "parameter": parameter, "numbers": numbers}
    text = PARTS
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
    return text


OF_TEXT = "map(int, data.split())"
OF_LINES = "map(int, lines)"
PRINTED = """
import math
numbers = [int(line) for line in {source}]
print("Part 1:", sum(numbers))
print("Part 2:", math.prod(numbers))
"""


def printed(source: str, before: str = "") -> str:
    """Return a program that prints both answers, and reads lines from a source."""
    return before + PRINTED.replace("{source}", source)


CONVENTIONS = (
    # Functions, which somebody's own runner calls.
    Convention(
        "part1 of a text",
        "{year}/day{day:02}.py",
        {"{y}/day{d:02}.py": parts("part1", "part2", "data", OF_TEXT)},
    ),
    Convention(
        "a solve that is told the part",
        "_{year}/solutions/day{day}.py",
        {
            "_{y}/solutions/day{d}.py": "import math\ndef solve(lines, part):\n    numbers = [int(line) for line in lines]\n"
            "    return sum(numbers) if part == 1 else math.prod(numbers)\n"
        },
    ),
    Convention(
        "a file for each part, by its number",
        "day{day:02}/part{part}.py",
        {
            "day{d:02}/part1.py": "def solve(data: str) -> int:\n    return sum(map(int, data.split()))\n",
            "day{d:02}/part2.py": "import math\ndef solve(data: str) -> int:\n    return math.prod(map(int, data.split()))\n",
        },
        folder="advent-of-code-2021",
    ),
    Convention(
        "a package in a folder of libraries",
        "py/{year}/day{day:02}.py",
        {"py/{y}/day{d:02}.py": printed("lines('input.txt')", "from tools import lines\n")},
        {"py/lib/tools/__init__.py": "def lines(path):\n    return open(path).readlines()\n"},
        table='path_entries = ["py/lib"]',
    ),
    # Programs that print both answers.
    Convention(
        "inputs beside the repository",
        "python/{year}/{day:02}/solution.py",
        {
            "python/{y}/{d:02}/solution.py": printed(
                "open(os.path.join(os.path.dirname(__file__), '../../../../aoc-data/{y}/{d}/input'))",
                "import os\n",
            )
        },
        table='input = ["../aoc-data/{year}/{day}/input"]',
    ),
    Convention(
        "the first argument",
        "{year}/y{year}-d{day}.py",
        {"{y}/y{y}-d{d}.py": printed("open(sys.argv[1])", "import sys\n")},
    ),
    Convention(
        "a helper of the same name in each folder, and relative imports",
        "aoc/y{year}/day{day:02}/solution.py",
        {
            "aoc/y{y}/day{d:02}/solution.py": printed("common.lines('input.txt')", "from . import common\n"),
            "aoc/y{y}/day{d:02}/common.py": "import os\nassert os.path.dirname(__file__).endswith('day{d:02}')\n"
            "def lines(name):\n    return open(os.path.join(os.path.dirname(__file__), name)).readlines()\n",
        },
    ),
    Convention(
        "titles in names",
        "{day:02}--{title}/{ab}.py",
        {
            "{d:02}--{title}/a.py": "print(sum(int(line) for line in open('input.txt')))\n",
            "{d:02}--{title}/b.py": "import math\nprint(math.prod(int(line) for line in open('input.txt')))\n",
        },
        folder="aoc2021",
    ),
    # aocd.
    Convention(
        "aocd's data and submit",
        "aoc_{year}/{day:02}.py",
        {
            "aoc_{y}/{d:02}.py": "import math\nfrom aocd import data, submit\nnumbers = [int(word) for word in data.split()]\n"
            "submit(sum(numbers), part='a')\nsubmit(math.prod(numbers), part='b', day={d}, year={y})\n"
        },
    ),
)
