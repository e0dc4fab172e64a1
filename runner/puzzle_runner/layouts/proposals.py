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
from puzzle_runner.layouts import input_files, origins, patterns, puzzles, suggestions, walking
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

    @property
    def is_certain(self) -> bool:
        """Tell whether there is no doubt about it: enough files tell their days, and most of them alike."""
        return sum(self.puzzles) >= FEWEST_PUZZLES and self.share >= CERTAIN_SHARE


def propose(root: Path, paths: Sequence[str]) -> Proposal | None:
    """Return the layout that finds most puzzles among files of a folder; None if there seem to be none.

    It names no inputs: who reads its puzzles finds them.
    """
    sources = walking.solutions(path for path in paths if not input_files.is_text(path))
    proposal = _of_languages(sources, partial(suggestions.of_days, root), origins.year_of(root.name))
    if _is_euler(root, sources):
        # A title may have numbers that look like a year and a day.
        of_numbers = _of_languages(sources, partial(suggestions.of_numbers, root), 0)
        if of_numbers and (not proposal or sum(of_numbers.puzzles) > sum(proposal.puzzles)):
            proposal = of_numbers
    return proposal


def of_folder(root: Path, own: Collection[str] = ()) -> Layout:
    """Return the layout of a folder that the user names. Raises NoSuchPuzzle, which says what is missing.

    A few files with numbers in their names are no puzzles yet.
    """
    paths = [*walking.walk(root, MOST_ENTRIES, walking.suffixes(own) | input_files.ENDINGS)]
    proposal = propose(root, paths)
    if proposal and sum(proposal.puzzles) >= FEWEST_PUZZLES:
        return proposal.layout
    start = f"No layout was recognised in {root}:"
    sources = walking.solutions(path for path in paths if not input_files.is_text(path))
    if not sources:
        raise NoSuchPuzzle(
            f"{start} it has no source files in a known language. Add a language in "
            '[tool.puzzles.languages.xyz]: run = "xyz {source}".'
        )
    ending = os.path.splitext(sources[0])[1]
    raise NoSuchPuzzle(
        f"{start} too few of its {count(len(sources), 'file')}, such as {sources[0]}, have a year and a day "
        f"or the number of a problem in their paths: it takes {FEWEST_PUZZLES}. Say where the puzzles are in "
        f'[[tool.puzzles.layout]]: path = "day{{day:02}}{ending}", year = 2021.'
    )


def certain(root: Path, own: Collection[str] = ()) -> tuple[Layout, ...]:
    """Return the layout of a folder if there is no doubt about it."""
    if str(root) in (os.path.expanduser("~"), root.anchor):
        return ()
    # A puzzle has to be among the nearest files: any folder is looked at, such as /usr.
    suffixes = walking.suffixes(own)
    near = walking.solutions(walking.walk(root, NEAREST, suffixes, nearest=True))
    of_days = (suggestion for path in near for suggestion in suggestions.of_days(root, path))
    if next(of_days, None) is None and not _is_euler(root, near):
        return ()
    proposal = propose(root, [*walking.walk(root, MOST_ENTRIES, suffixes | input_files.ENDINGS)])
    return (proposal.layout,) if proposal and proposal.is_certain else ()


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
# The files of each puzzle, by its id, and the part that they answer.
PathsById = dict[str, dict[int, list[str]]]


class _Language(NamedTuple):
    """The patterns for the files of a language, the ids of their puzzles, and all ids that were seen."""

    patterns: dict[str, int]
    ids: set[str]
    seen: set[str]


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


def _language(paths: Sequence[str], suggest: Suggest) -> _Language:
    finds: dict[str, PathsById] = {}
    for path in paths:
        for pattern, id, part in suggest(path):
            paths_by_part = finds.setdefault(pattern, {}).setdefault(id, {})
            paths_by_part.setdefault(part, []).append(path)
    _without_single_letters(finds)
    chosen = _chosen(finds)
    ids: set[str] = set()
    for pattern in chosen:
        ids.update(finds[pattern])
    return _Language(chosen, ids, set[str]().union(*finds.values()))


def _without_single_letters(finds: dict[str, PathsById]) -> None:
    """Take letters for what they are if there is no second one anywhere: they stand for something else."""
    with_letters = [pattern for pattern in finds if "{ab}" in pattern]
    letters: set[int] = set()
    for pattern in with_letters:
        letters.update(*finds[pattern].values())
    if letters != {1}:
        return
    for pattern in with_letters:
        paths_by_id = finds.pop(pattern)
        finds[pattern.replace("{ab}", "a")] = {id: {0: parts[1]} for id, parts in paths_by_id.items()}


def _chosen(finds: Mapping[str, PathsById]) -> dict[str, int]:
    """Return the patterns that find most, with the number of puzzles that those before have not found."""
    chosen: dict[str, int] = {}
    known: dict[str, set[int]] = {}
    waiting = [*finds]
    while waiting and len(chosen) < MOST_PATTERNS:
        gains = {pattern: _gain(finds[pattern], known) for pattern in waiting}
        best = max(waiting, key=lambda pattern: _merit(pattern, gains[pattern]))
        waiting.remove(best)
        added = gains[best]
        if not added or (chosen and len(added) < LEAST_MORE * len(known)):
            break
        if any(map(_tells_year, chosen)) and not _tells_year(best):
            # Vec2.java, or another book's chapter_2/, beside the folders of the years is no day.
            continue
        chosen[best] = len(added)
        for id in added:
            known.setdefault(id, set()).update(finds[best][id])
    return chosen


def _gain(paths_by_id: PathsById, known: Mapping[str, Collection[int]]) -> dict[str, float]:
    """Return the puzzles that a pattern adds to the known parts, or adds a part to.

    Each has a weight: less if several files fit.
    """
    gained: dict[str, float] = {}
    for id, paths_by_part in paths_by_id.items():
        weight = 1 / min(map(len, paths_by_part.values()))
        if id not in known:
            gained[id] = weight
        elif walking.adds_part(known[id], paths_by_part):
            gained[id] = weight / 2
    return gained


def _merit(pattern: str, gain: Mapping[str, float]) -> tuple[float, bool]:
    """Return how good a pattern is: fixed names count for more than free texts."""
    weight = sum(gain.values()) * OF_TITLES ** patterns.free(pattern)
    return weight, bool(_SOLUTION.search(os.path.basename(pattern)))


def _tells_year(pattern: str) -> bool:
    return "{year}" in pattern


def _is_euler(root: Path, paths: Sequence[str]) -> bool:
    """Tell whether a folder holds problems of Project Euler, by its name or its files'."""
    return any("euler" in name.lower() for name in (root.name, *paths[:20]))
