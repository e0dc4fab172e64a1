"""The programs of the machine that a command names: where they are, and which ones exactly.

What was built or measured with one of them holds for that one alone.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from puzzle_runner import files, settings
from puzzle_runner.engines.program.languages import Program
from puzzle_runner.running import pool, traces
from puzzle_runner.storage import atomic

# The folder of what is noted of tools and of builds, which the sandbox does not show; the file of the tools.
NOTES, TOOLS = "built", "tools.json"
# A compiler sees these variables, too, beside those that every program sees.
VARIABLES = (
    "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "GOPATH", "GOCACHE", "GOROOT", "JAVA_HOME", "SDKROOT",
    "TMPDIR", "XDG_CACHE_HOME", "CPATH", "LIBRARY_PATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
)  # fmt: skip
# Of these, a program is the same with every value of these.
WITHOUT_EFFECT = ("TMPDIR", "GOCACHE", "XDG_CACHE_HOME")


def lacking(program: Program) -> str:
    """Return what keeps a program from running here, such as "g++ is not installed"; else an empty text."""
    if not pool.FORKS:
        return "programs do not run on this system, which has no fork"
    programs = (words[0] for words in (program.language.build, program.language.run) if words)
    return next((f"{name} is not installed" for name in programs if "{" not in name and not _paths(name)), "")


def _paths(name: str) -> list[str]:
    """Return the paths of all programs of a name; the first of them may only stand for another one."""
    if os.sep in name:
        return [name] if os.access(name, os.X_OK) and os.path.isfile(name) else []
    return tool(name, os.environ.get("PATH", os.defpath))


@cache
def tool(name: str, path: str) -> list[str]:
    """Return the programs of a name in the folders of a PATH."""
    places = [os.path.join(folder, name) for folder in path.split(os.pathsep)]
    return [place for place in places if os.access(place, os.X_OK) and os.path.isfile(place)]


def marks(words: Iterable[str]) -> list[str]:
    """Return the names and hashes of the programs that a command names."""
    names = [word for word in words if re.fullmatch(r"[\w.+/][\w.+/-]*", word)]
    paths = [os.path.realpath(path) for name in names for path in _paths(name)]
    rustup = os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup")
    if any(os.path.basename(path) == "rustup" for path in paths):
        paths.append(os.path.join(rustup, "settings.toml"))
        paths += map(str, Path(rustup).glob("toolchains/*/bin/rustc"))
    return [f"{path} {_hash(path, traces.stamp('file', path))}" for path in paths]


@cache
def _hash(path: str, stamp: str) -> str:
    """Return the hash of a program, which may be large: it is made once for each stamp, and kept."""
    store, name = settings.data_folder() / NOTES / TOOLS, f"{path} {stamp}"
    known_here = stored(store)
    if name in known_here:
        return str(known_here[name])
    try:
        with open(path, "rb") as file:
            hash = hashlib.file_digest(file, "sha256").hexdigest()[:32]
    except OSError:
        # It may be run, and not read.
        return stamp
    with atomic.locked("tools"):
        others = {other: hash for other, hash in stored(store).items() if not other.startswith(f"{path} ")}
        atomic.write(store, json.dumps(others | {name: hash}).encode())
    return hash


def stored(path: Path) -> dict[str, Any]:
    """Return what a file keeps by names; nothing if it cannot be read."""
    try:
        return dict(json.loads(files.read(path, files.TABLES)))
    except (OSError, ValueError, TypeError):
        return {}
