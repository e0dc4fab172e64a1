"""From a path to the patterns that fit it: the texts in it that may be a year, a day, a part or a title."""

import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path

from puzzle_runner.layouts import origins, patterns
from puzzle_runner.layouts.patterns import Place
from puzzle_runner.sites.site import PuzzleId

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
# The text behind a number, to the end of the name of a file or a folder.
_BEHIND = re.compile(r"\{(?:day|number|part)[^}]*\}[-_. )]+([^{}/]+)(?=/|$)")


def suggest(root: Path, path: str) -> dict[str, Place]:
    """Return the patterns that fit the path of a solution in a repository, with what the path says by each.

    A path that speaks of Project Euler has the number of a problem, any other a year and a day.
    """
    stem, _ = os.path.splitext(path)
    years = origins.YEAR.findall(stem)
    if "euler" in root.name.lower() or (_EULER.search(stem) and not years):
        return _fitting(_with_number(stem, "number", _NUMBERS), root, path)
    template = stem
    if years:
        template = re.sub(rf"(?<!\d){years[-1]}", "{year}", stem)
    elif not origins.year_of(root.name) and not origins.facts(root / path).links:
        return {}
    places = _fitting(_with_number(_with_part(template), "day", _DAYS), root, path)
    return places or _fitting(_with_number(template, "day", _DAYS), root, path)


def _fitting(forms: Sequence[str], root: Path, path: str) -> dict[str, Place]:
    """Return those of some patterns without their ending that fit a path, and mean a puzzle."""
    _, suffix = os.path.splitext(path)
    places: dict[str, Place] = {}
    ids: dict[tuple[int, int, int], PuzzleId | None] = {}
    for form in forms:
        for pattern in _with_title(form):
            place = patterns.match(pattern + suffix, path)
            if not place:
                continue
            place = place._replace(part=place.part - parts_before(place, {place.part}))
            numbers = place.year, place.day, place.number
            if numbers not in ids:
                ids[numbers] = origins.decide(root, path, place).id
            id = ids[numbers]
            if id and place.part <= origins.most_parts(id):
                places[pattern + suffix] = place._replace(id=id)
    return places


def parts_before(place: Place, parts: Collection[int]) -> int:
    """Return 2 for parts 3 and 4 of day 2, and so on, where parts are numbered on from day to day; else 0."""
    before = 2 * (place.day - 1)
    if before > 0 and all(before < part <= before + 2 for part in parts):
        return before
    return 0


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
        field = "{word}"
        if text.isdecimal():
            field = "{part}"
        elif len(text) == 1:
            field = "{ab}"
        start, end = matches[-1].span(1)
        return template[:start] + field + template[end:]
    return template


def _with_number(template: str, field: str, expressions: Sequence[str]) -> list[str]:
    """Return a path with a field wherever its number stands, with a width or without."""
    matches: list[re.Match[str]] = []
    for expression in expressions:
        matches = matches or [*re.finditer(expression, template, re.IGNORECASE)]
    if not matches:
        return []
    number = int(matches[-1][1])
    spots = {match.span(1) for match in matches if int(match[1]) == number}
    # The same number once more, as in 03/aoc3.py, or by chance, as in problem1/solution_1.py.
    again = re.finditer(rf"(?<![\d{{:}}])0*{number}(?![\da-zA-Z}}])", template)
    every_spot = spots.union(match.span() for match in again)
    forms: list[str] = []
    for places in (every_spot, spots):
        shorter = [template]
        for start, end in sorted(places, reverse=True):
            longer: list[str] = []
            for text in _fields(template[start:end], field):
                longer += [form[:start] + text + form[end:] for form in shorter]
            shorter = longer
        forms += shorter
    return forms


def _fields(digits: str, field: str) -> list[str]:
    wide = f"{{{field}:0{len(digits)}}}"
    if digits.startswith("0"):
        return [wide]
    if len(digits) == 1:
        return [f"{{{field}}}"]
    return [f"{{{field}}}", wide]


def _with_title(form: str) -> list[str]:
    """Return a pattern, and those with a free text behind the number, or as the name of the file."""
    forms = [form]
    behind = _BEHIND.search(form)
    if behind:
        start = behind.start(1)
        forms.append(form[:start] + form[start:].replace(behind[1], "{title}"))
    folder, _, name = form.rpartition("/")
    if "{" in folder and "{" not in name:
        forms.append(f"{folder}/{{title}}")
    return forms
