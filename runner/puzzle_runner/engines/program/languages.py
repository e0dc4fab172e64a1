"""The languages of programs, by the ending of their files: how one is built, and how it runs.

A new language is an entry here, or in `[tool.puzzles.languages]` of a workspace. In a command, `{source}` is
the file and `{stem}` its name without the ending, `{output}` the program that is built, `{folder}` where that
lies, `{part}` the part that is asked for (`{ab}` as a letter, `{word}` as a word), `{input}` a file with the
input.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.errors import UsageError

# The name of what is built; what words of a command stand for.
OUTPUT = "program"
_VALUES = r"\{(?:source|stem|project|folder|output|part|ab|word)\}"


class Advice(NamedTuple):
    """A sentence about what a tool says, with the `{name}` that it names and the `{folder}` of a manifest."""

    said: str
    sentence: str
    manifest: str = ""


class Language(NamedTuple):
    """How programs of a language are built and run; an interpreter has nothing to build.

    `empty` is the source of a program that does nothing, with an `ending` of its file. `made` is where the
    build leaves the program below its folder, if that is not where it was told to. A project has a `plain`
    language, that of a single file. `above` are names of files that its tools look for in all folders above,
    `build_files` those in whose folder they are started. `main` is the pattern by which a source says that it
    is a program. `advice` is what to do about what its tools say.
    """

    name: str
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    empty: str = ""
    ending: str = ""
    made: str = ""
    plain: "Language | None" = None
    above: tuple[str, ...] = ()
    build_files: tuple[str, ...] = ()
    main: str = ""
    advice: tuple["Advice", ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its commands."""
        return (*self.build, *self.run)


class Prepared(NamedTuple):
    """What is known of a program once it can be run.

    In its `command`, `{input}` stands for the path of a file with the input. `start` are the seconds that its
    language takes to do nothing. `state` is the hash of what it depends on, `looked` has the stamps of what
    it may read, and `doubt` says why there may be more. It `has_built_in` its input if that was read when it
    was built.
    """

    command: tuple[str, ...] = ()
    start: float = 0.0
    state: str = ""
    looked: tuple[tuple[str, tuple[str, str]], ...] = ()
    doubt: str = ""
    has_built_in: bool = False


class Starter(NamedTuple):
    """The source of a program that calls modules which are none, and its path in the repository.

    `refused` is the pattern by which its compiler refuses a line of it: the reason, and the line's number.
    The others are built without it: `refusal`, with the reason for `@`, replaces what begins with its `call`.
    """

    path: str
    text: str
    call: str = ""
    refused: str = ""
    refusal: str = ""


class Program(NamedTuple):
    """A program that answers a part by printing, as `asked` or because that is all that it does.

    `sources` are the names of its files, from the folder of the job's path. In somebody's repository, `root`
    is the path of that, from there, too. Such a program runs in a `folder` of it and looks for its input at
    `places`, both relative to the root. If it `embeds` files, its input may be read when it is built. A
    module that is no program is built with a `starter`. If it `is_bare`, its input has no newline at the
    end; None means that it ends as its author's does. If it `has_built_in` files, its input may be one.

    If it `builds_repository`, the build command of its language is run in a copy of the repository, once for
    all programs with the same command and `root`, and again when a file of the repository has changed. The
    first word of its run command may then be the path of what is built there, from the root:
    `Language("Rust", run=("target/release/aoc", "2023", "1"), build=("cargo", "build", "--release"))`.
    """

    part: int
    language: Language
    sources: tuple[str, ...] = ()
    root: str = ""
    folder: str = ""
    places: tuple[str, ...] = ()
    embeds: bool = False
    starter: Starter | None = None
    is_bare: bool | None = None
    asked: bool = True
    has_built_in: bool = False
    builds_repository: bool = False
    prepared: Prepared = Prepared()

    def files(self, path: Path) -> tuple[str, ...]:
        """Return the paths of its files, given that of its source or build file."""
        return tuple(os.path.join(path.parent, name) for name in self.sources)


Languages = Mapping[str, Language]

_C = "-O3 -march=native"
_C_MAIN = r"\b(?:_t|w)?main\s*\("
# What chooses a version or packages.
_RUST = ("rust-toolchain", "rust-toolchain.toml", ".cargo/config.toml", ".cargo/config")
_ASDF = (".tool-versions", "mise.toml")
_NODE = (
    *("package.json", "tsconfig.json", "bunfig.toml", "bun.lock", ".node-version", ".nvmrc"),
    *("node_modules", *_ASDF),
)
_JVM = ("pom.xml", "build.gradle", "build.gradle.kts")
_CRATES = Advice(
    r"failed to (?:get|download|fetch|update|query) |no matching package|Could not resolve host",
    "It needs crates that are not here. Run cargo fetch in {folder}, and cargo vendor for --untrusted.",
    "Cargo.toml",
)
_CALLED = Advice(r"(It cannot be called: .+)", "{name}")
_GO = (
    Advice(
        r"invalid go version '([\d.]+)'|go\.mod requires go >= ([\d.]+)",
        "It needs Go {name} or later: the one that is installed is older.",
    ),
    Advice(
        r"no required module provides package|missing go\.sum entry|cannot find module providing|GOPROXY"
        r"|proxy\.golang\.org|go: downloading",
        "It needs Go modules that are not here. Run go mod download in {folder}, and go mod vendor for "
        "--untrusted.",
        "go.mod",
    ),
)
_NPM = Advice(
    r"Cannot find (?:module|package) '([@\w][^']*)'",
    "It needs the npm package {name}. Run npm install in {folder}.",
    "package.json",
)
_DENO = Advice(
    r"(?:JSR|npm) package|error: Import 'https?:|not found in cache|Could not find .* in a node_modules",
    "It needs packages that are not here. Run deno install in {folder}.",
    "deno.json",
)
_GEM = Advice(
    r"cannot load such file -- ([\w-]+)[\w/-]* \(LoadError\)",
    "It needs the gem {name}. Run gem install {name}.",
)
_CPAN = Advice(
    r"Can't locate \S+ in @INC \(you may need to install the ([\w:]+) module",
    "It needs the module {name} of Perl. Run cpan {name}.",
)
_MAVEN = Advice(
    r"error: package ([\w.]+) does not exist",
    "It needs the package {name} of Java. Run mvn dependency:copy-dependencies in {folder}, or put its jar "
    "into lib there.",
    "pom.xml",
)
_HACKAGE = Advice(
    r"Could not find module \W([\w.]+)", "It needs the module {name} of Haskell. Install its package."
)


def _compiled(name: str, build: str, empty: str, run: str = "{output} {part}", **more: Any) -> Language:
    return Language(name, tuple(run.split()), tuple(build.split()), empty, **more)


def _interpreted(name: str, run: str, empty: str = "", **more: Any) -> Language:
    return Language(name, tuple(run.split()), empty=empty, **more)


_BY_ENDING = {
    "awk": _interpreted("AWK", "awk -v part={part} -f {source}", "BEGIN {}"),
    "c": _compiled(
        "C", f"cc {_C} -o {{output}} {{source}} -lm", "int main(void) { return 0; }", main=_C_MAIN
    ),
    "cpp": _compiled(
        "C++",
        f"c++ -std=c++20 {_C} -o {{output}} {{source}}",
        "#include <iostream>\nint main() {}",
        main=_C_MAIN,
    ),
    # A file alone is a project since .NET 10.
    "cs": _compiled(
        "C#",
        "dotnet build {source} --configuration Release --output {folder}",
        "return;",
        "dotnet {folder}/{stem}.dll {part}",
        main=r"\bMain\s*\(|^(?:Console\.|var |int |long |string )",
        build_files=("*.csproj",),
    ),
    "go": _compiled(
        "Go",
        "go build -o {output} {source}",
        "package main\nfunc main() {}\n",
        main=r"^func main\(",
        above=("go.mod", "go.sum", "go.work", "go.work.sum"),
        advice=_GO,
    ),
    "hs": _compiled(
        "Haskell",
        "ghc -v0 -O2 -outputdir {folder} -o {output} {source}",
        "main :: IO ()\nmain = return ()\n",
        main=r"^main\b",
        build_files=("package.yaml", "*.cabal", "stack.yaml", "cabal.project"),
        advice=(_HACKAGE,),
    ),
    "java": _compiled(
        "Java",
        # A compiler that runs for a second is not worth being optimised: it takes half the processor time.
        "javac -J-XX:TieredStopAtLevel=1 -d {folder} {source}",
        "class empty { public static void main(String[] words) {} }",
        "java -XX:+UseSerialGC -cp {folder} {stem} {part}",
        main=r"\bvoid\s+main\s*\(",
        above=(".java-version", *_ASDF),
        build_files=_JVM,
        advice=(_CALLED, _MAVEN),
    ),
    "jl": _interpreted("Julia", "julia {source} {part}"),
    "js": _interpreted(
        "JavaScript",
        "node --stack-size=50000 {source} {part}",
        above=_NODE,
        build_files=("package.json",),
        advice=(_NPM,),
    ),
    "kt": _compiled(
        "Kotlin",
        "kotlinc {source} -include-runtime -d {folder}/program.jar",
        "fun main() {}",
        "java -XX:+UseSerialGC -jar {folder}/program.jar {part}",
        main=r"\bfun\s+main\b",
        build_files=_JVM,
    ),
    "lua": _interpreted("Lua", "lua {source} {part}"),
    "nim": _compiled("Nim", "nim c -d:danger --nimcache:{folder}/cache -o:{output} {source}", "discard"),
    "php": _interpreted("PHP", "php {source} {part}", "<?php"),
    "pl": _interpreted("Perl", "perl -I{project} {source} {part}", advice=(_CPAN,)),
    "r": _interpreted("R", "Rscript {source} {part}"),
    "prolog": _interpreted("Prolog", "swipl -g main -t halt {source} {part}", "main."),
    "rb": _interpreted(
        "Ruby", "ruby {source} {part}", above=(".ruby-version", "Gemfile.lock", *_ASDF), advice=(_GEM,)
    ),
    "rs": _compiled(
        "Rust",
        "rustc --edition 2021 -C opt-level=3 -C target-cpu=native -o {output} {source}",
        "fn main() {}",
        main=r"\bfn main\b",
        above=_RUST,
        build_files=("Cargo.toml",),
        advice=(_CALLED, _CRATES),
    ),
    "sh": _interpreted("shell", "bash {source} {part}"),
    "sql": Language(
        "SQLite",
        ("sqlite3", "-batch", "-cmd", ".parameter set :part {part}", ":memory:", '.read "{source}"'),
    ),
    "swift": _compiled("Swift", "swiftc -Ounchecked -o {output} {source}", "import Foundation"),
    "ts": _interpreted(
        "TypeScript",
        "bun run {source} {part}",
        above=_NODE,
        build_files=("deno.json", "deno.jsonc", "package.json"),
        advice=(_NPM, _DENO),
    ),
    "zig": _compiled(
        "Zig",
        "zig build-exe -O ReleaseFast --cache-dir {folder}/cache -femit-bin={output} {source}",
        "pub fn main() void {}",
        main=r"\bfn main\b",
    ),
}
# What tells Prolog from Perl, which has the same ending; other endings of the same languages.
_PROLOG = re.compile(r"^(?::-|[a-z]\w*(?:\(.*\))?\s*(?::-|-->))", re.MULTILINE)
_ALIKE = {"cc": "cpp", "cxx": "cpp", "mjs": "js", "cjs": "js", "bash": "sh", "R": "r"}
_ALL = _BY_ENDING | {new: _BY_ENDING[old] for new, old in _ALIKE.items()}
LANGUAGES: Languages = {ending: language._replace(ending=ending) for ending, language in _ALL.items()}
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
    } | {f"{{{field}}}": str(value) for field, value in part_words.fields(part).items()}
    return tuple(re.sub(_VALUES, lambda name: values[name[0]], word) for word in words)
