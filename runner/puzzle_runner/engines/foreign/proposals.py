"""Proposes the layout of a folder from the paths in it: each suggests patterns, the best are kept.

The languages of the files are told apart by their endings, and each has patterns of its own.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines import patterns
from puzzle_runner.engines.foreign import puzzles, scripts, suggestions, walking
from puzzle_runner.engines.foreign.layout import Layout
from puzzle_runner.engines.foreign.suggestions import Suggestion
from puzzle_runner.errors import NoSuchPuzzle
from puzzle_runner.text import count

# A free text weighs less than a fixed one.
OF_TITLES, MOST_PATTERNS = 0.8, 8
_SOLUTION = re.compile(r"sol|main|part|day|prog|puzzle|answer|aoc|index|\{", re.IGNORECASE)
# What lies in a folder such as old/ weighs half, and so does a part beside the other one. A language whose
# files answer nothing else has this share of the puzzles of the first: less is strays.
HALF, OF_ANOTHER = 0.5, 0.2
# How a file speaks of its year, and how many files are looked at for that.
_SPOKEN_OF = re.compile(
    r"(?:adventofcode\.com/|advent of code,? ?|\bAoC[ -_]?|\byear\s*=\s*)(20(?:1[5-9]|[2-9]\d))",
    re.IGNORECASE,
)
MOST_READ = 30
# A year for an example.
OF_EXAMPLE = 2021
# A folder of puzzles has this many. One without `puzzles/` that is taken for a workspace unasked has this
# share of all days that it names, among so many entries.
FEWEST_PUZZLES, CERTAIN_SHARE, MOST_ENTRIES = 3, 0.9, 20_000
# At most so many entries may be nearer than the first of its puzzles.
NEAREST = 2000


class Proposal(NamedTuple):
    """A layout, and how many puzzles each of its patterns finds first. `share` is of the days seen at all."""

    layout: Layout
    puzzles: tuple[int, ...]
    share: float


def propose(root: Path, paths: Iterable[str]) -> Proposal | None:
    """Return the layout that finds most puzzles among files of a folder; None if there seem to be none."""
    paths = walking.solutions(paths)
    year = known_year(root, paths)
    of_days = _of_languages(paths, lambda path: suggestions.of_days(path, year), year)
    of_numbers = None
    if _is_euler(root, paths):
        # A title may have numbers that look like a year and a day.
        of_numbers = _of_languages(paths, suggestions.of_numbers, 0)
    if of_days and (not of_numbers or sum(of_days.puzzles) >= sum(of_numbers.puzzles)):
        return of_days
    return of_numbers


def of_folder(root: Path, own: Collection[str] = ()) -> Proposal:
    """Return the layout of a folder that the user names. Raises NoSuchPuzzle, which says what is missing.

    A few files with numbers in their names are no puzzles yet.
    """
    paths = walking.solutions(walking.walk(root, suffixes=walking.suffixes(own)))
    start = f"No layout was recognised in {root}:"
    if not paths:
        raise NoSuchPuzzle(
            f"{start} it has no source files in a known language. Add a language in "
            '[tool.puzzles.languages.xyz]: run = "xyz {source}".'
        )
    proposal = propose(root, paths)
    if proposal and sum(proposal.puzzles) >= FEWEST_PUZZLES:
        return proposal
    pattern, lacks = "day{day:02}" + os.path.splitext(paths[0])[1], "no path contains a day"
    if proposal:
        pattern, lacks = proposal.layout.path[0], f"it takes {FEWEST_PUZZLES} days or problems"
    elif with_year := _of_languages(paths, lambda path: suggestions.of_days(path, OF_EXAMPLE), OF_EXAMPLE):
        pattern, lacks = with_year.layout.path[0], "its paths contain days, but no year"
    raise NoSuchPuzzle(
        f"{start} {lacks}. It has {count(len(paths), 'file')}, such as {paths[0]}. Say where the puzzles are "
        f'in [[tool.puzzles.layout]]: path = "{pattern}", year = {OF_EXAMPLE}.'
    )


def certain(root: Path, own: Collection[str] = ()) -> tuple[Layout, ...]:
    """Return the layout of a folder if there is no doubt about it: its files tell the years and most days."""
    if str(root) in (os.path.expanduser("~"), root.anchor):
        return ()
    # A puzzle has to be among the nearest files: any folder is looked at, such as /usr.
    suffixes = walking.suffixes(own)
    near = walking.solutions(walking.walk(root, NEAREST, suffixes, nearest=True))
    year = known_year(root, near)
    if not any(True for path in near for _ in suggestions.of_days(path, year)) and not _is_euler(root, near):
        return ()
    paths = [*walking.walk(root, MOST_ENTRIES, suffixes)]
    proposal = propose(root, paths) if paths else None
    if not proposal or sum(proposal.puzzles) < FEWEST_PUZZLES or proposal.share < CERTAIN_SHARE:
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


Suggest = Callable[[str], Iterable[Suggestion]]
# The puzzles that each pattern finds, by part, with a weight; the paths by which a pattern finds a puzzle.
Finds = dict[str, dict[str, dict[int, float]]]
Fitting = dict[tuple[str, str], set[str]]


def _of_languages(paths: Sequence[str], suggest: Suggest, year: int) -> Proposal | None:
    """Return the patterns of all languages, that with most puzzles first, without the strays of others."""
    by_suffix: dict[str, list[str]] = {}
    for path in paths:
        by_suffix.setdefault(os.path.splitext(path)[1], []).append(path)
    chosen: dict[str, int] = {}
    seen: set[str] = set()
    covered: set[str] = set()
    first = 0
    bests = [_best(*_found(of_one, suggest)) for of_one in by_suffix.values()]
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


def _found(paths: Sequence[str], suggest: Suggest) -> tuple[Finds, Fitting]:
    """Return what the patterns that are suggested for paths find."""
    weights: dict[str, dict[str, dict[int, list[float]]]] = {}
    fitting: Fitting = {}
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
    return finds, fitting


def _best(finds: Finds, fitting: Fitting) -> tuple[dict[str, int], set[str], set[str]]:
    """Return the patterns that find most, each counted by what those before it have not found.

    Beside these are the ids that they find, and all that are suggested.
    """
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
        if not added or (chosen and len(added) < 0.01 * len(covered)):
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


def known_year(root: Path, paths: Sequence[str]) -> int:
    """Return the year that a repository is about; 0 if that is not told.

    Its name tells it, or its title, where it came from, the pages and years in its texts and its files, the
    folder it is in.
    """
    for text in _texts_with_years(root, paths):
        for expression, before in ((suggestions.YEARS[0][1], ""), (suggestions.YEARS[-1][1], "20")):
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
