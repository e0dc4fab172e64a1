"""What is called in a module of another repository, and with what."""

from pathlib import Path

import pytest
from puzzle_runner.engines.foreign.adapter import Adapter
from puzzle_runner.layouts import puzzles
from puzzle_runner.layouts.layout import Layout
from puzzle_runner.settings import Settings

PATTERN = "{year}/day{day:02}.py"
PARTS = "def part1(data):\n    return {0}\ndef part2(data):\n    return {0}\n"
METHODS = "    def part1(self):\n        return len(self.rows)\n    def part2(self):\n        return 2\n"
# A module, and how its first part is called: the function with its arguments.
MODULES = {
    "an annotation": ("def part1(x: list[str]):\n    return 1\n", "part1", ("lines",)),
    "a path": ("def part1(x: Path):\n    return 1\n", "part1", ("Path",)),
    "a name": (PARTS.format("len(data)"), "part1", ("text",)),
    "a name with a line": (PARTS.replace("data", "input_").format(1), "part1", ("text",)),
    "lines": (PARTS.replace("data", "lines").format(1), "part1", ("lines",)),
    "a file": (PARTS.replace("data", "file").format(1), "part1", ("file",)),
    "the part": ("def solve(text, part):\n    return 1\n", "solve", ("text", "part")),
    "a class of a base elsewhere": (f"class Day(Base):\n{METHODS}", "Day.part1", ()),
    "the shortest name": (
        "def score_part1(s):\n    return 1\ndef part1(s):\n    return 2\n", "part1", ("text",),
    ),
    "a word before": ("def day01p1(s):\n    return 1\n", "day01p1", ("text",)),
    "a word in capitals": ("def myPartOne(s):\n    return 1\n", "myPartOne", ("text",)),
    "a test": ("def test_part1(s):\n    return 1\ndef part_1(s):\n    return 1\n", "part_1", ("text",)),
    "a program that does nothing": (
        PARTS.format(1) + "if __name__ == '__main__':\n    pass\n", "part1", ("text",),
    ),
    "a table": (PARTS.format(1) + "for each in 'ab':\n    ord(each)\n", "part1", ("text",)),
    "a program in a loop": (PARTS.format(1) + "for each in 'ab':\n    print(each)\n", "", ()),
    "a program": (PARTS.format(1) + "print(part1(1), part2(2))\n", "", ()),
}  # fmt: skip


def adapters(
    root: Path, source: str, layout: Layout | None = None, name: str = "2021/day03.py"
) -> list[Adapter]:
    """Return how the parts of the only module of a repository are called."""
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text(source)
    ((id, sources),) = puzzles.find(root, [layout or Layout((PATTERN,))]).items()
    return [each.data for each in puzzles.read(id, sources, Settings()).solutions]


@pytest.mark.parametrize("name", MODULES)
def test_how_a_part_is_called(tmp_path: Path, name: str) -> None:
    """Annotations tell what it gets, else names; a program is run."""
    source, *expected = MODULES[name]
    adapter = adapters(tmp_path, source)[0]
    assert expected == [adapter.call, adapter.arguments]


@pytest.mark.parametrize(
    ("source", "argument", "expected"),
    [
        ("def part1(grid):\n    return 1\n", "", []),
        ("def part1(grid: list[int]):\n    return 1\n", "", []),
        ("def part1(text, lines):\n    return 1\n", "", []),
        ("def part1(grid):\n    return 1\n", "lines", [(("lines",), False)]),
        ("def part1(text, part):\n    return 1\n", "path", [(("path", "part"), False)]),
    ],
)  # fmt: skip
def test_the_table_tells_what_names_do_not(
    tmp_path: Path, source: str, argument: str, expected: list[tuple[tuple[str, ...], bool]]
) -> None:
    """What is in it is certain; a function whose argument nobody tells is not called."""
    found = adapters(tmp_path, source, Layout((PATTERN,), argument=argument))
    assert expected == [(each.arguments, each.is_guess) for each in found]


def test_the_table_may_name_the_functions(tmp_path: Path) -> None:
    """Then they are called, although the module can be run."""
    source = "def count(text):\n    return 1\ndef add(text):\n    return 2\nprint(add('1'))\n"
    found = adapters(tmp_path, source, Layout((PATTERN,), parts=("count", "add")))
    assert [(1, "count"), (2, "add")] == [(each.part, each.call) for each in found]


def test_a_number_is_that_of_the_problem(tmp_path: Path) -> None:
    """A problem of Project Euler has one part: its function returns one answer."""
    source = "def p2():\n    return 8\ndef solve(n=10):\n    return 9, 4\n"
    (adapter,) = adapters(tmp_path, source, Layout(("p{number:03}.py",)), "p002.py")
    assert "solve" == adapter.call
