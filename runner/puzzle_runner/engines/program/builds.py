"""Programs that were built, in the user's data folder, each for as long as its sources stay as they are.

One that has its own build lies in a folder named after the state of its sources. A repository is built
in a copy. `making` builds both.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest, files, settings
from puzzle_runner.engines.program import sources, tools
from puzzle_runner.engines.program.languages import Program, replaced
from puzzle_runner.engines.program.sources import Snapshot
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotHere
from puzzle_runner.running.sandbox import BUILDS, SECRET

# A copied repository, and the file beside it with the state of each file, and that of what is built.
REPOSITORY, COPIED = "repository", "copied.json"


class Build(NamedTuple):
    """A program that is ready to run.

    `folder` is what it was built into, if it was built. `sources` are its files, `state` is the hash of all
    that it depends on.
    """

    folder: Path
    sources: Snapshot
    state: str


def top(job: Job) -> str:
    """Return the folder whose files count for a program: its own, or that of its build file above."""
    program: Program = job.data
    root = os.path.normpath(job.path.parent / program.root)
    if program.builds_repository:
        return root
    for folder in job.path.parents:
        if not folder.is_relative_to(root):
            break
        if any(any(folder.glob(pattern)) for pattern in program.language.build_files):
            return str(folder)
    return str(job.path.parent)


def snapshot(job: Job) -> Snapshot:
    """Return the files that count for a program; in somebody's repository, inputs and answers do not."""
    return sources.snapshot(top(job), SECRET if job.data.root else ())


def command(job: Job, build: Build) -> tuple[str, ...]:
    """Return the command that runs a program that is ready."""
    words = replaced(job.data.language.run, job.path, build.folder, job.data.part)
    if not job.data.builds_repository:
        return words
    # Paths in the repository are those in its copy, where they were built.
    return tuple(
        str(build.folder / word) if os.sep in word and os.path.lexists(build.folder / word) else word
        for word in words
    )


def found(job: Job) -> Build | None:
    """Return a program that is ready to run; None if it has to be built. Raises NotHere."""
    if reason := tools.lacking(job.data):
        raise NotHere(reason)
    build = described(job, snapshot(job))
    if not job.data.language.build:
        return build
    if job.data.builds_repository:
        state, _ = copied(build.folder.parent)
        is_built = state == build.state
    else:
        is_built = build.folder.is_dir()
    if not is_built:
        return None
    with suppress(OSError):
        # It was used now.
        os.utime(build.folder)
    return build


def described(job: Job, files: Snapshot) -> Build:
    """Return what a program is that has these files, whether it was built or not."""
    language = job.data.language
    # All programs of a repository are one build, whatever their own commands.
    words = language.build if job.data.builds_repository else language.words
    state = digest.text(files.hash, *words, "", *tools.versions(words))
    folder = place_of(job) / (REPOSITORY if job.data.builds_repository else state)
    return Build(folder, files, state)


def place_of(job: Job) -> Path:
    """Return the folder of the builds of a program; those that are not trusted lie apart."""
    program: Program = job.data
    path = top(job) if program.builds_repository else str(job.path)
    name = digest.text(path, job.limits.untrusted, *program.language.build)
    return settings.data_folder() / BUILDS / name


def copied(place: Path) -> tuple[str, Mapping[str, str]]:
    """Return the state of a repository that was built, and those of the files that were copied for it."""
    try:
        known = json.loads(files.read(place / COPIED, files.TABLES))
        return str(known["state"]), dict(known["files"])
    except (OSError, ValueError, LookupError, TypeError):
        return "", {}
