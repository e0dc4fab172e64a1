"""Programs that were built, in the user's data folder, each for as long as its sources stay as they are.

A program is built under a lock, so that two processes that want the same one build it once. One that has its
own build lies in a folder that is named after the state of its sources, and is moved there once it is whole.
A repository is copied, and built where the copy lies: its tools build only what has changed there.
"""

import json
import os
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import NamedTuple

from puzzle_runner import digest, files, interruption, settings
from puzzle_runner.engines.program import sources, tools
from puzzle_runner.engines.program.languages import Program, replaced
from puzzle_runner.engines.program.sources import Snapshot
from puzzle_runner.errors import StoreFailed
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotHere, NotReady
from puzzle_runner.running.sandbox import BUILDS, SECRET
from puzzle_runner.storage import atomic

# Builds that are kept of a program; seconds after which one goes that nobody has run.
KEPT, MONTH = 4, 30 * 86400.0
# A copied repository, and the file beside it with the state of each file, and that of what is built.
REPOSITORY, COPIED = "repository", "copied.json"
NEVER = Event()


class Build(NamedTuple):
    """A program that is ready to run.

    `folder` is what it was built into, if it was built. `sources` are its files, `state` is the hash of all
    that it depends on, and `doubt` says why there may be more.
    """

    folder: Path
    sources: Snapshot
    state: str
    doubt: str = ""


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
    build = _described(job, snapshot(job))
    if not job.data.language.build:
        return build
    if job.data.builds_repository:
        state, _ = _copied(build.folder.parent)
        is_built = state == build.state
    else:
        is_built = build.folder.is_dir()
    if build.doubt or not is_built:
        return None
    with suppress(OSError):
        # It was used now.
        os.utime(build.folder)
    return build


def _described(job: Job, files: Snapshot) -> Build:
    """Return what a program is that has these files, whether it was built or not."""
    language = job.data.language
    doubt = f"{top(job)} has more than {sources.MOST_FILES} files" if files.is_cut else ""
    # All programs of a repository are one build, whatever their own commands.
    words = language.build if job.data.builds_repository else language.words
    state = digest.text(files.hash, *words, "", *tools.versions(words))
    folder = _place(job) / (REPOSITORY if job.data.builds_repository else state)
    return Build(folder, files, state, doubt)


def _place(job: Job) -> Path:
    """Return the folder of the builds of a program; those that are not trusted lie apart."""
    program: Program = job.data
    path = top(job) if program.builds_repository else str(job.path)
    name = digest.text(path, job.limits.untrusted, *program.language.build)
    return settings.data_folder() / BUILDS / name


def _copied(place: Path) -> tuple[str, Mapping[str, str]]:
    """Return the state of a repository that was built, and those of the files that were copied for it."""
    try:
        known = json.loads(files.read(place / COPIED, files.TABLES))
        return str(known["state"]), dict(known["files"])
    except (OSError, ValueError, LookupError, TypeError):
        return "", {}


def make(job: Job, stop: Event | None = None) -> Build:
    """Build a program, unless another process has; give up when `stop` is set.

    Raises NotReady or StoreFailed.
    """
    # Imported here: as a rule, a program has been built.
    from puzzle_runner.engines.program import compiling

    place = _place(job)
    with atomic.locked(f"build-{place.name}", compiling.TIMEOUT):
        if build := found(job):
            return build
        interruption.check()
        try:
            atomic.make_folder(place)
            make_it = _build_repository if job.data.builds_repository else _build_own
            return make_it(job, place, stop or NEVER)
        except OSError as error:
            raise StoreFailed(f"{place} cannot be made: {error.strerror}.") from error
        finally:
            _clean(place)


def _build_own(job: Job, place: Path, stop: Event) -> Build:
    """Build a program beside its place, and move it there. Raises NotReady or OSError."""
    from puzzle_runner.engines.program import compiling

    beside = place / ".new"
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    try:
        before = snapshot(job).files
        compiling.build(job, beside, stop)
        after = snapshot(job)
        build = _described(job, after)
        changed = [path for path in before if after.files.get(path) != before[path]]
        if changed and not build.doubt:
            build = build._replace(doubt=f"{changed[0]} was changed while it was built")
        if build.doubt:
            build = build._replace(folder=place / f"{time.time_ns():x}")
        os.replace(beside, build.folder)
        return build
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _build_repository(job: Job, place: Path, stop: Event) -> Build:
    """Bring a copy of a repository up to date, and build it. Raises NotReady or OSError."""
    from puzzle_runner.engines.program import compiling

    root, copy = Path(top(job)), place / REPOSITORY
    build = _described(job, snapshot(job))
    if build.doubt:
        raise NotReady(build.doubt)
    _, known = _copied(place)
    files = build.sources.files
    if job.limits.untrusted:
        # An earlier build may have left links there that lead to anywhere.
        if copy.exists():
            shutil.rmtree(copy)
        known = {}
    else:
        files = sources.snapshot(str(root)).files
    _note(place, "", {})
    for path in known.keys() - files.keys():
        (copy / path).unlink(missing_ok=True)
    for path, state in files.items():
        if known.get(path) != state:
            _copy(root / path, copy / path)
    _note(place, "", files)
    if snapshot(job).hash != build.sources.hash:
        raise NotReady(f"a file in {root} was changed while it was copied")
    compiling.build(job, copy, stop)
    _note(place, build.state, files)
    return build


def _note(place: Path, state: str, files: Mapping[str, str]) -> None:
    """Write what lies in a copied repository. Without a state, it has to be built."""
    atomic.write(place / COPIED, json.dumps({"state": state, "files": files}).encode())


def _copy(path: Path, copy: Path) -> None:
    """Copy a file, or a link as it is. Its time is that of now: compilers build again what is newer."""
    if path.is_symlink() or path.is_file():
        atomic.make_folder(copy.parent)
        if copy.is_dir() and not copy.is_symlink():
            shutil.rmtree(copy)
        copy.unlink(missing_ok=True)
        shutil.copyfile(path, copy, follow_symlinks=False)
        shutil.copymode(path, copy, follow_symlinks=False)


def _clean(place: Path) -> None:
    """Remove what nobody needs: older builds of a program, and those that nobody has run for a month."""
    with suppress(OSError):
        builds = [path for path in place.iterdir() if path.name not in (REPOSITORY, COPIED)]
        for path in sorted(builds, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
            shutil.rmtree(path, ignore_errors=True)
        # Only where it is empty, as nothing was built.
        place.rmdir()
    for path in (settings.data_folder() / BUILDS).iterdir():
        with suppress(OSError):
            last = max([path.stat().st_mtime, *(each.stat().st_mtime for each in path.iterdir())])
            if time.time() - last > MONTH:
                shutil.rmtree(path, ignore_errors=True)
