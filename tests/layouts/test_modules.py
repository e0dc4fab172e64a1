"""What a workspace holds, learnt without running it."""

import ast
import os
from collections.abc import Iterable

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
from elsewhere import solver as part3
part2 = part2_same = lambda text: 2
part4 = print
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
    """Return the solutions in a source, without their lines."""
    return placeless(modules.solutions(ast.parse(source), 2))


def placeless(solutions: Iterable[Solution]) -> list[Solution]:
    """Return solutions without the places in which they are defined."""
    return [solution._replace(line=0, function="") for solution in solutions]


def test_a_puzzle_is_what_its_syntax_tree_tells(workspace: Workspace) -> None:
    """Title, link, and the solutions by part, the default first, with their first line."""
    path = workspace.puzzle("p", SOURCE)
    puzzle = modules.read(identify("p"), path)
    assert ("The title", "https://example.org/page", "") == (puzzle.title, puzzle.url, puzzle.error)
    assert "See https://example.org/page.\n\nIdea." == puzzle.idea
    assert [
        Solution(1, "default", "function", "part1", "First line."),
        Solution(1, "quick", "function", "part1_quick", "Faster."),
        Solution(2, "default", "function", "part2"),
        Solution(2, "same", "function", "part2_same"),
        Solution(2, "none", "function", "part2_none", takes_input=False),
        Solution(2, "any", "function", "part2_any"),
        Solution(3, "default", "function", "part3"),
        Solution(4, "default", "function", "part4"),
        Solution(10, "default", "function", "part10"),
    ] == placeless(puzzle.solutions)
    assert SOURCE.split("\n")[puzzle.solutions[0].line - 1].endswith("def part1(text):")


@pytest.mark.parametrize("body", ["pass", "...", '"""To do."""', '"""To do."""; ...'])
def test_a_part_without_a_body_is_not_written_yet(body: str) -> None:
    """Only a docstring, `...` or `pass`: elsewhere, whatever it returns, it is."""
    assert [False] == [solution.written for solution in solutions(f"def part1(text): {body}")]
    assert [True] == [solution.written for solution in solutions("def part1(text): return None")]


def test_solve_is_the_only_part_of_a_puzzle() -> None:
    """`solve` is part 1 where there is no `partN`; elsewhere it is a helper."""
    both = "def solve(text): return 1\ndef solve_fast(text): return 1\n"
    assert [
        Solution(1, "default", "function", "solve"),
        Solution(1, "fast", "function", "solve_fast"),
    ] == solutions(both)
    assert [Solution(1, "default", "function", "part1")] == solutions(f"{both}def part1(text): return 1\n")
    in_words = "def solve_part_one(text): return 1\ndef solve_part_two(text): return 2\n"
    assert ["solve_part_one", "solve_part_two"] == [solution.data for solution in solutions(in_words)]
    assert ["solve", "solve_fast", "solve_part_two"] == [
        solution.data for solution in solutions(in_words + both)
    ]


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("x = (1\n", ", line 1: '(' was never closed."),
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
    assert {
        "aoc2021d3": "aoc2021d3.py",
        "aoc2021d21": "aoc2021d21.py",
        "both": "both/__init__.py",
        "pack": "pack/__init__.py",
    } == {
        stem: path.relative_to(workspace.root / "puzzles").as_posix()
        for stem, path in modules.paths(workspaces.Workspace(workspace.root)).items()
    }
    assert ["aoc2021d3", "aoc2021d21", "both", "pack"] == list(
        lookup.paths(workspaces.Workspace(workspace.root))
    )


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
def parse(text):
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


@pytest.mark.usefixtures("brief_bench")
def test_parts_get_what_their_module_parses(workspace: Workspace) -> None:
    """With `parse`, a part gets its result, made anew for each, unless it parses itself or wants a text."""
    workspace.puzzle("rows", PARSED, '[main]\ninput = "1 2 3"\npart1 = 6\npart2 = 4\n')
    ended = workspace.run("run", "rows", "--solution", "all", "--json")
    assert [("default", "right", True)] + [
        (name, "right", False) for name in ("text", "itself", "annotated")
    ] + [("default", "right", True)] == [
        (row["solution"], row["verdict"], row["reading"].startswith("parse ")) for row in ended.rows
    ]
    assert 0 == workspace.run("check").code
    assert "parse " in workspace.run("run", "rows", "-v").out
    assert "parse " not in workspace.run("run", "rows").out
    measured = workspace.run("bench", "rows", "--part", "1", "--samples", "2")
    assert (0, 1) == (measured.code, measured.out.count("  default: parse ")), measured
    assert 1 == measured.out.count("parse ")
    board = workspace.run("leaderboard", "--json").document["leaderboard"]
    assert {"default", "text", "itself", "annotated"} == {row["solution"] for row in board}
    assert ["default"] == [row["solution"] for row in board if row["parse"] is not None]
    assert all(0 < row["parse"] < row["median"] for row in board if row["parse"] is not None)


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
    (solution,) = modules.solutions(ast.parse(source), 2)
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
