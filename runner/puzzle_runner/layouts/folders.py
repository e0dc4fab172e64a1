"""Programs in the folder of a puzzle, such as `puzzles/aoc2021d21/ferris.rs`."""

import os
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines.program import languages as table
from puzzle_runner.engines.program.languages import Language, Languages, Program
from puzzle_runner.layouts.discovery import Repository
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.sites.site import PuzzleId


def paths(repository: Repository) -> Mapping[str, Path]:
    """Return the folders with programs that no module belongs to, by name."""
    languages = table.changed(repository.settings.languages)
    with os.scandir(repository.puzzles) as entries:
        folders = [
            Path(entry.path) for entry in entries if entry.name[0] not in "_." and files.is_folder(entry)
        ]
    return {
        folder.name: folder
        for folder in folders
        if not os.path.exists(f"{folder}.py")
        and not (folder / "__init__.py").is_file()
        and _sources(folder, languages)
    }


def discover(repository: Repository, id: PuzzleId, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
    """Return a puzzle with the programs in its folder."""
    puzzle = puzzle or Puzzle(id, path, url=id.url)
    languages = table.changed(repository.settings.languages)
    sources = _sources(repository.puzzles / id, languages)
    if not sources or puzzle.error:
        return puzzle
    parts = {solution.part for solution in puzzle.solutions} or range(1, id.site.PARTS + 1)
    stems = [(_stem(path), path) for path, _ in sources]
    names = unique_names(stems, {solution.name for solution in puzzle.solutions})
    every = [*puzzle.solutions]
    for name, (path, language) in zip(names, sources, strict=True):
        every += solutions(sorted(parts), name, path, language, languages)
    every.sort(key=lambda solution: solution.part)
    # Without a module there is no default: then it is the first of the programs.
    default = puzzle.default if puzzle.solutions else names[0]
    return puzzle._replace(solutions=tuple(every), default=default)


def _sources(folder: Path, languages: Languages) -> list[tuple[Path, Language]]:
    """Return the source files and the build files of projects in a folder, each with its language."""
    try:
        with os.scandir(folder) as entries:
            own = [entry for entry in entries if entry.name[0] not in "._"]
    except OSError:
        # There is no such folder, or it cannot be read.
        return []
    paths: list[Path] = []
    for entry in own:
        if files.is_folder(entry):
            build_files = (Path(entry.path, name) for name in table.PROJECTS)
            paths += [path for path in build_files if path.is_file()][:1]
        elif entry.name not in table.PROJECTS:
            paths.append(Path(entry.path))
    found = ((path, table.of(path, languages)) for path in sorted(paths))
    return [(path, language) for path, language in found if language]


def _stem(path: Path) -> str:
    return word(path.parent.name if path.name in table.PROJECTS else path.stem)


def unique_names(programs: Sequence[tuple[str, Path]], taken: Collection[str]) -> list[str]:
    """Return the names of programs, with the ending of its file where another has the same name."""
    endings = {name: {""} for name in taken}
    for name, path in programs:
        endings.setdefault(name, set()).add(path.suffix)
    return [name if len(endings[name]) == 1 else f"{name}_{word(path.suffix)}" for name, path in programs]


def word(text: str) -> str:
    """Return a name of letters and digits that is made of a text."""
    return re.sub(r"\W+", "_", text).strip("_") or DEFAULT


def solutions(
    parts: Sequence[int], name: str, path: Path, language: Language, languages: Languages
) -> list[Solution]:
    """Return the solutions that a program is for some parts; an empty file is not written yet."""
    base = Program(0, language, names_of_files(path, languages))
    written = path.exists() and path.stat().st_size > 0
    solution = Solution(
        0, name, "program", base, language.name, written=written, path=path, language=language.name
    )
    return [solution._replace(part=part, data=base._replace(part=part)) for part in parts]


def names_of_files(path: Path, languages: Languages) -> tuple[str, ...]:
    """Return the files that a program is made from, as their paths from its folder.

    Beside a source these are the files of its folder that are no programs themselves, such as headers.
    """
    if path.name in table.PROJECTS:
        # Once it is built, it is known what else there is.
        return (path.name,)
    programs = {*languages, "py", "pyc"}
    with os.scandir(path.parent) as entries:
        others = sorted(
            entry.name
            for entry in entries
            if entry.name[0] != "."
            and entry.name not in table.PROJECTS
            and entry.name.rpartition(".")[2] not in programs
            and os.path.isfile(entry.path)
        )
    return (path.name, *others)
