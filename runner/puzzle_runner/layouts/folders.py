"""Programs in the folder of a puzzle, such as `puzzles/aoc2021d21/ferris.rs`."""

import os
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines.program import languages as table
from puzzle_runner.engines.program.languages import Language, Languages, Program
from puzzle_runner.layouts.discovery import Repository
from puzzle_runner.layouts.puzzle import Puzzle, for_parts
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.sites.site import PuzzleId


def paths(repository: Repository) -> Mapping[str, Path]:
    """Return the folders with programs that no module belongs to, by name."""
    languages = table.changed(repository.settings.languages)
    folders: dict[str, Path] = {}
    with os.scandir(repository.puzzles) as entries:
        for entry in entries:
            if entry.name[0] in "_." or not files.is_folder(entry):
                continue
            folder = Path(entry.path)
            if os.path.exists(f"{folder}.py") or (folder / "__init__.py").is_file():
                continue
            if _sources(folder, languages):
                folders[entry.name] = folder
    return folders


def discover(repository: Repository, id: PuzzleId, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
    """Return a puzzle with the programs in its folder."""
    puzzle = puzzle or Puzzle(id, path, url=id.url)
    languages = table.changed(repository.settings.languages)
    sources = _sources(repository.puzzles / id, languages)
    if not sources or puzzle.error:
        return puzzle
    every = list(puzzle.solutions)
    parts = {solution.part for solution in every} or range(1, id.site.PARTS + 1)
    stems = [(word(path.stem), path) for path, _ in sources]
    taken = {solution.name for solution in every}
    names = unique_names(stems, taken)
    for name, (path, language) in zip(names, sources, strict=True):
        every += solutions(sorted(parts), name, path, language, languages)
    every.sort(key=lambda solution: solution.part)
    if not puzzle.solutions:
        # Without a module there is no default: then it is the first of the programs.
        puzzle = puzzle._replace(default=names[0])
    return puzzle._replace(solutions=tuple(every))


def _sources(folder: Path, languages: Languages) -> list[tuple[Path, Language]]:
    """Return the source files in a folder, each with its language."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        # There is no such folder, or it cannot be read.
        return []
    sources: list[tuple[Path, Language]] = []
    for name in names:
        if name.startswith((".", "_")):
            continue
        path = folder / name
        ending = path.suffix.removeprefix(".")
        language = languages.get(ending)
        if language and path.is_file():
            sources.append((path, language))
    return sources


def unique_names(programs: Sequence[tuple[str, Path]], taken: Collection[str]) -> list[str]:
    """Return the names of programs, with the ending of its file where another has the same name."""
    endings = {name: {""} for name in taken}
    for name, path in programs:
        endings.setdefault(name, set()).add(path.suffix)
    names: list[str] = []
    for name, path in programs:
        has_others = len(endings[name]) > 1
        names.append(f"{name}_{word(path.suffix)}" if has_others else name)
    return names


def word(text: str) -> str:
    """Return a name of letters and digits that is made of a text."""
    return re.sub(r"\W+", "_", text).strip("_") or DEFAULT


def solutions(
    parts: Sequence[int], name: str, path: Path, language: Language, languages: Languages
) -> list[Solution]:
    """Return the solutions that a program is for some parts; an empty file is not written yet."""
    program = Program(0, language, names_of_files(path, languages))
    solution = Solution(0, name, "program", program, language.name, path=path, language=language.name)
    if not path.exists() or not path.stat().st_size:
        solution = solution._replace(written=False)
    return for_parts(solution, parts)


def names_of_files(path: Path, languages: Languages) -> tuple[str, ...]:
    """Return the files that a program is made from, as their paths from its folder.

    Beside a source these are the files of its folder that are no programs themselves, such as headers.
    """
    names = [path.name]
    for name in sorted(os.listdir(path.parent)):
        ending = name.rpartition(".")[2]
        is_program = ending in languages or ending in ("py", "pyc")
        if is_program or name.startswith("."):
            continue
        beside = path.parent / name
        if beside.is_file():
            names.append(name)
    return tuple(names)
