"""The puzzles of a repository: files that match the patterns of its layouts. Nothing here executes one."""

import ast
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.layouts import advice, detection, input_places, modules, origins, patterns, walking
from puzzle_runner.layouts.discovery import Repository
from puzzle_runner.layouts.layout import Layout, Source
from puzzle_runner.layouts.patterns import Place
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.settings import Settings
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import natural


def completes(known: Collection[int], more: Collection[int]) -> bool:
    """Tell whether files add a part to those that are known: part 0 is a file that does not tell.

    Beside a file for part 2, one that does not tell is for part 1.
    """
    return ({*known} in ({0}, {1}) and {*more} == {2}) or ({*known} == {2} and {*more} in ({0}, {1}))


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
    """
    if paths is None:
        suffixes = {os.path.splitext(pattern)[1] for layout in layouts for pattern in layout.path}
        paths = [*walking.walk(root, suffixes=suffixes)]
    paths = sorted(paths, key=natural)
    # The files of an id and a suffix by part.
    languages: dict[tuple[str, str], dict[int, Source]] = {}
    for layout in layouts:
        by_pattern = _sources(root, layout, paths)
        for pattern in layout.path:
            suffix = os.path.splitext(pattern)[1]
            for id, by_part in by_pattern.get(pattern, {}).items():
                known = languages.setdefault((id, suffix), {})
                if not known or completes(known, by_part):
                    known |= by_part
    sources: dict[PuzzleId, list[Source]] = {}
    for id, suffix in sorted(languages, key=lambda key: (natural(key[0]), key[1] != walking.PYTHON, key[1])):
        by_part = languages[id, suffix]
        sources.setdefault(identify(id), []).extend(by_part[part] for part in sorted(by_part))
    return sources


def _sources(root: Path, layout: Layout, paths: Sequence[str]) -> dict[str, dict[str, dict[int, Source]]]:
    """Return the files that each pattern of a layout finds, by id and part.

    A file is of the pattern with the fewest free texts: it may tell the part. Of several files for the same
    part, the last one by name is taken that is no test and no older version.
    """
    definite = sorted(layout.path, key=patterns.free)
    matches: list[tuple[str, Source, Place]] = []
    last_parts: dict[tuple[int, int, int], int] = {}
    for path in paths:
        for pattern in definite:
            place = patterns.match(pattern, path, layout.year)
            decided = place and origins.decide(root, path, place, layout.site)
            if place and decided and decided.id:
                matches.append((pattern, Source(root, path, decided, layout), place))
                of_day = place.year, place.day, place.number
                last_parts[of_day] = max(place.part, last_parts.get(of_day, 0))
                break
    sources: dict[str, dict[str, dict[int, Source]]] = {}
    for pattern, source, place in matches:
        last = last_parts[place.year, place.day, place.number]
        if last > 1:
            decided = origins.decide(root, source.path, place, layout.site, parts=last)
            source = source._replace(place=decided)
        by_part = sources.setdefault(pattern, {}).setdefault(source.place.id, {})
        before = by_part.get(source.place.part)
        if not before or not walking.is_aside(source.path) or walking.is_aside(before.path):
            by_part[source.place.part] = source
    return sources


def read(id: PuzzleId, sources: Sequence[Source], settings: Settings) -> Puzzle:
    """Return a puzzle from the syntax trees of its files; a puzzle with an `error` if one cannot be read."""
    solutions: dict[tuple[int, str], Solution] = {}
    sources = [_of_its_part(source, sources) for source in sources]
    title, idea = sources[0].place.title, ""
    for source in sources:
        if not source.is_python:
            continue
        try:
            tree = modules.parse(source.file, python=settings.python)
        except modules.UNREADABLE as error:
            return Puzzle(id, source.file, error=_why_unreadable(source.file, error))
        head, _, rest = (ast.get_docstring(tree) or "").partition("\n")
        title, idea = title or head.strip(), idea or rest.strip()
        for solution in [*detection.solutions(source, tree), *_empty(source, tree)]:
            solutions.setdefault((solution.part, solution.name), solution)
    default = DEFAULT
    others = [source for source in sources if not source.is_python]
    if others:
        # Imported here: as a rule, all of a repository is in Python.
        from puzzle_runner.layouts import programs

        of_programs = programs.solutions(others, settings)
        if of_programs and not solutions:
            default = of_programs[0].name
        for solution in of_programs:
            solutions[solution.part, solution.name] = solution
    return Puzzle(
        id,
        sources[0].file,
        title,
        id.url or origins.facts(sources[0].file).below_title,
        tuple(solutions[key] for key in sorted(solutions)),
        idea=idea,
        warning="" if solutions else _why_none(sources[0]),
        default=default,
        from_layout=True,
    )


def _empty(source: Source, tree: ast.Module) -> list[Solution]:
    """Return the parts of a file that are not written yet: an empty body returns nothing."""
    empty = [each for each in modules.solutions(tree) if not each.written]
    return [each._replace(path=source.file) for each in empty if source.place.part in (0, each.part)]


def _why_unreadable(path: Path, error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return advice.syntax(path, error, files.source(path))
    return f"{path} cannot be read: {error}."


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


def _of_its_part(source: Source, sources: Sequence[Source]) -> Source:
    """Return a file with its part: beside one for part 2, one that does not tell it is for part 1."""
    parts_beside = {other.place.part for other in sources if other.file.suffix == source.file.suffix}
    if source.place.part or parts_beside != {0, 2}:
        return source
    return source._replace(place=source.place._replace(part=1))


def read_own(puzzle: Puzzle, folder: Path, python: str) -> Puzzle:
    """Return a puzzle whose module, below a folder, has no `part1`, with the parts that it has otherwise."""
    id = puzzle.id
    path = puzzle.path.relative_to(folder).as_posix()
    year, day, number = (id.fields.get(field, 0) for field in ("year", "day", "number"))
    source = Source(folder, path, patterns.Place(year, day, number, id=id.canonical), Layout((path,)))
    solutions = tuple(detection.solutions(source, modules.parse(source.file, python=python)))
    return puzzle._replace(solutions=solutions, warning="") if solutions else puzzle


def input_file(repository: Repository, id: PuzzleId) -> Path | None:
    """Return the input of a puzzle that lies in a repository; None without."""
    return input_places.file_of(_sources_by_id(repository).get(id, []))
