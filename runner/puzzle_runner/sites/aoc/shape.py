"""The shape of an input, and whether a text has it. Text in, truth out."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

# From this many on, what all lines (or none but one place) have is no chance.
MANY_LINES, MANY_CHARACTERS = 20, 300
FEW_LINES = 10
GRID_LINES = 5
# An input with no more than these different letters means just these: moves, cards, marks on a map.
FEW_LETTERS = 7
BINARY = frozenset("012")
NEARLY_ALL = 0.95
KNOWN_CHARACTERS, KNOWN_PAIRS = 0.95, 0.8
# It stands before the first and after the last word of a line.
EDGE = "\n"
_TOKEN = re.compile(r"[+-]?\d+(?!\w)|\w+|\s+|.")
_NUMBER = re.compile(r"[+-]?\d+")
_SIGNS = frozenset("+-")
_ALPHABETS = (ascii_lowercase, ascii_uppercase)

Pair = tuple[str, str]


class InputShape(NamedTuple):
    """The shape of an input.

    `alphabet` are the characters that it may have, `pairs` the kinds of words and signs that follow each
    other in a line, `kinds` the kinds of words that its first and its last line share, `everywhere` the signs
    that nearly all lines have, `once` the marks of a grid that are there once.
    """

    lines: int
    parted: bool
    grid: bool
    alphabet: frozenset[str]
    pairs: frozenset[Pair]
    kinds: frozenset[str]
    everywhere: frozenset[str]
    once: frozenset[str]


def of(text: str) -> InputShape:
    """Return the shape of an input."""
    lines = _lines(text)
    grid = is_grid(lines)
    counts = Counter(text)
    pairs = _pairs(lines)
    if len(lines) <= FEW_LINES:
        # Few lines tell little of how lines begin and end.
        kinds = {kind for pair in pairs for kind in pair} - {" ", EDGE}
        pairs |= {(EDGE, kind) for kind in kinds} | {(kind, EDGE) for kind in kinds}
    everywhere, once = set[str](), set[str]()
    if grid and counts.total() >= MANY_CHARACTERS:
        # Marks such as a start. Where there are many letters, none of them is one.
        marks = "".join(letters for letters in _ALPHABETS if _used(counts, letters) <= FEW_LETTERS)
        once = {
            sign
            for sign, count in counts.items()
            if count == 1 and sign != "\n" and (sign in marks or not sign.isalnum())
        }
    elif not grid and len(lines) >= MANY_LINES:
        having = Counter(sign for line in lines for sign in set(line))
        common = {sign for sign, count in having.items() if count >= NEARLY_ALL * len(lines)}
        everywhere = {sign for sign in common if not sign.isalnum()} - _SIGNS
    return InputShape(
        lines=len(lines),
        parted="" in lines,
        grid=grid,
        alphabet=frozenset(_alphabet(counts, grid)),
        pairs=frozenset(pairs),
        kinds=frozenset(_kinds(lines[0]) & _kinds(lines[-1])),
        everywhere=frozenset(everywhere),
        once=frozenset(once),
    )


def fits(shape: InputShape, text: str) -> bool:
    """Tell whether a text could be an input of this shape."""
    lines = _lines(text)
    characters = set(text)
    # Where an input has one line, so has an example; where it has many, an example has several.
    is_enough = len(lines) == 1 if shape.lines == 1 else len(lines) > 1 or shape.lines <= FEW_LINES
    return (
        is_enough
        and shape.parted == ("" in lines)
        and characters <= shape.alphabet
        and shape.everywhere | shape.once <= characters
        and (is_grid(lines, 2) if shape.grid else _pairs(lines) <= shape.pairs)
    )


def resembles(shape: InputShape, text: str) -> bool:
    """Tell whether a text could be an input that was wrapped, indented or embellished for reading."""
    lines = _lines(text)
    # One line may go on after its commas.
    is_wrapped = all(line.rstrip().endswith((",", ";")) for line in lines[:-1])
    if (shape.parted and "" not in lines) or (shape.lines == 1 and not is_wrapped):
        return False
    alphabet = shape.alphabet | {"\n", " "}
    known = sum(sign in alphabet for sign in text)
    if known < (1.0 if shape.grid else KNOWN_CHARACTERS) * max(1, len(text)):
        return False
    # Most pairs in the text have to be pairs of an input, too, white space aside.
    loose = {sign for pair in shape.pairs for sign in pair} | {" "}
    pairs = list(_pairs_of(" ".join(text.split())))
    flowing = [
        pair in shape.pairs or (not {" ", EDGE}.isdisjoint(pair) and loose.issuperset(pair)) for pair in pairs
    ]
    return sum(flowing) >= KNOWN_PAIRS * len(pairs)


def is_akin(shape: InputShape, text: str) -> bool:
    """Tell whether a text is laid out as a text of this shape: one line or many, in sections, a grid."""
    lines = _lines(text)
    return (
        (shape.lines == 1) == (len(lines) == 1)
        and shape.parted == ("" in lines)
        # Few lines may be of equal length by chance.
        and (is_grid(lines, 2) or not shape.grid or shape.lines < GRID_LINES)
    )


def fits_as_line(shape: InputShape, line: str) -> bool:
    """Tell whether a text could be an input of one line, also where an input has many of the same kind."""
    return set(line) <= shape.alphabet and _pairs([line]) <= shape.pairs and _kinds(line) <= shape.kinds


def is_grid(lines: list[str], least: int = 3) -> bool:
    """Tell whether lines are of equal length, enough of them, and neither numbers nor words."""
    return (
        len(lines) >= least
        and len(lines[0]) > 1
        and len({len(line) for line in lines}) == 1
        and not any(" " in line for line in lines)
        and not all(line.isdigit() for line in lines)
    )


def _kinds(line: str) -> set[str]:
    """Return which kinds of words a line has: numbers and other words."""
    return {kind for kind in map(_kind, _TOKEN.findall(line)) if kind in "0a"}


def _lines(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def _alphabet(counts: Counter[str], grid: bool) -> Iterable[str]:
    """Return the characters of an input, and those that could as well be in it."""
    yield from counts
    yield "\n"
    short = counts.total() < MANY_CHARACTERS
    numerals = [digit for digit in digits if counts[digit]]
    if numerals and (short or not BINARY.issuperset(numerals)):
        yield from digits
    for letters in _ALPHABETS:
        used = _used(counts, letters)
        if used > FEW_LETTERS or (used and short):
            yield from letters
            # A name may end in a number, where there are names.
            yield from "" if grid else digits


def _used(counts: Counter[str], letters: str) -> int:
    """Return how many different letters of an alphabet an input has."""
    return sum(counts[letter] > 0 for letter in letters)


def _pairs(lines: list[str]) -> set[Pair]:
    return {pair for line in lines for pair in _pairs_of(line)}


def _pairs_of(line: str) -> Iterable[Pair]:
    tokens = [EDGE, *map(_kind, _TOKEN.findall(line)), EDGE]
    return pairwise(tokens)


def _kind(token: str) -> str:
    if _NUMBER.fullmatch(token):
        return "0"
    if token[0].isspace():
        return " "
    return "a" if token[0].isalnum() or token[0] == "_" else token
