"""Programs in somebody's repository: files in other languages than Python that a layout finds."""

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from puzzle_runner.engines.foreign import detection, projects
from puzzle_runner.engines.foreign.layout import Source
from puzzle_runner.engines.foreign.projects import Project
from puzzle_runner.engines.program import engine, languages
from puzzle_runner.engines.program.languages import Language, Languages
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.settings import Settings


def solutions(sources: Sequence[Source], settings: Settings) -> list[Solution]:
    """Return the solutions of a puzzle's programs.

    A solution is named by its file, or by its language if each part has a file of its own, and by both where
    there is another one of that name.
    """
    known = languages.changed(settings.languages)
    found = [(source, *built) for source in sources if (built := _project(source, known))]
    names = [
        project.language.name.lower() if source.place.part else engine.word(source.file.stem)
        for source, _, project in found
    ]
    endings: dict[str, set[str]] = {DEFAULT: {""}}
    for name, (source, _, _) in zip(names, found, strict=True):
        endings.setdefault(name, set()).add(source.file.suffix)
    solutions: list[Solution] = []
    for name, (source, path, project) in zip(names, found, strict=True):
        unique = name if len(endings[name]) == 1 else f"{name}_{engine.word(source.file.suffix)}"
        parts = detection.parts(source)
        root = os.path.relpath(source.root, path.parent)
        language = project.language
        for each in engine.solutions(parts, unique, path, language, known):
            data = each.data._replace(
                root=root,
                folder=project.folder,
                places=project.places,
                guess=project.doubt,
                embeds=project.embeds,
                asked=len(parts) == 1
                or any(f"{{{each}}}" in " ".join(language.run) for each in ("part", "ab")),
            )
            solutions.append(each._replace(summary=language.name, written=True, data=data))
    return solutions


def _project(source: Source, known: Languages) -> tuple[Path, Project] | None:
    """Return what is built, and how; None for a file that is no program, or in no known language."""
    language = languages.of(source.file, known)
    command = source.layout.command
    if command and not command.startswith("{python}"):
        words = tuple(shlex.split(command.replace("{file}", "{source}")))
        name = language.name if language else source.file.suffix[1:]
        return projects.as_told(source, Language(name, words))
    project = projects.of(source, language) if language else None
    return project and (source.file, project)
