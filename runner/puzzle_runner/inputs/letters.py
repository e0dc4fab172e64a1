"""Reading capital letters that an answer draws, as some puzzles of Advent of Code ask for them.

The two fonts have the letters that have been seen in puzzles; the shapes of the others are not known.

Sources of the shapes: https://github.com/mstksg/advent-of-code-ocr, and for the small S
https://github.com/bsoyka/advent-of-code-ocr.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby

UNKNOWN = "?"
# Each sign can be the ink. If two can be, it is the one that comes first.
_SIGNS = "#█▓▒■◼▮▪●⬛⚫🟦🟥@*XxOo.·░□◻▯▫○⬜⚪_10 "

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


# How many columns lie from letter to letter, by the height of a font in rows.
PITCH = {6: 5, 10: 8}


@cache
def shapes() -> Mapping[tuple[str, ...], str]:
    """Return the letters of both fonts by their columns."""
    shapes: dict[tuple[str, ...], str] = {}
    for names, drawn in (_SMALL, _LARGE):
        shapes.update(zip(_runs(drawn.split()), names, strict=True))
    return shapes


def _runs(rows: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the columns with ink, as many together as stand side by side."""
    runs = []
    columns = ("".join(signs) for signs in zip(*rows, strict=True))
    for has_ink, run in groupby(columns, lambda column: "#" in column):
        if has_ink:
            runs.append(tuple(run))
    return runs


def read(text: str) -> str:
    """Return the letters that a text of several lines draws, `?` for an unknown one.

    The text is empty if nothing is drawn, or less than half of it is known letters. The ink is the one of its
    two signs by which more letters are known.
    """
    best, most_known = "", 0
    for rows in _pictures(text):
        pitch = PITCH.get(len(rows))
        if not pitch:
            continue
        reading = ""
        for columns in _runs(rows):
            # The widest letter touches the next one.
            while columns:
                reading += shapes().get(columns[:pitch], UNKNOWN)
                columns = columns[pitch:]
        known = len(reading) - reading.count(UNKNOWN)
        if known > most_known and 2 * known >= len(reading):
            best, most_known = reading, known
    return best


def plain(text: str) -> str:
    """Return the letters that a text draws if each of them is known; else the text itself."""
    reading = read(text)
    return reading if reading and UNKNOWN not in reading else text


def is_drawing(text: str) -> bool:
    """Tell whether a text of several lines is made of the signs of a drawing, letters or not."""
    return bool(_pictures(text))


def _pictures(text: str) -> list[list[str]]:
    """Return a text as rows of `#` and `.`, once for each of its two signs as the ink.

    Nothing is drawn with other signs, or with more than two. Spaces may fill up lines of two other signs.
    """
    rows = text.strip("\n").splitlines()
    signs = set("".join(rows)) - {" "}
    if len(signs) == 1:
        signs.add(" ")
    if len(rows) < 2 or len(signs) != 2 or not signs <= set(_SIGNS):
        return []
    width = max(map(len, rows))
    pictures = []
    for ink in sorted(signs, key=_SIGNS.index):
        ours = dict.fromkeys(_SIGNS, ".")
        ours[ink] = "#"
        in_ours = str.maketrans(ours)
        drawn = [row.ljust(width).translate(in_ours) for row in rows]
        while drawn and "#" not in drawn[0]:
            del drawn[0]
        while drawn and "#" not in drawn[-1]:
            del drawn[-1]
        pictures.append(drawn)
    return pictures
