"""The puzzles of a repository: files that match the patterns of its layouts. Nothing here executes one."""

import ast
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from puzzle_runner.layouts import detection, input_files, modules, origins, patterns, walking
from puzzle_runner.layouts.discovery import Repository
from puzzle_runner.layouts.layout import Layout, Source
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Solution
from puzzle_runner.settings import Settings
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import natural


def paths(repository: Repository) -> Mapping[str, Path]:
    """Return the first file of each puzzle by its id."""
    return {id: sources[0].file for id, sources in _sources_by_id(repository).items()}


def discover(repository: Repository, id: PuzzleId, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
    """Return the puzzle at a path, if a layout finds it."""
    sources = _sources_by_id(repository).get(id)
    if puzzle or not sources or sources[0].file != path:
        return puzzle
    return read(id, sources, repository.settings)


def _sources_by_id(repository: Repository) -> dict[PuzzleId, list[Source]]:
    if __name__ not in repository.memo:
        repository.memo[__name__] = find(repository.root, repository.layouts)
    sources: dict[PuzzleId, list[Source]] = repository.memo[__name__]
    return sources


def find(
    root: Path, layouts: Sequence[Layout], paths: Sequence[str] | None = None
) -> dict[PuzzleId, list[Source]]:
    """Return the files of each id, by part: those in Python first, then those in other languages.

    Of each language, the first pattern that finds an id decides on it; a later one may add the other part.
    The layout of each has the places of the inputs that lie in the repository, unless it names others.
    """
    if paths is None:
        suffixes = {os.path.splitext(pattern)[1] for layout in layouts for pattern in layout.path}
        paths = [*walking.walk(root, suffixes=suffixes | input_files.ENDINGS)]
    paths = sorted(paths, key=natural)
    # The files of an id and a suffix by part.
    languages: dict[tuple[str, str], dict[int, Source]] = {}
    for layout in layouts:
        sources = _sources(root, layout, paths)
        if not layout.input:
            layout = layout._replace(input=input_files.find(sources, paths))
        for pattern in layout.path:
            of_pattern = [source for source in sources if source.pattern == pattern]
            _add(languages, [source._replace(layout=layout) for source in of_pattern])
    sources_by_id: dict[PuzzleId, list[Source]] = {}
    for id, suffix in sorted(languages, key=_order):
        by_part = languages[id, suffix]
        sources_by_id.setdefault(identify(id), []).extend(by_part[part] for part in sorted(by_part))
    return sources_by_id


def with_inputs(root: Path, layout: Layout) -> Layout:
    """Return a layout with the places of the inputs that lie in the repository, unless it names others."""
    for source, *_ in find(root, [layout]).values():
        return source.layout
    return layout


def _order(key: tuple[str, str]) -> tuple[object, bool, str]:
    """Return what an id and the ending of its files are sorted by."""
    id, suffix = key
    return natural(id), suffix != walking.PYTHON, suffix


def _add(languages: dict[tuple[str, str], dict[int, Source]], sources: Sequence[Source]) -> None:
    """Add the files of a pattern to those that are known, where there are none yet, or they add a part."""
    found: dict[tuple[str, str], dict[int, Source]] = {}
    for source in sources:
        found.setdefault((source.place.id, source.file.suffix), {})[source.place.part] = source
    for key, by_part in found.items():
        known = languages.setdefault(key, {})
        if not known or walking.adds_part(known, by_part):
            known |= by_part
        if {*known} == {0, 2}:
            first = known.pop(0)
            known[1] = first._replace(place=first.place._replace(part=1))


def _sources(root: Path, layout: Layout, paths: Sequence[str]) -> list[Source]:
    """Return the files that the patterns of a layout find: one for each pattern, id and part.

    A file is of the pattern with the fewest free texts: it may tell the part. Of several files for the same
    part, the last one by name is taken that is no test and no older version.
    """
    definite = sorted(layout.path, key=patterns.free)
    matching: list[Source] = []
    parts_by_day: dict[tuple[int, ...], set[int]] = {}
    for path in paths:
        for pattern in definite:
            place = patterns.match(pattern, path, layout.year)
            if place:
                matching.append(Source(root, path, place, layout, pattern))
                # A letter may stand for something else.
                number = 0 if "{ab}" in pattern else place.part
                parts_by_day.setdefault(place[:3], set()).add(number)
                break
    sources: dict[tuple[str, str, int], Source] = {}
    for source in matching:
        parts = parts_by_day[source.place[:3]]
        place = patterns.numbered_on(source.place, parts)
        last = max(parts) if place.part == source.place.part else place.part
        place = origins.decide(root, source.path, place, layout.site, parts=last)
        if not place.id or place.part > origins.most_parts(place.id):
            continue
        key = source.pattern, place.id, place.part
        before = sources.get(key)
        if not before or not walking.is_aside(source.path) or walking.is_aside(before.path):
            sources[key] = source._replace(place=place)
    return [*sources.values()]


def read(id: PuzzleId, sources: Sequence[Source], settings: Settings) -> Puzzle:
    """Return a puzzle from the syntax trees of its files; a puzzle with an `error` if one cannot be read."""
    first = sources[0]
    puzzle = Puzzle(id, first.file, first.place.title, from_layout=True)
    solutions: dict[tuple[int, str], Solution] = {}
    for source in sources:
        if not source.is_python:
            continue
        try:
            tree = modules.parse(source.file)
        except modules.UNREADABLE as error:
            why = modules.why_unreadable(source.file, error)
            return Puzzle(id, source.file, error=why)
        title, _, idea = (ast.get_docstring(tree) or "").partition("\n")
        puzzle = puzzle._replace(title=puzzle.title or title.strip(), idea=puzzle.idea or idea.strip())
        for solution in [*detection.solutions(source, tree), *_empty(source, tree)]:
            solutions.setdefault((solution.part, solution.name), solution)
    others = [source for source in sources if not source.is_python]
    if others:
        # Imported here: as a rule, all of a repository is in Python.
        from puzzle_runner.layouts import programs

        of_programs = programs.solutions(others, settings)
        if of_programs and not solutions:
            puzzle = puzzle._replace(default=of_programs[0].name)
        for solution in of_programs:
            solutions[solution.part, solution.name] = solution
    return puzzle._replace(
        url=id.url or origins.facts(first.file).below_title,
        solutions=tuple(solutions[key] for key in sorted(solutions)),
        warning="" if solutions else _why_none(first),
    )


def _empty(source: Source, tree: ast.Module) -> list[Solution]:
    """Return the parts of a file that are not written yet: an empty body returns nothing."""
    return [
        each._replace(path=source.file)
        for each in modules.solutions(tree)
        if not each.written and source.place.part in (0, each.part)
    ]


def _why_none(source: Source) -> str:
    """Return why nothing was found to run in a file, and what to do."""
    if not source.is_python:
        return (
            f"{source.file}: it has no main, so it does not run by itself. Say how it is built and started "
            "with build and command in [[tool.puzzles.layout]]."
        )
    if source.layout.command:
        return (
            f'{source.file}: the command "{source.layout.command}" of its layout starts no Python file of '
            "the repository."
        )
    return (
        f"{source.file}: it has no part1 or part2 that returns something, or what they get is unclear. Name "
        "its functions with parts, and what they get with argument, or what runs it with command, in "
        "[[tool.puzzles.layout]]."
    )


def read_own(puzzle: Puzzle, folder: Path) -> Puzzle:
    """Return a puzzle whose module, below a folder, has no `part1`, with the parts that it has otherwise."""
    id = puzzle.id
    path = puzzle.path.relative_to(folder).as_posix()
    place = origins.at(patterns.Place(), id.canonical)
    source = Source(folder, path, place, Layout((path,)))
    solutions = detection.solutions(source, modules.parse(source.file))
    if not solutions:
        return puzzle
    return puzzle._replace(solutions=tuple(solutions), warning="")


def input_file(repository: Repository, id: PuzzleId) -> Path | None:
    """Return the input of a puzzle that lies in a repository; None without."""
    return input_files.file_of(_sources_by_id(repository).get(id, []))
