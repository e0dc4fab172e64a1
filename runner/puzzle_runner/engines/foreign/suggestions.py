"""From a path to the patterns that fit it: the texts in it that may be a year, a day, a part or a title."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from puzzle_runner.engines import patterns

# How people write years, parts and days in a path without its ending, the likeliest first: a field, and the
# text around it. A number with a zero before it has as many digits everywhere.
Ways = Sequence[tuple[str, re.Pattern[str]]]


def _ways(*ways: tuple[str, str]) -> Ways:
    return [(field, re.compile(expression, re.IGNORECASE)) for field, expression in ways]


YEARS = _ways(
    ("year", r"(?<!\d)(20(?:1[5-9]|[2-9]\d))(?!\d)"),
    ("year", r"(?<!\d)(20(?:1[5-9]|[2-9]\d))(?=(?:0[1-9]|1\d|2[0-5])(?!\d))"),
    ("yy", r"(?:(?<![a-z])(?:aoc|advent|year|y)[-_ ]?)(1[5-9]|[2-9]\d)(?!\d)"),
)
PARTS = _ways(
    ("part", r"(?:part|pt|star)[-_ ./]?0?([12])(?![\da-z])"),
    ("word", r"(?:part|pt|star)[-_ .]?(one|two|first|second)(?![a-z])"),
    ("ab", r"(?:part|pt|star)[-_ .]?([ab])(?![\da-z])"),
    ("part", r"(?<![a-z])p[-_]?0?([12])(?![\da-z])"),
    ("ab", r"(?<=\d)[-_ .]?([ab])(?![\da-z])"),
    ("part", r"(?<=\d)[-_.]([12])(?=$|/)"),
    ("ab", r"(?<=/)([ab])(?=/|$)"),
    ("part", r"(?<![^/])(?:\d[^/]*|[^/]*\d)/([12])$"),
    ("word", r"(?<=[\d/_])(one|two|first|second)(?=$|/)"),
    ("part", r"(?<=/)(?:main|index|code|prog|program|sol(?:ve|utions?)?)[-_ ]?0?([12])$"),
    ("part", r"(?<![a-z])(?:prob|puzzle|task|question|challenge|exercise)[-_ ]?0?([12])(?![\da-z])"),
)
DAYS = _ways(
    ("day", r"(?<![a-z])(?:days?|dec|december|tag|dag|jour|d)[-_ .]?(0{0,2}[1-9]|[12]\d)(?!\d)"),
    ("day", r"\{(?:year|yy)\}[-_]?(?:12[-_])?(0{0,2}[1-9]|1\d|2[0-5])(?!\d)"),
    ("day", r"(?:^|/)(0{0,2}[1-9]|1\d|2[0-5])(?!\d)"),
    ("day", r"(?<![\d}])(0{0,2}[1-9]|1\d|2[0-5])(?=[-_ .{}]|/|$)"),
)
DAY_WORDS = _ways(
    ("day_word", rf"(?<![a-z])(?:days?|dec|december)[-_ .]?({patterns.FIELDS['day_word']})(?-i:(?![a-z]))"),
)
NUMBERS = _ways(
    ("number", r"(?:euler|problem|prob|pe)[-_ .]?(0*\d{1,4})(?!\d)"),
    ("number", r"(?:p|e|solution)[-_ .]?(0*\d{1,4})(?!\d)"),
    ("number", r"(?:^|/)(\d{1,4})(?!\d)"),
    ("number", r"(?<![a-z\d])[a-z]+[-_. ]?(\d{1,4})(?!\d)"),
)
_BEHIND = re.compile(r"(.*\{(?:day|number|part)[^}]*\}[-_. )]+)([^{}/]+)")
# A number that stands in more places than this has one width in all of them.
MOST_SPOTS = 4
# A pattern that fits a path, with the id and the part that the path has by it.
Suggestion = tuple[str, str, int]


def of_days(path: str, year: int) -> Iterator[Suggestion]:
    """Yield the patterns of days that fit a path; `year` is that of paths that tell none."""
    stem, suffix = os.path.splitext(path)
    for template in _with_year(stem):
        if "{" in template or year:
            template = _replaced(template, DAY_WORDS)
            of_part = [*_fitting(_replaced(template, PARTS), suffix, path, DAYS, year)]
            yield from of_part or _fitting(template, suffix, path, DAYS, year)


def of_numbers(path: str) -> Iterator[Suggestion]:
    """Yield the patterns of numbers that fit a path."""
    return _fitting(*os.path.splitext(path), path, NUMBERS, 0)


def _fitting(template: str, suffix: str, path: str, ways: Ways, year: int) -> Iterator[Suggestion]:
    for form in [template] if "{day_word}" in template else _forms(template, ways):
        for variant in _titled(form):
            place = patterns.match(f"{variant}{suffix}", path, year)
            if place and place.id:
                yield f"{variant}{suffix}", place.id, place.part


def _with_year(stem: str) -> Iterable[str]:
    """Return a path in which a field replaces the year wherever it stands: alone, or beside the day.

    Its last two digits may be those of the day.
    """
    for field, expression in YEARS:
        if matches := [*expression.finditer(stem)]:
            year = matches[-1][1] if field == "year" else f"20{matches[-1][1]}"
            full = re.sub(rf"(?<!\d)(\d\d)?{year}(?=(?:\d\d)?(?!\d))", r"\g<1>{year}", stem)
            short = rf"(?i)((?<![a-z])(?:aoc|advent|year|y)[-_ ]?){year[2:]}(?!\d)"
            joined = rf"(?<!\d){year[2:]}(?=[-_.]?(?:0[1-9]|1\d|2[0-5])$)"
            return dict.fromkeys((full, re.sub(short, r"\1{yy}", full), re.sub(joined, "{yy}", full)))
    return (stem,)


def _replaced(template: str, ways: Ways) -> str:
    """Return a path in which a field replaces the text that the first fitting way finds."""
    for field, expression in ways:
        if matches := [*expression.finditer(template)]:
            # A name with both parts in it tells none: pt1_pt2.
            if len({each[1].lower() for each in matches}) == 1:
                for each in reversed(matches):
                    template = f"{template[: each.start(1)]}{{{field}}}{template[each.end(1) :]}"
            return template
    return template


def _forms(template: str, ways: Ways) -> Iterator[str]:
    """Yield a path with a field wherever its number stands: of fixed width, or of any if no zero leads it."""
    for field, expression in ways:
        matches = [each for each in expression.finditer(template) if "{" not in each[1]]
        if not matches:
            continue
        number = int(matches[-1][1])
        spots = {each.span(1) for each in matches if int(each[1]) == number}
        # The same number once more, as in 03/aoc3.py, or by chance, as in problem1/solution_1.py.
        again = re.compile(rf"(?<![\d{{:}}])0*{number}(?![\da-zA-Z}}])")
        once_more = spots | {each.span() for each in again.finditer(template)}
        for places in dict.fromkeys([(*sorted(once_more),), (*sorted(spots),)]):
            widths = [_widths(template[begin:end], field) for begin, end in places]
            ends = [0, *(end for _, end in places)]
            between = [template[before:begin] for before, (begin, _) in zip(ends, places, strict=False)]
            for fields in product(*widths) if len(places) <= MOST_SPOTS else zip(*widths, strict=False):
                yield "".join(map("".join, zip(between, fields, strict=True))) + template[ends[-1] :]
        return


def _widths(digits: str, field: str) -> list[str]:
    """Return the fields that a number may be, by its digits."""
    fixed = [f"{{{field}:0{len(digits)}}}"] if len(digits) > 1 else []
    return fixed if digits.startswith("0") else [f"{{{field}}}", *fixed]


def _titled(form: str) -> Iterator[str]:
    """Yield a pattern, and those with a free text behind the number, in its folder, or both."""
    yield form
    pieces = form.split("/")
    index = min(place for place, piece in enumerate(pieces) if "{day" in piece or "{number" in piece)
    # Folders such as batch2/ or 001-050/ say nothing.
    anywhere = ["{any}" if re.fullmatch(r"[^{}]*\d[^{}]*", piece) else piece for piece in pieces[:index]]
    if anywhere != pieces[:index]:
        yield "/".join([*anywhere, *pieces[index:]])
    titled, title = [*pieces], ""
    for place, piece in enumerate(pieces):
        if behind := _BEHIND.fullmatch(piece):
            title = title or behind[2]
            titled[place] = f"{behind[1]}{{title}}" if behind[2] == title else piece
        elif title:
            titled[place] = piece.replace(title, "{title}")
    if title:
        yield "/".join(titled)
    before = re.fullmatch(r"([^{}/]*[^{}/\d])([-_ ]\{(?:day|number)[^}]*\})", pieces[index])
    if before and not re.search(r"(?i)day|dec|aoc|puzzle|problem|solution|euler", before[1]):
        yield "/".join([*pieces[:index], f"{{title}}{before[2]}", *pieces[index + 1 :]])
    if index < len(pieces) - 2 and pieces[-2] == pieces[-1] and "{" not in pieces[-1]:
        yield "/".join([*pieces[:-2], "{title}", "{title}"])
    of_part = re.fullmatch(r"[^{}]*[^{}\W_]([-_ .]+[a-z]*[-_ .]?\{(?:part|ab|word)\})", pieces[-1])
    if index < len(pieces) - 1 and of_part:
        yield "/".join([*pieces[:-1], f"{{title}}{of_part[1]}"])
    if index < len(pieces) - 1 and "{" not in pieces[-1]:
        yield "/".join([*pieces[:-1], "{title}"])
        if title:
            yield "/".join([*titled[:-1], "{any}"])
