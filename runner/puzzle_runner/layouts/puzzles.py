"""The puzzles of a repository: files that match the patterns of its layouts. Nothing here executes one."""

import ast
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from puzzle_runner.engines.foreign.adapter import INPUT_ENDINGS
from puzzle_runner.layouts import detection, input_files, origins, patterns, syntax, walking
from puzzle_runner.layouts.discovery import Repository
from puzzle_runner.layouts.layout import Layout, Source
from puzzle_runner.layouts.patterns import Numbers, Place
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.settings import Settings
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import natural

NOTHING_RUNS = (
    "it has no main, and no part1 or part2 that returns something and whose argument is clear. Say what runs "
    "it with build and command, or name its functions with parts and argument, in [[tool.puzzles.layout]]."
)
SourcesById = dict[PuzzleId, list[Source]]


def paths(repository: Repository) -> Mapping[str, Path]:
    """Return the first file of each puzzle by its id."""
    return {id: sources[0].file for id, sources in _sources_by_id(repository).items()}


def discover(repository: Repository, id: PuzzleId, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
    """Return the puzzle at a path, if a layout finds it."""
    sources = _sources_by_id(repository).get(id)
    if puzzle or not sources or sources[0].file != path:
        return puzzle
    return read(id, sources, repository.settings)


def _sources_by_id(repository: Repository) -> SourcesById:
    if __name__ not in repository.memo:
        repository.memo[__name__] = find(repository.root, repository.layouts)
    sources: SourcesById = repository.memo[__name__]
    return sources


def find(root: Path, layouts: Sequence[Layout], paths: Sequence[str] | None = None) -> SourcesById:
    """Return the files of each id, by part: those in Python first, then those in other languages.

    Of each language, the first pattern that finds an id decides on it; a later one may add the other part.
    The layout of each has the places of the inputs that lie in the repository, unless it names others.
    """
    if paths is None:
        suffixes = set(INPUT_ENDINGS)
        for layout in layouts:
            suffixes.update(Path(pattern).suffix for pattern in layout.path)
        paths = [*walking.walk(root, suffixes)]
    paths = sorted(paths, key=natural)
    # The files of a puzzle by their ending, Python first, and by part, which is 0 if a file tells none.
    groups: dict[PuzzleId, dict[tuple[bool, str], dict[int, Source]]] = {}
    for layout in layouts:
        sources = _sources(root, layout, paths)
        if not layout.input:
            layout = layout._replace(input=input_files.find(sources, paths))
        for source in sources:
            ending = source.file.suffix
            by_ending = groups.setdefault(source.id, {})
            by_part = by_ending.setdefault((ending != walking.PYTHON, ending), {})
            if completes(by_part, source.place.part):
                by_part[source.place.part] = source._replace(layout=layout)
    sources_by_id: SourcesById = {}
    for id in sorted(groups, key=natural):
        sources_by_id[id] = []
        for _, by_part in sorted(groups[id].items()):
            if 0 in by_part and 2 in by_part:
                # Beside a file for part 2, the other one is for part 1.
                source = by_part.pop(0)
                by_part[1] = source._replace(place=source.place._replace(part=1))
            sources_by_id[id] += [by_part[part] for part in sorted(by_part)]
    return sources_by_id


def completes(known: Collection[int], part: int) -> bool:
    """Tell whether a file for a part is taken beside those that are known.

    Part 0 is a file that tells none: beside a file for part 2, it is for part 1.
    """
    if part in known:
        return False
    if 0 in known:
        return part == 2
    return part > 0 or not known or {*known} == {2}


def _sources(root: Path, layout: Layout, paths: Iterable[str]) -> list[Source]:
    """Return the files that the patterns of a layout find; of those for the same part, the best first.

    A file is of the pattern with the fewest free texts: it may tell the part. The best file is of the first
    pattern, no test, no older version, and the last one by name.
    """
    definite = sorted(layout.path, key=patterns.free)
    matching: list[Source] = []
    parts_of: dict[Numbers, list[int]] = {}
    for path in paths:
        for pattern in definite:
            place = patterns.match(pattern, path, layout.year)
            if place:
                matching.append(Source(root, path, place, layout, pattern))
                # A letter may stand for something else.
                part = 0 if "{ab}" in pattern else place.part
                parts_of.setdefault(place.numbers, []).append(part)
                break
    sources: list[Source] = []
    for source in reversed(matching):
        parts = parts_of[source.place.numbers]
        # Parts may be numbered on: day02/puzzle3.py is part 1 of day 2.
        before = max(0, 2 * (source.place.day - 1))
        if min(parts) <= before or max(parts) > before + 2:
            before = 0
        place = origins.decide(root, source.path, source.place, layout.site, parts=max(parts) - before)
        if place.id and origins.most_parts(place.id) == 2:
            place = place._replace(part=place.part - before)
        if place.id and place.part <= origins.most_parts(place.id):
            sources.append(source._replace(place=place))
    sources.sort(key=lambda source: (layout.path.index(source.pattern), walking.is_aside(source.path)))
    return sources


def read(id: PuzzleId, sources: Sequence[Source], settings: Settings) -> Puzzle:
    """Return a puzzle from the syntax trees of its files; a puzzle with an `error` if one cannot be read."""
    first = sources[0]
    title, idea, default = first.place.title, "", DEFAULT
    solutions: dict[tuple[int, str], Solution] = {}
    others: list[Source] = []
    for source in sources:
        if not source.is_python:
            others.append(source)
            continue
        try:
            tree = syntax.parse(source.file)
        except syntax.UNREADABLE as error:
            return Puzzle(id, source.file, error=syntax.why_unreadable(source.file, error))
        told, _, rest = (ast.get_docstring(tree) or "").partition("\n")
        title, idea = title or told.strip(), idea or rest.strip()
        for solution in detection.solutions(source, tree):
            if source.place.part in (0, solution.part):
                solutions.setdefault((solution.part, solution.name), solution)
    if others:
        # Imported here: as a rule, all of a repository is in Python.
        from puzzle_runner.layouts import programs

        of_programs = programs.of_sources(others, settings)
        if of_programs and not solutions:
            default = of_programs[0].name
        for solution in of_programs:
            solutions[solution.part, solution.name] = solution
    return Puzzle(
        id,
        first.file,
        title,
        url=id.url or "".join(origins.facts(first.file).links[:1]),
        solutions=tuple(solutions[key] for key in sorted(solutions)),
        idea=idea,
        warning="" if solutions else f"{first.file}: {NOTHING_RUNS}",
        default=default,
        from_layout=True,
    )


def read_own(puzzle: Puzzle, folder: Path) -> Puzzle:
    """Return a puzzle whose module, below a folder, has no `part1`, with the parts that it has otherwise."""
    path = puzzle.path.relative_to(folder).as_posix()
    source = Source(folder, path, Place().of(puzzle.id.canonical), Layout((path,)))
    solutions = detection.solutions(source, syntax.parse(source.file))
    if not solutions:
        return puzzle
    return puzzle._replace(solutions=tuple(solutions), warning="")


def inputs(repository: Repository, id: PuzzleId) -> Mapping[int, Path]:
    """Return the inputs of a puzzle that lie in a repository, by part; 0 is for all."""
    return input_files.files_of(_sources_by_id(repository).get(id, []))
