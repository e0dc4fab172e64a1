"""Programs that were built, in the user's data folder: each is valid for its sources, command and compiler.

One that has its own build lies in a folder that is named after their state. A repository is built in a copy.
"""

import json
import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest, files, settings
from puzzle_runner.engines.program import sources
from puzzle_runner.engines.program.languages import Program, replaced
from puzzle_runner.engines.program.sources import Snapshot
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotHere
from puzzle_runner.running.sandbox import BUILDS, SECRET

# A copied repository, and the file beside it with the state of what is built, and that of each copied file.
REPOSITORY, COPIED = "repository", "copied.json"
# A compiler sees these variables, too, beside those that every program sees: those that choose what it is or
# reads, and those of caches.
CHOOSING = (
    "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "GOPATH", "GOROOT", "JAVA_HOME", "SDKROOT",
    "CPATH", "LIBRARY_PATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
)  # fmt: skip
# The files in whose folder a project is built.
BUILD_FILES = (
    "*.cabal", "*.csproj", "build.gradle*", "Cargo.toml", "deno.json*", "go.mod", "package.json",
    "package.yaml", "pom.xml", "stack.yaml",
)  # fmt: skip
CACHES = ("TMPDIR", "GOCACHE", "XDG_CACHE_HOME")


class Build(NamedTuple):
    """What a program is built into, if it is built, its files, and the hash of all that it depends on."""

    folder: Path
    sources: Snapshot
    state: str


def top(job: Job) -> str:
    """Return the folder whose files count for a program: its own, or that of its build file above."""
    program: Program = job.data
    if not program.root:
        return str(job.path.parent)
    root = Path(os.path.normpath(job.path.parent / program.root))
    if program.builds_repository:
        return str(root)
    for folder in job.path.parents:
        if not folder.is_relative_to(root):
            break
        for pattern in BUILD_FILES:
            if any(folder.glob(pattern)):
                return str(folder)
    return str(job.path.parent)


def snapshot(job: Job) -> Snapshot:
    """Return the files that count for a program; in somebody's repository, inputs and answers do not."""
    return sources.snapshot(top(job), SECRET if job.data.root else ())


def command(job: Job, build: Build) -> tuple[str, ...]:
    """Return the command that runs a program that is ready."""
    program: Program = job.data
    words = replaced(program.language.run, job.path, build.folder, program.part)
    if not program.builds_repository:
        return words
    in_copy = []
    for word in words:
        # A path in the repository is that in its copy, where it was built.
        path = os.path.join(build.folder, word)
        if os.sep in word and os.path.lexists(path):
            word = path
        in_copy.append(word)
    return tuple(in_copy)


def found(job: Job) -> Build | None:
    """Return a program that is ready to run; None if it has to be built. Raises NotHere."""
    build = described(job)
    return build if is_made(job, build) else None


def described(job: Job) -> Build:
    """Return the build of a program as its files are now, whether it was made or not. Raises NotHere."""
    program: Program = job.data
    if not pool.FORKS:
        raise NotHere("programs do not run on this system, which has no fork")
    commands = [program.language.build, program.language.run]
    if program.builds_repository:
        # All its programs are one build, and what runs may be what is built.
        del commands[1]
    for command in commands:
        tool = command[0] if command else ""
        is_own = "{" in tool or (program.builds_repository and os.sep in tool)
        if tool and not is_own and not shutil.which(tool):
            raise NotHere(f"{tool} is not installed")
    words = [*chain.from_iterable(commands)]
    files = snapshot(job)
    state = digest.text(files.hash, *words, "", *_versions(words))
    name = REPOSITORY if program.builds_repository else state
    return Build(place(job) / name, files, state)


def is_made(job: Job, build: Build) -> bool:
    """Tell whether a build was made, or needs none; it is used now."""
    program: Program = job.data
    with suppress(OSError):
        os.utime(build.folder)
    if program.builds_repository:
        return copied(build)[0] == build.state
    return not program.language.build or build.folder.is_dir()


def place(job: Job) -> Path:
    """Return the folder of the builds of a program, whatever its files. Those not trusted lie apart."""
    program: Program = job.data
    path = str(job.path)
    if program.builds_repository:
        path = top(job)
    name = digest.text(path, job.limits.untrusted, *program.language.build)
    return settings.data_folder() / BUILDS / name


def copied(build: Build) -> tuple[str, Mapping[str, str]]:
    """Return the state of a repository that was built, and those of the files that were copied for it."""
    try:
        known = json.loads(files.read(build.folder.with_name(COPIED), files.TABLES))
        return known["state"], known["files"]
    except (OSError, ValueError):
        return "", {}


def _versions(words: Iterable[str]) -> list[str]:
    """Return what tells which programs a command names: the path, the size and the time of each."""
    versions = [f"{name}={os.environ[name]}" for name in CHOOSING if name in os.environ]
    for word in words:
        path = shutil.which(word)
        if path:
            real = os.path.realpath(path)
            status = os.stat(real)
            versions.append(f"{real} {status.st_size} {status.st_mtime_ns}")
    return versions
