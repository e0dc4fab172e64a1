"""Programs as solutions: in the folder of a puzzle, as `puzzles/aoc2021d21/ferris.rs`, or in a repository.

In somebody's repository, a file with a main is built alone, by the line of its language. For others, the
layout says how all of them are built, and how each is started.
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.engines.program import languages as table
from puzzle_runner.engines.program.languages import Language, Languages, Program
from puzzle_runner.layouts.discovery import Repository
from puzzle_runner.layouts.layout import Source
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.settings import Settings
from puzzle_runner.sites.site import PuzzleId

# How a source says that a file is read when it is built.
_BUILT_IN = re.compile(r"\binclude_(?:str|bytes|lines)!|^[ \t]*//go:embed\b", re.MULTILINE)
# How a command starts Python.
_PYTHON = re.compile(r"^(\{python\}|python[\d.]*|py)(?=\s)")


def paths(repository: Repository) -> Mapping[str, Path]:
    """Return the folders with programs that no module belongs to, by name."""
    languages = table.changed(repository.settings.languages)
    folders: dict[str, Path] = {}
    for folder in repository.puzzles.glob("[!._]*/"):
        has_module = os.path.exists(f"{folder}.py") or (folder / "__init__.py").is_file()
        if not has_module and _programs_in(folder, languages):
            folders[folder.name] = folder
    return folders


def discover(repository: Repository, id: PuzzleId, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
    """Return a puzzle with the programs in its folder."""
    puzzle = puzzle or Puzzle(id, path, url=id.url)
    languages = table.changed(repository.settings.languages)
    programs = _programs_in(repository.puzzles / id, languages)
    if not programs or puzzle.error:
        return puzzle
    every = list(puzzle.solutions)
    parts = sorted(puzzle.parts) or range(1, id.site.PARTS + 1)
    taken = {solution.name for solution in every}
    for file in programs:
        language = languages[file.suffix[1:]]
        name = _name(file, taken)
        names = names_of_files(file, languages)
        every += [_solution(name, file, Program(part, language, names)) for part in parts]
    # Without a module there is no default: then it is the first of the programs.
    default = puzzle.default if puzzle.solutions else every[0].name
    every.sort(key=lambda solution: solution.part)
    return puzzle._replace(solutions=tuple(every), default=default)


def _programs_in(folder: Path, languages: Languages) -> list[Path]:
    """Return the source files of programs in a folder."""
    paths = sorted(folder.glob("[!._]*"))
    return [path for path in paths if path.suffix[1:] in languages and path.is_file()]


def _name(path: Path, taken: set[str]) -> str:
    """Return the name of a program: a word, with the ending of its file where another has that name."""
    name = re.sub(r"\W+", "_", path.stem).strip("_") or DEFAULT
    if name in taken:
        name += path.suffix.replace(".", "_")
    taken.add(name)
    return name


def _solution(name: str, path: Path, program: Program) -> Solution:
    """Return the solution that a program is; an empty file is not written yet."""
    is_written = path.exists() and path.stat().st_size > 0
    title = program.language.name
    return Solution(
        program.part, name, "program", program, title, path=path, language=title, written=is_written
    )


def names_of_files(path: Path, languages: Languages) -> tuple[str, ...]:
    """Return the files that a program is made from, as their paths from its folder.

    Beside a source these are the files of its folder that are no programs themselves, such as headers.
    """
    names = [path.name]
    for file in sorted(path.parent.glob("[!.]*")):
        is_program = file.suffix[1:] in languages or file.suffix in (".py", ".pyc")
        if not is_program and file.is_file():
            names.append(file.name)
    return tuple(names)


def of_sources(sources: Sequence[Source], settings: Settings) -> list[Solution]:
    """Return the solutions of a puzzle's programs in somebody's repository.

    A solution is named by its file, or by its language if each part has a file of its own.
    """
    # Imported here: one's own programs have no places.
    from puzzle_runner.layouts import detection, input_files

    known = table.changed(settings.languages)
    taken = {DEFAULT}
    solutions: list[Solution] = []
    for source in sources:
        language = _language(source, known, settings.python or sys.executable)
        if not language:
            continue
        name = language.name.lower() if source.place.part else _name(source.file, taken)
        names = names_of_files(source.file, known)
        has_built_in = bool(_BUILT_IN.search(files.source(source.file)))
        places = input_files.places(source)
        parts = detection.parts_of(source)
        for part in parts:
            own: list[str] = []
            for part_of_input, path in places:
                if part_of_input in (0, part) and not path.startswith(".."):
                    own.append(path)
            program = Program(
                part,
                language,
                names,
                root=os.path.relpath(source.root, source.file.parent),
                folder="" if source.layout.command else os.path.dirname(source.path),
                places=tuple(own),
                asked=len(parts) == 1 or part_words.asks(language.run),
                has_built_in=has_built_in,
                builds_repository=bool(source.layout.build),
            )
            solutions.append(_solution(name, source.file, program))
    return solutions


def _language(source: Source, known: Languages, python: str) -> Language | None:
    """Return how a file is built and run; None for a file that is no program, or in no known language."""
    from puzzle_runner.layouts import detection

    language = known.get(source.file.suffix[1:])
    layout = source.layout
    if layout.command:
        name = language.name if language else source.file.suffix[1:]
        # Python would write its bytecode into the repository.
        command = _PYTHON.sub(r"\1 -B", layout.command)
        run = source.words(command, file=source.path, python=python)
        build = source.words(layout.build, file=source.path, python=python)
        return Language(name, run, build)
    text = files.source(source.file)
    if not language or not re.search(language.main, text, re.MULTILINE):
        return None
    if "{part}" not in language.run:
        return language
    words = [word for word in language.run if word != "{part}"]
    if detection.takes_path(text):
        words.append("{input}")
    return language._replace(run=tuple(words))
