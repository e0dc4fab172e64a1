"""Proposes the layout of a folder from the paths in it: each suggests patterns, the best are kept."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import patterns
from puzzle_runner.engines.foreign import found
from puzzle_runner.engines.foreign.layout import Layout

# How people write years, parts and days in a path, the likeliest first: a field, and the text around it. A
# number with a zero before it has as many digits everywhere.
Ways = Sequence[tuple[str, re.Pattern[str]]]


def _ways(*ways: tuple[str, str]) -> Ways:
    return [(field, re.compile(expression, re.IGNORECASE)) for field, expression in ways]


YEARS = _ways(
    ("year", r"(?<!\d)(20(?:1[5-9]|[2-9]\d))(?!\d)"),
    ("year", r"(?<!\d)(20(?:1[5-9]|[2-9]\d))(?=(?:0[1-9]|1\d|2[0-5])(?!\d))"),
    ("yy", r"(?:(?<![a-z])(?:aoc|advent|year|y)[-_ ]?)(1[5-9]|[2-9]\d)(?!\d)"),
)
PARTS = _ways(
    ("part", r"(?:part|pt|star)[-_ .]?([12])(?![\da-z])"),
    ("word", r"(?:part|pt|star)[-_ .]?(one|two|first|second)(?![a-z])"),
    ("ab", r"(?:part|pt|star)[-_ .]?([ab])(?![\da-z])"),
    ("part", r"(?<![a-z])p[-_]?([12])(?![\da-z])"),
    ("ab", r"(?<=\d)[-_ .]?([ab])(?![\da-z])"),
    ("part", r"(?<=\d)[-_.]([12])(?=\.py$|/)"),
    ("ab", r"(?<=/)([ab])(?=/|\.py$)"),
    ("part", r"(?<=\d/)([12])(?=\.py$)"),
    ("word", r"(?<=[\d/_])(one|two|first|second)(?=\.py$|/)"),
)
DAYS = _ways(
    ("day", r"(?<![a-z])(?:days?|dec|december|tag|dag|jour|d)[-_ .]?(0?[1-9]|[12]\d)(?!\d)"),
    ("day", r"\{(?:year|yy)\}[-_]?(?:12[-_])?(0?[1-9]|1\d|2[0-5])(?!\d)"),
    ("day", r"(?:^|/)(0?[1-9]|1\d|2[0-5])(?!\d)"),
    (
        "day",
        r"(?:day|dec|d|aoc|advent|puzzle|problem|solution|solve|sol|task|challenge|ex)[-_ .]?"
        r"(0?[1-9]|[12]\d)(?!\d)",
    ),
    ("day", r"(?<![\d}])(0?[1-9]|1\d|2[0-5])(?=[-_ .{}]|/|$)"),
)
NUMBERS = _ways(
    ("number", r"(?:euler|problem|prob|pe|p|e|solution)[-_ .]?(\d{1,4})(?!\d)"),
    ("number", r"(?:^|/)(\d{1,4})(?!\d)"),
)
_BEHIND = re.compile(r"(.*\{(?:day|number)[^}]*\}[-_. )]+)([^{}/]+?)(\.py)?")
# A free text weighs less than a fixed one; a pattern that finds fewer days than this is left out.
OF_TITLES, FEWEST, MOST_PATTERNS = 0.8, 1, 8
_SOLUTION = re.compile(r"sol|main|part|day|prog|puzzle|answer|aoc|\{", re.IGNORECASE)
# How a file speaks of its year, and how many files are looked at for that.
_SPOKEN_OF = re.compile(
    r"(?:adventofcode\.com/|advent of code,? ?|\bAoC[ -_]?|\byear\s*=\s*)(20(?:1[5-9]|[2-9]\d))",
    re.IGNORECASE,
)
MOST_READ = 30
# A folder without `puzzles/` that is taken for a workspace unasked has this many days, and this share of all
# days that it names, among so many entries.
CERTAIN_DAYS, CERTAIN_SHARE, MOST_ENTRIES = 3, 0.9, 20_000
# At most so many entries may be nearer than the first of its puzzles.
NEAREST = 2000


class Proposal(NamedTuple):
    """A layout, and how many puzzles each of its patterns finds first. `share` is of the days seen at all."""

    layout: Layout
    puzzles: tuple[int, ...]
    share: float


def propose(root: Path, paths: Iterable[str] | None = None) -> Proposal | None:
    """Return the layout that finds most puzzles in a folder; None if there seem to be none."""
    own = [path for path in (found.walk(root) if paths is None else paths) if not found.is_aside(path)]
    year = known_year(root, own)
    of_days = _best(own, lambda path: guesses(path, year), year)
    if of_days or not _is_euler(root, own):
        return of_days
    return _best(own, lambda path: _fitting(path, path, NUMBERS, 0), 0)


def certain(root: Path) -> tuple[Layout, ...]:
    """Return the layout of a folder if there is no doubt about it: its files tell the years and most days."""
    if str(root) in (os.path.expanduser("~"), root.anchor):
        return ()
    # A puzzle has to be among the nearest files: any folder is looked at, such as /usr.
    near = [path for path in found.walk(root, NEAREST, nearest=True) if not found.is_aside(path)]
    year = known_year(root, near)
    if not any(True for path in near for _ in guesses(path, year)) and not _is_euler(root, near):
        return ()
    paths = [*found.walk(root, MOST_ENTRIES)]
    proposal = propose(root, paths) if paths else None
    if not proposal or sum(proposal.puzzles) < CERTAIN_DAYS or proposal.share < CERTAIN_SHARE:
        return ()
    return (proposal.layout,)


def of_files(root: Path, paths: Sequence[str]) -> tuple[Layout, ...]:
    """Return the layout of some files of a folder that a user names; nothing unless it finds them all."""
    proposal = propose(root, paths)
    if not proposal:
        return ()
    of_ids = found.find(root, [proposal.layout], paths).values()
    return () if {*paths} - {source.path for sources in of_ids for source in sources} else (proposal.layout,)


def by_name(path: str) -> Layout:
    """Return the layout of one file, which gives the puzzle its name."""
    return Layout((path.replace("{", "{{").replace("}", "}}"),))


def _best(
    paths: Sequence[str], suggest: Callable[[str], Iterable[tuple[str, str]]], year: int
) -> Proposal | None:
    """Return the patterns that find most, each counted by what those before it have not found."""
    finds: dict[str, set[str]] = {}
    for path in paths:
        for path_pattern, id in suggest(path):
            finds.setdefault(path_pattern, set()).add(id)
    everything = {id for ids in finds.values() for id in ids}
    chosen: dict[str, int] = {}
    covered: set[str] = set()

    def merit(path_pattern: str) -> tuple[float, bool]:
        """Return how good a pattern is: fixed names count for more than free texts."""
        weighted = len(finds[path_pattern] - covered) * OF_TITLES ** path_pattern.count("{title}")
        return weighted, bool(_SOLUTION.search(path_pattern.rpartition("/")[2]))

    while len(chosen) < MOST_PATTERNS and finds:
        best = max(finds, key=merit)
        new = finds.pop(best) - covered
        if len(new) < FEWEST or (chosen and len(new) < 0.01 * len(covered)):
            break
        chosen[best] = len(new)
        covered |= new
    if not chosen:
        return None
    of_paths = 0 if all("{year}" in each or "{yy}" in each for each in chosen) else year
    layout = Layout(tuple(chosen), year=of_paths)
    return Proposal(layout, tuple(chosen.values()), len(covered) / len(everything))


def guesses(path: str, year: int) -> Iterator[tuple[str, str]]:
    """Yield the patterns of days that fit a path, each with the id that the path has by it."""
    template = _replaced(path, YEARS)
    if "{" in template or year:
        yield from _fitting(_replaced(template, PARTS), path, DAYS, year)


def _fitting(template: str, path: str, ways: Ways, year: int) -> Iterator[tuple[str, str]]:
    for form in _forms(template, ways):
        for variant in _titled(form):
            place = patterns.match(variant, path, year)
            if place and place.id:
                yield variant, place.id


def _replaced(template: str, ways: Ways) -> str:
    """Return a path in which a field replaces the text that the first fitting way finds."""
    for field, expression in ways:
        if matches := [*expression.finditer(template)]:
            value = matches[-1][1]
            for each in reversed(matches):
                if each[1].lower() == value.lower():
                    template = f"{template[: each.start(1)]}{{{field}}}{template[each.end(1) :]}"
            return template
    return template


def _forms(template: str, ways: Ways) -> Iterator[str]:
    """Yield a path with a field for its number: of fixed width, or of any where it has no zero before it."""
    for field, expression in ways:
        matches = [each for each in expression.finditer(template) if "{" not in each[1]]
        if not matches:
            continue
        digits = matches[-1][1]
        if not digits.startswith("0"):
            yield _with_field(template, matches, field, f"{{{field}}}")
        if len(digits) > 1:
            yield _with_field(template, matches, field, f"{{{field}:0{len(digits)}}}")
        return


def _with_field(template: str, matches: Sequence[re.Match[str]], field: str, width: str) -> str:
    """Return a path with a field where the last number stands: at the matches, and as a word of its own."""
    digits = matches[-1][1]
    number = int(digits)

    def own(text: str) -> str:
        if len(text) == len(digits):
            return width
        return f"{{{field}:0{len(text)}}}" if text.startswith("0") else f"{{{field}}}"

    for each in reversed(matches):
        if int(each[1]) == number:
            template = f"{template[: each.start(1)]}{own(each[1])}{template[each.end(1) :]}"
    # The same number once more, as in 03/aoc3.py.
    again = re.compile(rf"(?<![\d{{:}}])0*{number}(?![\da-zA-Z}}])")
    return again.sub(lambda each: own(each[0]), template)


def _titled(form: str) -> Iterator[str]:
    """Yield a pattern, and those with a free text behind the number, in its folder, or both."""
    yield form
    pieces = form.split("/")
    index = min(place for place, piece in enumerate(pieces) if "{day" in piece or "{number" in piece)
    titled, title = [*pieces], ""
    for place, piece in enumerate(pieces):
        if behind := _BEHIND.fullmatch(piece):
            title = title or behind[2]
            titled[place] = f"{behind[1]}{{title}}{behind[3] or ''}" if behind[2] == title else piece
        elif title:
            titled[place] = piece.replace(title, "{title}")
    if title:
        yield "/".join(titled)
    stem, dot, suffix = pieces[index].partition(".py")
    before = re.fullmatch(r"([^{}/]*[^{}/\d])([-_ ]\{(?:day|number)[^}]*\})", stem)
    if before and not re.search(
        r"(?i)day|dec|aoc|puzzle|problem|solution|euler|{year}", stem[: before.end(1)]
    ):
        yield "/".join([*pieces[:index], f"{{title}}{before[2]}{dot}{suffix}", *pieces[index + 1 :]])
    if index < len(pieces) - 1 and "{" not in pieces[-1]:
        for folders in {"/".join(pieces[:-1]), "/".join(titled[:-1])}:
            yield f"{folders}/{{title}}.py"


def known_year(root: Path, paths: Sequence[str]) -> int:
    """Return the year that a repository is about; 0 if that is not told.

    Its name tells it, or its title, where it came from, the pages and years in its files, the folder it is
    in.
    """
    for text in _texts_with_years(root, paths):
        for expression, before in ((YEARS[0][1], ""), (YEARS[-1][1], "20")):
            years = {int(before + each) for each in expression.findall(text)}
            if len(years) == 1:
                return years.pop()
    return 0


def _texts_with_years(root: Path, paths: Sequence[str]) -> Iterator[str]:
    yield root.name
    yield _heading(root)
    yield " ".join(re.findall(r"^\s*url\s*=\s*(.*)$", _text(root / ".git" / "config"), re.MULTILINE))
    # The files name years in addresses of the site, or as `year=2021`.
    yield " ".join({year for path in paths[:MOST_READ] for year in _SPOKEN_OF.findall(_text(root / path))})
    yield root.parent.name


def _text(path: Path) -> str:
    try:
        return files.text(path, files.MODULE)
    except OSError:
        return ""


def _heading(root: Path) -> str:
    """Return the first line of the README."""
    names = ("README.md", "readme.md", "Readme.md", "README.rst", "README", "README.txt")
    lines = (line for name in names for line in _text(root / name).splitlines())
    return next((line for line in lines if line.strip()), "")


def _is_euler(root: Path, paths: Sequence[str]) -> bool:
    """Tell whether a folder holds problems of Project Euler, by its name or its files'."""
    names = (root.name, _heading(root), *paths[:20])
    return any("euler" in name.lower() for name in names)
