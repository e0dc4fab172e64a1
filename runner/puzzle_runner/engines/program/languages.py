"""The languages of programs, by the ending of their files: how one is built, and how it runs.

A new language is an entry here, or in `[tool.puzzles.languages]` of a workspace. In a command, `{source}` is
the file and `{stem}` its name without the ending, `{output}` the program that is built, `{folder}` where that
lies, `{part}` the part that is asked for (`{ab}` as a letter), `{input}` a file with the input.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.errors import UsageError

# The name of what is built; what words of a command stand for.
OUTPUT = "program"
_VALUES = r"\{(?:source|stem|project|folder|output|part|ab)\}"


class Language(NamedTuple):
    """How programs of a language are built and run; an interpreter has nothing to build.

    `empty` is the source of a program that does nothing, with an `ending` of its file. `made` is where the
    build leaves the program below its folder, if that is not where it was told to. A project has a `plain`
    language, that of a single file. `above` are names of files that its tools look for in all folders above.
    """

    name: str
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    empty: str = ""
    ending: str = ""
    made: str = ""
    plain: "Language | None" = None
    above: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its commands."""
        return (*self.build, *self.run)


class Program(NamedTuple):
    """A program that answers a part by printing, as `asked` or because that is all that it does.

    `sources` are the names of its files, from the folder of the job's path. In somebody's repository, `root`
    is the path of that, from there, too. Such a program runs in a `folder` of it and looks for its input at
    `places`, both relative to the root; `guess` says why what it is given may be wrong. If it `embeds` files,
    its input may be read when it is built; once that is so, it `has_built_in` that. If it `is_bare`, its
    input has no newline at the end; None means that it ends as its author's does. Once it is prepared it has
    a `command`, in which `{input}` stands for the
    path of a file with the input, and in `start` the seconds that its language takes to do nothing. `state`
    is the hash of what it depends on, `looked` has the stamps of what it may read, and `doubt` says why there
    may be more.
    """

    part: int
    language: Language | None = None
    sources: tuple[str, ...] = ()
    root: str = ""
    folder: str = ""
    places: tuple[str, ...] = ()
    guess: str = ""
    embeds: bool = False
    has_built_in: bool = False
    is_bare: bool | None = None
    command: tuple[str, ...] = ()
    asked: bool = True
    start: float = 0.0
    state: str = ""
    looked: tuple[tuple[str, tuple[int, ...]], ...] = ()
    doubt: str = ""

    def files(self, path: Path) -> tuple[str, ...]:
        """Return the paths of its files, given that of its source or build file."""
        return tuple(os.path.join(path.parent, name) for name in self.sources)


Languages = Mapping[str, Language]

_C = "-O3 -march=native"


def _compiled(name: str, build: str, empty: str, run: str = "{output} {part}") -> Language:
    return Language(name, tuple(run.split()), tuple(build.split()), empty)


def _interpreted(name: str, run: str, empty: str = "") -> Language:
    return Language(name, tuple(run.split()), empty=empty)


_BY_ENDING = {
    "awk": _interpreted("AWK", "awk -v part={part} -f {source}", "BEGIN {}"),
    "c": _compiled("C", f"cc {_C} -o {{output}} {{source}} -lm", "int main(void) { return 0; }"),
    "cpp": _compiled(
        "C++", f"c++ -std=c++20 {_C} -o {{output}} {{source}}", "#include <iostream>\nint main() {}"
    ),
    # A file alone is a project since .NET 10.
    "cs": _compiled(
        "C#",
        "dotnet build {source} --configuration Release --output {folder}",
        "return;",
        "dotnet {folder}/{stem}.dll {part}",
    ),
    "go": _compiled("Go", "go build -o {output} {source}", "package main\nfunc main() {}\n"),
    "hs": _compiled(
        "Haskell", "ghc -v0 -O2 -outputdir {folder} -o {output} {source}", "main :: IO ()\nmain = return ()\n"
    ),
    "java": _compiled(
        "Java",
        "javac -d {folder} {source}",
        "class empty { public static void main(String[] words) {} }",
        "java -XX:+UseSerialGC -cp {folder} {stem} {part}",
    ),
    "jl": _interpreted("Julia", "julia {source} {part}"),
    "js": _interpreted("JavaScript", "node --stack-size=50000 {source} {part}"),
    "kt": _compiled(
        "Kotlin",
        "kotlinc {source} -include-runtime -d {folder}/program.jar",
        "fun main() {}",
        "java -XX:+UseSerialGC -jar {folder}/program.jar {part}",
    ),
    "lua": _interpreted("Lua", "lua {source} {part}"),
    "nim": _compiled("Nim", "nim c -d:danger --nimcache:{folder}/cache -o:{output} {source}", "discard"),
    "php": _interpreted("PHP", "php {source} {part}", "<?php"),
    "pl": _interpreted("Perl", "perl -I{project} {source} {part}"),
    "r": _interpreted("R", "Rscript {source} {part}"),
    "prolog": _interpreted("Prolog", "swipl -g main -t halt {source} {part}", "main."),
    "rb": _interpreted("Ruby", "ruby {source} {part}"),
    "rs": _compiled(
        "Rust",
        "rustc --edition 2021 -C opt-level=3 -C target-cpu=native -o {output} {source}",
        "fn main() {}",
    ),
    "sh": _interpreted("shell", "bash {source} {part}"),
    "sql": Language(
        "SQLite",
        ("sqlite3", "-batch", "-cmd", ".parameter set :part {part}", ":memory:", '.read "{source}"'),
    ),
    "swift": _compiled("Swift", "swiftc -Ounchecked -o {output} {source}", "import Foundation"),
    "ts": _interpreted("TypeScript", "bun run {source} {part}"),
    "zig": _compiled(
        "Zig",
        "zig build-exe -O ReleaseFast --cache-dir {folder}/cache -femit-bin={output} {source}",
        "pub fn main() void {}",
    ),
}
# What tells Prolog from Perl, which has the same ending; other endings of the same languages.
_PROLOG = re.compile(r"^(?::-|[a-z]\w*(?:\(.*\))?\s*(?::-|-->))", re.MULTILINE)
_ALIKE = {"cc": "cpp", "cxx": "cpp", "mjs": "js", "cjs": "js", "bash": "sh", "R": "r"}
_ALL = _BY_ENDING | {new: _BY_ENDING[old] for new, old in _ALIKE.items()}
# What chooses a version or packages.
_RUST = ("rust-toolchain", "rust-toolchain.toml", ".cargo/config.toml", ".cargo/config")
_NODE = (
    *("package.json", "tsconfig.json", "bunfig.toml", "bun.lock", ".node-version", ".nvmrc"),
    *("node_modules", ".tool-versions", "mise.toml"),
)
_ABOVE = {
    "rs": _RUST,
    "go": ("go.mod", "go.sum", "go.work", "go.work.sum"),
    "js": _NODE,
    "ts": _NODE,
    "rb": (".ruby-version", "Gemfile.lock", ".tool-versions", "mise.toml"),
    "java": (".java-version", ".tool-versions", "mise.toml"),
}
LANGUAGES: Languages = {
    ending: language._replace(ending=ending, above=_ABOVE.get(_ALIKE.get(ending, ending), ()))
    for ending, language in _ALL.items()
}
CARGO = LANGUAGES["rs"]._replace(
    build=(
        *("cargo", "build", "--quiet", "--release"),
        *("--manifest-path", "{source}", "--target-dir", "{folder}/target"),
    ),
    plain=LANGUAGES["rs"],
    above=("Cargo.toml", "Cargo.lock", *_RUST),
)
_GO_MODULE = LANGUAGES["go"]._replace(build=("go", "build", "-o", "{output}", "."), plain=LANGUAGES["go"])
# Build files of projects.
PROJECTS = ("Cargo.toml", "go.mod")


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
        before = languages.get(ending, Language(ending, (), ending=ending))
        languages[ending] = before._replace(
            name=table.get("name", before.name),
            run=tuple(shlex.split(table["run"])) if "run" in table else before.run,
            build=tuple(shlex.split(table["build"])) if "build" in table else before.build,
            empty=table.get("empty", before.empty),
        )
        if not languages[ending].run:
            example = f'run = "{ending} {{source}} {{part}}"'
            raise UsageError(f"[tool.puzzles.languages.{ending}] needs a command, such as {example}.")
    return languages


def of(path: Path, languages: Languages) -> Language | None:
    """Return the language of a source or of a project's build file; None if it is none."""
    if path.name == "Cargo.toml":
        try:
            document = tomllib.loads(files.text(path, files.TABLES))
            programs = document.get("bin") or [document["package"]]
            crate = str(programs[0]["name"])
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            crate = path.parent.name
        return CARGO._replace(made=f"target/release/{crate}")
    if path.name == "go.mod":
        return _GO_MODULE
    if path.suffix in (".pl", ".prolog"):
        try:
            text = files.text(path, files.MODULE)
        except (OSError, ValueError):
            text = ""
        if _PROLOG.search(text):
            prolog = languages["prolog"]
            run = tuple(word for word in prolog.run if word not in ("-g", "main"))
            return prolog._replace(run=run) if "initialization" in text else prolog
    return languages.get(path.suffix.removeprefix("."))


def replaced(words: tuple[str, ...], source: Path, target: Path, part: int) -> tuple[str, ...]:
    """Return a command with what its words stand for. What is not known here, such as `{input}`, stays."""
    values = {
        "{source}": str(source),
        "{stem}": source.stem,
        "{project}": str(source.parent),
        "{folder}": str(target),
        "{output}": str(target / OUTPUT),
        "{part}": str(part),
        "{ab}": "ab"[part == 2],
    }
    return tuple(re.sub(_VALUES, lambda name: values[name[0]], word) for word in words)
