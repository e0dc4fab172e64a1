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
# How people write parts in a path without its ending, the likeliest first.
_PARTS = (
    r"(?:part|pt|star|task|prob(?:lem)?|puzzle|challenge|(?<![a-z])p|(?<=/)(?:main|sol))[-_ ./]?0?"
    r"([1-9]\d?|[a-c]|one|two|three|first|second|third)(?![\da-z])",
    r"(?:(?<=\d)[-_ .]?|(?<=/))([a-c])(?![\da-z])",
    r"(?:(?<=\d)[-_.]|(?<![^/])(?:\d[^/]*|[^/]*\d)/)([1-3])$",
)
# The text behind a number, to the end of the name of a file or a folder.
_BEHIND = re.compile(r"\{(?:day|number|part)[^}]*\}[-_. )]+([^{}/]+)(?=/|$)")
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
    if all(map(_tells_year_or_number, chosen)):
        return Layout(tuple(chosen))
    return Layout(tuple(chosen), year=origins.year_of(root.name))


def of_folder(root: Path, own: Collection[str] = ()) -> Layout:
    """Return the layout of a folder that the user names. Raises NoSuchPuzzle, which says what is missing."""
    layout = propose(root, _paths(root, own))
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
    layout = propose(root, _paths(root, own))
    if not layout:
        return ()
    # A year and a number alone may be anything.
    texts = re.sub(r"\{[^}]*\}", "", f"{root.name} {layout.path}")
    return (layout,) if _PUZZLES.search(texts) else ()


def by_name(path: str) -> Layout:
    """Return the layout of one file, which gives the puzzle its name."""
    return Layout((path.replace("{", "{{").replace("}", "}}"),))


def _paths(root: Path, own: Collection[str]) -> list[str]:
    """Return the files that may be solutions; `own` are the endings of a workspace's languages."""
    endings = [walking.PYTHON, *(f".{ending.removeprefix('.')}" for ending in (*LANGUAGES, *own))]
    return sorted(walking.walk(root, endings))


def _best(files_by_pattern: Mapping[str, Files]) -> tuple[int, list[str]]:
    """Return the number of puzzles that the best patterns find, and these, each beside those before it."""
    best: list[str] = []
    known: dict[Numbers, set[int]] = {}
    waiting = dict(files_by_pattern)
    while waiting and len(best) < MOST_PATTERNS:
        gains: dict[str, float] = {}
        for pattern, files in waiting.items():
            gains[pattern] = _gain(pattern, files, known)
        pattern = max(gains, key=lambda pattern: gains[pattern])
        if gains[pattern] <= LEAST_MORE * len(known):
            break
        files = waiting.pop(pattern)
        # A letter without a second one stands for itself.
        is_letter = all({*parts} == {1} for parts in files.values())
        best.append(pattern.replace("{ab}", "a") if is_letter else pattern)
        for numbers, parts in files.items():
            known.setdefault(numbers, set()).update(parts)
        if _tells_year_or_number(pattern):
            # Vec2.java, or another book's chapter_2/, beside the folders of the years is no day.
            waiting = {other: waiting[other] for other in waiting if _tells_year_or_number(other)}
    return len(known), best


def _gain(pattern: str, files: Files, known: Mapping[Numbers, Collection[int]]) -> float:
    """Return the number of puzzles that a pattern adds to the known ones; half for one that it completes.

    One counts less if several files fit, and if the pattern has free texts.
    """
    gain = 0.0
    for numbers, parts in files.items():
        weight = 1 / min(parts.values())
        if numbers not in known:
            gain += weight
        elif any(puzzles.completes(known[numbers], part) for part in parts):
            gain += weight / 2
    return gain * OF_TITLES ** patterns.free(pattern)


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
