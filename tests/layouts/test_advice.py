"""Functions whose names only look like those of parts, and syntax of other versions of Python."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest
from puzzle_runner.layouts import advice, modules


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (2, "PartTwo"),
        (1, "part1_fast"),
        (1, "solve_part_one"),
        (2, "solvePart2"),
        (2, "day3_part2"),
        (1, "first_part"),
        (3, "solution_3"),
        (None, "solve"),
        (None, "solve_fast"),
        (None, "apart1"),
        (None, "count_b"),
        (None, "part_of_two"),
    ],
)
def test_the_part_that_a_name_means(part: int | None, name: str) -> None:
    """Figures, words and letters, with words before and after; a mere likeness of letters is none."""
    assert part == advice.number(name)


@pytest.mark.parametrize(
    ("part", "name"), [(1, "a"), (2, "b"), (1, "p1"), (2, "star2"), (None, "ab"), (None, "p")]
)
def test_vague_names(part: int | None, name: str) -> None:
    """A letter is a part only if nothing better is there."""
    assert part == advice.number(name, vague=True)
    assert advice.number(name) is None


@pytest.mark.parametrize(
    ("has", "source"),
    [
        ("a, b). Rename them.", "def a(text): 1\ndef b(text): 2\ndef c_d(): 3\n"),
        ("Day.part1, Day.part2). Rename them.", "class Day:\n def part1(self): 1\n def part2(self): 2\n"),
        ("solve_1). Rename it.", "def solve_1(text): 1\npart_two = 2\n"),
        ("no function that looks like one). A helper's name begins with _: _m.py.", "a = 1\n"),
    ],
)
def test_a_module_without_parts(has: str, source: str) -> None:
    """The sentence names the functions that look like parts, else how a helper is called."""
    expected = f"no part found: part1(text) is not in m.py (it has {has}"
    assert expected == advice.warning(ast.parse(source), Path("m.py"), [])


def test_a_package_is_named_as_a_folder(tmp_path: Path) -> None:
    """The file of a package is always called the same."""
    assert " is not in pack/ (it has " in advice.warning(ast.parse(""), tmp_path / "pack" / "__init__.py", [])


def test_a_module_with_parts() -> None:
    """A part that is there is not missed, whatever else is called after it; nor is a letter a part."""
    tree = ast.parse("def part1(): 1\ndef solve_part_1(): 1\ndef b(): 2\n")
    assert "" == advice.warning(tree, Path("m.py"), [1])


def test_solve_beside_another_part_is_missed() -> None:
    """It is part 1 of a puzzle with one part only, and would not be run without a word."""
    said = advice.warning(ast.parse("def solve(): 1\ndef part2(): 1\n"), Path("m.py"), [2])
    assert "part 1 is not run: part1(text) is not in m.py (it has solve). Rename it." == said
    assert "" == advice.warning(ast.parse("def solve(): 1\ndef part1(): 1\n"), Path("m.py"), [1])


def test_solve_part_two_is_no_alternative_of_part_1() -> None:
    """It would be ranked and compared as one."""
    both = "def solve_part_one(text): return 1\ndef solve_part_two(text): return 2\n"
    assert [] == modules.solutions(ast.parse(both))
    names = [solution.name for solution in modules.solutions(ast.parse(f"{both}def solve(text): return 3\n"))]
    assert ["default"] == names


@pytest.mark.parametrize(
    ("own", "line", "sentence"),
    [
        ((3, 11), "def part1[T](text: T) -> T: return text", "It needs Python 3.12 or later, "),
        ((3, 13), "except KeyError, ValueError:", "It needs Python 3.14 or later, "),
        ((3, 11), "name = t'{day}'", "It needs Python 3.14 or later, "),
        ((3, 14), "type Row = list[int)", ""),
        ((3, 13), "except KeyError, error:", "It is Python 2, "),
        ((3, 11), "print 'ten'", "It is Python 2, "),
        ((3, 11), "x = (1", ""),
    ],
)
def test_syntax_of_another_python(
    monkeypatch: pytest.MonkeyPatch, own: tuple[int, int], line: str, sentence: str
) -> None:
    """Where a module needs a version that is not this one, that is said, and what to do."""
    monkeypatch.setattr(advice, "sys", SimpleNamespace(version_info=own))
    error = SyntaxError("invalid syntax", ("p.py", 2, 1, line))
    said = advice.syntax(Path("p.py"), error, f"# 007, <>\n{line}\n")
    assert said.startswith(f"p.py, line 2: invalid syntax. {sentence}".rstrip())
    first, *source = said.splitlines()
    assert bool(sentence) == (first != "p.py, line 2: invalid syntax.")
    assert [line, "^"] == [each.strip() for each in source]
