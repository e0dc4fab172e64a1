"""How a program of a crate is built by cargo, or a module with a program that calls its functions."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines.foreign import detection, scripts, walking
from puzzle_runner.engines.foreign.layout import Layout, Source
from puzzle_runner.engines.foreign.projects.project import (
    MOST_SOURCES,
    OF_PARTS,
    File,
    Project,
    kinds,
    literal,
    options,
    says,
)
from puzzle_runner.engines.patterns import Place
from puzzle_runner.engines.program import languages
from puzzle_runner.engines.program.given import EMBEDS
from puzzle_runner.engines.program.languages import CARGO, LANGUAGES, Language, Starter

# A public function: its name, what it is given, and what it returns.
_FUNCTION = re.compile(
    r"^pub(?:\(crate\))? fn (\w+)(?:<'\w+>)?\(([^()]*)\)\s*(?:->\s*([^{;]+?))?\s*\{", re.MULTILINE
)
# What a type implements, and one of its methods.
_IMPL = re.compile(
    r"^impl(?:<[^>]*>)?\s+(?:(?:\w+::)*(\w+)(?:<[^{>]*>)?\s+for\s+)?(\w+)\s*\{(.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
_METHOD = re.compile(
    r"^    (?:pub )?fn (\w+)(?:<'\w+>)?\(\s*(?:(&?(?:mut )?self)\s*,?\s*)?([^()]*)\)"
    r"\s*(?:->\s*([^{;]+?))?\s*\{",
    re.MULTILINE,
)
_PARAMETER = re.compile(r"(?:mut )?(\w+)\s*:\s*(\S.*)", re.DOTALL)
# What is handed over for a type; for another one, it is what the module's own parser makes of that.
_LINES, _STRINGS = "text.lines().collect::<Vec<_>>()", "text.lines().map(String::from).collect::<Vec<_>>()"
_GIVEN = {
    "&str": "text", "&String": "&text.into()", "String": "text.into()", "&[u8]": "text.as_bytes()",
    "&[&str]": f"&{_LINES}", "&Vec<&str>": f"&{_LINES}", "Vec<&str>": _LINES, "Lines": "text.lines()",
    "&[String]": f"&{_STRINGS}", "&Vec<String>": f"&{_STRINGS}", "Vec<String>": _STRINGS,
}  # fmt: skip
_PARSER = re.compile(r"parse(?:_(?:input|data|text|puzzle))?|(?:input_)?generator|read_input")
_MAY_FAIL = re.compile(r"(?:\w+::)*(?:Option|\w*Result)\b")
# What a function returns that does not answer two parts.
_ONE = re.compile(
    r"(?:(?:\w+::)*(?:Option|Result)<)?\s*(?:[iu](?:\d+|size)|f32|f64|&?(?:'\w+ )?(?:str|String)|char)\b"
)
# The roots of a crate's modules: of its library, and of its program.
LIBRARY, PROGRAM = "src/lib.rs", "src/main.rs"
# What calls them has a large stack, as many of their authors give them. It prints each type that can be.
_STARTER = """
fn main() {
    use puzzles_starter::*;
    let words: Vec<String> = std::env::args().collect();
    let text: &'static str = std::fs::read_to_string(&words[1]).unwrap().leak();
    let run = move || match (words[2].as_str(), words[3].as_str()) {
@        _ => {}
    };
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(run).unwrap();
    if thread.join().is_err() {
        std::process::exit(101);
    }
}
#[allow(unused)]
mod puzzles_starter {
    use std::fmt::{Debug, Display};
    pub struct Said<T>(pub T);
    pub trait Nothing { fn one(self); fn both(self); }
    impl Nothing for Said<()> { fn one(self) {} fn both(self) {} }
    pub trait Value { fn one(self); fn both(self); }
    impl<T: Display> Value for Said<T> {
        fn one(self) { println!("{}", self.0) }
        fn both(self) { println!("{}", self.0) }
    }
    pub trait Maybe { fn one(self); }
    impl<T: Display> Maybe for Said<Option<T>> { fn one(self) { println!("{}", self.0.unwrap()) } }
    pub trait Tried { fn one(self); }
    impl<T: Display, E: Debug> Tried for Said<Result<T, E>> {
        fn one(self) { println!("{}", self.0.unwrap()) }
    }
    pub trait Two { fn both(self); }
    impl<T: Display, U: Display> Two for Said<(T, U)> {
        fn both(self) { println!("Part 1: {}\\nPart 2: {}", self.0.0, self.0.1) }
    }
    pub trait MaybeTwo { fn both(self); }
    impl<T: Display, U: Display> MaybeTwo for Said<Option<(T, U)>> {
        fn both(self) { Said(self.0.unwrap()).both() }
    }
    pub trait TriedTwo { fn both(self); }
    impl<T: Display, U: Display, E: Debug> TriedTwo for Said<Result<(T, U), E>> {
        fn both(self) { Said(self.0.unwrap()).both() }
    }
}
"""
# A line that the compiler refuses says so instead, and fails alone.
_REFUSED = r"^(error.*)\n *--> (?:\S*/)?@:(\d+):"
_REFUSAL = '{ eprintln!("{}", r#####"It cannot be called: @"#####); std::process::exit(1) }'
_MAIN = re.compile(r"^(?:pub )?((?:async )?fn )main\(", re.MULTILINE)
_VALUED = ("--bin", "-p", "--package", "--features", "-F", "--example")


class Function(NamedTuple):
    """A function with its path in the crate; a method is called on a `receiver`."""

    name: str
    path: str
    receiver: str
    parameters: str
    returned: str

    @property
    def typed(self) -> list[tuple[str, str]]:
        """Its parameters with their types; empty texts for what is none."""
        words = [_PARAMETER.fullmatch(each.strip()) for each in self.parameters.split(",") if each.strip()]
        return [(each[1], _plain(each[2])) if each else ("", "") for each in words]


class Crate(NamedTuple):
    """The public functions `found` in each module of a crate, and what calls those that answer.

    `answers` has these by module and part; 0 is the whole of a module, and True tells that it may answer two.
    `starters` call them, by the root of their modules.
    """

    found: Mapping[str, list[Function]]
    answers: Mapping[tuple[str, int], bool]
    starters: Mapping[str, Starter]


def built(file: File, project: Project) -> Project | None:
    """Return how a file is built, by cargo if it is a program of a crate; None if it is no program."""
    source, manifest = file.source, file.build_file
    project = project._replace(embeds=project.embeds or says(EMBEDS, file.folder, ".rs"))
    if not manifest:
        return project if re.search(r"\bfn main\b", file.text) else None
    # The main of a crate may come from a macro.
    try:
        document = tomllib.loads(files.text(source.root / manifest, files.TABLES))
        path = os.path.relpath(source.path, os.path.dirname(manifest) or ".")
        package = document["package"]
        programs = {PROGRAM: str(package["name"])} | {
            str(each.get("path", f"src/bin/{each['name']}.rs")): str(each["name"])
            for each in document.get("bin", ())
        }
        library = str(document.get("lib", {}).get("name", package["name"])).replace("-", "_")
        # Without an edition, cargo builds no other programs than those that are listed.
        finds_more = "edition" in package and package.get("autobins", True)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    name = programs.get(path, "")
    if not name and (match := re.fullmatch(r"src/bin/([^/]+)(?:\.rs|/main\.rs)", path)):
        name = match[1]
    if not name:
        return _started(file, project, library, programs[PROGRAM]) if finds_more else None
    return _made(project, file, name)


def _made(project: Project, file: File, name: str, run: tuple[str, ...] = ()) -> Project:
    """Return how a program of a crate is built."""
    build = (*_building(file.source.root / file.build_file), "--bin", name)
    run = run or project.language.run
    crate = CARGO._replace(build=build, run=run, made=f"target/release/{name}", plain=project.language.plain)
    return project._replace(language=crate)


def told(root: Path, command: list[str]) -> tuple[Path, Language] | None:
    """Return the manifest that `cargo run` builds, and how: once for all days."""
    if command[:2] != ["cargo", "run"]:
        return None
    flags, words = options(command[2:], _VALUED)
    manifest = root / "Cargo.toml"
    named = [value for name, value in pairwise(flags) if name in ("--bin", "-p", "--package")]
    crate = languages.of(manifest, LANGUAGES) or CARGO
    kept = [word for word in flags if word not in ("-r", "--release", "-q", "--quiet")]
    made = f"target/release/{named[-1]}" if named else crate.made
    return manifest, crate._replace(build=(*_building(manifest), *kept), made=made, run=("{output}", *words))


def _building(manifest: Path) -> tuple[str, ...]:
    return tuple(word.replace("{source}", str(manifest)) for word in CARGO.build)


def _started(file: File, project: Project, library: str, program: str) -> Project | None:
    """Return how a module is built with a program that calls its functions, if that can be."""
    place, manifest = file.source.place, file.source.root / file.build_file
    crate, module = manifest.parent, _module(os.path.relpath(file.source.file, manifest.parent / "src"))
    if _of_crate(crate, library).found.get(module) != functions(module, file.text):
        # It was changed while we run.
        _of_crate.cache_clear()
    _, answers, starters = _of_crate(crate, library)
    own = {part: is_both for (name, part), is_both in answers.items() if name == module}
    wanted = set() if place.number else {place.part} if place.part else {1, 2}
    has_whole = 0 in own and bool(place.number or place.part or own[0])
    if wanted & own.keys() and (wanted <= own.keys() or not has_whole):
        asked = "{part}"
    elif has_whole:
        asked = "0"
    else:
        return None
    starter = starters[_root(crate, module)]
    name = program if starter.path == PROGRAM else Path(starter.path).stem
    path = os.path.join(os.path.dirname(file.build_file), starter.path)
    started = project._replace(path=manifest, starter=starter._replace(path=path))
    return _made(started, file, name, ("{output}", "{input}", module, asked))


@lru_cache
def _of_crate(crate: Path, library: str) -> Crate:
    """Return what the modules of a crate have to call. All days have one program: it is built once."""
    folder = crate / "src"
    found: dict[str, list[Function]] = {}
    calls: dict[tuple[str, int], list[tuple[str, bool]]] = {}
    for path in walking.walk(folder, MOST_SOURCES, (".rs",)):
        module, source = _module(path), Source(folder, path, Place(), Layout((path,)))
        found[module] = functions(module, scripts.text_of(source.file))
        for part, call, is_both in _calls(found[module], source):
            calls.setdefault((module, part), []).append((call, is_both))
    # Of several, nobody knows which one it is.
    known = {key: alike[0] for key, alike in calls.items() if len(alike) == 1}
    answers = {key: is_both for key, (_, is_both) in known.items()}
    lines: dict[str, str] = {LIBRARY: "", PROGRAM: ""}
    of_root = {module: _root(crate, module) for module, _ in known}
    for (module, part), (call, _) in known.items():
        lines[of_root[module]] += f'        ("{module}", "{part}") => {call},\n'
    of_library = _STARTER.replace("@", lines[LIBRARY].replace("crate::", f"{library}::"))
    of_program = _MAIN.sub(r"#[allow(unused)] \1main_of_its_author(", scripts.text_of(crate / PROGRAM))
    starters = {
        LIBRARY: _starter("src/bin/puzzles-starter.rs", of_library),
        PROGRAM: _starter(PROGRAM, of_program + _STARTER.replace("@", lines[PROGRAM])),
    }
    return Crate(found, answers, starters)


def functions(module: str, text: str) -> list[Function]:
    """Return the public functions of a module; those of its parts may be methods of a type without fields."""
    plain = [Function(name, f"crate::{module}::{name}", "", *rest) for name, *rest in _FUNCTION.findall(text)]
    methods = []
    for trait, owner, body in (
        [] if any(detection.part_of(each.name) for each in plain) else _IMPL.findall(text)
    ):
        type = f"crate::{module}::{owner}"
        used = re.search(rf"^use (crate::(?:\w+::)*)(?:\{{[^}}]*\b)?{trait}\b", text, re.MULTILINE)
        path = f"<{type} as {used[1]}{trait}>" if trait and used else type
        made = type if re.search(rf"\bstruct {owner};", text) else f"<{type}>::default()"
        methods += [
            Function(name, f"{path}::{name}", receiver.replace("self", made), parameters, returned)
            for name, receiver, parameters, returned in _METHOD.findall(body)
        ]
    return plain + methods


def _calls(found: Sequence[Function], source: Source) -> Iterator[tuple[int, str, bool]]:
    """Yield the parts that functions answer, each with the call, and whether it may answer two."""
    parsers = [each for each in found if _PARSER.fullmatch(each.name)]
    made = ""
    if len(parsers) == 1 and len(typed := parsers[0].typed) == 1 and typed[0][1] in _GIVEN:
        made = f"{parsers[0].path}({_GIVEN[typed[0][1]]})"
        made += ".unwrap()" if _MAY_FAIL.match(parsers[0].returned) else ""
    for function in found:
        part, typed = detection.part_of(function.name), function.typed
        told = kinds(typed, _GIVEN, parses=bool(made))
        if told is None or not (part or detection.is_whole(function.name, source)):
            continue
        for each in (1, 2) if OF_PARTS & {*told} and not part else (part,):
            given = [function.receiver] if function.receiver else []
            for kind, (_, type) in zip(told, typed, strict=True):
                ways = {"input": _GIVEN.get(type), "path": "&words[1]"}
                ways["parsed"] = f"&{made}" if type.startswith("&") else made
                given.append(ways.get(kind) or literal(kind, type, each))
            call = f"Said({function.path}({', '.join(given)})).{'one' if each else 'both'}()"
            yield each, call, not _ONE.match(function.returned)


def _starter(path: str, text: str) -> Starter:
    return Starter(path, text, "Said(", _REFUSED.replace("@", re.escape(path)), _REFUSAL)


def _root(crate: Path, module: str) -> str:
    """Return the root that a module belongs to: the library, if that names the first of those it is in."""
    name = rf"\b{re.escape(module.split('::')[0])}\b"
    return LIBRARY if re.search(name, scripts.text_of(crate / LIBRARY)) else PROGRAM


def _module(path: str) -> str:
    return path.removesuffix(".rs").removesuffix("/mod").replace("/", "::")


def _plain(type: str) -> str:
    """Return a type without lifetimes, modules and blanks."""
    return re.sub(r"'\w+|\s|\w+::", "", type)
