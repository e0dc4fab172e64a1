"""Programs as solutions: found by their endings, named by their stems, read without being run."""

from pathlib import Path

from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.engines.program.languages import LANGUAGES
from puzzle_runner.layouts.programs import names_of_files

from tests.conftest import Workspace

BOTH = '"""Sums"""\ndef part1(text): return 1\ndef part2(text): return 2\ndef part2_quick(text): return 2\n'


def wrote(workspace: Workspace, name: str, source: str = "x") -> Path:
    """Write a file below `puzzles/`."""
    path = workspace.root / "puzzles" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)
    return path


def named(workspace: Workspace, id: str) -> list[tuple[int, str]]:
    """Return part and name of each solution of a puzzle."""
    ((puzzle, _),) = lookup.puzzles(workspaces.Workspace(workspace.root), [id])
    return [(solution.part, solution.name) for solution in puzzle.solutions]


def files_of(path: Path) -> tuple[str, ...]:
    """Return the files that a program is made from."""
    return names_of_files(path, LANGUAGES)


def test_a_file_is_a_solution_of_each_part(workspace: Workspace) -> None:
    """`sums/ferris.rs` is the solution `ferris` of each part of sums.py, after the functions for it."""
    workspace.puzzle("sums", BOTH)
    for name in ("ferris.rs", "README.md", "header.h", "_helper.c", ".hidden.c", "fast.cpp"):
        wrote(workspace, f"sums/{name}")
    first = [(1, name) for name in ("default", "fast", "ferris")]
    second = [(2, name) for name in ("default", "quick", "fast", "ferris")]
    assert [*first, *second] == named(workspace, "sums")


def test_names_that_clash_have_their_endings(workspace: Workspace) -> None:
    """Two programs of one name, or one with the name of a function, are told apart; all names are words."""
    workspace.puzzle("sums", BOTH)
    for name in ("a.c", "a.rs", "quick.c", "my way.sh"):
        wrote(workspace, f"sums/{name}")
    assert {"default", "quick", "a", "a_rs", "quick_c", "my_way"} == {
        name for _, name in named(workspace, "sums")
    }


def test_a_puzzle_may_have_no_module(workspace: Workspace) -> None:
    """A folder with a program is a puzzle, with as many parts as its kind has."""
    wrote(workspace, "aoc2021d1/ferris.rs")
    wrote(workspace, "euler7/ferris.rs")
    wrote(workspace, "notes/read.md")
    assert ["aoc2021d1", "euler7"] == [*lookup.paths(workspaces.Workspace(workspace.root))]
    assert [(1, "ferris"), (2, "ferris")] == named(workspace, "aoc2021d1")
    assert [(1, "ferris")] == named(workspace, "euler7")


def test_a_package_may_have_programs(workspace: Workspace) -> None:
    """The programs of a package are beside its modules."""
    wrote(workspace, "sums/__init__.py", "def part1(text): return 1\n")
    wrote(workspace, "sums/ferris.rs")
    assert [(1, "default"), (1, "ferris")] == named(workspace, "sums")


def test_a_program_is_made_from_its_file_and_what_lies_beside(workspace: Workspace) -> None:
    """Headers and data count as sources, other programs and Python do not."""
    source = wrote(workspace, "sums/a.c")
    others = [wrote(workspace, f"sums/{name}") for name in ("_part.h", "b.rs", "c.py", "table.h")]
    assert (source.name, others[0].name, others[3].name) == files_of(source)
