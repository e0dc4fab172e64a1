"""The languages of programs, by the ending of their files: how one is built, and how it runs.

A new language is an entry here, or in `[tool.puzzles.languages]` of a workspace. In a command, `{source}` is
the file and `{stem}` its name without the ending, `{output}` the program that is built, `{folder}` where that
lies, `{part}` the part that is asked for, `{input}` a file with the input.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.errors import UsageError

# The name of what is built; what words of a command stand for.
OUTPUT = "program"
_VALUES = r"\{(?:source|stem|class|project|folder|output|part|ab|word)\}"
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)


class Language(NamedTuple):
    """How programs of a language are built and run; an interpreter has nothing to build.

    `main` is the pattern by which a source says that it is a program.
    """

    name: str
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    main: str = ""


class Program(NamedTuple):
    """A program that answers a part by printing, as `asked` or because that is all that it does.

    `sources` are the names of its files, from the folder of the job's path. In somebody's repository, `root`
    is the path of that, from there, too. Such a program runs in a `folder` of it and looks for its input at
    `places`, both relative to the root. If it `has_built_in` files, its input may be one of them.

    Once it can be run, it has its `command`, in which `{input}` stands for the path of a file with the input,
    the hash of what it depends on as `state`, and that of its files alone, `content`.

    If it `builds_repository`, that is built as a whole, in a copy: its command may name what is built there.
    """

    part: int
    language: Language
    sources: tuple[str, ...] = ()
    root: str = ""
    folder: str = ""
    places: tuple[str, ...] = ()
    asked: bool = True
    has_built_in: bool = False
    builds_repository: bool = False
    command: tuple[str, ...] = ()
    state: str = ""
    content: str = ""


Languages = Mapping[str, Language]


def _language(name: str, run: str, build: str = "", main: str = "") -> Language:
    return Language(name, tuple(run.split()), tuple(build.split()), main)


# What an optimised program is started with, and what is said to every C compiler.
_PROGRAM, _C = "{output} {part}", "-O3 -march=native -o {output} {source}"
_C_MAIN = r"\b(?:_t|w)?main\s*\("
_JAVA, _RUST = "java -XX:+UseSerialGC", "--edition 2021 -C opt-level=3 -C target-cpu=native"
_BY_ENDING = {
    "c": _language("C", _PROGRAM, f"cc {_C} -lm", _C_MAIN),
    "cpp": _language("C++", _PROGRAM, f"c++ -std=c++20 {_C}", _C_MAIN),
    # A file alone is a project since .NET 10.
    "cs": _language(
        "C#",
        "dotnet {folder}/{stem}.dll {part}",
        "dotnet build {source} --configuration Release --output {folder}",
        r"\bMain\s*\(|^(?:Console\.|var |int |long |string )",
    ),
    "go": _language("Go", _PROGRAM, "go build -o {output} {source}", r"^func main\b"),
    "hs": _language("Haskell", _PROGRAM, "ghc -v0 -O2 -outputdir {folder} -o {output} {source}", r"^main\b"),
    "java": _language(
        "Java",
        f"{_JAVA} -cp {{folder}} {{class}} {{part}}",
        # A compiler that runs for a second is not worth being optimised: it takes half the processor time.
        "javac -J-XX:TieredStopAtLevel=1 -d {folder} -sourcepath {project} {source}",
        r"\bvoid\s+main\s*\(",
    ),
    "js": _language("JavaScript", "node --stack-size=50000 {source} {part}"),
    "kt": _language(
        "Kotlin",
        f"{_JAVA} -jar {{folder}}/program.jar {{part}}",
        "kotlinc {source} -include-runtime -d {folder}/program.jar",
        r"\bfun\s+main\b",
    ),
    "lua": _language("Lua", "lua {source} {part}"),
    "php": _language("PHP", "php {source} {part}"),
    "pl": _language("Perl", "perl -I{project} {source} {part}"),
    "rb": _language("Ruby", "ruby {source} {part}"),
    "rs": _language("Rust", _PROGRAM, f"rustc {_RUST} -o {{output}} {{source}}", r"\bfn main\b"),
    "sh": _language("shell", "bash {source} {part}"),
    "ts": _language("TypeScript", "bun run {source} {part}"),
}
# Other endings of the same languages.
_ALIKE = {"cc": "cpp", "cxx": "cpp", "mjs": "js", "cjs": "js", "bash": "sh"}
LANGUAGES: Languages = _BY_ENDING | {ending: _BY_ENDING[same] for ending, same in _ALIKE.items()}


def changed(own: Mapping[str, Mapping[str, str]]) -> Languages:
    """Return the languages with those that a workspace changes or adds.

    Raises UsageError for a new one that cannot be run.
    """
    if not own:
        return LANGUAGES
    # Imported here: most workspaces change nothing, and our own commands have nothing in quotes.
    import shlex

    languages = dict(LANGUAGES)
    for name, table in own.items():
        ending = name.removeprefix(".")
        changes: dict[str, Any] = {}
        for key, value in table.items():
            changes[key] = value if key == "name" else tuple(shlex.split(value))
        language = languages.get(ending, Language(ending, ()))._replace(**changes)
        if not language.run:
            example = f'run = "{ending} {{source}} {{part}}"'
            raise UsageError(f"[tool.puzzles.languages.{ending}] needs a command, such as {example}.")
        languages[ending] = language
    return languages


def replaced(words: tuple[str, ...], source: Path, target: Path, part: int) -> tuple[str, ...]:
    """Return a command with what its words stand for. What is not known here, such as `{input}`, stays."""
    project, main_class = source.parent, source.stem
    package = _PACKAGE.search(files.source(source)) if source.suffix == ".java" else None
    if package:
        # Its packages begin in a folder above, and its class is named with them.
        main_class = f"{package[1]}.{source.stem}"
        project = source.parents[package[1].count(".") + 1]
    values = {
        "{source}": str(source),
        "{stem}": source.stem,
        "{class}": main_class,
        "{project}": str(project),
        "{folder}": str(target),
        "{output}": str(target / OUTPUT),
    }
    for field, value in part_words.fields(part).items():
        values[f"{{{field}}}"] = str(value)
    return tuple(re.sub(_VALUES, lambda name: values[name[0]], word) for word in words)
