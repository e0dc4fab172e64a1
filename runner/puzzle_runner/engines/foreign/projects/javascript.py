"""How JavaScript or TypeScript runs, and a module of it that only exports functions for its parts."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign import detection
from puzzle_runner.engines.foreign.projects.project import OF_PATH, File, Project

# What runs TypeScript where bun is not installed.
_RUN_TYPESCRIPT = (("deno", "run", "--allow-all", "--no-prompt"), ("tsx",))
# A function that a module exports, with what it is given.
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


def built(file: File, project: Project) -> Project:
    """Return how a file runs: by what is installed, and by a driver if it only exports functions."""
    source, run = file.source, project.language.run
    start = run.index("{source}") if "{source}" in run else len(run)
    before = run[:start]
    if source.file.suffix == ".ts" and not shutil.which(run[0]):
        before = next((words for words in _RUN_TYPESCRIPT if shutil.which(words[0])), before)
    if "deno.json" in file.build_file:
        # It looks for the file beside what it starts, which may be ours.
        flags = ("--allow-all", "--no-prompt", "--config", str(source.root / file.build_file))
        before = ("deno", "run", *flags)
    exported = [*_exported(file.text)]
    alone = file.alone
    named = [(detection.part_of(name) * (not source.place.number), name, kind) for name, kind in exported]
    chosen = [each for each in named if each[0] and alone in (0, each[0])]
    # A function for the only part, or for all; that of a problem needs no argument.
    whole = [(alone, name, kind) for _, name, kind in named if detection.is_whole(name, source)]
    chosen = chosen or sorted(whole, key=lambda each: bool(source.place.number) and each[2] != "none")[:1]
    if not chosen or _RUNS.search(file.text):
        return project.with_commands(run=(*before, *run[start:]))
    kind = chosen[0][2]
    names = ",".join(f"{part}:{name}" for part, name, _ in chosen)
    asked = "{part}" if chosen[0][0] else "0"
    driven = project.with_commands(run=(*before, DRIVER, "{source}", asked, names, kind or "text", "{input}"))
    return driven._replace(doubt="" if kind else "its argument is a guess: annotate it")


def _exported(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names of exported functions, each with what it is given; an empty text if that is unclear."""
    types = {"string": "text", "string[]": "lines", "number[]": "numbers", "Array<string>": "lines"}
    for default, name, bracket, parameter, type in _EXPORTED.findall(text):
        if name not in ("class", "interface", "type", "enum"):
            kind = types.get(type, "none" if bracket and not parameter else "")
            is_path = OF_PATH.search(part_words.snake(parameter)) and kind in ("", "text")
            yield "default" if default else name, "path" if is_path else kind
    for names in _OF_LISTS.findall(text):
        for each in re.findall(r"(\w+)\s*(?:,|$)", names):
            yield each, ""
    for name, names in _OF_COMMONJS.findall(text):
        for each in re.findall(r"(\w+)\s*(?:,|:|$)", names) if names else [name or "default"]:
            yield each, ""
