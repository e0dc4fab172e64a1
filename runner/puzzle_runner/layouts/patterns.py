"""Path patterns such as `{year}/day{day:02}.py`: from a path to what it says, and back."""

import re
from collections.abc import Collection
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

from puzzle_runner.engines.part_words import LETTERS, NUMBERS, ORDINALS
from puzzle_runner.errors import UsageError
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import whole

_WORDS = {**NUMBERS, **ORDINALS}
_PARTS = {**LETTERS, **_WORDS}
# Fields of a pattern and the texts they stand for; with a width, a number has exactly so many digits.
FIELDS = {
    "year": r"20\d\d",
    "yy": r"\d\d",
    "day": r"[1-9]\d?",
    "number": r"[1-9]\d*",
    "part": r"[1-9]\d?",
    "ab": "[a-cA-C]",
    "word": f"(?i:{'|'.join(_WORDS)})",
    "title": r"[^/]+?",
    "any": r"[^/]+?",
}
# How people write days and numbers of problems in a path without its ending, the likeliest first.
_NUMBERS = {
    "day": (
        r"(?<![a-z])(?:days?|dec|december|d)[-_ .]?(0{0,2}[1-9]|[12]\d)(?!\d)",
        r"(?:^|/|\{year\}[-_]?)(0{0,2}[1-9]|1\d|2[0-5])(?!\d)",
        r"(?<![\d}])(0{0,2}[1-9]|1\d|2[0-5])(?=[-_ .{}]|/|$)",
    ),
    "number": (
        r"(?:euler|problem|prob|pe)[-_ .#]?(0*\d{1,4})(?!\d)",
        r"(?:^|/)(\d{1,4})(?!\d)",
        r"(?<![a-z\d])[a-z]+[-_. ]?(\d{1,4})(?!\d)",
    ),
}
Numbers = tuple[int, int, int]


class Place(NamedTuple):
    """The year, day, number and part in a path; 0 for those that it does not tell.

    `id` is that of the puzzle, once it is decided.
    """

    year: int = 0
    day: int = 0
    number: int = 0
    part: int = 0
    title: str = ""
    id: PuzzleId | None = None

    @property
    def numbers(self) -> Numbers:
        """The year, the day and the number."""
        return self.year, self.day, self.number

    @property
    def fields(self) -> dict[str, int]:
        """The same by name."""
        return {"year": self.year, "day": self.day, "number": self.number}

    def of(self, id: PuzzleId) -> "Place":
        """Return what is known once the puzzle is decided."""
        known = {**self.fields, **id.fields}
        return Place(**known, part=self.part, title=self.title, id=id)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the regular expression of a pattern. Raises UsageError.

    The groups of a field that stands again have the same name with `_` behind it.
    """
    try:
        parsed = [*Formatter().parse(pattern)]
    except ValueError as error:
        raise UsageError(f'The layout\'s path "{pattern}" cannot be read: {error}.') from None
    expression = ""
    seen: list[str] = []
    for literal, name, width, _ in parsed:
        expression += re.escape(literal)
        if name is None:
            continue
        if name not in FIELDS:
            fields = ", ".join(f"{{{field}}}" for field in FIELDS)
            raise UsageError(
                f'The layout\'s path "{pattern}" has {{{name}}}, which is unknown. It may contain {fields}.'
            )
        digits = whole(width or "", 2)
        text = rf"\d{{{digits}}}" if digits else FIELDS[name]
        expression += f"(?P<{name}{'_' * seen.count(name)}>{text})"
        seen.append(name)
    return re.compile(expression)


def free(pattern: str) -> int:
    """Return how many free texts a pattern has."""
    return pattern.count("{title}") + pattern.count("{any}")


def match(pattern: str, path: str, year: int = 0) -> Place | None:
    """Return what a path says by a pattern; None if it does not match. `year` is that of all paths."""
    found = compiled(pattern).fullmatch(path)
    if not found:
        return None
    values: dict[str, Any] = {}
    for group, text in found.groupdict().items():
        name = group.rstrip("_")
        value: int | str = text
        if name == "any":
            continue
        if name == "yy":
            name, value = "year", 2000 + int(text)
        elif name in ("ab", "word"):
            name, value = "part", _PARTS[text.lower()]
        elif name != "title":
            value = int(text)
        # A field that stands again has the same value, maybe with another width.
        if values.setdefault(name, value) != value:
            return None
    return Place(**{"year": year, **values})


def path_of(pattern: str, id: PuzzleId) -> str:
    """Return the path that a pattern has for an id; an empty text if it needs to know more, as a title."""
    values = {**id.fields}
    if "year" in values:
        values["yy"] = values["year"] % 100
    fields = compiled(pattern).groupindex
    if not {field.rstrip("_") for field in fields} <= {*values} or fields.keys().isdisjoint(
        ("day", "number")
    ):
        return ""
    return pattern.format_map(values)


def numbered(template: str, field: str) -> list[str]:
    """Return a path with a field wherever its day or number stands, with a width or without."""
    for expression in _NUMBERS[field]:
        matches = [*re.finditer(expression, template, re.IGNORECASE)]
        if matches:
            break
    else:
        return []
    number = int(matches[-1][1])
    spots = {match.span(1) for match in matches if int(match[1]) == number}
    # The same number once more, as in 03/aoc3.py, or by chance, as in problem1/solution_1.py.
    again = re.finditer(rf"(?<![\d{{:}}])0*{number}(?![\da-zA-Z}}])", template)
    every_spot = spots.union(match.span() for match in again)
    return _with_fields(template, every_spot, field) + _with_fields(template, spots, field)


def _with_fields(template: str, spots: Collection[tuple[int, int]], field: str) -> list[str]:
    """Return the paths with a field at some spots: a number such as 12 may have a width, or none."""
    forms = [template]
    for start, end in sorted(spots, reverse=True):
        digits = template[start:end]
        plain, wide = f"{{{field}}}", f"{{{field}:0{len(digits)}}}"
        texts = [plain, wide]
        if digits.startswith("0"):
            texts = [wide]
        elif len(digits) == 1:
            texts = [plain]
        forms = [form[:start] + text + form[end:] for text in texts for form in forms]
    return forms
