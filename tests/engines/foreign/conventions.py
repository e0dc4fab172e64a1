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

    `once` are files that do not repeat from day to day.
    """

    name: str
    pattern: str
    files: dict[str, str]
    once: Mapping[str, str] = MappingProxyType({})
    folder: str = "solutions"


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
        "part_a of annotated lines",
        "{year}/{day}.py",
        {"{y}/{d}.py": parts("part_a", "part_b", "rows: list[str]", "map(int, rows)")},
    ),
    Convention(
        "part_one of a path",
        "aoc{year}/day_{day}.py",
        {"aoc{y}/day_{d}.py": parts("part_one", "part_two", "filename", "map(int, open(filename))")},
    ),
    Convention(
        "solve_part_1 of an open file",
        "year{year}/days/{day:02}/__init__.py",
        {
            "year{y}/days/{d:02}/__init__.py": parts(
                "solve_part_1", "solve_part_2", "f", "map(int, f.readlines())"
            )
        },
    ),
    Convention(
        "partA of what parse makes of the text",
        "{year}/day{day}.py",
        {
            "{y}/day{d}.py": "def parse(raw):\n    return [int(word) for word in raw.split()]\n"
            + parts("partA", "partB", "numbers", "numbers")
        },
    ),
    Convention(
        "a solve that returns both",
        "src/solver/y{year}/d{day:02}.py",
        {
            "src/solver/y{y}/d{d:02}.py": "import math\ndef solve(data):\n    numbers = [int(word) for word in data.split()]\n"
            "    return sum(numbers), math.prod(numbers)\n"
        },
    ),
    Convention(
        "a solve that yields both",
        "advent{year}/advent{year}day{day}.py",
        {
            "advent{y}/advent{y}day{d}.py": "import math\ndef solve(text):\n    numbers = [int(word) for word in text.split()]\n"
            "    yield sum(numbers)\n    yield math.prod(numbers)\n"
        },
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
        "methods of a class made from the text",
        "solutions/{year}/day_{day:02}/solution.py",
        {
            "solutions/{y}/day_{d:02}/solution.py": "import math\nclass Solution:\n    def __init__(self, text):\n"
            "        self.numbers = [int(word) for word in text.split()]\n    def part_1(self):\n        return sum(self.numbers)\n"
            "    def part_2(self):\n        return math.prod(self.numbers)\n"
        },
    ),
    Convention(
        "methods of a class that opens the file beside it",
        "Y{year}/D{day}/main.py",
        {
            "Y{y}/D{d}/main.py": "import math\nfrom pathlib import Path\nclass Day{d}:\n    def __init__(self):\n"
            "        text = Path(__file__).with_name('input.txt').read_text()\n"
            "        self.numbers = [int(word) for word in text.split()]\n    def part1(self):\n        return sum(self.numbers)\n"
            "    def part2(self):\n        return math.prod(self.numbers)\n"
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
        "methods of a class whose base is in another file",
        "year_{year}/day_{day}.py",
        {
            "year_{y}/day_{d}.py": "import math\nfrom core import BaseSolution\nclass Solution(BaseSolution):\n"
            "    def part_one(self):\n        return sum(self.numbers())\n"
            "    def part_two(self):\n        return math.prod(self.numbers())\n"
        },
        {
            "core/__init__.py": "from .base import BaseSolution\n",
            "core/base.py": "class Reader:\n    def __init__(self, lines: list[str], part: int):\n        self.lines = lines\n\n"
            "class BaseSolution(Reader):\n    def numbers(self):\n        return [int(line) for line in self.lines]\n",
        },
    ),
    Convention(
        "methods that are given what the parser of their base makes",
        "{year}/days/d{day:02}.py",
        {
            "{y}/days/d{d:02}.py": "import math\nfrom core import Base\nclass Day{d}(Base):\n"
            "    def part1(self, numbers):\n        return sum(numbers)\n"
            "    def part2(self, numbers):\n        return math.prod(numbers)\n"
        },
        {
            "core.py": "class Base:\n    def parse(self, text):\n        return [*map(int, text.split())]\n"
            "    def run(self, text):\n        return self.part1(self.parse(text)), self.part2(self.parse(text))\n"
        },
    ),
    Convention(
        "a run that does something between parser and parts",
        "{year}/d{day}.py",
        {
            "{y}/d{d}.py": "def parse(text):\n    return [*map(int, text.split())]\n"
            "def add_one(numbers):\n    return [*numbers, 1]\n"
            + parts("part1", "part2", "numbers", "numbers")
            + "def run(text):\n    numbers = parse(text)\n    numbers = add_one(numbers)\n"
            "    return part1(numbers) - 1, part2(numbers)\n"
        },
    ),
    Convention(
        "a class that gives both for its base",
        "{year}/days/day{day}.py",
        {
            "{y}/days/day{d}.py": "import math\nfrom days import Runner\nclass Day(Runner):\n    @classmethod\n"
            "    def run_both(cls, input: str):\n        numbers = [*map(int, input.split())]\n"
            "        return sum(numbers), math.prod(numbers)\n"
        },
        {"2021/days/__init__.py": "class Runner:\n    pass\n"},
    ),
    Convention(
        "answers that are asserted",
        "{year}/{day}.py",
        {
            "{y}/{d}.py": parts("part1", "part2", "numbers", "numbers")
            + "\nwith open('{y}/input/{d}.txt') as file:\n    numbers = [int(line) for line in file]\n"
            "    assert part1(numbers) == 15\n    assert part2(numbers) == 105\n"
        },
    ),
    Convention(
        "a library of the repository, which would be installed",
        "{year}/{day:02}.py",
        {"{y}/{d:02}.py": printed("lines('input.txt')", "from tools import lines\n")},
        {
            "tools/tools/__init__.py": "def lines(path):\n    return open(path).readlines()\n",
            "tools/setup.py": "",
        },
    ),
    Convention(
        "a package in a folder of libraries",
        "py/{year}/day{day:02}.py",
        {"py/{y}/day{d:02}.py": printed("lines('input.txt')", "from tools import lines\n")},
        {"py/lib/tools/__init__.py": "def lines(path):\n    return open(path).readlines()\n"},
    ),
    Convention(
        "a helper in a folder that its author has on the path",
        "{year}/day{day}.py",
        {"{y}/day{d}.py": printed("lines('input.txt')", "from reading import lines\n")},
        {"Modules/reading.py": "def lines(path):\n    return open(path).readlines()\n"},
    ),
    Convention(
        "a package that imports its modules",
        "py/src/year_{year}/day_{day:02}.py",
        {
            "py/src/year_{y}/day_{d:02}.py": "import math\nfrom src.solution import Base\nclass Solution(Base):\n"
            "    def part_1(self, data: str):\n        return sum(map(int, data.split()))\n"
            "    def part_2(self, data: str):\n        return math.prod(map(int, data.split()))\n"
        },
        {
            "py/src/__init__.py": "from src.year_2021 import DAYS\n",
            "py/src/solution.py": "class Base:\n    pass\n",
            "py/src/year_2021/__init__.py": "".join(
                f"from src.year_2021.day_{day:02} import Solution as Day{day}\n" for day in (1, 2, 10)
            )
            + "DAYS = {1: Day1}\n",
        },
    ),
    Convention(
        "a function of the file's name, which looks for the input by itself",
        "Solutions{year}/y{year}d{day}.py",
        {
            "Solutions{y}/y{y}d{d}.py": "import math\ndef y{y}d{d}(path=None):\n"
            "    path = path or 'Input{y}/d{d}.txt'\n    numbers = [int(line) for line in open(path)]\n"
            "    return (sum(numbers), math.prod(numbers))\n"
        },
        {"Input2021/notes.txt": ""},
    ),
    Convention(
        "methods that print, of a class that keeps the lines",
        "day{day:02}/day{day:02}.py",
        {
            "day{d:02}/day{d:02}.py": "import math\nclass Day{d}:\n    def __init__(self, data):\n        self.raw = data\n"
            "    def numbers(self):\n        return [int(line) for line in self.raw if len(line)]\n"
            "    def solve_part1(self):\n        print(sum(self.numbers()))\n"
            "    def solve_part2(self):\n        print(math.prod(self.numbers()))\n"
        },
        folder="aoc2021",
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
    ),
    Convention(
        "a file of a title beside what it imports",
        "{year}/{day:02}/{title}.py",
        {
            "{y}/{d:02}/{title}.py": printed("lines('input.txt')", "from zz_{title} import lines\n"),
            "{y}/{d:02}/zz_{title}.py": "class Reader:\n    pass\n\ndef lines(path):\n    return open(path).readlines()\n",
        },
    ),
    Convention(
        "open of a fixed path beside it",
        "Advent{year}/{day}.py",
        {"Advent{y}/{d}.py": printed("open('{d}.txt')")},
    ),
    Convention(
        "open of a path from the root",
        "{year}/{day:02}/prog.py",
        {"{y}/{d:02}/prog.py": printed("open('{y}/{d:02}/input')")},
        {"{y}/notes.txt": ""},
    ),
    Convention(
        "open of a path through the parent",
        "{year}/python/{day:02}.py",
        {"{y}/python/{d:02}.py": printed("open('../input/{d:02}.txt')")},
    ),
    Convention(
        "the first argument",
        "{year}/y{year}-d{day}.py",
        {"{y}/y{y}-d{d}.py": printed("open(sys.argv[1])", "import sys\n")},
    ),
    Convention(
        "the first argument or a default",
        "{year}{day:02}.py",
        {"{y}{d:02}.py": printed("open(sys.argv[1] if len(sys.argv) > 1 else 'input.txt')", "import sys\n")},
    ),
    Convention(
        "standard input",
        "{year}/{year}-{day:02}_solution.py",
        {"{y}/{y}-{d:02}_solution.py": printed("sys.stdin", "import sys\n")},
    ),
    Convention(
        "fileinput",
        "{year}/{day:02}/python/solution.py",
        {"{y}/{d:02}/python/solution.py": printed("fileinput.input()", "import fileinput\n")},
    ),
    Convention(
        "its own argparse",
        "{year}/dec{day}.py",
        {
            "{y}/dec{d}.py": printed(
                "open(parser.parse_args().input_file)",
                "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('input_file')\n",
            )
        },
    ),
    Convention(
        "a helper that opens it",
        "{year}/days/day{day}.py",
        {"{y}/days/day{d}.py": printed("read({y}, {d})", "from utils import read\n")},
        {
            "utils.py": "import os\ndef read(year, day):\n"
            "    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'inputs', f'{year}.{day:02}.txt')\n"
            "    if not os.path.exists(path):\n        raise SystemExit('would fetch it')\n"
            "    with open(path) as file:\n        return file.read().splitlines()\n"
        },
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
        "a program whose functions return what it prints",
        "{year}/{day:02}. {title}.py",
        {
            "{y}/{d:02}. The {title}.py": parts("part1", "part2", "numbers", "numbers")
            + "if __name__ == '__main__':\n    example = [1, 2]\n    assert part1(example) == 3\n"
            "    numbers = [int(line) for line in open('input.txt')]\n"
            "    print(f'The first star is {part1(numbers)}, the second {part2(numbers)}!')\n"
        },
    ),
    Convention(
        "a program for each part",
        "{day:02}/{ab}.py",
        {
            "{d:02}/a.py": "print(sum(int(line) for line in open('input.txt')))\n",
            "{d:02}/b.py": "import math\nprint(math.prod(int(line) for line in open('input.txt')))\n",
        },
        folder="aoc-2021",
    ),
    Convention(
        "a letter behind the day",
        "{year}/{day}{ab}.py",
        {
            "{y}/{d}a.py": "print(sum(int(line) for line in open('i{d}.txt')))\n",
            "{y}/{d}b.py": "import math\nprint(math.prod(int(line) for line in open('i{d}.txt')))\n",
        },
    ),
    Convention(
        "a number behind the day",
        "{year}/day{day}-{part}.py",
        {
            "{y}/day{d}-1.py": "print(sum(int(line) for line in open('puzzle_input.txt')))\n",
            "{y}/day{d}-2.py": "import math\nprint(math.prod(int(line) for line in open('puzzle_input.txt')))\n",
        },
    ),
    Convention(
        "the part with a zero before it",
        "{year}/{day:02}/y{year}_d{day:02}_p0{part}.py",
        {
            "{y}/{d:02}/y{y}_d{d:02}_p01.py": "print(sum(int(line) for line in open('input.txt')))\n",
            "{y}/{d:02}/y{y}_d{d:02}_p02.py": "import math\nprint(math.prod(int(line) for line in open('input.txt')))\n",
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
    Convention(
        "a main function and a guard",
        "{year}/{day:02}_{title}/aoc_{title}.py",
        {
            "{y}/{d:02}_{title}/aoc_{title}.py": "import math\ndef main():\n    with open('input.txt') as file:\n"
            "        numbers = [int(line) for line in file]\n    print('Answer to part 1 is:', sum(numbers))\n"
            "    print('Answer to part 2 is:', math.prod(numbers))\n\nif __name__ == '__main__':\n    main()\n"
        },
    ),
    Convention(
        "a method that a program prints",
        "{year}/day_{day}.py",
        {
            "{y}/day_{d}.py": "import math\nclass Day:\n    def __init__(self, path):\n"
            "        self.numbers = [int(line) for line in open(path)]\n    def part1(self):\n        return sum(self.numbers)\n"
            "    def part2(self):\n        return math.prod(self.numbers)\n\nif __name__ == '__main__':\n"
            "    day = Day('input.txt')\n    print('The lamps are', day.part1(), 'and the oil is', day.part2())\n"
        },
    ),
    Convention(
        "an option for the part",
        "{year}/{day:02}_{title}/main.py",
        {
            "{y}/{d:02}_{title}/main.py": "import argparse, math\nparser = argparse.ArgumentParser()\n"
            "parser.add_argument('-p', '--part', type=int, default=1)\nparser.add_argument('filename', help='the input')\n"
            "def main():\n    args = parser.parse_args()\n    numbers = [int(line) for line in open(args.filename)]\n"
            "    print('Solution is', sum(numbers) if args.part == 1 else math.prod(numbers))\n\n"
            "if __name__ == '__main__':\n    main()\n"
        },
    ),
    Convention(
        "the part and the path as arguments",
        "{year}/{day}/solve.py",
        {
            "{y}/{d}/solve.py": "import sys, math\npart = int(sys.argv[1])\nnumbers = [int(line) for line in open(sys.argv[2])]\n"
            "print(sum(numbers) if part == 1 else math.prod(numbers))\n"
        },
    ),
    Convention(
        "functions that print, which somebody's own runner calls",
        "y{year}/day{day:02}.py",
        {
            "y{y}/day{d:02}.py": "import math\ndef part1(lines):\n    print(sum(int(line) for line in lines))\n"
            "def part2(lines):\n    print(math.prod(int(line) for line in lines))\n"
        },
    ),
    Convention(
        "a main that prints both, which an entry point calls",
        "src/days{year}/day{day:02}.py",
        {
            "src/days{y}/day{d:02}.py": "import math\ndef main():\n    numbers = [int(line) for line in open('input.txt')]\n"
            "    print('Part one:', sum(numbers))\n    print('Part two:', math.prod(numbers))\n"
        },
    ),
    Convention(
        "functions that cut off the last, empty line",
        "{year}/AoC{day}.py",
        {
            "{y}/AoC{d}.py": "import math\ndef solve1(data):\n    return sum(int(line) for line in data.split('\\n')[:-1])\n"
            "def solve2(data):\n    return math.prod(int(line) for line in data.split('\\n')[:-1])\n"
            "\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()\n"
        },
    ),
    Convention(
        "decorated functions and a helper that calls them",
        "{year}/src/day{day}.py",
        {
            "{y}/src/day{d}.py": "import math\nfrom aoc import part, run\n@part(1)\ndef part_one(numbers):\n    return sum(numbers)\n\n"
            "@part(2)\ndef part_two(numbers):\n    return math.prod(numbers)\n\nrun({d})\n"
        },
        {
            "2021/src/aoc.py": "PARTS = {}\ndef part(number):\n    def register(function):\n        PARTS[number] = function\n"
            "        return function\n    return register\n\ndef run(day):\n"
            "    numbers = list(map(int, open(f'../inputs/{day}.txt').read().split()))\n"
            "    for number, function in PARTS.items():\n        print(f'[{number}]', function(list(numbers)), '!')\n"
        },
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
    Convention(
        "aocd's get_data and functions",
        "{year}/solve_{day}.py",
        {
            "{y}/solve_{d}.py": "from aocd import get_data\nlines = get_data(day={d}, year={y}).splitlines()\n"
            + parts("solve_a", "solve_b", "", OF_LINES)
        },
    ),
    Convention(
        "aocd's puzzle, with both answers at once",
        "{year}/day{day:02}.py",
        {
            "{y}/day{d:02}.py": "import math\nfrom aocd.models import Puzzle\npuzzle = Puzzle(year={y}, day={d})\n"
            "numbers = [int(word) for word in puzzle.input_data.split()]\n"
            "puzzle.answer_a, puzzle.answer_b = sum(numbers), math.prod(numbers)\n"
        },
    ),
    Convention(
        "aocd's puzzle",
        "{year}/Day {day:02}.py",
        {
            "{y}/Day {d:02}.py": "import math\nfrom aocd.models import Puzzle\npuzzle = Puzzle(year={y}, day={d})\n"
            "numbers = [int(word) for word in puzzle.input_data.split()]\n"
            "puzzle.answer_a = sum(numbers)\npuzzle.answer_b = math.prod(numbers)\n"
        },
    ),
)
