"""Path patterns such as `{year}/day{day:02}.py`: from a path to what it says, and back."""

import os
import re
from collections.abc import Collection
from functools import cache
from string import Formatter
from typing import NamedTuple

from puzzle_runner.engines.part_words import NUMBERS, ORDINALS
from puzzle_runner.errors import UsageError
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import whole

_WORDS = {**NUMBERS, **ORDINALS}
# Fields of a pattern and the texts they stand for; with a width, a number has exactly so many digits.
FIELDS = {
    "year": r"20\d\d",
    "yy": r"\d\d",
    "day": r"[1-9]\d?",
    "number": r"[1-9]\d*",
    "part": r"[1-9]\d?",
    "ab": "[a-cA-C]",
    "word": "|".join(word for name in _WORDS for word in (name, name.title())),
    "title": r"[^/]+?",
    "any": r"[^/]+?",
}
_FREE = re.compile(r"\{(?:title|any)\}")


class Place(NamedTuple):
    """The year, day, number and part in a path; 0 for those that it does not tell.

    `id` is that of the puzzle once it is decided; before, the name of a file whose pattern has no field.
    """

    year: int = 0
    day: int = 0
    number: int = 0
    part: int = 0
    title: str = ""
    id: str = ""

    @property
    def fields(self) -> dict[str, int]:
        """The year, the day and the number."""
        return {"year": self.year, "day": self.day, "number": self.number}


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the regular expression of a pattern. Raises UsageError."""
    pieces: list[str] = []
    seen: list[str] = []
    try:
        parsed = [*Formatter().parse(pattern)]
    except ValueError as error:
        raise UsageError(f'The layout\'s path "{pattern}" cannot be read: {error}.') from None
    for literal, name, width, _ in parsed:
        pieces.append(re.escape(literal))
        if name is None:
            continue
        if name not in FIELDS:
            fields = ", ".join(f"{{{field}}}" for field in FIELDS)
            raise UsageError(
                f'The layout\'s path "{pattern}" has {{{name}}}, which is unknown. It may contain {fields}.'
            )
        digits = whole(width or "", 2) or 0
        expression = rf"\d{{{digits}}}" if digits else FIELDS[name]
        if name in seen and name == "title":
            pieces.append("(?P=title)")
            continue
        # Once more it has another width, maybe: numbers are compared when all are known.
        pieces.append(f"(?P<{name}{'_' * seen.count(name)}>{expression})")
        seen.append(name)
    return re.compile("".join(pieces))


def free(pattern: str) -> int:
    """Return how many free texts a pattern has."""
    return len(_FREE.findall(pattern))


def match(pattern: str, path: str, year: int = 0) -> Place | None:
    """Return what a path says by a pattern; None if it does not match. `year` is that of all paths."""
    match = compiled(pattern).fullmatch(path)
    if not match:
        return None
    if not match.re.groups:
        return Place(id=os.path.splitext(os.path.basename(path))[0])
    texts = match.groupdict()
    for name, text in texts.items():
        # A field that stands again has the same value, maybe with another width.
        if not name.startswith("any") and _number(text) != _number(texts[name.rstrip("_")]):
            return None
    if "year" in texts and int(texts.get("yy", texts["year"][2:])) != int(texts["year"]) % 100:
        return None
    part = int(texts.get("part", 0))
    if "ab" in texts:
        part = "abc".index(texts["ab"].lower()) + 1
    if "word" in texts:
        part = _WORDS[texts["word"].lower()]
    if "yy" in texts:
        year = 2000 + int(texts["yy"])
    day, number = int(texts.get("day", 0)), int(texts.get("number", 0))
    return Place(int(texts.get("year", year)), day, number, part, texts.get("title", ""))


def numbered_on(place: Place, parts: Collection[int]) -> Place:
    """Return a place with its part, if those of a day are numbered on: puzzle3 and puzzle4 are of day 2."""
    before = 2 * (place.day - 1)
    if place.day < 2 or not before < min(parts) <= max(parts) <= before + 2:
        return place
    return place._replace(part=place.part - before)


def _number(text: str) -> int | str:
    """Return what a field says, however it is written."""
    return int(text) if text.isdecimal() else text.lower()


def path_of(pattern: str, id: PuzzleId) -> str:
    """Return the path that a pattern has for an id; an empty text if it needs to know more, as a title."""
    values: dict[str, object] = {**id.fields}
    if "year" in values:
        values["yy"] = str(values["year"])[2:]
    fields = {name for _, name, _, _ in Formatter().parse(pattern) if name}
    if not fields <= {*values} or not fields & {"day", "number"}:
        return ""
    return pattern.format_map(values)
