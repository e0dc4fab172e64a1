"""The languages of programs, by the ending of their files: how one is built, and how it runs.

A new language is an entry here, or in `[tool.puzzles.languages]` of a workspace. In a command, `{source}` is
the file and `{stem}` its name without the ending, `{output}` the program that is built, `{folder}` where that
lies, `{part}` the part that is asked for, `{input}` a file with the input.
"""

import os
import shlex
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.errors import UsageError


class Language(NamedTuple):
    """How programs of a language are built and run; an interpreter has nothing to build.

    `empty` is the source of a program that does nothing, with an `ending` of its file. `made` is where the
    build leaves the program below its folder, if that is not where it was told to. A project has a `plain`
    language, that of a single file.
    """

    name: str
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    empty: str = ""
    ending: str = ""
    made: str = ""
    plain: "Language | None" = None


Languages = Mapping[str, Language]

_C = "-O3 -march=native"
_OUTPUT = "{output} {part}"


def _language(name: str, run: str, build: str = "", *, empty: str = "") -> Language:
    return Language(name, tuple(shlex.split(run)), tuple(shlex.split(build)), empty)


_BY_ENDING = {
    "awk": _language("AWK", "awk -v part={part} -f {source}", empty="BEGIN {}"),
    "c": _language(
        "C", _OUTPUT, f"cc {_C} -o {{output}} {{source}} -lm", empty="int main(void) { return 0; }"
    ),
    "cpp": _language(
        "C++",
        _OUTPUT,
        f"c++ -std=c++20 {_C} -o {{output}} {{source}}",
        empty="#include <iostream>\nint main() {}",
    ),
    "go": _language("Go", _OUTPUT, "go build -o {output} {source}", empty="package main\nfunc main() {}\n"),
    "hs": _language(
        "Haskell",
        _OUTPUT,
        "ghc -O2 -outputdir {folder} -o {output} {source}",
        empty="main :: IO ()\nmain = return ()\n",
    ),
    "java": _language(
        "Java",
        "java -XX:+UseSerialGC -cp {folder} {stem} {part}",
        "javac -d {folder} {source}",
        empty="class empty { public static void main(String[] words) {} }",
    ),
    "jl": _language("Julia", "julia {source} {part}"),
    "js": _language("JavaScript", "node --stack-size=50000 {source} {part}"),
    "kt": _language(
        "Kotlin",
        "java -XX:+UseSerialGC -jar {folder}/program.jar {part}",
        "kotlinc {source} -include-runtime -d {folder}/program.jar",
        empty="fun main() {}",
    ),
    "lua": _language("Lua", "lua {source} {part}"),
    "nim": _language(
        "Nim", _OUTPUT, "nim c -d:danger --nimcache:{folder}/cache -o:{output} {source}", empty="discard"
    ),
    "php": _language("PHP", "php {source} {part}", empty="<?php"),
    "pl": _language("Perl", "perl {source} {part}"),
    "r": _language("R", "Rscript {source} {part}"),
    "rb": _language("Ruby", "ruby {source} {part}"),
    "rs": _language(
        "Rust",
        _OUTPUT,
        "rustc --edition 2021 -C opt-level=3 -C target-cpu=native -o {output} {source}",
        empty="fn main() {}",
    ),
    "sh": _language("shell", "bash {source} {part}"),
    "sql": _language(
        "SQLite", "sqlite3 -batch -cmd '.parameter set :part {part}' :memory: '.read \"{source}\"'"
    ),
    "swift": _language(
        "Swift", _OUTPUT, "swiftc -Ounchecked -o {output} {source}", empty="import Foundation"
    ),
    "ts": _language("TypeScript", "bun run {source} {part}"),
    "zig": _language(
        "Zig",
        _OUTPUT,
        "zig build-exe -O ReleaseFast --cache-dir {folder}/cache -femit-bin={output} {source}",
        empty="pub fn main() void {}",
    ),
}
# Other endings of the same languages.
_ALIKE = {"cc": "cpp", "cxx": "cpp", "mjs": "js", "cjs": "js", "bash": "sh", "R": "r"}
_ALL = _BY_ENDING | {new: _BY_ENDING[old] for new, old in _ALIKE.items()}
LANGUAGES: Languages = {ending: language._replace(ending=ending) for ending, language in _ALL.items()}
_CARGO = LANGUAGES["rs"]._replace(
    build=tuple(
        shlex.split("cargo build --quiet --release --manifest-path {source} --target-dir {folder}/target")
    ),
    plain=LANGUAGES["rs"],
)
_GO_MODULE = LANGUAGES["go"]._replace(
    build=("go", "build", "-C", "{project}", "-o", "{output}", "."), plain=LANGUAGES["go"]
)
# Build files of projects.
PROJECTS = ("Cargo.toml", "go.mod")


def changed(own: Mapping[str, Mapping[str, str]]) -> Languages:
    """Return the languages with those that a workspace changes or adds.

    Raises UsageError for a new one that cannot be run.
    """
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
        return _CARGO._replace(made=f"target/release/{_crate(path)}")
    if path.name == "go.mod":
        return _GO_MODULE
    return languages.get(path.suffix.removeprefix("."))


def _crate(manifest: Path) -> str:
    """Return the name of the program that a Cargo.toml makes; that of its folder where it cannot be read."""
    try:
        document = tomllib.loads(files.text(manifest, files.TABLES))
        programs = document.get("bin") or [document["package"]]
        return str(programs[0]["name"])
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return manifest.parent.name


def project(folder: str | os.PathLike[str]) -> Path | None:
    """Return the build file of a project in a folder; None if it is no project."""
    paths = (Path(folder, name) for name in PROJECTS)
    return next((path for path in paths if path.is_file()), None)
