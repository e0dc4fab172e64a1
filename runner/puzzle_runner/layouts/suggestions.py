"""From a path to the patterns that fit it: the texts in it that may be a year, a day, a part or a title."""

import os
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from puzzle_runner.layouts import origins, patterns
from puzzle_runner.layouts.patterns import Place

# How people write parts, days and numbers of problems in a path without its ending, the likeliest first.
_PARTS = (
    r"(?:part|pt|star|task|prob(?:lem)?|puzzle|challenge|(?<![a-z])p|(?<=/)(?:main|sol))[-_ ./]?0?"
    r"([1-9]\d?|[a-c]|one|two|three|first|second|third)(?![\da-z])",
    r"(?:(?<=\d)[-_ .]?|(?<=/))([a-c])(?![\da-z])",
    r"(?:(?<=\d)[-_.]|(?<![^/])(?:\d[^/]*|[^/]*\d)/)([1-3])$",
)
_DAYS = (
    r"(?<![a-z])(?:days?|dec|december|d)[-_ .]?(0{0,2}[1-9]|[12]\d)(?!\d)",
    r"(?:^|/|\{year\}[-_]?)(0{0,2}[1-9]|1\d|2[0-5])(?!\d)",
    r"(?<![\d}])(0{0,2}[1-9]|1\d|2[0-5])(?=[-_ .{}]|/|$)",
)
_NUMBERS = (
    r"(?:euler|problem|prob|pe)[-_ .#]?(0*\d{1,4})(?!\d)",
    r"(?:^|/)(\d{1,4})(?!\d)",
    r"(?<![a-z\d])[a-z]+[-_. ]?(\d{1,4})(?!\d)",
)
_EULER = re.compile(r"(?:^|/)(?:project)?[-_ ]?euler", re.IGNORECASE)
# The text behind a number in the name of a file or a folder.
_BEHIND = re.compile(r"(.*\{(?:day|number|part)[^}]*\}[-_. )]+)([^{}/]+)")


def suggest(root: Path, path: str) -> Iterator[tuple[str, Place]]:
    """Yield the patterns that fit the path of a solution in a repository, each with what the path says by it.

    A path that speaks of Project Euler has the number of a problem, any other a year and a day.
    """
    stem, suffix = os.path.splitext(path)
    years = origins.YEAR.findall(stem)
    if "euler" in root.name.lower() or (_EULER.search(stem) and not years):
        yield from _fitting(_with_number(stem, "number", _NUMBERS), suffix, root, path)
        return
    template = stem
    if years:
        template = re.sub(rf"(?<!\d){years[-1]}", "{year}", stem)
    elif not origins.year_of(root.name) and not origins.facts(root / path).links:
        return
    found = [*_fitting(_with_number(_with_part(template), "day", _DAYS), suffix, root, path)]
    yield from found or _fitting(_with_number(template, "day", _DAYS), suffix, root, path)


def _fitting(forms: Iterator[str], suffix: str, root: Path, path: str) -> Iterator[tuple[str, Place]]:
    decided: dict[tuple[int, int, int], Place] = {}
    for form in forms:
        for pattern in _with_title(form):
            place = patterns.match(pattern + suffix, path)
            if not place:
                continue
            place = numbered_on(place, place.part, place.part)
            numbers = place.year, place.day, place.number
            if numbers not in decided:
                decided[numbers] = origins.decide(root, path, place)
            id = decided[numbers].id
            if id and place.part <= origins.most_parts(id):
                yield pattern + suffix, place._replace(id=id)


def numbered_on(place: Place, first: int, last: int) -> Place:
    """Return a place with its part, if those of a day are numbered on: puzzle3 and puzzle4 are of day 2.

    `first` and `last` are the parts of that day by their numbers.
    """
    before = 2 * (place.day - 1)
    if place.day < 2 or not before < first <= last <= before + 2:
        return place
    return place._replace(part=place.part - before)


def _with_part(template: str) -> str:
    """Return a path in which a field replaces the part, as the first expression finds it."""
    for expression in _PARTS:
        matches = [*re.finditer(expression, template, re.IGNORECASE)]
        if not matches:
            continue
        if len({match[1].lower() for match in matches}) > 1:
            # A name with both parts in it tells none: pt1_pt2.
            return template
        text = matches[-1][1]
        field = "part" if text.isdecimal() else "ab" if len(text) == 1 else "word"
        start, end = matches[-1].span(1)
        return f"{template[:start]}{{{field}}}{template[end:]}"
    return template


def _with_number(template: str, field: str, expressions: tuple[str, ...]) -> Iterator[str]:
    """Yield a path with a field wherever its number stands, with a width or without."""
    matches: list[re.Match[str]] = []
    for expression in expressions:
        matches = matches or [*re.finditer(expression, template, re.IGNORECASE)]
    if not matches:
        return
    number = int(matches[-1][1])
    spots = {match.span(1) for match in matches if int(match[1]) == number}
    # The same number once more, as in 03/aoc3.py, or by chance, as in problem1/solution_1.py.
    again = {match.span() for match in re.finditer(rf"(?<![\d{{:}}])0*{number}(?![\da-zA-Z}}])", template)}
    for places in dict.fromkeys((tuple(sorted(spots | again)), tuple(sorted(spots)))):
        for fields in product(*(_fields(template[start:end], field) for start, end in places)):
            form = template
            for (start, end), text in zip(reversed(places), reversed(fields), strict=True):
                form = form[:start] + text + form[end:]
            yield form


def _fields(digits: str, field: str) -> list[str]:
    plain, wide = f"{{{field}}}", f"{{{field}:0{len(digits)}}}"
    if digits.startswith("0"):
        return [wide]
    return [plain, wide] if len(digits) > 1 else [plain]


def _with_title(form: str) -> Iterator[str]:
    """Yield a pattern, and those with a free text behind the number, or as the name of the file."""
    yield form
    pieces = form.split("/")
    titled, title = [*pieces], ""
    for place, piece in enumerate(pieces):
        behind = _BEHIND.fullmatch(piece)
        if behind and title in ("", behind[2]):
            title = behind[2]
            titled[place] = f"{behind[1]}{{title}}"
        elif title:
            titled[place] = piece.replace(title, "{title}")
    if title:
        yield "/".join(titled)
    if "{" in "".join(pieces[:-1]) and "{" not in pieces[-1]:
        yield "/".join([*pieces[:-1], "{title}"])
