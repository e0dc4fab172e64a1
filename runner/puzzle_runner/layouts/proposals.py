"""Proposes the layout of a folder from the paths in it: each suggests patterns, the best are kept.

The languages of the files are told apart by their endings, and each has patterns of its own.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.errors import NoSuchPuzzle
from puzzle_runner.layouts import origins, patterns, puzzles, suggestions, walking
from puzzle_runner.layouts.layout import Layout
from puzzle_runner.layouts.suggestions import Suggestion
from puzzle_runner.text import count

# A free text weighs less than a fixed one.
OF_TITLES, MOST_PATTERNS = 0.8, 8
_SOLUTION = re.compile(r"sol|main|part|day|prog|puzzle|answer|aoc|index|\{", re.IGNORECASE)
# A further pattern or language finds this share of the puzzles before it in addition, or a further language
# this share of those that the first has: less is strays.
LEAST_MORE, OF_ANOTHER = 0.01, 0.2
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
    year = origins.year_of(root.name)
    of_days = _of_languages(paths, partial(suggestions.of_days, root), year)
    of_numbers = None
    if _is_euler(root, paths):
        # A title may have numbers that look like a year and a day.
        of_numbers = _of_languages(paths, partial(suggestions.of_numbers, root), 0)
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
    ending = os.path.splitext(paths[0])[1]
    raise NoSuchPuzzle(
        f"{start} too few of its {count(len(paths), 'file')}, such as {paths[0]}, have a year and a day or "
        f"the number of a problem in their paths: it takes {FEWEST_PUZZLES}. Say where the puzzles are in "
        f'[[tool.puzzles.layout]]: path = "day{{day:02}}{ending}", year = 2021.'
    )


def certain(root: Path, own: Collection[str] = ()) -> tuple[Layout, ...]:
    """Return the layout of a folder if there is no doubt about it: its files tell the years and most days."""
    if str(root) in (os.path.expanduser("~"), root.anchor):
        return ()
    # A puzzle has to be among the nearest files: any folder is looked at, such as /usr.
    suffixes = walking.suffixes(own)
    near = walking.solutions(walking.walk(root, NEAREST, suffixes, nearest=True))
    if not any(True for path in near for _ in suggestions.of_days(root, path)) and not _is_euler(root, near):
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
# The files of each puzzle, by the pattern that finds it, its id, and the part that they answer.
Finds = dict[str, dict[str, dict[int, list[str]]]]


def _of_languages(paths: Sequence[str], suggest: Suggest, year: int) -> Proposal | None:
    """Return the patterns of all languages, that with most puzzles first, without the strays of others."""
    by_suffix: dict[str, list[str]] = {}
    for path in paths:
        by_suffix.setdefault(os.path.splitext(path)[1], []).append(path)
    languages = [_language(paths_of_one, suggest) for paths_of_one in by_suffix.values()]
    languages.sort(key=lambda language: -len(language.ids))
    chosen: dict[str, int] = {}
    covered: set[str] = set()
    seen: set[str] = set()
    for language in languages:
        has_more = len(language.ids - covered) > LEAST_MORE * len(covered)
        if has_more or len(language.ids) >= OF_ANOTHER * len(languages[0].ids):
            chosen |= language.patterns
            covered |= language.ids
            seen |= language.seen
    if not chosen:
        return None
    year_of_paths = 0 if all(map(_tells_year, chosen)) else year
    return Proposal(Layout((*chosen,), year=year_of_paths), (*chosen.values(),), len(covered) / len(seen))


class _Language(NamedTuple):
    """The patterns for the files of a language, the ids of their puzzles, and all ids that were seen."""

    patterns: dict[str, int]
    ids: set[str]
    seen: set[str]


def _language(paths: Sequence[str], suggest: Suggest) -> _Language:
    finds = _finds(paths, suggest)
    patterns = _chosen(finds)
    ids = {id for pattern in patterns for id in finds[pattern]}
    return _Language(patterns, ids, {id for ids in finds.values() for id in ids})


def _tells_year(pattern: str) -> bool:
    return "{year}" in pattern


def _finds(paths: Sequence[str], suggest: Suggest) -> Finds:
    """Return what the patterns that are suggested for paths find."""
    finds: Finds = {}
    for path in paths:
        for pattern, id, part in suggest(path):
            finds.setdefault(pattern, {}).setdefault(id, {}).setdefault(part, []).append(path)
    with_letters = [pattern for pattern in finds if "{ab}" in pattern]
    if {part for pattern in with_letters for parts in finds[pattern].values() for part in parts} == {1}:
        # Without a second letter anywhere, the first one stands for something else.
        for pattern in with_letters:
            parts_by_id = finds.pop(pattern)
            finds[pattern.replace("{ab}", "a")] = {id: {0: parts[1]} for id, parts in parts_by_id.items()}
    return finds


def _chosen(finds: Finds) -> dict[str, int]:
    """Return the patterns that find most, with the number of puzzles that those before have not found."""
    chosen: dict[str, int] = {}
    parts_by_id: dict[str, set[int]] = {}
    waiting = list(finds)
    weights = {pattern: {id: _weight(parts) for id, parts in finds[pattern].items()} for pattern in finds}

    def gain(pattern: str) -> dict[str, float]:
        """Return the weight of each puzzle that a pattern adds, or adds a part to."""
        gained = {}
        for id, parts in finds[pattern].items():
            if id not in parts_by_id:
                gained[id] = weights[pattern][id]
            elif puzzles.completes(parts_by_id[id], parts):
                gained[id] = weights[pattern][id] / 2
        return gained

    def merit(pattern: str) -> tuple[float, bool]:
        """Return how good a pattern is: fixed names count for more than free texts."""
        weight = sum(gain(pattern).values()) * OF_TITLES ** patterns.free(pattern)
        return weight, bool(_SOLUTION.search(os.path.basename(pattern)))

    while waiting and len(chosen) < MOST_PATTERNS:
        best = max(waiting, key=merit)
        waiting.remove(best)
        added = gain(best)
        if not added or (chosen and len(added) < LEAST_MORE * len(parts_by_id)):
            break
        if any(map(_tells_year, chosen)) and not _tells_year(best):
            # Vec2.java, or another book's chapter_2/, beside the folders of the years is no day.
            continue
        chosen[best] = len(added)
        for id in added:
            parts_by_id.setdefault(id, set()).update(finds[best][id])
    return chosen


def _weight(paths_by_part: Mapping[int, Sequence[str]]) -> float:
    """Return how much a pattern says of a puzzle: little where several files fit, or old ones."""
    paths = min(paths_by_part.values(), key=len)
    return (0.5 if all(map(walking.OLDER.fullmatch, paths)) else 1.0) / len(paths)


def _is_euler(root: Path, paths: Sequence[str]) -> bool:
    """Tell whether a folder holds problems of Project Euler, by its name or its files'."""
    return any("euler" in name.lower() for name in (root.name, *paths[:20]))
