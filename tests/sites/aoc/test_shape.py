"""Whether a text is shaped like an input."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.sites.aoc import shape

CHANCE = Random(7)


def grid(signs: str, once: str = "") -> str:
    rows = [CHANCE.choices(signs, k=30) for _ in range(30)]
    for number, mark in enumerate(once):
        rows[number * 3][number] = mark
    return "\n".join(map("".join, rows)) + "\n"


LISTS = "fogs: 3 4 5\n\nfog to dew:\n" + "50 98 2\n1 12 7\n" * 30
MOVES = "N 12\nE 3\nS 8\nW 1\n" * 40
RULES = "ab=7: up, cd\nef=13: down, gh, ij\n" * 30
LINE = "one=4,two-,six=12,ten-,few=1,fig-,gum=3\n"
BEDS = "?x.?.x 1;2\n.?xx?? 3;14\nx.x??. 2\n" * 20


@pytest.mark.parametrize(
    ("input", "text"),
    [
        (grid(".o"), "..o\no.."),
        (grid(".o", once="GH"), ".G\nHo"),
        (grid("abcdefghijk"), "xyz\nabc"),
        ("12\n7\n-3\n" * 30, "5\n100\n-22"),
        (LISTS, "fogs: 9 8\n\nfog to dew:\n7 7 12"),
        (MOVES, "N 4\nW 2"),
        (RULES, "xy=0: left, zz\nb2=5: up, k3"),
        (LINE, "ash=3,oak-"),
        ("Ann begins on 4\nBob begins on 7\n", "Ann begins on 11\nBob begins on 2"),
        (BEDS, "?.x 1;1\nx?? 2;1"),
        ("10\n20\n35\n" * 20, "5\n100"),
        ("a=-3\nb=-14\n" * 20, "a=3\nb=4"),
    ],
)
def test_a_text_of_the_shape(input: str, text: str) -> None:
    """It has the same signs in the same order, as many lines as there may be, and is a grid where that is."""
    assert shape.fits(shape.of(input), text)


@pytest.mark.parametrize(
    ("why", "input", "text"),
    [
        ("a sign that the input does not have", grid(".o"), "..o\no#."),
        ("lines of different length", grid(".o"), "..o\no."),
        ("no start", grid(".o", once="GH"), "..\nHo"),
        ("letters where the input has few", grid(".oLR"), "..o\nLA."),
        ("one line", MOVES, "N 4"),
        ("no section", LISTS, "50 98 2\n1 12 7"),
        ("sections", MOVES, "N 4\n\nE 2"),
        ("a number where a word should be", RULES, "12=0: left, zz\n3=5: up, 4"),
        ("something after the line", RULES, "xy=0: left, zz  (first)\nbb=5: up, kk"),
        ("leading spaces", "1 2 3\n4 5 6\n" * 30, "1 2 3\n 3 5"),
        ("many lines", LINE, "ash=3\noak-"),
        ("no line has the unknown", BEDS, "x.x 1;1\n.x. 1;2"),
        ("other moves", MOVES, "U 4\nN 2"),
    ],
)
def test_a_text_of_another_shape(why: str, input: str, text: str) -> None:
    """Drawings, tables, answers and pieces of an input are none."""
    assert not shape.fits(shape.of(input), text), why


@pytest.mark.parametrize(
    ("resembles", "input", "text"),
    [
        (True, "2-40,55-63,70-82,99-120,150-160\n", "1-2,3-4,\n5-6,7-8"),
        (
            True,
            "Bun 1: takes 4 rye. Pie 2: takes 3 rye.\n" * 40,
            "Bun 1:\n  takes 2 rye.\n\nPie 2:\n  takes 2 rye.",
        ),
        (True, " 1,2,3\n4,5,6\n" * 20, " 7,8,9\n 1,2,3"),
        (False, LISTS, "fogs: 9 8\nfog to dew:\n7 7 12"),
        (False, MOVES, "== N 4 ==\n....#"),
        (False, grid(".o"), "\n".join(["..o......o"] * 9 + ["..o...#..o"])),
        (False, LINE, "==one,,--four=,,=--=six"),
        (False, "1-2,3-4,5-6,7-8\n", "1-2\n3-4"),
    ],
)
def test_a_text_that_was_made_to_be_read(resembles: bool, input: str, text: str) -> None:
    """Wrapping and indentation do not count; sections, and all but a few of the signs, do."""
    assert resembles == shape.resembles(shape.of(input), text)


@pytest.mark.parametrize(
    ("fits", "input", "line"),
    [
        (True, LINE, "ash=3,oak-"),
        (True, "4 + (2 * 3)\n2 * 8\n" * 20, "1 + 2 * 3"),
        (False, "1000511\n29,x,x,37\n", "17,x,13"),
        (False, MOVES, "up 4"),
    ],
)
def test_a_line_of_its_own(fits: bool, input: str, line: str) -> None:
    """It is an example where all lines of an input are of one kind, else it is a piece of one."""
    assert fits == shape.fits_as_line(shape.of(input), line)


@pytest.mark.parametrize(
    ("akin", "first", "text"),
    [
        (True, "..o\no..", "ooo.\n..oo"),
        (True, "3\n12", "4\n5\n6"),
        (False, "3\n12", "4"),
        (False, "a b\n\nc", "a b\nc"),
        (False, "..o\n" * 6, "..o\n...."),
    ],
)
def test_a_text_that_is_laid_out_alike(akin: bool, first: str, text: str) -> None:
    """That is all that one example tells about the next."""
    assert akin == shape.is_akin(shape.of(first), text)


@given(st.text(), st.text())
def test_any_texts_have_a_shape(input: str, text: str) -> None:
    """Comparing them ends, and a text is of its own shape."""
    form = shape.of(input)
    shape.fits(form, text)
    shape.resembles(form, text)
    shape.fits_as_line(form, text)
    shape.is_akin(form, text)
    assert shape.fits(form, input)
