"""How a class of Java is built with its packages, and finds its resources; or is called for its parts."""

import os
import re
from pathlib import Path

from puzzle_runner.engines.foreign import detection
from puzzle_runner.engines.foreign.projects.project import File, Project, answered, asked, kinds

# A method with its parameters; a parameter; the types of those that are made of the input.
_METHOD = re.compile(
    r"^[ \t]*(?:@\w+\s+)*(?:(?:public|protected|private|static|final|synchronized)\s+)*"
    r"(?=\w)(?!(?:public|protected|private|static|final|return|new|else)\b)"
    r"[\w.<>\[\], ?]+?\s+(\w+)\s*\(([^()]*)\)[^;{}]*\{",
    re.MULTILINE,
)
_PARAMETER = re.compile(r"(?:final\s+)?(?:[a-z]+\.)*([\w<>.\[\]]+)\s+(\w+)")
_GIVEN = {
    *("String", "String[]", "String...", "List<String>", "Collection<String>", "Iterable<String>"),
    *("Stream<String>", "Scanner", "BufferedReader", "InputStream", "Path", "File"),
}
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
    # Resources may be the input: they are found from where it runs, which has that in its places.
    own, resources = os.path.dirname(file.source.path), file.folder / "src" / "main" / "resources"
    found = ":".join(["{folder}", os.path.relpath(resources, root / project.folder), *jars])
    literals = (os.path.relpath(place, own or ".") for place in project.places)
    more = (f"{os.path.relpath(resources, root)}/{each}" for each in literals if not each.startswith(".."))
    project = project._replace(places=(*project.places, *more))
    run = (found if word == "{folder}" else word.replace("{stem}", name) for word in project.language.run)
    build = [*project.language.build]
    if "{source}" in build:
        classes = ["-cp", ":".join(jars)] if jars else []
        place = build.index("{source}")
        build[place:place] = [*classes, "-sourcepath", ":".join(map(str, (top, *beside)))]
    return project.with_commands(tuple(build), tuple(run))


def started(file: File, project: Project) -> Project | None:
    """Return how a class without a main is built with one that calls its methods; None without such ones."""
    calls: dict[int, str] = {}
    for name, parameters in _METHOD.findall(file.text):
        typed = [_PARAMETER.fullmatch(each.strip()) for each in parameters.split(",") if each.strip()]
        given = kinds([(each[2], each[1]) if each else ("", "") for each in typed], _GIVEN)
        for part in () if given is None else answered(name, given, file):
            calls.setdefault(part, f"{part}:{name}:{'+'.join(given or ())}")
    if not calls:
        return None
    made = built(file, project)
    build, run = made.language.build, made.language.run
    place = next(place for place, word in enumerate(run) if "{stem}" in word)
    words = ("Exported", "{input}", run[place], asked(calls), ",".join(calls.values()))
    return made.with_commands((*build, str(_DRIVER)), (*run[:place], *words))
