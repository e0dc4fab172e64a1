"""How a module of JavaScript or TypeScript runs that only exports functions for its parts."""

import re
from collections.abc import Iterator
from pathlib import Path

from puzzle_runner.engines.foreign import detection
from puzzle_runner.engines.foreign.layout import Source
from puzzle_runner.engines.program.languages import Language

# A module of JavaScript: a function that it exports, with what it is given.
_EXPORTED = re.compile(
    r"^export\s+(default\s+)?(?:async\s+)?(?:function\*?\s*|const\s+|let\s+)?(\w*)(?:\s*=\s*(?:async\s*)?)?(?:function\s*)?"
    r"(\(?)\s*(\w*)(?:\s*:\s*([\w\[\]<>]+))?",
    re.MULTILINE,
)
_OF_LISTS = re.compile(r"^export\s*\{([^}]*)\}", re.MULTILINE)
_OF_COMMONJS = re.compile(r"^(?:module\.)?exports(?:\.(\w+)\s*=|\s*=\s*\{([^}]*)\}|\s*=)", re.MULTILINE)
_RUNS = re.compile(
    r"^(?:console\.log|process\.stdout|await\s|main\(|solve\(|run\()|import\.meta\.main|require\.main",
    re.MULTILINE,
)
DRIVER = str(Path(detection.__file__).parents[1] / "program" / "worker" / "exported.mjs")


def module(source: Source, language: Language, text: str) -> tuple[Language, str]:
    """Return how a file runs that only exports functions for its parts, and why in doubt; else as it was."""
    exported = [*_exported(text)]
    alone = source.place.part or (1 if source.place.number else 0)
    named = [(detection.part_of(name) * (not source.place.number), name, kind) for name, kind in exported]
    chosen = [each for each in named if each[0] and alone in (0, each[0])]
    # A function for the only part, or for all; that of a problem needs no argument.
    whole = [(alone, name, kind) for _, name, kind in named if detection.is_whole(name, source)]
    chosen = chosen or sorted(whole, key=lambda each: bool(source.place.number) and each[2] != "none")[:1]
    if not chosen or _RUNS.search(text):
        return language, ""
    kind = chosen[0][2]
    names = ",".join(f"{part}:{name}" for part, name, _ in chosen)
    run = [each for word in language.run for each in ((DRIVER, word) if word == "{source}" else (word,))]
    asked = "{part}" if chosen[0][0] else "0"
    words = (*(word for word in run if word != "{part}"), asked, names, kind or "text")
    return language._replace(run=words), "" if kind else "its argument is a guess: annotate it"


def _exported(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names of exported functions, each with what it is given: text, lines, none, or unknown."""
    types = {"string": "text", "string[]": "lines", "number[]": "numbers", "Array<string>": "lines"}
    for default, name, bracket, parameter, type in _EXPORTED.findall(text):
        if name not in ("class", "interface", "type", "enum"):
            yield "default" if default else name, types.get(type, "none" if bracket and not parameter else "")
    for names in _OF_LISTS.findall(text):
        for each in re.findall(r"(\w+)\s*(?:,|$)", names):
            yield each, ""
    for name, names in _OF_COMMONJS.findall(text):
        for each in re.findall(r"(\w+)\s*(?:,|:|$)", names) if names else [name or "default"]:
            yield each, ""
