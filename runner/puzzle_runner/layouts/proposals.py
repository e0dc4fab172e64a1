"""Proposes the layout of a folder from the paths in it: each suggests patterns, the best are kept.

The languages of the files are told apart by their endings, and each has patterns of its own.
"""

import os
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.errors import NoSuchPuzzle
from puzzle_runner.layouts import input_files, origins, patterns, puzzles, suggestions, walking
from puzzle_runner.layouts.layout import Layout
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import count

# A free text weighs less than a fixed one.
OF_TITLES, MOST_PATTERNS = 0.8, 8
_SOLUTION = re.compile(r"sol|main|part|day|prog|puzzle|answer|aoc|index|\{", re.IGNORECASE)
# A further pattern or language finds this share of the puzzles before it in addition, or a further language
# this share of those that the first has: less is strays.
LEAST_MORE, OF_ANOTHER = 0.005, 0.2
# A folder of puzzles has this many. One without `puzzles/` that is taken for a workspace unasked has this
# share of all days that it names.
FEWEST_PUZZLES, CERTAIN_SHARE = 3, 0.9
# So many entries of a folder are looked at: any folder is, such as /usr.
MOST_ENTRIES = 20_000
# The number of files for each part of a puzzle.
Files = dict[PuzzleId, Counter[int]]


class Proposal(NamedTuple):
    """A layout, the number of puzzles that it finds, and their share of those that any pattern finds."""

    layout: Layout
    puzzles: int
    share: float


def propose(root: Path, paths: Sequence[str]) -> Proposal | None:
    """Return the layout that finds most puzzles among files of a folder; None if there seem to be none.

    It names no inputs: who reads its puzzles finds them.
    """
    by_ending: dict[str, dict[str, Files]] = {}
    for path in walking.solutions(path for path in paths if not input_files.is_text(path)):
        files_by_pattern = by_ending.setdefault(os.path.splitext(path)[1], {})
        for pattern, place in suggestions.suggest(root, path):
            if place.id:
                files_by_pattern.setdefault(pattern, {}).setdefault(place.id, Counter())[place.part] += 1
    chosen: list[str] = []
    covered: set[PuzzleId] = set()
    seen: set[PuzzleId] = set()
    most = 0
    languages: list[tuple[dict[str, float], dict[str, Files]]] = []
    for files_by_pattern in by_ending.values():
        for pattern in [pattern for pattern in files_by_pattern if "{ab}" in pattern]:
            files = files_by_pattern[pattern]
            if all({*parts} == {1} for parts in files.values()):
                # A letter without a second one stands for something else.
                files = {id: Counter({0: parts[1]}) for id, parts in files.items()}
                files_by_pattern[pattern.replace("{ab}", "a")] = files
                del files_by_pattern[pattern]
        languages.append((_best(files_by_pattern), files_by_pattern))
    for best, files_by_pattern in sorted(languages, key=lambda language: -sum(language[0].values())):
        ids = set[PuzzleId]().union(*(files_by_pattern[pattern] for pattern in best))
        most = max(most, len(ids))
        if len(ids - covered) > LEAST_MORE * len(covered) or len(ids) >= OF_ANOTHER * most > 0:
            chosen += best
            covered |= ids
            seen.update(*files_by_pattern.values())
    if not chosen:
        return None
    needs_year = not all(map(_tells_year_or_number, chosen))
    layout = Layout((*chosen,), year=origins.year_of(root.name) if needs_year else 0)
    return Proposal(layout, len(covered), len(covered) / len(seen))


def of_folder(root: Path, own: Collection[str] = ()) -> Layout:
    """Return the layout of a folder that the user names. Raises NoSuchPuzzle, which says what is missing.

    A few files with numbers in their names are no puzzles yet.
    """
    paths = _paths(root, own)
    proposal = propose(root, paths)
    if proposal and proposal.puzzles >= FEWEST_PUZZLES:
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
    proposal = propose(root, _paths(root, own))
    if not proposal or proposal.puzzles < FEWEST_PUZZLES or proposal.share < CERTAIN_SHARE:
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


def _paths(root: Path, own: Collection[str]) -> list[str]:
    return sorted(walking.walk(root, walking.suffixes(own), MOST_ENTRIES))


def _best(files_by_pattern: Mapping[str, Files]) -> dict[str, float]:
    """Return the patterns that find most, each with its gain over those before it."""
    best: dict[str, float] = {}
    known: dict[PuzzleId, set[int]] = {}
    waiting = [*files_by_pattern]
    while waiting and len(best) < MOST_PATTERNS:
        gains = {pattern: _gain(pattern, files_by_pattern[pattern], known) for pattern in waiting}
        speaks = {pattern: bool(_SOLUTION.search(os.path.basename(pattern))) for pattern in waiting}
        pattern = max(waiting, key=lambda pattern: (gains[pattern], speaks[pattern]))
        if gains[pattern] <= (LEAST_MORE * len(known) if best else 0):
            break
        waiting.remove(pattern)
        if any(map(_tells_year_or_number, best)) and not _tells_year_or_number(pattern):
            # Vec2.java, or another book's chapter_2/, beside the folders of the years is no day.
            continue
        best[pattern] = gains[pattern]
        for id, parts in files_by_pattern[pattern].items():
            known.setdefault(id, set()).update(parts)
    return best


def _gain(pattern: str, files: Files, known: Mapping[PuzzleId, Collection[int]]) -> float:
    """Return the number of puzzles that a pattern adds to the known ones; half for one that it completes.

    One counts less if several files fit, and if the pattern has free texts.
    """
    gain = 0.0
    for id, parts in files.items():
        weight = 1 / min(parts.values())
        if id not in known:
            gain += weight
        elif walking.completes(known[id], parts):
            gain += weight / 2
    return gain * OF_TITLES ** patterns.free(pattern)


def _tells_year_or_number(pattern: str) -> bool:
    return "{year}" in pattern or "{number" in pattern
