"""A program in somebody's repository: how it is built and run, with what its author's tools find around it.

The modules beside this one know that of one language each.
"""

import os
import re
from collections.abc import Collection, Container, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign import arguments, detection, scripts, walking
from puzzle_runner.engines.foreign.layout import INPUTS, Source
from puzzle_runner.engines.program import given
from puzzle_runner.engines.program.languages import LANGUAGES, Language, Starter

# So many entries of a project are looked through for sources that say something.
MOST_SOURCES = 3000
# A parameter that tells whether it is part 1, and one that is the path of the input.
_FIRST = re.compile(r"(?:is_)?(?:part_?(?:1|one|a)|first(?:_part)?|p1)")
OF_PATH = re.compile(r"(?<![a-z])(?:path|file)")
_TEXTS, _INTEGER = ("String", "string", "&str"), re.compile(r"[iu](?:\d+|size)|int|long|Integer")
OF_INPUT, OF_PARTS = {"input", "path", "parsed"}, {"part", "first", "second"}
_LITERAL = re.compile(r"""(["'`])((?:(?!\1)[^\\\n]){1,120})\1""")


class Project(NamedTuple):
    """How a program is built and run. It runs in a `folder`, and looks for its input at `places`.

    `path` is what is built: a source, or a build file where all days are one program. Folder and places are
    relative to the repository. `doubt` says why what it is given may be wrong. If it `embeds` files, its
    input may be read when it is built. A module that is no program is built with a `starter`.
    """

    path: Path
    language: Language
    folder: str
    places: tuple[str, ...]
    doubt: str = ""
    embeds: bool = False
    starter: Starter | None = None

    def with_commands(
        self, build: tuple[str, ...] | None = None, run: tuple[str, ...] | None = None
    ) -> "Project":
        """Return the same with other commands."""
        old = self.language
        language = old._replace(build=old.build if build is None else build, run=run or old.run)
        return self._replace(language=language)


class File(NamedTuple):
    """A source with its text, and the path of its nearest build file, relative to the repository; or none."""

    source: Source
    text: str
    build_file: str

    @property
    def folder(self) -> Path:
        """The folder of its build file, else its own."""
        return self.source.root / os.path.dirname(self.build_file or self.source.path)

    @property
    def alone(self) -> int:
        """The one part that it answers; 0 if it may answer several."""
        return self.source.place.part or (1 if self.source.place.number else 0)


def read(source: Source) -> File:
    """Return a source with what lies around it."""
    language = LANGUAGES.get(source.file.suffix[1:])
    names = language.build_files if language else ()
    places = ((source.root / folder).glob(name) for folder in Path(source.path).parents for name in names)
    found = (path.relative_to(source.root).as_posix() for found in places for path in sorted(found))
    return File(source, scripts.text_of(source.file), next(found, ""))


@lru_cache
def says(pattern: re.Pattern[str], folder: Path, suffix: str) -> bool:
    """Tell whether a pattern is found in a source below a folder."""
    paths = walking.walk(folder, MOST_SOURCES, (suffix,))
    return any(pattern.search(scripts.text_of(folder / path)) for path in paths)


def inputs(file: File) -> tuple[str, tuple[str, ...]]:
    """Return the folder that a program runs in, and the places in which it may look for its input."""
    source = file.source
    own, project = os.path.dirname(source.path), os.path.dirname(file.build_file or source.path)
    # Many a program is started in the folder that it is built into.
    bases = (own, project, "", "build")
    # As in __dirname + "/input.txt", or the path of a resource.
    named = [literal.lstrip("/") for _, literal in _LITERAL.findall(file.text)]
    named += given.embedded(file.text)

    def place(base: str, literal: str) -> str:
        return os.path.normpath(os.path.join(base, literal))

    def is_there(base: str, literal: str) -> bool:
        path = source.root / place(base, literal)
        return path.is_file() or ("/" in literal and path.parent.is_dir())

    # A module of such a name is imported.
    named = [
        each
        for each in named
        if scripts.is_place(each) and not (source.root / (place(own, each) + source.file.suffix)).is_file()
    ]
    folder = next((base for base in bases if any(is_there(base, each) for each in named)), project)
    places = [place(base, literal) for base in dict.fromkeys((own, project, folder)) for literal in named]
    of_literals = {*places}
    # What a program shares with others may name them, too.
    of_project = source._replace(path=os.path.join(project, source.file.name))
    patterns = source.layout.input or INPUTS.split()
    places += [each.fill(pattern) for each in (source, of_project) for pattern in patterns]
    # The data files of a problem are the same for everybody.
    is_own = os.path.exists if source.place.number else os.path.isdir
    kept = (
        place
        for place in dict.fromkeys(places)
        if not place.startswith("..")
        and not is_own(source.root / place)
        # What is read as a file is no folder.
        and not any(
            str(above) in of_literals or (source.root / above).is_file() for above in Path(place).parents
        )
    )
    return folder, tuple(kept)


def options(words: list[str], valued: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the options at the beginning of some words, and the words behind them."""
    end = 0
    while end < len(words) and words[end].startswith("-") and words[end] != "--":
        end += 2 if words[end] in valued else 1
    return words[:end], words[end + 1 :] if words[end : end + 1] == ["--"] else words[end:]


def kinds(
    parameters: Iterable[tuple[str, str]], inputs: Container[str], *, parses: bool = False
) -> list[str] | None:
    """Return what a function is told by each parameter, a name and a type; None if that is not known.

    `inputs` are types that are made of the input, others are made by a parser if there is one. A function is
    told the input, its path, or what is parsed, the part, whether it is the first or the second, and no to
    other questions, such as whether it is a test.
    """
    found = []
    for name, type in parameters:
        spelt = part_words.snake(name).strip("_")
        ways = {"part": arguments.PARTS, "second": arguments.SECOND, "first": _FIRST}
        kind = next((kind for kind, pattern in ways.items() if pattern.fullmatch(spelt)), "")
        if type in ("bool", "boolean"):
            found.append(kind if kind in ("first", "second") else "no")
        elif kind == "part" and (type in _TEXTS or _INTEGER.fullmatch(type)):
            found.append("part")
        elif OF_PATH.search(spelt) and type in _TEXTS:
            found.append("path")
        elif type in inputs or parses:
            found.append("input" if type in inputs else "parsed")
        else:
            return None
    return found if sum(each in OF_INPUT for each in found) < 2 else None


def answered(name: str, given: Iterable[str], file: File) -> tuple[int, ...]:
    """Return the parts that a function answers, by its name and what it is told; 0 is all at once."""
    part = 0 if file.source.place.number else detection.part_of(name)
    if part:
        return (part,) if file.alone in (0, part) else ()
    if not detection.is_whole(name, file.source):
        return ()
    if not OF_PARTS & {*given}:
        return (0,)
    return (file.alone,) if file.alone else (1, 2)


def asked(parts: Collection[int]) -> str:
    """Return what a program that calls these functions is asked for: a part, or 0 for what answers all."""
    return "0" if 0 in parts and not {1, 2} <= {*parts} else "{part}"


def literal(kind: str, type: str, part: int) -> str:
    """Return how Go and Rust write what a function is told of a part."""
    if kind == "part":
        return f'"{part}"' if type in _TEXTS else str(part)
    return str((kind, part) in (("first", 1), ("second", 2))).lower()
