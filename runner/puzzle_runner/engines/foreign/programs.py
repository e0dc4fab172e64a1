"""Programs in somebody's repository: files in other languages than Python that a layout finds."""

import os
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign import detection
from puzzle_runner.engines.foreign.layout import Source
from puzzle_runner.engines.foreign.projects import c, dotnet, go, haskell, java, javascript, ruby, rust
from puzzle_runner.engines.foreign.projects.project import File, Project, inputs, read, says
from puzzle_runner.engines.program import engine, languages
from puzzle_runner.engines.program.given import EMBEDS
from puzzle_runner.engines.program.languages import Language, Languages
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.settings import Settings


class Tools(NamedTuple):
    """What a language does that needs more than its row: how a file is `built`, None if it is no program.

    `started` is how one is built that has no main, with what calls its functions, and `told` how a command
    that runs a project builds that once, from the folder of the repository.
    """

    built: Callable[[File, Project], Project | None]
    started: Callable[[File, Project], Project | None] = lambda *_: None
    told: Callable[[Path, list[str]], tuple[Path, Language] | None] = lambda *_: None


# By the ending of the files.
TOOLS = {
    **dict.fromkeys(("c", "cpp", "cc", "cxx"), Tools(c.built)),
    "cs": Tools(dotnet.built),
    "go": Tools(go.built, told=go.told),
    "hs": Tools(haskell.built),
    "java": Tools(java.built, java.started),
    **dict.fromkeys(("js", "ts", "mjs", "cjs"), Tools(javascript.built)),
    "rb": Tools(ruby.built),
    "rs": Tools(rust.built, told=rust.told),
}
# What names the words behind a program, and says that the first is a part, or a file.
_WORDS = re.compile(
    r"\bargv\b|\bARGV\b|\$ARGV|os\.Args|env::args|process\.argv|Deno\.args|Bun\.argv|getArgs|commandArgs|\$\{?1\b"
    r"|\bargs\s*\[|\bargs\.(?:nth|get|first|next)"
)
_OF_PART = re.compile(
    r"part\w*\s*[:=]|atoi|parse::?<?\(?[iu]|strconv|\bint\(|Integer|to_i\b|[=!]=+\s*['\"]?[12]\b",
    re.IGNORECASE,
)
_OF_FILE = re.compile(r"file|path|input|open|read|<\s*\"?\$", re.IGNORECASE)
# Characters around such a name that say what it is for.
NEAR = 25
# The first line of a script names what runs it.
_SHEBANG = re.compile(r"#! *(?:/usr/bin/env +(?:-S +)?)?(\S+)(.*)")
_FIELD = re.compile(r"\{(year|yy|day|number):?(0?\d?)\}")


def solutions(sources: Sequence[Source], settings: Settings) -> list[Solution]:
    """Return the solutions of a puzzle's programs.

    A solution is named by its file, or by its language if each part has a file of its own, and by both where
    there is another one of that name.
    """
    known = languages.changed(settings.languages)
    found = [(source, project) for source in sources if (project := _project(source, known))]
    names = [
        project.language.name.lower() if source.place.part else engine.word(source.file.stem)
        for source, project in found
    ]
    endings: dict[str, set[str]] = {DEFAULT: {""}}
    for name, (source, _) in zip(names, found, strict=True):
        endings.setdefault(name, set()).add(source.file.suffix)
    solutions: list[Solution] = []
    for name, (source, project) in zip(names, found, strict=True):
        unique = name if len(endings[name]) == 1 else f"{name}_{engine.word(source.file.suffix)}"
        parts = detection.parts(source)
        root = os.path.relpath(source.root, project.path.parent)
        language = project.language
        for each in engine.solutions(parts, unique, project.path, language, known):
            data = each.data._replace(
                root=root,
                folder=project.folder,
                places=project.places,
                guess=project.doubt,
                embeds=project.embeds,
                starter=project.starter,
                asked=len(parts) == 1 or part_words.asks(language.run),
            )
            solutions.append(each._replace(summary=language.name, written=True, data=data))
    return solutions


def _project(source: Source, known: Languages) -> Project | None:
    """Return how a file is built and run; None for a file that is no program, or in no known language."""
    language = languages.of(source.file, known)
    command = source.layout.command
    if command and not command.startswith("{python}"):
        words = tuple(shlex.split(command.replace("{file}", "{source}")))
        name = language.name if language else source.file.suffix[1:]
        return _as_told(source, Language(name, words))
    return of(source, language) if language else None


def of(source: Source, language: Language) -> Project | None:
    """Return how a file is built and run in its repository; None if it is no program by itself."""
    file = read(source)
    folder, places = inputs(file)
    run = language.run
    if (told := _SHEBANG.match(file.text)) and not language.build and os.path.basename(told[1]) != run[0]:
        run = (os.path.basename(told[1]), *told[2].split(), "{source}", "{part}")
    made = language._replace(run=_with_words(run, file.text), plain=language)
    plain = Project(source.file, made, folder, places, embeds=bool(EMBEDS.search(file.text)))
    tools = TOOLS.get(source.file.suffix[1:], Tools(lambda _, project: project))
    is_program = re.search(language.main, file.text, re.MULTILINE)
    return tools.built(file, plain) if is_program else tools.started(file, plain)


def _as_told(source: Source, language: Language) -> Project:
    """Return what a layout's command starts, and how: at the top, if it does not name the source."""
    folder, places = inputs(read(source))
    folder = folder if "{source}" in " ".join(language.run) else ""
    values = {**source.place._asdict(), "yy": source.place.year % 100}
    run = [_FIELD.sub(lambda each: format(values[each[1]], each[2]), word) for word in language.run]
    tools = TOOLS.get(source.file.suffix[1:])
    if tools and (told := tools.told(source.root, run)):
        path, made = told
        embeds = says(EMBEDS, source.root, source.file.suffix)
        return Project(path, made, "", places, embeds=embeds)
    return Project(source.file, language._replace(run=(*run,)), folder, places)


def _with_words(run: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return a command with the word that its source wants behind it: the part, the input, or none."""
    if "{part}" not in run:
        return run
    word: tuple[str, ...] = ()
    around = [
        line[max(0, each.start() - NEAR) : each.end() + NEAR]
        for line in text.splitlines()
        for each in _WORDS.finditer(line)
    ]
    if any(map(_OF_PART.search, around)):
        word = ("{part}",)
    elif any(map(_OF_FILE.search, around)):
        word = ("{input}",)
    return (*(each for each in run if each != "{part}"), *word)
