"""How a program of a crate is built by cargo."""

import os
import re
import tomllib
from itertools import pairwise
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.engines.foreign.projects.project import EMBEDS, File, Project, options, says
from puzzle_runner.engines.program import languages
from puzzle_runner.engines.program.languages import CARGO, LANGUAGES, Language

_VALUED = ("--bin", "-p", "--package", "--features", "-F", "--example")


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
        name = named.get(path) or {"src/main.rs": str(document["package"]["name"])}.get(path)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    if not name and (match := re.fullmatch(r"src/bin/([^/]+)(?:\.rs|/main\.rs)", path)):
        name = match[1]
    if not name:
        return None
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
