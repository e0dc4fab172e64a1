"""Programs in somebody's repository: files in other languages than Python, or with another command.

A file with a main is built alone, by the line of its language. For others, the layout says how all of them
are built, and how each is started.
"""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.engines.program import languages
from puzzle_runner.engines.program.languages import Language, Languages, Program
from puzzle_runner.layouts import detection, folders, input_files
from puzzle_runner.layouts.layout import Source
from puzzle_runner.layouts.puzzle import for_parts
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.settings import Settings

# How a source says that a file is read when it is built.
_BUILT_IN = re.compile(r"\binclude_(?:str|bytes|lines)!|^[ \t]*//go:embed\b", re.MULTILINE)


def solutions(sources: Sequence[Source], settings: Settings) -> list[Solution]:
    """Return the solutions of a puzzle's programs.

    A solution is named by its file, or by its language if each part has a file of its own, and by both where
    there is another one of that name.
    """
    known = languages.changed(settings.languages)
    programs: list[tuple[Source, Language]] = []
    names: list[tuple[str, Path]] = []
    for source in sources:
        language = _language(source, known, settings.python or sys.executable)
        if language:
            programs.append((source, language))
            name = language.name.lower() if source.place.part else folders.word(source.file.stem)
            names.append((name, source.file))
    solutions: list[Solution] = []
    for name, (source, language) in zip(folders.unique_names(names, {DEFAULT}), programs, strict=True):
        parts = detection.parts_of(source)
        program = Program(
            0,
            language,
            folders.names_of_files(source.file, known),
            root=os.path.relpath(source.root, source.file.parent),
            folder="" if source.layout.command else os.path.dirname(source.path),
            has_built_in=bool(_BUILT_IN.search(files.source(source.file))),
            builds_repository=bool(source.layout.build),
            asked=len(parts) == 1 or part_words.asks(language.run),
        )
        title = language.name
        solution = Solution(0, name, "program", program, title, path=source.file, language=title)
        places = input_files.places(source)
        for each in for_parts(solution, parts):
            own = [path for part, path in places if part in (0, each.part) and not path.startswith("..")]
            solutions.append(each._replace(data=each.data._replace(places=tuple(own))))
    return solutions


def _language(source: Source, known: Languages, python: str) -> Language | None:
    """Return how a file is built and run; None for a file that is no program, or in no known language."""
    language = known.get(source.file.suffix.removeprefix("."))
    layout = source.layout
    if layout.command:
        name = language.name if language else source.file.suffix[1:]
        values = {"{file}": source.path, "{python}": python}
        run, build = source.words(layout.command), source.words(layout.build)
        for field, value in values.items():
            run = tuple(word.replace(field, value) for word in run)
            build = tuple(word.replace(field, value) for word in build)
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
