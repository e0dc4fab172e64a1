"""Drawn letters, read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.inputs import letters

from tests.drawn import drawn

KNOWN = {6: "ABCEFGHIJKLOPRSUYZ", 10: "ABCEFGHJKLNPRXZ"}
SIGNS = [
    ("#", "."), ("#", " "), ("█", " "), ("█", "░"), ("▓", "."), ("■", "□"), ("⬛", "⬜"), ("⬜", "⬛"),
    ("@", " "),
]  # fmt: skip

FISHY = """\
####..###..###.#..#.#...#
#......#..#....#..#.#...#
###....#..#....####..#.#.
#......#...##..#..#...#..
#......#.....#.#..#...#..
#.....###.###..#..#...#..
"""
ZEBRA = """\
######  ######  #####   #####     ##
     #  #       #    #  #    #   #  #
     #  #       #    #  #    #  #    #
    #   #       #    #  #    #  #    #
   #    #####   #####   #####   #    #
  #     #       #    #  #  #    ######
 #      #       #    #  #   #   #    #
#       #       #    #  #   #   #    #
#       #       #    #  #    #  #    #
######  ######  #####   #    #  #    #
"""

words = st.sampled_from(sorted(KNOWN)).flatmap(
    lambda height: st.tuples(st.text(KNOWN[height], min_size=1, max_size=9), st.just(height))
)


def test_a_word_in_each_font() -> None:
    """Letters are three to five columns wide, the widest touches what follows; a large font is higher."""
    assert ["FISHY", "YAY", "ZEBRA"] == [letters.read(text) for text in (FISHY, drawn("YAY"), ZEBRA)]


@given(
    word=words,
    signs=st.sampled_from(SIGNS),
    above=st.integers(0, 2),
    below=st.integers(0, 2),
    left=st.integers(0, 6),
    stripped=st.booleans(),
)
def test_any_word_of_known_letters_reads_back(
    word: tuple[str, int], signs: tuple[str, str], above: int, below: int, left: int, stripped: bool
) -> None:
    """In each font, in all signs, with a margin or none, with or without the ground at the ends of lines.

    Letters of ground in a field of ink are the same letters.
    """
    rows = drawn(*word, *signs).split("\n")
    empty = signs[1] * len(rows[0])
    rows = [signs[1] * left + row for row in [empty] * above + rows + [empty] * below]
    text = "\n".join(row.rstrip(signs[1]) if stripped else row for row in rows)
    assert word[0] == letters.read(text) == letters.plain(text)
    ink, ground = signs
    edge = ink * (len(empty) + 1)
    inverted = "\n".join([edge, *(f"{ink}{row}" for row in drawn(*word, ground, ink).split("\n")), edge])
    assert word[0] == letters.read(inverted)


@given(st.text() | st.text("#. \n") | st.text("█ \n", min_size=30))
def test_any_text_can_be_looked_at(text: str) -> None:
    """Whatever it is, it has a reading, which may be empty, and is the same as itself."""
    assert set(letters.read(text)) <= set("?ABCEFGHIJKLNOPRSUXYZ")
    assert letters.plain(text) in (text, letters.read(text))
    assert letters.is_drawing(text) in (True, False)


@pytest.mark.parametrize("text", [
    "", "HE", "\n\n", " \n ", "####", "12\n34\n56\n78\n90\n12", FISHY.replace("#", "3").replace(".", "2"),
    FISHY.replace("S", "#") + "the end", FISHY.replace("#", "█", 1), FISHY + FISHY,
    "\n".join(FISHY.splitlines()[1:]), "#..#\n.##.\n#..#\n.##.\n#..#\n.##.",
])  # fmt: skip
def test_what_draws_no_letters(text: str) -> None:
    """Text of one line, digits, other signs, more than two of them, other heights, shapes that are none."""
    assert "" == letters.read(text)
    assert text == letters.plain(text)


def test_an_unknown_letter() -> None:
    """It reads as a question mark, is as wide as the pitch where it touches the next, or may be cropped."""
    text = "\n".join(f"{row}####" for row in drawn("HEAR").split("\n"))
    assert "HEAR?" == letters.read(text)
    assert text == letters.plain(text)
    rows = [f"{row}#####{after}" for row, after in zip(drawn("CA").split(), drawn("BE").split(), strict=True)]
    assert "CA?BE" == letters.read("\n".join(rows))
    assert "HEA?" == letters.read("\n".join(row[:18] for row in drawn("HEAR").split("\n")))
