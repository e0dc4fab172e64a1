"""The programs of the machine that a command names: where they are, and which ones exactly."""

import os
from collections.abc import Iterable
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
    found = [f"{name}={os.environ[name]}" for name in CHOOSING if name in os.environ]
    paths = []
    for word in words:
        paths += [os.path.realpath(path) for path in _paths(word)]
    if any(path.endswith("/rustup") for path in paths):
        # It only stands for the compilers that it has installed.
        rustup = Path(os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup"))
        paths += sorted(map(str, rustup.glob("toolchains/*/bin/rustc")))
        paths += map(str, rustup.glob("settings.toml"))
    for path in paths:
        status = os.stat(path)
        found.append(f"{path} {status.st_size} {status.st_mtime_ns}")
    return found


def _paths(name: str) -> list[str]:
    """Return the paths of all programs of a name; the first of them may only stand for another one."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    # A name with a folder is looked for in that alone.
    places = [name] if os.sep in name else [os.path.join(folder, name) for folder in folders]
    return [place for place in places if os.access(place, os.X_OK) and os.path.isfile(place)]
