"""What is called in a module of another repository, and with what."""

from pathlib import Path

import pytest
from puzzle_runner.engines.foreign import arguments, detection, puzzles
from puzzle_runner.engines.foreign.layout import Adapter, Layout
from puzzle_runner.settings import Settings

# Each of these functions hands its argument to all of them.
CIRCLES = "".join(
    f"def f{n}(data):\n    return [{', '.join(f'f{m}(data)' for m in range(12))}]\n" for n in range(12)
)
PARTS = "def part1(data):\n    return {0}\ndef part2(data):\n    return {0}\n"
PARSE = "def parse(text):\n    return text.split(',')\n"
# A module, and how its first part is called: the function with its arguments, what parses, how it answers.
MODULES = {
    "what a runner parses": (PARSE + PARTS.format("sum(data)"), "part1", ("text",), "parse", "answer"),
    "a parser that is one by its last word": (
        "def input_parser(text: str):\n    return text.split(',')\n"
        + PARTS.replace("data", "data: list[int]").format("sum(data)"),
        "part1", ("text",), "input_parser", "answer",
    ),
    "an argument with an underscore": (
        PARTS.replace("data", "input_").format("input_.count"), "part1", ("text",), "", "answer",
    ),
    "a part that parses its own argument": (
        PARSE + PARTS.format("sum(parse(data))"), "part1", ("text",), "", "answer",
    ),
    "a parser of something else in a part": (
        "def get_seat(code):\n    return int(code, 2)\n"
        + PARTS.format("max(get_seat(each) for each in data.split())"),
        "part1", ("text",), "", "answer",
    ),
    "a parser of lines in a part": (
        "def parse_data(line):\n    return int(line)\n"
        + PARTS.format("[parse_data(line) for line in sorted(data)]"),
        "part1", ("text",), "", "answer",
    ),
    "an argument that goes on": (
        "def both(rows, n):\n    return [row.split() for row in rows]\n" + PARTS.format("both(data, 1)"),
        "part1", ("lines",), "", "answer",
    ),
    "an argument that goes on to a class": (
        "class Grid:\n    def __init__(self, rows):\n        self.rows = [row.strip() for row in rows]\n"
        + PARTS.format("Grid(data).rows"),
        "part1", ("lines",), "", "answer",
    ),
    "an argument that goes on to a function of another module": (
        "from helper import Board\n" + PARTS.format("Board.of(data)"), "part1", ("file",), "", "answer",
    ),
    "main tells what is given": (
        PARTS.format("len(data)")
        + "def main():\n    with open('x.txt') as f:\n        rows = f.read().splitlines()\n"
        "    print(part1(rows))\n    print(part2(rows))\n",
        "part1", ("lines",), "", "answer",
    ),
    "an example of several pieces": (
        PARTS.format("len(data)") + "def test_part1():\n    assert part1('\\n\\n'.join(['1', '2'])) == 4\n",
        "part1", ("text",), "", "answer",
    ),
    "run tells what parses, whatever its name": (
        "def seats(rows):\n    return [*rows]\n" + PARTS.format("len(data)")
        + "def run(text):\n    data = seats(text.splitlines())\n    return part1(data), part2(data)\n",
        "part1", ("lines",), "seats", "answer",
    ),
    "main tells what parses": (
        "def seats(rows):\n    return [*rows]\n" + PARTS.format("len(data)")
        + "def main():\n    data = seats(open('x').readlines())\n    print(part1(data))\n",
        "part1", ("raw lines",), "seats", "answer",
    ),
    "a parser that reads by itself": (
        "def load():\n    return open('x.txt').read()\n" + PARTS.format("len(data)")
        + "def main():\n    print(part1(load()), part2(load()))\n",
        "part1", (), "load", "answer",
    ),
    "a step between parse and part": (
        PARSE + "def initialize_tiles(data):\n    return [*data]\n" + PARTS.format("len(data)")
        + "def run(text):\n    tiles = parse(text)\n    tiles = initialize_tiles(tiles)\n"
        "    print(part1(tiles))\n    print(part2(tiles))\n",
        "run", ("text",), "", "printed",
    ),
    "a step that sets something": (
        PARSE + "def set_up():\n    global X\n    X = 1\n" + PARTS.format("len(data) + X")
        + "def main(path):\n    data = parse(open(path).read())\n    set_up()\n"
        "    return {1: part1(data), 2: part2(data)}\n",
        "main", ("path",), "", "printed",
    ),
    "an example in a test tells least": (
        PARTS.format("len(data)") + "def test_part1():\n    assert part1('a.b') == 3\n"
        "def main():\n    rows = open('x').read().split('\\n')\n    print(part1(rows))\n",
        "part1", ("lines",), "", "answer",
    ),
    "a main that reads, before parts whose argument is a guess": (
        "def parse(raw):\n    return [*raw]\n" + PARTS.format("len(data)")
        + "def solve(data):\n    return part1(data), part2(data)\n"
        "def main(source):\n    print(*solve(parse(open(source).readlines())))\n",
        "main", ("path",), "", "printed",
    ),
    "two arguments that a main makes": (
        PARTS.replace("data", "grid, start").format("grid[start]")
        + "def main(lines):\n    grid, start = lines, 0\n    return part1(grid, start), part2(grid, start)\n",
        "main", ("lines",), "", "both",
    ),
    "a list by its name": (
        PARTS.replace("data", "str_list").format("len(str_list)"), "part1", ("lines",), "", "answer",
    ),
    "a bare list": (
        PARTS.replace("data", "data: list").format("len(data)"), "part1", ("lines",), "", "answer",
    ),
    "a first task": (
        "def first_task(text):\n    return text.count('a')\ndef second_task(text):\n    return 2\n",
        "first_task", ("text",), "", "answer",
    ),
    "a function of a day before a method of a helper": (
        "class Races:\n    def __init__(self, *races):\n        self.races = races\n"
        "    def solve(self):\n        return len(self.races)\n"
        "def solve_day_6(lines):\n    return Races(*lines).solve(), 2\n",
        "solve_day_6", ("lines",), "", "both",
    ),
    "a flag that asks for the real input": (
        "def solve(text: str, use_example: bool) -> int:\n    return len(text)\n",
        "solve", ("text", "no"), "", "answer",
    ),
    "a text of the name of an example": (
        "def solve(example: str) -> int:\n    return len(example)\n", "solve", ("text",), "", "answer",
    ),
    "a text of the name of a part": (
        "def solve(task: str) -> int:\n    return len(task)\n", "solve", ("text",), "", "answer",
    ),
    "a part that another part calls": (
        PARSE + "def part1(rows):\n    return len(rows)\n"
        "def part2(rows):\n    rows.append(1)\n    return part1(rows)\n",
        "part1", ("text",), "parse", "answer",
    ),
    "a class with a parser": (
        "class Day:\n    def parse(self, text):\n        return text.split()\n"
        "    def part1(self, data):\n        return len(data)\n",
        "Day.part1", ("text",), "Day.parse", "answer",
    ),
    "a class whose parser keeps what it makes": (
        "class Day:\n    def parse(self, rows):\n        self.rows = [row.strip() for row in rows]\n"
        "    def part1(self):\n        return len(self.rows)\n",
        "Day.part1", ("lines",), "Day.parse", "answer",
    ),
    "a class whose runner keeps what its parser returns": (
        "class Day:\n    def parse(self, rows):\n        return rows\n"
        "    def part1(self):\n        return len(self.rows)\n",
        "Day.part1", (), "", "answer",
    ),
    "rows that are numbered": (
        PARTS.format("[n for n, row in enumerate(data) if row.strip()]"), "part1", ("lines",), "", "answer",
    ),
    "items that are called lines": (
        "def parse(data):\n    return [seat(line) for line in data]\n" + PARTS.format("sum(data)"),
        "part1", ("lines",), "parse", "answer",
    ),
    "rows that have items": (
        PARTS.format("[sign for row in data for sign in row]"), "part1", ("lines",), "", "answer",
    ),
    "a method tells what parses for the parts": (
        "class Day:\n    def prepare(self, text):\n        return text.split()\n"
        "    def seats(self, text):\n        return len(text)\n"
        "    def part1(self, data):\n        return len(data)\n"
        "    def run(self, text):\n        seats = self.seats(text)\n        print(self.part1(seats))\n",
        "Day.part1", ("text",), "Day.seats", "answer",
    ),
    "a class that parses by itself": (
        "class Day:\n    def __init__(self, text):\n        self.rows = self.parse(text)\n"
        "    def parse(self, text):\n        return text.split()\n"
        "    def part1(self):\n        return len(self.rows)\n",
        "Day.part1", (), "", "answer",
    ),
}  # fmt: skip


def adapters(root: Path, source: str) -> list[Adapter]:
    """Return how the parts of the only module of a repository are called, beside which is a helper."""
    folder = root / "2021"
    folder.mkdir()
    (folder / "helper.py").write_text(
        "class Board:\n    @classmethod\n    def of(cls, f):\n        return f.read()\n"
    )
    (folder / "day03.py").write_text(source)
    ((id, sources),) = puzzles.find(root, [Layout(("{year}/day{day:02}.py",))]).items()
    return [each.data for each in puzzles.read(id, sources, Settings()).solutions]


@pytest.mark.parametrize("name", MODULES)
def test_how_a_part_is_called(tmp_path: Path, name: str) -> None:
    """As its own module calls it, else as what it does with its argument tells."""
    source, *expected = MODULES[name]
    adapter = adapters(tmp_path, source)[0]
    assert expected == [adapter.call, adapter.arguments, adapter.parse, adapter.gives]


PROBLEMS = {
    "def p2():\n    return 9\n": "p2",
    "def is_even2(n):\n    return n % 2\ndef problem_002():\n    return 9\n": "problem_002",
    "def solve1():\n    return 9\ndef solve2():\n    return 9\n": "solve1",
    "def p2():\n    return 9\ndef solve(n=10):\n    return 9\n": "solve",
}


@pytest.mark.parametrize("source", PROBLEMS)
def test_a_number_is_that_of_the_problem(tmp_path: Path, source: str) -> None:
    """A problem of Project Euler has one part: its function may be named after it."""
    (tmp_path / "p002.py").write_text(source)
    ((id, sources),) = puzzles.find(tmp_path, [Layout(("p{number:03}.py",))]).items()
    solutions = puzzles.read(id, sources, Settings()).solutions
    assert [(1, PROBLEMS[source])] == [(each.part, each.data.call) for each in solutions]


@pytest.mark.parametrize(("ending", "gives"), [("", "answer"), ("print(solve())\n", "printed")])
def test_two_values_are_no_two_answers_to_a_problem(tmp_path: Path, ending: str, gives: str) -> None:
    """They may be a fraction, or an answer and where it was found."""
    (tmp_path / "p002.py").write_text(f"def solve():\n    return 9, 4\n{ending}")
    ((id, sources),) = puzzles.find(tmp_path, [Layout(("p{number:03}.py",))]).items()
    (solution,) = puzzles.read(id, sources, Settings()).solutions
    assert (gives, ()) == (solution.data.gives, solution.data.watch)


CHANGES = {
    "self.rows = []": True,
    "self.rows[0] += 1": True,
    "self.rows.append(1)": True,
    "for row in self.rows:\n            row.marked.add(1)": True,
    "rows = [*self.rows]\n        rows.append(1)": False,
    "self.rows.count(1)": False,
}


@pytest.mark.parametrize("line", CHANGES)
def test_a_part_may_change_the_object_of_both(tmp_path: Path, line: str) -> None:
    """The other part may be meant to be called behind it."""
    source = (
        "class Day:\n    def __init__(self, text):\n        self.rows = text.split()\n"
        f"    def part1(self):\n        {line}\n        return 1\n    def part2(self):\n        return 2\n"
    )
    assert ["", "part1" if CHANGES[line] else ""] == [each.before for each in adapters(tmp_path, source)]


def test_a_piece_of_what_is_parsed_is_not_all_of_it(tmp_path: Path) -> None:
    """The method that takes it apart would have to be called, and needs what only its runner has."""
    source = (
        "class Base:\n    def solve(self, inputs):\n        ...\n"
        "class Day(Base):\n    def prepare(self, text):\n        return text.split(), len(text)\n"
        "    def part1(self, words: list[str]):\n        return len(words)\n"
        "    def solve(self, inputs):\n        words, length = self.prepare(inputs.own)\n"
        "        self.first = self.part1(words)\n"
    )
    assert [] == adapters(tmp_path, source)


def test_functions_that_call_one_another_are_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An argument may go on in circles."""
    looked: list[str] = []
    used_as = arguments._used_as
    monkeypatch.setattr(
        arguments, "_used_as", lambda name, node: looked.append(node.name) or used_as(name, node)
    )
    (adapter, _) = adapters(tmp_path, CIRCLES + PARTS.format("f1(data)"))
    assert (("text",), True) == (adapter.arguments, adapter.is_guess)
    assert len(looked) <= 2 * 13


@pytest.mark.parametrize(("item", "kind"), [("int(each)", "text"), ("int(each.strip())", "lines")])
def test_what_a_parser_is_given_may_be_a_guess(tmp_path: Path, item: str, kind: str) -> None:
    """The answer is as doubtful as what is made of the input."""
    source = f"def parse(input):\n    return [{item} for each in input]\n" + PARTS.format("sum(data)")
    adapter, _ = adapters(tmp_path, source)
    assert ("parse", (kind,), kind == "text") == (adapter.parse, adapter.arguments, adapter.is_guess)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("day02", 0),
        ("day_12", 0),
        ("Day2", 0),
        ("day01_2", 2),
        ("day1b", 2),
        ("day01p1", 1),
        ("day1part2", 2),
    ],
)
def test_the_number_of_a_day_is_no_part(name: str, part: int) -> None:
    """A function that is named after its day answers all of it, unless a part is behind the number."""
    assert part == detection.part_of(name)
