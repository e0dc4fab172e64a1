"""Reading capital letters that an answer draws, as some puzzles of Advent of Code ask for them.

The two fonts have the letters that have been seen in puzzles; the shapes of the others are not known. The
package advent-of-code-ocr has no large font and no question marks for unknown letters.

Sources of the shapes: https://github.com/mstksg/advent-of-code-ocr, and for the small S
https://github.com/bsoyka/advent-of-code-ocr.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import NamedTuple

UNKNOWN = "?"
# Each sign can be the ink. If two can be, it is the one that comes first.
_SIGNS = "#█▓▒■◼▮▪●⬛⚫🟦🟥@*XxOo.·░□◻▯▫○⬜⚪_10 "
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


def read(text: str) -> str:
    """Return the letters that a text of several lines draws, `?` for an unknown one.

    The text is empty if nothing is drawn, or less than half of it is known letters.
    """
    return _drawing(text)[1]


def plain(text: str) -> str:
    """Return the letters that a text draws if each of them is known; else the text itself."""
    reading = read(text)
    return reading if reading and UNKNOWN not in reading else text


def same(one: str, other: str) -> bool:
    """Tell whether two texts are the same letters: written, or drawn in whatever signs and font.

    Drawings with unknown letters are the same if they look the same, apart from signs and margin.
    """
    if plain(one) == plain(other):
        return True
    picture, _ = _drawing(one)
    return bool(picture) and picture == _drawing(other)[0]


def is_drawing(text: str) -> bool:
    """Tell whether a text of several lines is made of the signs of a drawing, letters or not."""
    return any(True for _ in _pictures(text))


@cache
def fonts() -> Mapping[int, Font]:
    """Return the fonts by their height in rows."""
    return {6: Font(5, _letters(*_SMALL)), 10: Font(8, _letters(*_LARGE))}


def _letters(names: str, drawn: str) -> dict[Picture, str]:
    runs = groupby(_columns(drawn.split()), key=lambda column: _INK in column)
    pictures = [tuple(run) for has_ink, run in runs if has_ink]
    return dict(zip(pictures, names, strict=True))


def _columns(rows: list[str]) -> list[str]:
    return ["".join(signs) for signs in zip(*rows, strict=True)]


def _drawing(text: str) -> tuple[Picture, str]:
    """Return what a text draws, and its letters; both are empty if less than half of the letters are known.

    The ink is the one of its two signs by which more letters are known.
    """
    drawing: tuple[Picture, str] = (), ""
    most_known = 0
    for picture in _pictures(text):
        reading = _reading(picture)
        known = len(reading) - reading.count(UNKNOWN)
        if known > most_known and 2 * known >= len(reading):
            drawing, most_known = (picture, reading), known
    return drawing


def _pictures(text: str) -> Iterator[Picture]:
    """Yield a text of several lines as a picture, once for each of its two signs as the ink.

    Nothing is drawn with other signs, or with more than two. Spaces may fill up lines of two other signs.
    """
    rows = text.strip("\n").splitlines()
    signs = set("".join(rows)) - {" "}
    if len(signs) == 1:
        signs.add(" ")
    if len(rows) < 2 or len(signs) != 2 or not signs <= set(_SIGNS):
        return
    width = max(map(len, rows))
    rows = [row.ljust(width) for row in rows]
    for ink in sorted(signs, key=_SIGNS.index):
        in_our_signs = str.maketrans(dict.fromkeys(_SIGNS, _GROUND))
        in_our_signs[ord(ink)] = _INK
        drawn = _cropped([row.translate(in_our_signs) for row in rows])
        if drawn:
            columns = _cropped(_columns(drawn))
            yield tuple(columns)


def _cropped(lines: list[str]) -> list[str]:
    """Return rows or columns without those at the ends that have no ink."""
    first, end = 0, len(lines)
    while first < end and _INK not in lines[first]:
        first += 1
    while first < end and _INK not in lines[end - 1]:
        end -= 1
    return lines[first:end]


def _reading(picture: Picture) -> str:
    """Return the letters of a picture, `?` for an unknown one; an empty text if no font has its height."""
    font = fonts().get(len(picture[0]))
    if not font:
        return ""
    ground = _GROUND * len(picture[0])
    reading = ""
    while picture:
        if picture[0] == ground:
            picture = picture[1:]
            continue
        end = len(picture)
        if ground in picture:
            end = picture.index(ground)
        # The widest letter touches the next one.
        width = font.pitch
        if picture[:width] not in font.letters and picture[:end] in font.letters:
            width = end
        reading += font.letters.get(picture[:width], UNKNOWN)
        picture = picture[min(width, end) :]
    return reading
