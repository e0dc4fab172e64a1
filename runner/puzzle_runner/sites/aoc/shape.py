"""What an input looks like, and whether a text looks like it. Text in, truth out."""

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
# What stands before the first and after the last word of a line.
EDGE = "\n"
_TOKEN = re.compile(r"[+-]?\d+(?!\w)|\w+|\s+|.")
_NUMBER = re.compile(r"[+-]?\d+")
_SIGNS = frozenset("+-")

Pair = tuple[str, str]


class Shape(NamedTuple):
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


def of(text: str) -> Shape:
    """Return the shape of an input."""
    lines = _lines(text)
    grid = is_grid(lines)
    counts = Counter(text)
    pairs = _pairs(lines)
    return Shape(
        lines=len(lines),
        parted="" in lines,
        grid=grid,
        alphabet=frozenset(_alphabet(counts, grid)),
        pairs=frozenset(_open_ends(pairs) if len(lines) <= FEW_LINES else pairs),
        kinds=frozenset(_kinds(lines[0]) & _kinds(lines[-1])),
        everywhere=frozenset() if grid else frozenset(_everywhere(lines)),
        once=frozenset(_once(counts)) if grid else frozenset(),
    )


def fits(shape: Shape, text: str) -> bool:
    """Tell whether a text could be an input of this shape."""
    lines = _lines(text)
    characters = set(text)
    return (
        _as_many(shape, lines)
        and shape.parted == ("" in lines)
        and characters <= shape.alphabet
        and shape.everywhere | shape.once <= characters
        and (is_grid(lines, 2) if shape.grid else _pairs(lines) <= shape.pairs)
    )


def resembles(shape: Shape, text: str) -> bool:
    """Tell whether a text could be an input that was wrapped, indented or embellished for reading."""
    lines = _lines(text)
    if (shape.parted and "" not in lines) or (shape.lines == 1 and not _is_wrapped(lines)):
        return False
    least = 1.0 if shape.grid else KNOWN_CHARACTERS
    return _share_of(text, shape.alphabet | {"\n", " "}) >= least and _flows(shape, text)


def _is_wrapped(lines: list[str]) -> bool:
    """Tell whether lines are one line that goes on after its commas."""
    return all(line.rstrip().endswith((",", ";")) for line in lines[:-1])


def _flows(shape: Shape, text: str) -> bool:
    """Tell whether what follows each other in a text mostly does so in an input, white space aside."""
    loose = {sign for pair in shape.pairs for sign in pair} | {" "}
    pairs = list(_pairs_of(" ".join(text.split())))
    known = [
        pair in shape.pairs or (not {" ", EDGE}.isdisjoint(pair) and loose.issuperset(pair)) for pair in pairs
    ]
    return sum(known) >= KNOWN_PAIRS * len(pairs)


def is_akin(shape: Shape, text: str) -> bool:
    """Tell whether a text is laid out as a text of this shape: one line or many, in sections, a grid."""
    lines = _lines(text)
    return (
        (shape.lines == 1) == (len(lines) == 1)
        and shape.parted == ("" in lines)
        # Few lines may be of equal length by chance.
        and (is_grid(lines, 2) or not shape.grid or shape.lines < GRID_LINES)
    )


def fits_as_line(shape: Shape, line: str) -> bool:
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


def _as_many(shape: Shape, lines: list[str]) -> bool:
    if shape.lines == 1:
        return len(lines) == 1
    return len(lines) > 1 or shape.lines <= FEW_LINES


def _alphabet(counts: Counter[str], grid: bool) -> Iterable[str]:
    """Return the characters of an input, and those that could as well be in it."""
    yield from counts
    yield "\n"
    short = counts.total() < MANY_CHARACTERS
    numerals = [digit for digit in digits if counts[digit]]
    if numerals and (short or not BINARY.issuperset(numerals)):
        yield from digits
    for letters in (ascii_lowercase, ascii_uppercase):
        used = sum(counts[letter] > 0 for letter in letters)
        if used > FEW_LETTERS or (used and short):
            yield from letters
            # A name may end in a number, where there are names.
            yield from "" if grid else digits


def _everywhere(lines: list[str]) -> set[str]:
    if len(lines) < MANY_LINES:
        return set()
    having = Counter(sign for line in lines for sign in set(line))
    return {
        sign for sign, count in having.items() if not sign.isalnum() and count >= NEARLY_ALL * len(lines)
    } - _SIGNS


def _once(counts: Counter[str]) -> set[str]:
    """Return the marks of a grid that are there once, such as a start; none where there are many letters."""
    if counts.total() < MANY_CHARACTERS:
        return set()
    return {
        sign
        for letters in (ascii_lowercase, ascii_uppercase)
        if sum(counts[letter] > 0 for letter in letters) <= FEW_LETTERS
        for sign in letters
        if counts[sign] == 1
    } | {sign for sign, count in counts.items() if count == 1 and not sign.isalnum() and sign != "\n"}


def _pairs(lines: list[str]) -> set[Pair]:
    return {pair for line in lines for pair in _pairs_of(line)}


def _open_ends(pairs: set[Pair]) -> set[Pair]:
    """Return pairs that let a line begin and end with any of them: few lines tell little of that."""
    kinds = {kind for pair in pairs for kind in pair} - {" ", EDGE}
    return pairs | {(EDGE, kind) for kind in kinds} | {(kind, EDGE) for kind in kinds}


def _pairs_of(line: str) -> Iterable[Pair]:
    tokens = [EDGE, *map(_kind, _TOKEN.findall(line)), EDGE]
    return pairwise(tokens)


def _kind(token: str) -> str:
    if _NUMBER.fullmatch(token):
        return "0"
    if token[0].isspace():
        return " "
    return "a" if token[0].isalnum() or token[0] == "_" else token


def _share_of(text: str, known: frozenset[str]) -> float:
    return sum(sign in known for sign in text) / max(1, len(text))
