"""Building a program, under a lock: two processes that want the same one build it once.

One that has its own build is moved to its place once it is whole. A repository is copied, and built where the
copy lies: its tools build only what has changed there.
"""

import json
import os
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event

from puzzle_runner import interruption, settings
from puzzle_runner.engines.program import builds, compiling, sources
from puzzle_runner.engines.program.builds import COPIED, REPOSITORY, Build
from puzzle_runner.errors import StoreFailed
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotReady
from puzzle_runner.running.sandbox import BUILDS
from puzzle_runner.storage import atomic

# Builds that are kept of a program; seconds after which one goes that nobody has run.
KEPT, MONTH = 4, 30 * 86400.0
NEVER = Event()


def make(job: Job, stop: Event | None = None) -> Build:
    """Build a program, unless another process has; give up when `stop` is set.

    Raises NotReady or StoreFailed.
    """
    place = builds.place_of(job)
    with atomic.locked(f"build-{place.name}", compiling.TIMEOUT):
        if build := builds.found(job):
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
    beside = place / ".new"
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    try:
        before = builds.snapshot(job).files
        compiling.build(job, beside, stop)
        after = builds.snapshot(job)
        build = builds.described(job, after)
        for path, state in before.items():
            if after.files.get(path) != state:
                # Nobody knows which of the two the compiler has read.
                raise NotReady(f"{path} was changed while it was built")
        os.replace(beside, build.folder)
        return build
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _build_repository(job: Job, place: Path, stop: Event) -> Build:
    """Bring a copy of a repository up to date, and build it. Raises NotReady or OSError."""
    root, copy = Path(builds.top(job)), place / REPOSITORY
    build = builds.described(job, builds.snapshot(job))
    _, known = builds.copied(place)
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
    if builds.snapshot(job).hash != build.sources.hash:
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
    """Remove the older builds of a program, and at the first time, programs that are not run any more."""
    with suppress(OSError):
        builds = [path for path in place.iterdir() if path.name not in (REPOSITORY, COPIED)]
        for path in sorted(builds, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
            shutil.rmtree(path, ignore_errors=True)
        # Only where it is empty, as nothing was built.
        place.rmdir()
    _clean_old()


@cache
def _clean_old() -> None:
    """Remove the programs that nobody has run for a month, once in a process: it looks at all of them."""
    for path in (settings.data_folder() / BUILDS).iterdir():
        with suppress(OSError):
            last = max([path.stat().st_mtime, *(each.stat().st_mtime for each in path.iterdir())])
            if time.time() - last > MONTH:
                shutil.rmtree(path, ignore_errors=True)
