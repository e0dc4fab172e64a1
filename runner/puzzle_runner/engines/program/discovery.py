"""Solutions that are programs: what is in the folder of a puzzle, such as `puzzles/aoc2021d21/ferris.rs`."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines.program import languages as table
from puzzle_runner.engines.program.languages import Languages
from puzzle_runner.model import DEFAULT, Puzzle, Solution
from puzzle_runner.programs import Language
from puzzle_runner.sites.site import identify

# Folders of a project that hold what was built.
_BUILT = ("target", "node_modules", "build", "dist", "bin", "obj", "__pycache__")
# Files of a project that count as its sources.
_MOST_FILES = 2000
_COMMENT = re.compile(r"\s*(?://[/!]?|/\*+|#+|--+|;+|%+|\{-|\(\*)\s*(.*?)\s*(?:\*/|-\}|\*\))?\s*")
# Lines of a source that are looked at for its first comment.
_HEAD = 5


def added(puzzle: Puzzle, folder: Path, languages: Languages) -> Puzzle:
    """Return a puzzle with the programs in its folder as solutions, after those of its module."""
    sources = [*_sources(folder, languages)]
    if not sources or puzzle.error:
        return puzzle
    parts = sorted({solution.part for solution in puzzle.solutions}) or _parts(puzzle)
    names = _names([path for path, _ in sources], {solution.name for solution in puzzle.solutions})
    programs = [
        _solution(part, name, path, language)
        for name, (path, language) in zip(names, sources, strict=True)
        for part in parts
    ]
    return puzzle._replace(solutions=(*puzzle.solutions, *programs))


def _parts(puzzle: Puzzle) -> list[int]:
    """Return the parts of a puzzle without a module."""
    return [*range(1, identify(puzzle.id)[0].PARTS + 1)]


def is_there(folder: str, languages: Languages) -> bool:
    """Tell whether there is a program in a folder."""
    return any(True for _ in _sources(Path(folder), languages))


def _sources(folder: Path, languages: Languages) -> Iterator[tuple[Path, Language]]:
    """Yield the source files and the build files of projects in a folder, each with its language."""
    for path in sorted(_candidates(folder)):
        if language := table.of(path, languages):
            yield path, language


def _candidates(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith((".", "_")) or entry.name in table.PROJECTS:
                    continue
                if not entry.is_dir():
                    yield Path(entry.path)
                elif project := table.project(entry.path):
                    yield project
    except OSError:
        # There is no such folder, or it cannot be read.
        return


def _names(paths: Sequence[Path], taken: set[str]) -> list[str]:
    """Return a name for each program: its stem, and with the ending where there is another of that name."""
    stems = [_word(path.parent.name if path.name in table.PROJECTS else path.stem) for path in paths]
    clash = {stem for stem in stems if stems.count(stem) > 1 or stem in taken}
    return [
        f"{stem}_{_word(path.suffix)}" if stem in clash else stem
        for stem, path in zip(stems, paths, strict=True)
    ]


def _word(text: str) -> str:
    return re.sub(r"\W+", "_", text).strip("_") or DEFAULT


def _solution(part: int, name: str, path: Path, language: Language) -> Solution:
    comment = _comment(path)
    summary = f"{language.name}: {comment}" if comment else language.name
    written = path.stat().st_size > 0 if path.exists() else False
    return Solution(part, name, "", summary, written=written, path=path, language=language)


def _comment(path: Path) -> str:
    """Return the first comment of a source, if it begins with one."""
    if path.name in table.PROJECTS:
        return ""
    try:
        lines = files.text(path, files.MODULE).splitlines()[:_HEAD]
    except OSError:
        return ""
    for line in lines:
        if line.strip() and not line.startswith(("#!", "<?php", "#include", "#define", "#pragma")):
            comment = _COMMENT.fullmatch(line)
            return comment[1] if comment else ""
    return ""


def sources(path: Path, languages: Languages) -> tuple[str, ...]:
    """Return the files that a program is made from.

    Beside a source these are the files of its folder that are no programs themselves, such as headers; of a
    project, all of its files.
    """
    if path.name in table.PROJECTS:
        return tuple(sorted(_below(path.parent)))
    beside = (Path(path.parent, name) for name in sorted(os.listdir(path.parent)) if name[0] != ".")
    others = (
        other for other in beside if not table.of(other, languages) and other.suffix not in (".py", ".pyc")
    )
    return (str(path), *(str(other) for other in others if other.is_file()))


def _below(folder: Path) -> list[str]:
    paths: list[str] = []
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in _BUILT)
        paths += (os.path.join(root, name) for name in names if name[0] != ".")
        if len(paths) > _MOST_FILES:
            break
    return paths[:_MOST_FILES]
