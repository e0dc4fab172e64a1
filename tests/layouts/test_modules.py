"""What a workspace holds, learnt without running it."""

import ast
import os

import pytest
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.layouts import modules
from puzzle_runner.model import Solution
from puzzle_runner.sites.registry import identify

from tests.conftest import Workspace

SOURCE = '''
"""The title

See https://example.org/page.

Idea.
"""
raise SystemExit("a puzzle is never executed to list it")
def part2(text): return 2
def part1_quick(text): "Faster."; return 1
async def part1(text):
    """First line.

    More."""
    return 1
def part2_none(): return 2
def part2_any(*lines): return 2
def part10(text, /): return 10
def part0(text): pass
def partial(text): pass
def part01(text): pass
def solve(text): pass
def helper():
    def part7(text): pass
'''


def solutions(source: str) -> list[Solution]:
    """Return the solutions in a source."""
    return modules.solutions(ast.parse(source))


def test_a_puzzle_is_what_its_syntax_tree_tells(workspace: Workspace) -> None:
    """Title, link, and the solutions by part, the default first, with their first line."""
    puzzle = modules.read(identify("p"), workspace.puzzle("p", SOURCE))
    assert ("The title", "https://example.org/page", "") == (puzzle.title, puzzle.url, puzzle.error)
    assert "See https://example.org/page.\n\nIdea." == puzzle.idea
    assert [
        (1, "default", "part1", "First line.", True),
        (1, "quick", "part1_quick", "Faster.", True),
        (2, "default", "part2", "", True),
        (2, "none", "part2_none", "", False),
        (2, "any", "part2_any", "", True),
        (10, "default", "part10", "", True),
    ] == [(each.part, each.name, each.data, each.summary, each.takes_input) for each in puzzle.solutions]
    assert SOURCE.split("\n")[puzzle.solutions[0].line - 1].endswith("def part1(text):")


@pytest.mark.parametrize("body", ["pass", "...", '"""To do."""', '"""To do."""; ...', "return None"])
def test_a_part_without_a_body_is_not_written_yet(body: str) -> None:
    """Only a docstring, `...` or `pass`: elsewhere, whatever it returns, it is."""
    (solution,) = solutions(f"def part1(text): {body}")
    assert (body == "return None") == solution.written


SOLVE = "def solve(text): return 1\ndef solve_fast(text): return 1\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (SOLVE, [(1, "solve"), (1, "solve_fast")]),
        (f"{SOLVE}def part1(text): return 1\n", [(1, "part1")]),
        (f"{SOLVE}def solve_part_two(text): return 2\n", [(1, "solve"), (1, "solve_fast")]),
    ],
)
def test_a_module_may_have_a_solve(source: str, expected: list[tuple[int, str]]) -> None:
    """It is part 1 where there is no `partN`."""
    assert expected == [(each.part, each.data) for each in solutions(source)]


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("x = (1\n", ", line 1: '(' was never closed.\n    x = (1\n        ^"),
        ("\n\nx = $\n", ", line 3: invalid syntax."),
        (b"\xe9", "p.py"),
        (b"\0", "p.py"),
        ("x = " + "-" * 100_000 + "1", "p.py"),
        ("# coding: nonsense\n", "p.py"),
    ],
    ids=["open", "sign", "latin-1", "null", "deep", "coding"],
)
def test_a_module_that_cannot_be_read_says_why(workspace: Workspace, source: str | bytes, error: str) -> None:
    """File, line where there is one, and the reason; and no failure, no warning."""
    path = workspace.puzzle("p", source)
    puzzle = modules.read(identify("p"), path)
    assert error in puzzle.error
    assert str(path) in puzzle.error
    assert () == puzzle.solutions


def test_the_modules_of_a_workspace(workspace: Workspace) -> None:
    """Modules and packages in natural order; neither helpers nor other files."""
    for name in ("aoc2021d21", "aoc2021d3", "_helper", ".hidden", "pack/__init__", "data/file", "both"):
        workspace.puzzle(name, "")
    workspace.puzzle("both/__init__", "")
    workspace.root.joinpath("puzzles", "notes.txt").touch()
    folder = workspace.root / "puzzles"
    listed = lookup.paths(workspaces.Workspace(workspace.root))
    names = ["aoc2021d3.py", "aoc2021d21.py", "both/__init__.py", "pack/__init__.py"]
    assert names == [path.relative_to(folder).as_posix() for path in listed.values()]
    assert ["aoc2021d3", "aoc2021d21", "both", "pack"] == [*listed]


def test_when_a_puzzle_was_edited(workspace: Workspace) -> None:
    """Siblings in a package count, and programs in the folder of a module; a file that is gone counts not."""
    inside, sibling = workspace.puzzle("pack/__init__", ""), workspace.puzzle("pack/sibling", "")
    module, program = (
        workspace.puzzle("sums", ""),
        workspace.puzzle("sums/a", "").rename(workspace.root / "puzzles/sums/a.c"),
    )
    for path, time in ((inside, 1), (sibling, 50), (module, 1), (program, 5), (program.parent, 2)):
        os.utime(path, (time, time))
    gone = workspace.root / "puzzles" / "gone.py"
    assert [50, 5, 0] == [lookup.edited(path) for path in (inside, module, gone)]


@pytest.mark.parametrize(
    ("idea", "docstring"),
    [
        ("One.\n\nTwo.", "Title\n\nOne.\n\nTwo."),
        ("", "Title\n\nhttps://example.org/1\n"),
        ("One.\n\nTwo.", "Title\n\nhttps://example.org/1\n\nOne.\n\nTwo.\n"),
        ("One.", "Title\n\nOne.\n\nhttps://example.org/1\n"),
    ],
)
def test_the_idea_is_what_else_the_docstring_says(workspace: Workspace, idea: str, docstring: str) -> None:
    """Without the title, and without the link where that has a line of its own."""
    assert idea == modules.read(identify("p"), workspace.puzzle("p", f'"""{docstring}"""\n')).idea


PARSED = """
import time

def parse(text):
    time.sleep(0.01)
    return [int(word) for word in text.split()]

def part1(data):
    return sum(data)

def part1_text(text):
    return sum(map(int, text.split()))

def part1_itself(puzzle):
    return helped(puzzle)

def part1_annotated(given: str):
    return eval(given.replace(" ", "+"))

def helped(puzzle):
    return sum(parse(puzzle))

def part2(data):
    data.append(4)
    return len(data)
"""


def test_parts_get_what_their_module_parses(workspace: Workspace) -> None:
    """With `parse`, a part gets its result, made anew for each, unless it parses itself or wants a text.

    The time of `parse` counts.
    """
    workspace.puzzle("rows", PARSED, '[main]\ninput = "1 2 3"\npart1 = 6\npart2 = 4\n')
    rows = workspace.run("run", "rows", "--solution", "all", "--json").rows
    assert ["right"] * 5 == [row["verdict"] for row in rows]
    parsed = [row for row in rows if row["reading"] == "it got what parse returned"]
    assert [(1, "default"), (2, "default")] == [(row["part"], row["solution"]) for row in parsed]
    assert all(row["seconds"] > 0.01 for row in parsed)
    assert 0 == workspace.run("check").code


@pytest.mark.parametrize(
    ("source", "takes_input", "parameters"),
    [
        ("def part1(text='x'): return 1", True, ()),
        ("def part1(text, width, rows=1): return 1", True, ("width", "rows")),
        ("def part1(text, rows=1, /, steps=2): return 1", True, ("steps",)),
        ("def part1(*, rows=1): return 1", False, ("rows",)),
        ("def part1(*text, rows=1, **more): return 1", True, ("rows",)),
        ("def solve(limit: int = 1000): return limit", False, ("limit",)),
        ("def solve(limit=1000): return limit", False, ("limit",)),
        ("def solve(text='', limit=1000): return limit", True, ("limit",)),
        ("def solve(text, *, limit=1000): return limit", True, ("limit",)),
        ("def part1(N, decisions): return N", False, ("N", "decisions")),
        ("def part1(text, decisions): return text", True, ("decisions",)),
        ("def part1(names: list[str], n: int): return n", False, ("names", "n")),
        ("def part1(grid: list[list[int]]): return 1", False, ("grid",)),
        ("def part1(n): return n", True, ()),
        ("def part1(*given): return given", True, ()),
        ("class Game:\n    def lose(self, N, decisions): return N", False, ("N", "decisions")),
        ("class Game:\n    def play(self, text): return text", True, ()),
    ],
)
def test_what_a_part_takes(source: str, takes_input: bool, parameters: tuple[str, ...]) -> None:
    """Numbers, lists of them, and what is beside the input are keys of a case."""
    (solution,) = solutions(source)
    assert (takes_input, parameters) == (solution.takes_input, solution.parameters)


def test_arguments_as_the_problem_gives_them(workspace: Workspace) -> None:
    """A default holds where a case has no such key; a key that is missing is told."""
    workspace.puzzle(
        "euler9", "def solve(limit: int = 1000): return limit\n", "[small]\nlimit = 10\n[main]\n"
    )
    game = "class Game:\n    def lose(self, N, decisions):\n        return N + sum(decisions)\n"
    workspace.puzzle("srm500", game, "[main]\nN = 3\ndecisions = [1, 2]\npart1 = 6\n[bad]\nN = 1\n")
    rows = workspace.run("run", "euler9", "srm500", "--case", "all", "--json").rows
    answers = {(row["puzzle"], row["case"]): row["answer"] for row in rows}
    assert answers == {
        ("euler9", "small"): "10",
        ("euler9", "main"): "1000",
        ("srm500", "main"): "6",
        ("srm500", "bad"): None,
    }
    (bad,) = (row["message"] for row in rows if row["case"] == "bad")
    assert "write decisions = ... into its table in cases.toml" in bad
