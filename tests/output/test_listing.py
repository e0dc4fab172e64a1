"""Puzzles as rows, to the letter."""

from pathlib import Path

from puzzle_runner.model import Case, Puzzle, Solution
from puzzle_runner.output.listing import ListedPuzzle, lines


def test_the_list() -> None:
    """Id, title, parts with the names of their alternatives, cases; of what cannot be read, why."""
    solutions = (
        Solution(1, "default", "function", "part1"),
        Solution(1, "simulate", "function", "part1_simulate"),
        Solution(1, "other", "function", "part1_other"),
        Solution(2, "default", "function", "part2"),
        Solution(3, "only", "function", "part3_only"),
    )
    puzzle = Puzzle("p", "local", Path("p.py"), "Title \x1b", solutions=solutions)
    cases = [Case("example", Path()), Case("main", Path(), account="work")]
    broken = Puzzle("broken", "local", Path("broken.py"))
    many = [Case(f"{number}", Path()) for number in range(5)]
    assert [
        "p  Title \\x1b  1 + simulate, other  2  3 + only  example, main@work",
        "broken  ✗ broken.py, line 1: no.\\x1b",
        "q                                                0, 1, 3 more",
    ] == lines(
        [
            ListedPuzzle(puzzle, cases),
            ListedPuzzle(broken, [], "broken.py, line 1: no.\x1b"),
            ListedPuzzle(Puzzle("q", "local", Path("q.py")), many),
        ]
    )
