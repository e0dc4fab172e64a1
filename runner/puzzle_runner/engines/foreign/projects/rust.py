"""How a program of a crate is built by cargo, or a module of its library with a program that calls it."""

import os
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest, files
from puzzle_runner.engines.foreign import detection, scripts, walking
from puzzle_runner.engines.foreign.layout import Layout, Source
from puzzle_runner.engines.foreign.projects.project import (
    EMBEDS,
    MOST_SOURCES,
    File,
    Project,
    options,
    says,
)
from puzzle_runner.engines.patterns import Place
from puzzle_runner.engines.program import languages
from puzzle_runner.engines.program.languages import CARGO, LANGUAGES, Language

# A public function that is given the text or nothing, and what it returns: an answer, or those of both parts.
_FUNCTION = re.compile(
    r"^pub fn (\w+)(?:<'\w+>)?\(\s*(?:(?!\w*(?:path|file))\w+\s*:\s*([^,()]+?)\s*,?\s*)?\)"
    r"\s*->\s*([^{;]+?)\s*\{",
    re.MULTILINE,
)
_GIVEN = {"": "", "&str": "&text", "&String": "&text", "String": "text.clone()", "&[u8]": "text.as_bytes()"}
_ANSWER = r"(?:[iu](?:8|16|32|64|128|size)|f32|f64|&(?:'\w+ )?str|String|char)"
_RETURNED = re.compile(
    rf"(?P<wrapped>Option<|(?:\w+::)*Result<)?\s*"
    rf"(?:(?P<both>\(\s*{_ANSWER}\s*,\s*{_ANSWER}\s*,?\s*\))|{_ANSWER})\s*(?(wrapped)(?:,.*)?>)"
)
# What starts them has a large stack, as many of their authors give them.
_STARTER = """fn main() {
    let words: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&words[1]).unwrap();
    let run = move || match (words[2].as_str(), words[3].as_str()) {
@        _ => {}
    };
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(run).unwrap();
    if thread.join().is_err() {
        std::process::exit(101);
    }
}
"""
_ONE = 'println!("{{}}", {})'
_BOTH = '{{ let (one, two) = {}; println!("Part 1: {{}}\\nPart 2: {{}}", one, two) }}'
_VALUED = ("--bin", "-p", "--package", "--features", "-F", "--example")


class Library(NamedTuple):
    """The public functions `found` in each module, and the text of a `starter` that calls those that answer.

    `kinds` has these by module and part; 0 is the whole of a module, and True tells that it returns both.
    """

    found: Mapping[str, list[tuple[str, str, str]]]
    kinds: Mapping[tuple[str, int], bool]
    starter: str


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
        named = {
            str(each.get("path", f"src/bin/{each['name']}.rs")): str(each["name"])
            for each in document.get("bin", ())
        }
        package = document["package"]
        name = named.get(path) or {"src/main.rs": str(package["name"])}.get(path)
        library = str(document.get("lib", {}).get("name", package["name"])).replace("-", "_")
        # Without an edition, cargo builds no other programs than those that are listed.
        finds_more = "edition" in package and package.get("autobins", True)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    if not name and (match := re.fullmatch(r"src/bin/([^/]+)(?:\.rs|/main\.rs)", path)):
        name = match[1]
    if not name:
        return _started(file, project, library) if finds_more else None
    build = (*_building(source.root / manifest), "--bin", name)
    crate = CARGO._replace(build=build, run=project.language.run, made=f"target/release/{name}")
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


def _started(file: File, project: Project, library: str) -> Project | None:
    """Return how a module of a library is built with a program that calls its functions, if that can be."""
    place, manifest = file.source.place, file.source.root / file.build_file
    module = _module(os.path.relpath(file.source.file, manifest.parent / "src"))
    library_of = manifest.parent, library
    if _of_library(*library_of).found.get(module) != _FUNCTION.findall(file.text):
        # It was changed while we run.
        _of_library.cache_clear()
    _, kinds, starter = _of_library(*library_of)
    own = {part: is_both for (name, part), is_both in kinds.items() if name == module}
    wanted = set() if place.number else {place.part} if place.part else {1, 2}
    has_whole = own.get(0) == (not place.number and not place.part)
    if wanted & own.keys() and (wanted <= own.keys() or not has_whole):
        asked = "{part}"
    elif has_whole:
        asked = "0"
    else:
        return None
    name = f"puzzles-{digest.text(starter)[:12]}"
    build, run = (*_building(manifest), "--bin", name), ("{output}", "{input}", module, asked)
    made = CARGO._replace(build=build, run=run, made=f"target/release/{name}", plain=project.language.plain)
    path = os.path.join(os.path.dirname(file.build_file), "src", "bin", f"{name}.rs")
    return project._replace(path=manifest, language=made, starter=(path, starter))


@lru_cache
def _of_library(crate: Path, library: str) -> Library:
    """Return what the modules of a library have to call. All days have one program: it is built once."""
    folder = crate / "src"
    found: dict[str, list[tuple[str, str, str]]] = {}
    calls: dict[tuple[str, int], list[tuple[str, bool]]] = {}
    for path in walking.walk(folder, MOST_SOURCES, (".rs",)):
        module, source = _module(path), Source(folder, path, Place(), Layout((path,)))
        found[module] = _FUNCTION.findall(scripts.text_of(source.file))
        if not found[module] or not _is_public(folder, module.split("::")):
            continue
        for name, type, returned in found[module]:
            given = _GIVEN.get(re.sub(r"'(?!static)\w+|\s", "", type))
            part, kind = detection.part_of(name), _RETURNED.fullmatch(returned)
            if (
                given is None
                or not kind
                or not (detection.is_whole(name, source) or (part and not kind["both"]))
            ):
                continue
            call = f"{library}::{module}::{name}({given})" + (".unwrap()" if kind["wrapped"] else "")
            calls.setdefault((module, part), []).append((call, bool(kind["both"])))
    # Of several, nobody knows which one it is.
    known = {key: alike[0] for key, alike in calls.items() if len(alike) == 1}
    arms = (
        f'        ("{module}", "{part}") => {(_BOTH if is_both else _ONE).format(call)},\n'
        for (module, part), (call, is_both) in known.items()
    )
    kinds = {key: is_both for key, (_, is_both) in known.items()}
    return Library(found, kinds, _STARTER.replace("@", "".join(arms)))


def _module(path: str) -> str:
    return path.removesuffix(".rs").removesuffix("/mod").replace("/", "::")


def _is_public(folder: Path, names: list[str]) -> bool:
    """Tell whether each module on the way is said to be public, in the library or in a module above it."""
    text = scripts.text_of(folder / "lib.rs")
    for name in names:
        if not re.search(rf"^\s*pub mod {re.escape(name)}\b", text, re.MULTILINE):
            return False
        folder /= name
        text += scripts.text_of(folder.with_suffix(".rs")) + scripts.text_of(folder / "mod.rs")
    return True
