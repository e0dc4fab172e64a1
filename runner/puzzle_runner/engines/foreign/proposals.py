"""Proposes the layout of a folder from the paths in it: each suggests patterns, the best are kept.

The languages of the files are told apart by their endings, and each has patterns of its own.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, islice, product
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines import patterns
from puzzle_runner.engines.foreign import puzzles, scripts, walking
from puzzle_runner.engines.foreign.layout import Layout
from puzzle_runner.settings import Settings
from puzzle_runner.text import count

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
    ("part", r"(?<=/)(?:main|index|code|prog|program|puzzle|task|sol(?:ve|utions?)?)[-_ ]?0?([12])$"),
)
DAYS = _ways(
    ("day", r"(?<![a-z])(?:days?|dec|december|tag|dag|jour|d)[-_ .]?(0{0,2}[1-9]|[12]\d)(?!\d)"),
    ("day", r"\{(?:year|yy)\}[-_]?(?:12[-_])?(0{0,2}[1-9]|1\d|2[0-5])(?!\d)"),
    ("day", r"(?:^|/)(0{0,2}[1-9]|1\d|2[0-5])(?!\d)"),
    (
        "day",
        r"(?:day|dec|d|aoc|advent|puzzle|problem|solution|solve|sol|task|challenge|ex)[-_ .]?"
        r"(0{0,2}[1-9]|[12]\d)(?!\d)",
    ),
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
_BEHIND = re.compile(r"(.*\{(?:day|number)[^}]*\}[-_. )]+)([^{}/]+)")
# A free text weighs less than a fixed one; a pattern that finds fewer days than this is left out.
OF_TITLES, FEWEST, MOST_PATTERNS = 0.8, 1, 8
_SOLUTION = re.compile(r"sol|main|part|day|prog|puzzle|answer|aoc|index|\{", re.IGNORECASE)
# What lies in a folder such as old/ weighs half, and so does a part beside the other one. A language whose
# files answer nothing else has this share of the puzzles of the first: less is strays.
HALF, OF_ANOTHER = 0.5, 0.2
# Where a larger share of the files does not tell how they are called, the repository's own runner is asked.
MOST_UNSURE = 0.3
# A number that stands in more places than this has one width in all of them.
MOST_SPOTS = 4
# How a file speaks of its year, and how many files are looked at for that.
_SPOKEN_OF = re.compile(
    r"(?:adventofcode\.com/|advent of code,? ?|\bAoC[ -_]?|\byear\s*=\s*)(20(?:1[5-9]|[2-9]\d))",
    re.IGNORECASE,
)
MOST_READ = 30
# So many puzzles tell whether files are called by themselves, or by the repository's own runner.
MOST_SAMPLED = 10
_DAY = re.compile(r"\{(?:day|number)(?::\d+)?\}")
# A year for an example.
OF_EXAMPLE = 2021
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


def propose(root: Path, paths: Iterable[str] | None = None, own: Collection[str] = ()) -> Proposal | None:
    """Return the layout that finds most puzzles in a folder; None if there seem to be none.

    `own` are the endings of a workspace's own languages.
    """
    paths = walking.walk(root, suffixes=walking.suffixes(own)) if paths is None else paths
    paths = walking.solutions(paths)
    year = known_year(root, paths)
    of_days = _of_languages(paths, lambda path: guesses(path, year), year)
    of_numbers = None
    if _is_euler(root, paths):
        # A title may have numbers that look like a year and a day.
        of_numbers = _of_languages(paths, lambda path: _fitting(*os.path.splitext(path), path, NUMBERS, 0), 0)
    if of_days and (not of_numbers or sum(of_days.puzzles) >= sum(of_numbers.puzzles)):
        return of_days._replace(layout=_with_runner(root, of_days.layout, paths))
    if of_numbers and not any(path.endswith(walking.PYTHON) for path in of_numbers.layout.path):
        return of_numbers._replace(layout=_with_runner(root, of_numbers.layout, paths))
    return of_numbers


def reason(root: Path, own: Collection[str] = ()) -> str:
    """Return why there is no layout to propose for a folder, and what to do about it."""
    paths = walking.solutions(walking.walk(root, suffixes=walking.suffixes(own)))
    if not paths:
        return (
            "it has no source files in a known language. Add a language in "
            '[tool.puzzles.languages.xyz]: run = "xyz {source}".'
        )
    with_year = _of_languages(paths, lambda path: guesses(path, OF_EXAMPLE), OF_EXAMPLE)
    pattern, lacks = "day{day:02}" + os.path.splitext(paths[0])[1], "no path contains a day"
    if with_year:
        pattern, lacks = with_year.layout.path[0], "its paths contain days, but no year"
    return (
        f"{lacks}. It has {count(len(paths), 'file')}, such as {paths[0]}. Say where the puzzles are in "
        f'[[tool.puzzles.layout]]: path = "{pattern}", year = {OF_EXAMPLE}.'
    )


def certain(root: Path, own: Collection[str] = ()) -> tuple[Layout, ...]:
    """Return the layout of a folder if there is no doubt about it: its files tell the years and most days."""
    if str(root) in (os.path.expanduser("~"), root.anchor):
        return ()
    # A puzzle has to be among the nearest files: any folder is looked at, such as /usr.
    suffixes = walking.suffixes(own)
    near = walking.solutions(walking.walk(root, NEAREST, suffixes, nearest=True))
    year = known_year(root, near)
    if not any(True for path in near for _ in guesses(path, year)) and not _is_euler(root, near):
        return ()
    paths = [*walking.walk(root, MOST_ENTRIES, suffixes)]
    proposal = propose(root, paths) if paths else None
    if not proposal or sum(proposal.puzzles) < CERTAIN_DAYS or proposal.share < CERTAIN_SHARE:
        return ()
    return (proposal.layout,)


def of_files(root: Path, paths: Sequence[str]) -> tuple[Layout, ...]:
    """Return the layout of some files of a folder that a user names; nothing unless it finds them all."""
    proposal = propose(root, paths)
    if not proposal:
        return ()
    of_ids = puzzles.find(root, [proposal.layout], paths).values()
    return () if {*paths} - {source.path for sources in of_ids for source in sources} else (proposal.layout,)


def by_name(path: str) -> Layout:
    """Return the layout of one file, which gives the puzzle its name."""
    return Layout((path.replace("{", "{{").replace("}", "}}"),))


def _with_runner(root: Path, layout: Layout, paths: Sequence[str]) -> Layout:
    """Return a layout with the command of the repository's own runner, if many files do not tell the way."""
    suffixes = {os.path.splitext(path)[1] for path in layout.path}
    if walking.PYTHON not in suffixes and len(suffixes) > 1:
        return layout
    from puzzle_runner.engines.foreign import readme, runners

    suffix = walking.PYTHON if walking.PYTHON in suffixes else suffixes.pop()
    day = next(filter(None, (_DAY.search(path) for path in layout.path)), None)
    of_language = runners if suffix == walking.PYTHON else readme
    command = of_language.command(root, day[0] if day else "{day}", has_year=not layout.year)
    if not command:
        return layout
    known = [*puzzles.find(root, [layout], [path for path in paths if path.endswith(suffix)]).items()]
    sample = known[:: max(1, len(known) // MOST_SAMPLED)]
    readable = [puzzle for each in sample if not (puzzle := puzzles.read(*each, Settings())).error]
    unsure = [
        puzzle
        for puzzle in readable
        if all(
            each.data.is_guess if suffix == walking.PYTHON else each.data.starter
            for each in puzzle.solutions
            if each.written
        )
    ]
    return layout._replace(command=command) if len(unsure) > MOST_UNSURE * len(readable) else layout


Suggest = Callable[[str], Iterable[tuple[str, str, int]]]


def _of_languages(paths: Sequence[str], suggest: Suggest, year: int) -> Proposal | None:
    """Return the patterns of all languages, that with most puzzles first, without the strays of others."""
    by_suffix: dict[str, list[str]] = {}
    for path in paths:
        by_suffix.setdefault(os.path.splitext(path)[1], []).append(path)
    chosen: dict[str, int] = {}
    seen: set[str] = set()
    covered: set[str] = set()
    first = 0
    bests = [_best(of_one, suggest) for of_one in by_suffix.values()]
    for counts, ids, of_language in sorted(bests, key=lambda best: -len(best[1])):
        first = first or len(ids)
        if len(ids - covered) > 0.01 * len(covered) or len(ids) >= OF_ANOTHER * first:
            chosen |= counts
            covered |= ids
            seen |= of_language
    if not chosen:
        return None
    of_paths = 0 if all(map(_tells_year, chosen)) else year
    return Proposal(Layout((*chosen,), year=of_paths), (*chosen.values(),), len(covered) / len(seen))


def _tells_year(pattern: str) -> bool:
    return "{year}" in pattern or "{yy}" in pattern


def _best(paths: Sequence[str], suggest: Suggest) -> tuple[dict[str, int], set[str], set[str]]:
    """Return the patterns that find most, each counted by what those before it have not found.

    Beside these are the ids that they find, and all that are suggested.
    """
    weights: dict[str, dict[str, dict[int, list[float]]]] = {}
    fitting: dict[tuple[str, str], set[str]] = {}
    for path in paths:
        weight = HALF if walking.OLDER.fullmatch(path) else 1.0
        for path_pattern, id, part in suggest(path):
            weights.setdefault(path_pattern, {}).setdefault(id, {}).setdefault(part, []).append(weight)
            fitting.setdefault((path_pattern, id), set()).add(path)
    # A pattern that leaves open which of several files is meant says little.
    finds = {
        path_pattern: {
            id: {part: max(of_part) / len(of_part) for part, of_part in parts.items()}
            for id, parts in ids.items()
        }
        for path_pattern, ids in weights.items()
    }
    of_letters = [ids.values() for path_pattern, ids in finds.items() if "{ab}" in path_pattern]
    if {part for ids in of_letters for parts in ids for part in parts} == {1}:
        # Without a second letter anywhere, the first one stands for something else.
        fitting |= {(name.replace("{ab}", "a"), id): paths for (name, id), paths in fitting.items()}
        finds = {
            path_pattern.replace("{ab}", "a"): {id: {0: max(parts.values())} for id, parts in ids.items()}
            if "{ab}" in path_pattern
            else ids
            for path_pattern, ids in finds.items()
        }
    everything = {id for ids in finds.values() for id in ids}
    chosen: dict[str, int] = {}
    covered: dict[str, set[int]] = {}
    used: set[str] = set()

    def new(path_pattern: str) -> dict[str, float]:
        """Return the weight of each puzzle that a pattern adds, or adds a part to."""
        weights = {}
        for id, parts in finds[path_pattern].items():
            if fitting[path_pattern, id] <= used:
                # A file is of one day.
                continue
            if id not in covered:
                weights[id] = max(parts.values())
            elif puzzles.completes(covered[id], parts):
                weights[id] = HALF * max(parts.values())
        return weights

    def merit(path_pattern: str) -> tuple[float, bool]:
        """Return how good a pattern is: fixed names count for more than free texts."""
        weighted = sum(new(path_pattern).values()) * OF_TITLES ** patterns.free(path_pattern)
        return weighted, bool(_SOLUTION.search(path_pattern.rpartition("/")[2]))

    while len(chosen) < MOST_PATTERNS and finds:
        best = max(finds, key=merit)
        added = new(best)
        if len(added) < FEWEST or (chosen and len(added) < 0.01 * len(covered)):
            break
        if any(map(_tells_year, chosen)) and not _tells_year(best):
            # Vec2.java, or another book's chapter_2/, beside the folders of the years is no day.
            del finds[best]
            continue
        chosen[best] = len(added)
        for id in added:
            covered.setdefault(id, set()).update(finds[best][id])
            used |= fitting[best, id]
        del finds[best]
    return chosen, {*covered}, everything


def guesses(path: str, year: int) -> Iterator[tuple[str, str, int]]:
    """Yield the patterns of days that fit a path, each with the id and the part that the path has by it."""
    stem, suffix = os.path.splitext(path)
    for template in _with_year(stem):
        if "{" in template or year:
            template = _replaced(template, DAY_WORDS)
            of_part = [*_fitting(_replaced(template, PARTS), suffix, path, DAYS, year)]
            yield from of_part or _fitting(template, suffix, path, DAYS, year)


def _fitting(template: str, suffix: str, path: str, ways: Ways, year: int) -> Iterator[tuple[str, str, int]]:
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
            value = matches[-1][1]
            for each in reversed(matches):
                if each[1].lower() == value.lower():
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
    if index < len(pieces) - 1 and "{" not in pieces[-1]:
        yield "/".join([*pieces[:-1], "{title}"])
        if title:
            yield "/".join([*titled[:-1], "{any}"])


def known_year(root: Path, paths: Sequence[str]) -> int:
    """Return the year that a repository is about; 0 if that is not told.

    Its name tells it, or its title, where it came from, the pages and years in its texts and its files, the
    folder it is in.
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
    yield " ".join(
        re.findall(r"^\s*url\s*=\s*(.*)$", scripts.text_of(root / ".git" / "config"), re.MULTILINE)
    )
    # Texts, such as the pages of puzzles, and files name years in addresses of the site, or as `year=2021`.
    texts = islice(chain(root.glob("*.md"), root.glob("*/*.md")), MOST_READ)
    for files in (sorted(texts), [root / path for path in paths[:MOST_READ]]):
        yield " ".join({year for file in files for year in _SPOKEN_OF.findall(scripts.text_of(file))})
    yield root.parent.name


def _heading(root: Path) -> str:
    """Return the first line of the README."""
    names = ("README.md", "readme.md", "Readme.md", "README.rst", "README", "README.txt")
    lines = (line for name in names for line in scripts.text_of(root / name).splitlines())
    return next((line for line in lines if line.strip()), "")


def _is_euler(root: Path, paths: Sequence[str]) -> bool:
    """Tell whether a folder holds problems of Project Euler, by its name or its files'."""
    names = (root.name, _heading(root), *paths[:20])
    return any("euler" in name.lower() for name in names)
