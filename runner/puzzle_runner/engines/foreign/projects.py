"""How a program in somebody's repository is built and run, with what its author's tools find around it.

That is the nearest build file, the packages and headers that it names, and the words that it wants.
"""

import os
import re
import shutil
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines.foreign import exports, includes, scripts, walking
from puzzle_runner.engines.foreign.layout import INPUTS, Source
from puzzle_runner.engines.program import languages
from puzzle_runner.engines.program.languages import CARGO, LANGUAGES, Language

# How a file of a language that is built says that it is a program.
_MAIN = {
    **dict.fromkeys(("c", "cpp", "cc", "cxx"), re.compile(r"\b(?:_t|w)?main\s*\(")),
    "cs": re.compile(r"\bMain\s*\(|^(?:Console\.|var |int |long |string )", re.MULTILINE),
    "go": re.compile(r"^func main\(", re.MULTILINE),
    "rs": re.compile(r"\bfn main\b"),
    "java": re.compile(r"\bvoid\s+main\s*\("),
    "kt": re.compile(r"\bfun\s+main\b"),
    "hs": re.compile(r"^main\b", re.MULTILINE),
    "zig": re.compile(r"\bfn main\b"),
}
# Build files, by the ending of the sources: tools are started in their folders.
_PROJECTS = {
    "cs": ("*.csproj",),
    "rs": ("Cargo.toml",),
    "hs": ("package.yaml", "*.cabal", "stack.yaml", "cabal.project"),
    "js": ("package.json",),
    "ts": ("deno.json", "deno.jsonc", "package.json"),
    "java": ("pom.xml", "build.gradle", "build.gradle.kts"),
    "kt": ("pom.xml", "build.gradle", "build.gradle.kts"),
}
_ENDINGS = {"mjs": "js", "cjs": "js"}
_EXTENSIONS = re.compile(r"^\s*default-extensions:((?:[\s,-]+[A-Z]\w*)+)", re.MULTILINE)
# What names the words behind a program, and says that the first is a part, or a file.
_WORDS = re.compile(
    r"\bargv\b|\bARGV\b|\$ARGV|os\.Args|env::args|process\.argv|Deno\.args|Bun\.argv|getArgs|commandArgs|\$\{?1\b"
    r"|\bargs\s*\[|\bargs\.(?:nth|get|first|next)"
)
_PART_FLAG = re.compile(r"\bflag\.(?:Int|String)(?:Var)?\((?:&\w+,\s*)?\"(part|p)\"")
_OF_PART = re.compile(
    r"part\w*\s*[:=]|atoi|parse::?<?\(?[iu]|strconv|\bint\(|Integer|to_i\b|[=!]=+\s*['\"]?[12]\b",
    re.IGNORECASE,
)
_OF_FILE = re.compile(r"file|path|input|open|read|<\s*\"?\$", re.IGNORECASE)
# What runs TypeScript where bun is not installed.
_RUN_TYPESCRIPT = (("deno", "run", "--allow-all", "--no-prompt"), ("tsx",))
# The first line of a script names what runs it.
_SHEBANG = re.compile(r"#! *(?:/usr/bin/env +(?:-S +)?)?(\S+)(.*)")
# What is read when a program is built.
_EMBEDS = re.compile(
    r"include_(?:str|bytes)!|^[ \t]*//go:embed[ \t]+(?P<names>.+)"
    r"|^\s*#\s*(?:embed|include)\s*\"[^\"]*(?:/input|\.txt|\.in|\.dat)\"",
    re.MULTILINE,
)
# How a program in Go asks where its source is, or a helper that of its caller.
_CALLER = re.compile(r"runtime\.Caller\([01]\)")
# So many entries of a project are looked through for sources that do so.
MOST_SOURCES = 3000
# Characters around such a name that say what it is for.
NEAR = 25
_FIELD = re.compile(r"\{(year|yy|day|number):?(0?\d?)\}")
_LITERAL = re.compile(r"""(["'`])((?:(?!\1)[^\\\n]){1,120})\1""")


class Project(NamedTuple):
    """How a program is built and run. It runs in a `folder`, and looks for its input at `places`.

    Both are relative to the repository. `doubt` says why what it is given may be wrong. If it `embeds` files,
    its input may be read when it is built.
    """

    language: Language
    folder: str
    places: tuple[str, ...]
    doubt: str = ""
    embeds: bool = False


def of(source: Source, language: Language) -> Project | None:
    """Return how a file is built and run in its repository; None if it is no program by itself."""
    text = scripts.text_of(source.file)
    ending = source.file.suffix[1:]
    build_file = _build_file(source)
    # The one of a crate may come from a macro, that of a package in Go from another file.
    is_told = ending == "go" or (ending == "rs" and build_file)
    if ending in _MAIN and not is_told and not _MAIN[ending].search(text):
        return None
    project = os.path.dirname(build_file or source.path)
    folder, places = _inputs(source, text, build_file)
    made: Language | None = language
    doubt = ""
    if ending == "rs" and build_file:
        made = _crate(source, build_file)
    elif ending == "go":
        made = _go(source, language, text)
    elif ending == "cs" and build_file:
        objects = "-p:BaseIntermediateOutputPath={folder}/obj/"
        words = tuple(word.replace("{source}", str(source.root / build_file)) for word in language.build)
        run = tuple(word.replace("{stem}", Path(build_file).stem) for word in language.run)
        made = language._replace(build=(*words, objects), run=run)
    elif ending in ("c", "cpp", "cc", "cxx"):
        made = includes.with_headers(source, language, text)
    elif ending == "java":
        package = re.search(r"^package\s+([\w.]+)\s*;", text, re.MULTILINE)
        top = source.file.parents[package[1].count(".") + 1] if package else source.file.parent
        name = ".".join([*([package[1]] if package else []), "{stem}"])
        build = ("javac", "-d", "{folder}", "-sourcepath", str(top), "{source}")
        resources = source.root / project / "src" / "main" / "resources"
        run = tuple(word.replace("{stem}", name) for word in language.run)
        made = language._replace(
            build=build, run=tuple(f"{{folder}}:{resources}" if word == "{folder}" else word for word in run)
        )
    elif ending == "hs":
        module = re.search(r"^module\s+([\w.]+)", text, re.MULTILINE)
        name = module[1] if module else "Main"
        start = () if name == "Main" else ("-main-is", name)
        tops = {source.file.parents[name.count(".") if name != "Main" else 0], source.root / project / "src"}
        named = _EXTENSIONS.search(scripts.text_of(source.root / build_file)) if build_file else None
        extensions = (f"-X{each}" for each in re.findall(r"\w+", named[1])) if named else ()
        more = (*start, *extensions, *(f"-i{top}" for top in sorted(tops)))
        made = language._replace(build=(*language.build, *more))
    elif _ENDINGS.get(ending, ending) in ("js", "ts"):
        others = (words for words in _RUN_TYPESCRIPT if shutil.which(words[0]))
        if ending == "ts" and not shutil.which(language.run[0]) and (words := next(others, ())):
            made = language._replace(run=(*words, *language.run[-2:]))
        if "deno.json" in build_file:
            # It looks for the file beside what it starts, which may be ours.
            flags = ("--allow-all", "--no-prompt", "--config", str(source.root / build_file))
            run = ("deno", "run", *flags, *language.run[-2:])
            made = language._replace(run=run)
        made, doubt = exports.module(source, made or language, text)
    if not made:
        return None
    if (told := _SHEBANG.match(text)) and not made.build and os.path.basename(told[1]) != made.run[0]:
        made = made._replace(run=(os.path.basename(told[1]), *told[2].split(), "{source}", "{part}"))
    made = made._replace(run=_with_words(made.run, text), plain=language)
    embeds = bool(_EMBEDS.search(text)) or (
        ending in ("rs", "go") and _says(_EMBEDS, source.root / project, ending)
    )
    return Project(made, folder, places, doubt, embeds)


@lru_cache
def _says(pattern: re.Pattern[str], folder: Path, ending: str) -> bool:
    """Tell whether a pattern is found in a source below a folder."""
    paths = walking.walk(folder, MOST_SOURCES, (f".{ending}",))
    return any(pattern.search(scripts.text_of(folder / path)) for path in paths)


def as_told(source: Source, language: Language) -> tuple[Path, Project]:
    """Return what a layout's command starts, and how: at the top, if it does not name the source.

    A project that it runs by cargo or go is built once, for all that it has in it.
    """
    folder, places = inputs(source)
    folder = folder if "{source}" in " ".join(language.run) else ""
    values = {**source.place._asdict(), "yy": source.place.year % 100}
    run = [_FIELD.sub(lambda each: format(values[each[1]], each[2]), word) for word in language.run]
    match run:
        case ["cargo", "run", *words]:
            options, words = _options(words, ("--bin", "-p", "--package", "--features", "-F", "--example"))
            manifest = source.root / "Cargo.toml"
            build = tuple(word.replace("{source}", str(manifest)) for word in CARGO.build)
            named = [value for flag, value in pairwise(options) if flag in ("--bin", "-p", "--package")]
            crate = languages.of(manifest, LANGUAGES) or CARGO
            made = f"target/release/{named[-1]}" if named else crate.made
            kept = [word for word in options if word not in ("-r", "--release", "-q", "--quiet")]
            crate = crate._replace(build=(*build, *kept), made=made, run=("{output}", *words))
            return manifest, Project(crate, "", places, embeds=_says(_EMBEDS, source.root, "rs"))
        case ["go", "run", *words]:
            options, words = _options(words, ("-tags", "-ldflags"))
            files = [*takewhile(lambda word: word.endswith(".go"), words)] or words[:1]
            package = LANGUAGES["go"]._replace(
                build=("go", "build", *options, "-o", "{output}", *files),
                run=("{output}", *words[len(files) :]),
                plain=LANGUAGES["go"],
            )
            return source.root / "go.mod", Project(
                package, "", places, embeds=_says(_EMBEDS, source.root, "go")
            )
    return source.file, Project(language._replace(run=(*run,)), folder, places)


def _options(words: list[str], valued: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the options at the beginning of some words, and the words behind them."""
    end = 0
    while end < len(words) and words[end].startswith("-") and words[end] != "--":
        end += 2 if words[end] in valued else 1
    return words[:end], words[end + 1 :] if words[end : end + 1] == ["--"] else words[end:]


def _build_file(source: Source) -> str:
    """Return the path of the nearest build file of a source, relative to the repository; empty without."""
    ending = source.file.suffix[1:]
    names = _PROJECTS.get(_ENDINGS.get(ending, ending), ())
    places = ((source.root / folder).glob(name) for folder in Path(source.path).parents for name in names)
    return next((path.relative_to(source.root).as_posix() for found in places for path in sorted(found)), "")


def inputs(source: Source) -> tuple[str, tuple[str, ...]]:
    """Return the folder that a program runs in, and the places in which it may look for its input."""
    return _inputs(source, scripts.text_of(source.file), _build_file(source))


def _inputs(source: Source, text: str, build_file: str) -> tuple[str, tuple[str, ...]]:
    own, project = os.path.dirname(source.path), os.path.dirname(build_file or source.path)
    # Many a program is started in the folder that it is built into.
    bases = (own, project, "", "build")
    named = [literal for _, literal in _LITERAL.findall(text)]
    named += [name for each in _EMBEDS.finditer(text) for name in (each["names"] or "").split()]

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


def _crate(source: Source, manifest: str) -> Language | None:
    """Return how cargo builds a file; None if that is none of its programs."""
    try:
        document = tomllib.loads(files.text(source.root / manifest, files.TABLES))
        path = os.path.relpath(source.path, os.path.dirname(manifest) or ".")
        named = {
            str(each.get("path", f"src/bin/{each['name']}.rs")): str(each["name"])
            for each in document.get("bin", ())
        }
        name = named.get(path) or {"src/main.rs": str(document["package"]["name"])}.get(path)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    if not name and (match := re.fullmatch(r"src/bin/([^/]+)(?:\.rs|/main\.rs)", path)):
        name = match[1]
    if not name:
        return None
    build = tuple(word.replace("{source}", str(source.root / manifest)) for word in CARGO.build)
    return CARGO._replace(build=(*build, "--bin", name), made=f"target/release/{name}")


def _go(source: Source, language: Language, text: str) -> Language | None:
    """Return how a file is built with those of its package that are no programs themselves.

    The one `main` of all parts may be in a file that they share; None if there is none.
    """
    beside = [path for path in sorted(source.file.parent.glob("*.go")) if not path.stem.endswith("_test")]
    # main2.go goes with cart2.go, and not with cart1.go.
    of_others = {*"123"} - {str(source.place.part)} if source.place.part else {""}
    others = [path for path in beside if path != source.file and path.stem[-1:] not in of_others]
    own = re.findall(r"\d+", source.file.stem)
    if own and int(own[0]) in (source.place.day, source.place.number):
        # 08_input.go goes with 08.go.
        others = [path for path in others if int((re.findall(r"\d+", path.stem) or own)[0]) == int(own[0])]
    mains = [path for path in others if _MAIN["go"].search(scripts.text_of(path))]
    if _MAIN["go"].search(text):
        others = [path for path in others if path not in mains]
    elif len(mains) != 1:
        return None
    names = [path.name for path in (source.file, *others)]
    # What looks beside its source finds the input in the folder that it runs in: then the source is there.
    beside_source = _CALLER.search(text) or _says(_CALLER, source.root, "go")
    trimmed = ("-trimpath",) if beside_source else ()
    return language._replace(build=("go", "build", *trimmed, "-o", "{output}", *names))


def _with_words(run: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return a command with the word that its source wants behind it: the part, the input, or none."""
    if "{part}" not in run or exports.DRIVER in run:
        return run
    if flag := _PART_FLAG.search(text):
        return (*(each for each in run if each != "{part}"), f"-{flag[1]}", "{part}")
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
