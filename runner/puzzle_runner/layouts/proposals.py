"""Proposes the layout of a folder from the paths in it: each suggests patterns, the best are kept.

The languages of the files are told apart by their endings, and each has patterns of its own.
"""

import os
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from puzzle_runner.engines.program.languages import LANGUAGES
from puzzle_runner.errors import NoSuchPuzzle
from puzzle_runner.layouts import input_files, origins, patterns, puzzles, walking
from puzzle_runner.layouts.layout import Layout
from puzzle_runner.layouts.patterns import Numbers, Place

# A free text weighs less than a fixed one. A further pattern adds this share of puzzles: less is strays.
OF_TITLES, MOST_PATTERNS, LEAST_MORE = 0.8, 8, 0.005
# A folder of puzzles has so many in one language.
FEWEST_PUZZLES = 3
# The name of a folder of puzzles, or of what lies there.
_PUZZLES = re.compile(r"aoc|advent|code|day|euler|problem|puzzle|solution|quest|part|star", re.IGNORECASE)
_EULER = re.compile(r"(?:^|/)(?:project)?[-_ ]?euler", re.IGNORECASE)
# How people write parts in a path without its ending, the likeliest first; groups are named as their fields.
_PARTS = (
    r"(?:part|pt|star|task|prob(?:lem)?|puzzle|challenge|(?<![a-z])p|(?<=/)(?:main|sol))[-_ ./]?0?"
    r"(?:(?P<part>[1-9]\d?)|(?P<ab>[a-c])|(?P<word>one|two|three|first|second|third))(?![\da-z])",
    r"(?:(?<=\d)[-_ .]?|(?<=/))(?P<ab>[a-c])(?![\da-z])",
    r"(?:(?<=\d)[-_.]|(?<![^/])(?:\d[^/]*|[^/]*\d)/)(?P<part>[1-3])$",
)
# The text behind a number, to the end of the name of a file or a folder.
_BEHIND = re.compile(r"\{(?:day|number|part)[^}]*\}(?:[-_. )]+|(?=[A-Z]))([^{}/]+)(?=/|$)")
# The number of files for each part of a puzzle, which is a year and a day, or a number.
Files = dict[Numbers, Counter[int]]


def propose(root: Path, paths: Sequence[str], fewest: int = FEWEST_PUZZLES) -> Layout | None:
    """Return the layout that finds most puzzles among files of a folder; None if there are too few.

    It names no inputs: who reads its puzzles finds them.
    """
    paths = [path for path in paths if not input_files.is_text(path)]
    current = [path for path in paths if not walking.is_aside(path)]
    endings: dict[str, dict[str, Files]] = {}
    for path in current or paths:
        _, ending = os.path.splitext(path)
        files_by_pattern = endings.setdefault(ending, {})
        for pattern, place in _suggestions(root, path).items():
            parts_of = files_by_pattern.setdefault(pattern, {})
            parts_of.setdefault(place.numbers, Counter())[place.part] += 1
    languages = [_best(files_by_pattern) for files_by_pattern in endings.values()]
    languages.sort(key=lambda language: -language[0])
    chosen: list[str] = []
    for number, best in languages:
        if number >= fewest:
            chosen += best
    if not chosen:
        return None
    is_told = all(map(_tells_year_or_number, chosen))
    return Layout(tuple(chosen), year=0 if is_told else origins.year_of(root.name))


def of_folder(root: Path, own: Collection[str] = ()) -> Layout:
    """Return the layout of a folder that the user names; `own` are the endings of a workspace's languages.

    Raises NoSuchPuzzle, which says what is missing.
    """
    endings = [walking.PYTHON, *(f".{ending.removeprefix('.')}" for ending in (*LANGUAGES, *own))]
    layout = propose(root, sorted(walking.walk(root, endings)))
    if layout:
        return layout
    raise NoSuchPuzzle(
        f"No layout was recognised in {root}: fewer than {FEWEST_PUZZLES} files in a known language have a "
        "year and a day or the number of a problem in their paths. Say where the puzzles are in "
        'pyproject.toml, below [[tool.puzzles.layout]]: path = "day{day:02}.py", year = 2021.'
    )


def of_repository(root: Path, own: Collection[str] = ()) -> tuple[Layout, ...]:
    """Return the layout of a folder that the user may not have meant, if that speaks of puzzles."""
    if str(root) in (os.path.expanduser("~"), root.anchor):
        return ()
    try:
        layout = of_folder(root, own)
    except NoSuchPuzzle:
        return ()
    # A year and a number alone may be anything.
    texts = re.sub(r"\{[^}]*\}", "", f"{root.name} {layout.path}")
    return (layout,) if _PUZZLES.search(texts) else ()


def by_name(path: str) -> Layout:
    """Return the layout of one file, which gives the puzzle its name."""
    return Layout((path.replace("{", "{{").replace("}", "}}"),))


def _best(files_by_pattern: Mapping[str, Files]) -> tuple[int, list[str]]:
    """Return the number of puzzles that the best patterns find, and these, each beside those before it."""
    best: list[str] = []
    known: dict[Numbers, set[int]] = {}
    waiting = dict(files_by_pattern)
    while waiting and len(best) < MOST_PATTERNS:
        most = LEAST_MORE * len(known)
        likeliest = ""
        for pattern, files in waiting.items():
            gain = _gain(files, known) * OF_TITLES ** patterns.free(pattern)
            if gain > most:
                most, likeliest = gain, pattern
        if not likeliest:
            break
        best.append(likeliest)
        for numbers, parts in waiting.pop(likeliest).items():
            known.setdefault(numbers, set()).update(parts)
        if _tells_year_or_number(likeliest):
            # Vec2.java, or another book's chapter_2/, beside the folders of the years is no day.
            waiting = {other: waiting[other] for other in waiting if _tells_year_or_number(other)}
    return len(known), best


def _gain(files: Files, known: Mapping[Numbers, Collection[int]]) -> float:
    """Return how many puzzles files add: half for one that they complete, less if several files fit."""
    gain = 0.0
    for numbers, parts in files.items():
        if numbers not in known:
            gain += 1 / min(parts.values())
        elif any(puzzles.completes(known[numbers], part) for part in parts):
            gain += 0.5 / min(parts.values())
    return gain


def _tells_year_or_number(pattern: str) -> bool:
    return "{year}" in pattern or "{number" in pattern


def _suggestions(root: Path, path: str) -> dict[str, Place]:
    """Return the patterns that fit the path of a solution in a repository, with what the path says by each.

    A path that speaks of Project Euler has the number of a problem, any other a year and a day.
    """
    stem, suffix = os.path.splitext(path)
    years = origins.YEAR.findall(stem)
    if "euler" in root.name.lower() or (_EULER.search(stem) and not years):
        forms = patterns.numbered(stem, "number")
    elif years or origins.year_of(root.name) or origins.facts(root / path).links:
        if years:
            stem = re.sub(rf"(?<!\d){years[-1]}", "{year}", stem)
        forms = patterns.numbered(_with_part(stem), "day") or patterns.numbered(stem, "day")
    else:
        return {}
    places: dict[str, Place] = {}
    for form in forms:
        for pattern in _with_title(form):
            place = patterns.match(pattern + suffix, path)
            if place:
                places[pattern + suffix] = place
    return places


def _with_part(template: str) -> str:
    """Return a path in which a field replaces the part, as the first expression finds it."""
    for expression in _PARTS:
        texts: set[str] = set()
        form = template
        for match in re.finditer(expression, template, re.IGNORECASE):
            field = match.lastgroup or ""
            start, end = match.span(field)
            texts.add(template[start:end].lower())
            form = f"{template[:start]}{{{field}}}{template[end:]}"
        if texts:
            # A name with both parts in it tells none: pt1_pt2.
            return form if len(texts) == 1 else template
    return template


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
