"""From a path to the patterns that fit it: the texts in it that may be a year, a day, a part or a title."""

import os
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from puzzle_runner.layouts import origins, patterns

# How people write parts, days and numbers of problems in a path without its ending, the likeliest first.
PARTS = (
    r"(?:part|pt|star|task|prob|puzzle|challenge|(?<![a-z])p|(?<=/)(?:main|sol))[-_ ./]?0?"
    r"([1-9]\d?|[a-c]|one|two|three|first|second|third)(?![\da-z])",
    r"(?:(?<=\d)[-_ .]?|(?<=/))([a-c])(?![\da-z])",
    r"(?:(?<=\d)[-_.]|(?<![^/])(?:\d[^/]*|[^/]*\d)/)([1-3])$",
)
DAYS = (
    r"(?<![a-z])(?:days?|dec|december|d)[-_ .]?(0{0,2}[1-9]|[12]\d)(?!\d)",
    r"(?:^|/|\{year\}[-_]?)(0{0,2}[1-9]|1\d|2[0-5])(?!\d)",
    r"(?<![\d}])(0{0,2}[1-9]|1\d|2[0-5])(?=[-_ .{}]|/|$)",
)
NUMBERS = (
    r"(?:euler|problem|prob|pe)[-_ .#]?(0*\d{1,4})(?!\d)",
    r"(?:^|/)(\d{1,4})(?!\d)",
    r"(?<![a-z\d])[a-z]+[-_. ]?(\d{1,4})(?!\d)",
)
# The text behind a number in the name of a file or a folder.
_BEHIND = re.compile(r"(.*\{(?:day|number|part)[^}]*\}[-_. )]+)([^{}/]+)")
# A pattern that fits a path, with the id and the part that the path has by it.
Suggestion = tuple[str, str, int]


def of_days(root: Path, path: str) -> Iterator[Suggestion]:
    """Yield the patterns of days that fit a path in a repository."""
    stem, suffix = os.path.splitext(path)
    template = _with_year(stem)
    if "{" not in template and not origins.year_of(root.name) and not origins.facts(root / path).links:
        return
    found: list[Suggestion] = []
    for variant in (_with_part(template), template):
        if not found:
            found += _fitting(_with_number(variant, "day", DAYS), suffix, root, path)
    yield from found


def of_numbers(root: Path, path: str) -> Iterator[Suggestion]:
    """Yield the patterns of numbers that fit a path in a repository."""
    stem, suffix = os.path.splitext(path)
    return _fitting(_with_number(stem, "number", NUMBERS), suffix, root, path)


def _fitting(forms: Iterator[str], suffix: str, root: Path, path: str) -> Iterator[Suggestion]:
    ids: dict[tuple[int, ...], str] = {}
    for form in forms:
        for variant in _with_title(form):
            place = patterns.match(variant + suffix, path)
            if not place:
                continue
            place = patterns.numbered_on(place, [place.part])
            numbers = place[:3]
            if numbers not in ids:
                ids[numbers] = origins.decide(root, path, place).id
            id = ids[numbers]
            if id and place.part <= origins.most_parts(id):
                yield variant + suffix, id, place.part


def _with_year(stem: str) -> str:
    """Return a path in which a field replaces the year."""
    years = origins.YEAR.findall(stem)
    return re.sub(rf"(?<!\d){years[-1]}", "{year}", stem) if years else stem


def _with_part(template: str) -> str:
    """Return a path in which a field replaces the part, as the first expression finds it."""
    for expression in PARTS:
        matches = [*re.finditer(expression, template, re.IGNORECASE)]
        if matches:
            parts = {match[1].lower() for match in matches}
            start, end = matches[-1].span(1)
            text = template[start:end]
            field = "part" if text.isdecimal() else "ab" if len(text) == 1 else "word"
            # A name with both parts in it tells none: pt1_pt2.
            return f"{template[:start]}{{{field}}}{template[end:]}" if len(parts) == 1 else template
    return template


def _with_number(template: str, field: str, expressions: tuple[str, ...]) -> Iterator[str]:
    """Yield a path with a field wherever its number stands, with a width or without."""
    found = ([*re.finditer(expression, template, re.IGNORECASE)] for expression in expressions)
    matches = next(filter(None, found), [])
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
    """Return the fields that a number may be, by its digits."""
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
        if behind := _BEHIND.fullmatch(piece):
            title = title or behind[2]
            titled[place] = f"{behind[1]}{{title}}" if behind[2] == title else piece
        elif title:
            titled[place] = piece.replace(title, "{title}")
    if title:
        yield "/".join(titled)
    if "{" in "".join(pieces[:-1]) and "{" not in pieces[-1]:
        yield "/".join([*pieces[:-1], "{title}"])
