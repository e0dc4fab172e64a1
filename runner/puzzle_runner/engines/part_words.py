"""The words by which people number parts: in names of files and functions, and before answers."""

import re
from collections.abc import Iterable

NUMBERS = {"one": 1, "two": 2, "three": 3}
ORDINALS = {"first": 1, "second": 2, "third": 3}
LETTERS = {"a": 1, "b": 2, "c": 3}
# The name of the function for a part: part1, part_one, partB, solve_a, day01p1, day1_part2, my_part_1.
_NAME = re.compile(
    r"(?:(?!test_)[a-z]+_|(?:day_?|d)\d{1,2}_?)?"
    r"(?:part|pt|p(?=_?\d)|star|puzzle|task|solution|solve|answer)_?(?P<part>[1-3]|one|two|three|a|b|c)"
)
EVERY = {**NUMBERS, **ORDINALS, **LETTERS, "i": 1, "ii": 2, "iii": 3, "silver": 1, "gold": 2}
_FIELDS = {1: ("a", "one"), 2: ("b", "two"), 3: ("c", "three")}
_FIELD = re.compile(r"\{(?:part|ab|word)\}")


def asks(words: Iterable[str]) -> bool:
    """Tell whether the words of a command ask for one part."""
    return any(map(_FIELD.search, words))


def fields(part: int) -> dict[str, int | str]:
    """Return what the fields for a part stand for in commands and paths."""
    letter, word = _FIELDS.get(part, ("", ""))
    return {"part": part, "ab": letter, "word": word}


def part_of(name: str) -> int:
    """Return the part that a function answers by its name; 0 if the name does not tell."""
    named = _NAME.fullmatch(snake(name).strip("_"))
    if not named:
        return 0
    part = named["part"]
    return int(part) if part.isdecimal() else EVERY[part]


def snake(name: str) -> str:
    """Return a name such as `PartTwo` as `part_two`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
