"""The programs of the machine that a command names: where they are, and which ones exactly."""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from puzzle_runner.engines.program.languages import Program
from puzzle_runner.running import pool

# A compiler sees these variables, too, beside those that every program sees: those that choose what it is or
# reads, and those of caches.
CHOOSING = (
    "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "GOPATH", "GOROOT", "JAVA_HOME", "SDKROOT",
    "CPATH", "LIBRARY_PATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
)  # fmt: skip
CACHES = ("TMPDIR", "GOCACHE", "XDG_CACHE_HOME")


def lacking(program: Program) -> str:
    """Return what keeps a program from running here, such as "g++ is not installed"; else an empty text."""
    if not pool.FORKS:
        return "programs do not run on this system, which has no fork"
    commands = [program.language.build, program.language.run]
    if program.builds_repository:
        # What it runs may be what is built.
        commands.pop()
    for words in commands:
        if words and "{" not in words[0] and not _paths(words[0]):
            return f"{words[0]} is not installed"
    return ""


def versions(words: Iterable[str]) -> list[str]:
    """Return what tells which programs a command names: the path, the size and the time of each."""
    names = [word for word in words if re.fullmatch(r"[\w.+/][\w.+/-]*", word)]
    paths = [os.path.realpath(path) for name in names for path in _paths(name)]
    if any(os.path.basename(path) == "rustup" for path in paths):
        # It only stands for the compilers that it has installed.
        rustup = os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup")
        paths.append(os.path.join(rustup, "settings.toml"))
        paths += sorted(map(str, Path(rustup).glob("toolchains/*/bin/rustc")))
    chosen = [f"{name}={os.environ[name]}" for name in CHOOSING if name in os.environ]
    return [*map(_version, paths), *chosen]


def _version(path: str) -> str:
    try:
        status = os.stat(path)
    except OSError:
        return path
    return f"{path} {status.st_size} {status.st_mtime_ns}"


def _paths(name: str) -> list[str]:
    """Return the paths of all programs of a name; the first of them may only stand for another one."""
    if os.sep in name:
        return [name] if _is_program(name) else []
    return tool(name, os.environ.get("PATH", os.defpath))


@cache
def tool(name: str, path: str) -> list[str]:
    """Return the programs of a name in the folders of a PATH."""
    found = []
    for folder in path.split(os.pathsep):
        place = os.path.join(folder, name)
        if _is_program(place):
            found.append(place)
    return found


def _is_program(path: str) -> bool:
    return os.access(path, os.X_OK) and os.path.isfile(path)
