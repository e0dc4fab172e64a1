"""Answers that draw capital letters, as some puzzles of Advent of Code have them: pure, text in, reading out.

The two fonts hold the letters that have been seen in puzzles, and no others: nobody knows the shapes of the
rest. The package advent-of-code-ocr has neither the large font nor question marks, inverted signs or
cropped lines, and brings a second command-line library.

Sources of the shapes: https://github.com/mstksg/advent-of-code-ocr, and for the small S
https://github.com/bsoyka/advent-of-code-ocr.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

UNKNOWN = "?"
# Each sign can be the ink. Where two could be, it is rather the one that comes first.
_SIGNS = "#█▓▒■◼▮▪●⬛.·░□◻▯▫○⬜ "
_INK, _GROUND = "#", "."

_SMALL = (
    "ABCEFGHIJKLOPRSUYZ",
    """
.##..###...##..####.####..##..#..#.###...##.#..#.#.....##..###..###...###.#..#.#...#.####
#..#.#..#.#..#.#....#....#..#.#..#..#.....#.#.#..#....#..#.#..#.#..#.#....#..#.#...#....#
#..#.###..#....###..###..#....####..#.....#.##...#....#..#.#..#.#..#.#....#..#..#.#....#.
####.#..#.#....#....#....#.##.#..#..#.....#.#.#..#....#..#.###..###...##..#..#...#....#..
#..#.#..#.#..#.#....#....#..#.#..#..#..#..#.#.#..#....#..#.#....#.#.....#.#..#...#...#...
#..#.###...##..####.#.....###.#..#.###..##..#..#.####..##..#....#..#.###...##....#...####
""",
)
_LARGE = (
    "ABCEFGHJKLNPRXZ",
    """
..##...#####...####..######.######..####..#....#....###.#....#.#......#....#.#####..#####..#....#.######
.#..#..#....#.#....#.#......#......#....#.#....#.....#..#...#..#......##...#.#....#.#....#.#....#......#
#....#.#....#.#......#......#......#......#....#.....#..#..#...#......##...#.#....#.#....#..#..#.......#
#....#.#....#.#......#......#......#......#....#.....#..#.#....#......#.#..#.#....#.#....#..#..#......#.
#....#.#####..#......#####..#####..#......######.....#..##.....#......#.#..#.#####..#####....##......#..
######.#....#.#......#......#......#..###.#....#.....#..##.....#......#..#.#.#......#..#.....##.....#...
#....#.#....#.#......#......#......#....#.#....#.....#..#.#....#......#..#.#.#......#...#...#..#...#....
#....#.#....#.#......#......#......#....#.#....#.#...#..#..#...#......#...##.#......#...#...#..#..#.....
#....#.#....#.#....#.#......#......#...##.#....#.#...#..#...#..#......#...##.#......#....#.#....#.#.....
#....#.#####...####..######.#.......###.#.#....#..###...#....#.######.#....#.#......#....#.#....#.######
""",
)

# The columns of a drawing from left to right, each from top to bottom, without the empty margin.
Picture = tuple[str, ...]


class Font(NamedTuple):
    """The letters of a height by their columns. `pitch` is how many columns lie from letter to letter."""

    pitch: int
    letters: Mapping[Picture, str]


class _Drawing(NamedTuple):
    """A drawing and its reading."""

    picture: Picture
    reading: str


def may_be(reading: str, text: str) -> bool:
    """Tell whether a reading is a text, whatever its unknown letters are."""
    return len(reading) == len(text) and all(
        letter in (UNKNOWN, other) for letter, other in zip(reading, text, strict=True)
    )


def read(text: str) -> str:
    """Return the letters that a text of several lines draws, `?` for an unknown one.

    The text is empty where nothing is drawn, or less than half of it is known letters.
    """
    drawing = _drawing(text)
    return drawing.reading if drawing else ""


def plain(text: str) -> str:
    """Return the letters that a text draws, where each of them is known; else the text itself."""
    reading = read(text)
    return reading if reading and UNKNOWN not in reading else text


def same(one: str, other: str) -> bool:
    """Tell whether two texts are the same letters: written, or drawn in whatever signs and font.

    Drawings with unknown letters are the same where they look the same, apart from signs and margin.
    """
    if plain(one) == plain(other):
        return True
    drawings = _drawing(one), _drawing(other)
    return bool(drawings[0] and drawings[1] and drawings[0].picture == drawings[1].picture)


def is_drawing(text: str) -> bool:
    """Tell whether a text of several lines is made of the signs of a drawing, letters or not."""
    return any(True for _ in _pictures(text))


@cache
def fonts() -> Mapping[int, Font]:
    """Return the fonts by their height in rows."""
    return {6: Font(5, _letters(*_SMALL)), 10: Font(8, _letters(*_LARGE))}


def _letters(names: str, drawn: str) -> dict[Picture, str]:
    """Return letters by their columns, from a drawing of them with an empty column between two."""
    columns = ["".join(column) for column in zip(*drawn.split(), strict=True)]
    runs = groupby(columns, key=lambda column: _INK in column)
    pictures = [tuple(run) for has_ink, run in runs if has_ink]
    letters = dict(zip(pictures, names, strict=True))
    # The only letter as wide as the pitch; what cuts a screen into letters of four columns crops it.
    letters |= {picture[:4]: "Y" for picture, name in letters.items() if name == "Y"}
    return letters


def _drawing(text: str) -> _Drawing | None:
    """Return what a text draws: of its two signs, that one is the ink by which more letters are known."""
    drawings = [_Drawing(picture, _reading(picture)) for picture in _pictures(text)]
    legible = [drawing for drawing in drawings if 2 * _known(drawing) >= len(drawing.reading) > 0]
    return max(legible, key=_known, default=None)


def _known(drawing: _Drawing) -> int:
    return len(drawing.reading) - drawing.reading.count(UNKNOWN)


def _pictures(text: str) -> Iterator[Picture]:
    """Yield a text of several lines as a picture, once for each of its two signs as the ink.

    There is none where it has other signs, or more than two. The space fills up what has two others.
    """
    rows = _without_margin(text.splitlines())
    signs = set("".join(rows))
    if len(rows) < 2 or not signs <= set(_SIGNS):
        return
    pair = signs - {" "} if len(signs - {" "}) == 2 else signs | {" "}
    if len(pair) != 2:
        return
    width = max(map(len, rows))
    for ink in sorted(pair, key=_SIGNS.index):
        inked = ["".join(_INK if sign == ink else _GROUND for sign in row.ljust(width)) for row in rows]
        if picture := _transposed(_transposed(inked)):
            yield tuple(_transposed(picture))


def _without_margin(rows: list[str]) -> list[str]:
    """Return rows without the empty ones at the ends, which may be no ground where letters are spaces."""
    used = [place for place, row in enumerate(rows) if row.strip()]
    return rows[used[0] : used[-1] + 1] if used else []


def _transposed(lines: Sequence[str]) -> list[str]:
    """Return the columns of rows, or the rows of columns, without those at the ends that have no ink."""
    turned = ["".join(signs) for signs in zip(*lines, strict=True)]
    inked = [place for place, line in enumerate(turned) if _INK in line]
    return turned[inked[0] : inked[-1] + 1] if inked else []


def _reading(picture: Picture) -> str:
    """Return the letters of a picture, `?` for an unknown one; an empty text where no font has its height."""
    font = fonts().get(len(picture[0]))
    if not font:
        return ""
    reading, place = "", 0
    while place < len(picture):
        if _INK not in picture[place]:
            place += 1
            continue
        letter, width = _first(picture[place:], font)
        reading += letter
        place += width
    return reading


def _first(picture: Picture, font: Font) -> tuple[str, int]:
    """Return the first letter of a picture, `?` for an unknown one, and how many columns it has."""
    end = next((place for place, column in enumerate(picture) if _INK not in column), len(picture))
    for width in (font.pitch, end):
        if letter := font.letters.get(picture[:width]):
            return letter, width
    return UNKNOWN, min(end, font.pitch)
