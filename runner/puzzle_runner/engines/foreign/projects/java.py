"""How a class of Java is built with its packages, and finds its resources; or is called for its parts."""

import re
from pathlib import Path

from puzzle_runner.engines.foreign import detection
from puzzle_runner.engines.foreign.projects.project import File, Project

# A method with what it is given, and how that is written if the input tells it; a boolean asks for a test.
_METHOD = re.compile(
    r"^[ \t]*(?:@\w+\s+)*(?:(?:public|protected|private|static|final|synchronized)\s+)*"
    r"(?=\w)(?!(?:public|protected|private|static|final|return|new|else)\b)"
    r"[\w.<>\[\], ?]+?\s+(\w+)\s*\(([^()]*)\)[^;{}]*\{",
    re.MULTILINE,
)
_TYPE = (
    r"(?:String(?:\[\]|\.\.\.)?|(?:List|Collection|Iterable|Stream)<String>|Scanner|BufferedReader|InputStream"
    r"|Path|File|boolean)"
)
_GIVEN = re.compile(rf"\s*(?:(?:final )?(?:[a-z]+\.)*{_TYPE} \w+\s*(?:,\s*|$))*")
JARS = ("target/dependency", "lib")
_DRIVER = Path(detection.__file__).parents[1] / "program" / "worker" / "Exported.java"


def built(file: File, project: Project) -> Project:
    """Return how a class is built with those that it imports, which lie below the folder of its packages."""
    source, root = file.source.file, file.source.root
    package = re.search(r"^package\s+([\w.]+)\s*;", file.text, re.MULTILINE)
    top = source.parents[package[1].count(".") + 1] if package else source.parent
    # Other modules of the same project.
    beside = sorted(each for each in root.glob("*/src/main/java") if each != top)
    name = ".".join([*([package[1]] if package else []), "{stem}"])
    # Where Maven copies what a project needs, and where people keep that by hand.
    jars = [f"{file.folder / place}/*" for place in JARS] if file.build_file else []
    found = ":".join(["{folder}", f"{file.folder / 'src' / 'main' / 'resources'}", *jars])
    run = (found if word == "{folder}" else word.replace("{stem}", name) for word in project.language.run)
    build = (*("javac", "-d", "{folder}"), *(("-cp", ":".join(jars)) if jars else ()), "-sourcepath")
    return project.with_commands((*build, ":".join(map(str, (top, *beside))), "{source}"), tuple(run))


def started(file: File, project: Project) -> Project | None:
    """Return how a class without a main is built with one that calls its methods; None without such ones."""
    source = file.source
    alone = source.place.part or (1 if source.place.number else 0)
    parts: dict[int, str] = {}
    for name, parameters in _METHOD.findall(file.text):
        part = 0 if source.place.number else detection.part_of(name)
        if _GIVEN.fullmatch(parameters) and (
            alone in (0, part) if part else detection.is_whole(name, source)
        ):
            parts.setdefault(part, name)
    if not parts:
        return None
    whole = {0: parts[0]} if 0 in parts and {*parts} != {0, 1, 2} else {}
    chosen = whole or {part: name for part, name in parts.items() if part}
    names = ",".join(f"{part}:{name}" for part, name in chosen.items())
    made = built(file, project)
    build, run = made.language.build, made.language.run
    place = next(place for place, word in enumerate(run) if "{stem}" in word)
    asked = "0" if whole else "{part}"
    return made.with_commands(
        (*build, str(_DRIVER)), (*run[:place], "Exported", "{input}", run[place], asked, names)
    )
