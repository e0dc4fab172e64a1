"""Programs that were built, in the user's data folder: each is valid for its sources, command and compiler.

One that has its own build lies in a folder that is named after their state. A repository is built in a copy.
`making` builds both.
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

# A copied repository, and the file beside it with the state of what is built, and that of each copied file.
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
    reason = tools.lacking(job.data)
    if reason:
        raise NotHere(reason)
    build = described(job, snapshot(job))
    if job.data.builds_repository:
        is_built = copied(build)[0] == build.state
    else:
        is_built = not job.data.language.build or build.folder.is_dir()
    with suppress(OSError):
        # It was used now.
        os.utime(build.folder)
    return build if is_built else None


def described(job: Job, files: Snapshot) -> Build:
    """Return the build of a program that has these files, whether it was made or not."""
    program: Program = job.data
    language, path = program.language, str(job.path)
    words = (*language.build, *language.run)
    if program.builds_repository:
        # All programs of a repository are one build, whatever their own commands.
        words, path = language.build, top(job)
    state = digest.text(files.hash, *words, "", *tools.versions(words))
    # Those that are not trusted lie apart.
    name = digest.text(path, job.limits.untrusted, *language.build)
    place = settings.data_folder() / BUILDS / name
    return Build(place / (REPOSITORY if program.builds_repository else state), files, state)


def copied(build: Build) -> tuple[str, Mapping[str, str]]:
    """Return the state of a repository that was built, and those of the files that were copied for it."""
    try:
        known = json.loads(files.read(build.folder.with_name(COPIED), files.TABLES))
        return known["state"], known["files"]
    except (OSError, ValueError):
        return "", {}
