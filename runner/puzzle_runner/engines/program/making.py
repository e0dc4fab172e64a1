"""Building a program, under a lock: two processes that want the same one build it once.

A repository is copied, and built where the copy lies: its tools build only what has changed there.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event

from puzzle_runner import interruption, settings
from puzzle_runner.engines.program import builds, sources
from puzzle_runner.engines.program.builds import CACHES, CHOOSING, COPIED, Build
from puzzle_runner.engines.program.languages import OUTPUT, Program, replaced
from puzzle_runner.errors import StoreFailed
from puzzle_runner.running.call import Job
from puzzle_runner.running.interpreter import end_all
from puzzle_runner.running.job import NotHere, NotReady, output_in
from puzzle_runner.running.process import close_pipes, environment
from puzzle_runner.running.sandbox import BUILDS
from puzzle_runner.storage import atomic

# Builds that are kept of a program; seconds after which one goes that nobody has run.
KEPT, MONTH = 4, 30 * 86400.0
# Seconds that a build may take, and bytes that it may print; seconds between two looks at it.
TIMEOUT, LONGEST_OUTPUT = 600.0, 2**30
ROUND = 0.2
# What a program says that only stands for a compiler.
_NO_TOOLCHAIN = re.compile(r"rustup could not choose a version|no default toolchain")


def make(job: Job, stop: Event | None = None) -> Build:
    """Build a program, unless another process has; give up when `stop` is set.

    Raises NotReady or StoreFailed.
    """
    place = builds.place(job)
    with atomic.locked(f"build-{place.name}", TIMEOUT):
        build = builds.described(job)
        if builds.is_made(job, build):
            return build
        interruption.check()
        try:
            atomic.make_folder(place)
            if job.data.builds_repository:
                return _build_repository(job, build, stop or Event())
            return _build_own(job, build, stop or Event())
        except OSError as error:
            raise StoreFailed(f"{place} cannot be made: {error.strerror}.") from error
        finally:
            _remove_old_ones(place)


def _build_own(job: Job, before: Build, stop: Event) -> Build:
    """Build a program beside its place, and move it there. Raises NotReady or OSError."""
    beside = before.folder.with_name(".new")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    try:
        _build(job, beside, stop)
        # What is new beside the program is its own.
        build = builds.described(job)
        for path, state in before.sources.files.items():
            if build.sources.files.get(path) != state:
                # Nobody knows which of the two the compiler has read.
                raise NotReady(f"{path} was changed while it was built")
        os.replace(beside, build.folder)
        return build
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _build_repository(job: Job, build: Build, stop: Event) -> Build:
    """Bring a copy of a repository up to date, and build it. Raises NotReady or OSError."""
    root, copy = Path(builds.top(job)), build.folder
    _, known = builds.copied(build)
    there = build.sources.files
    if job.limits.untrusted:
        # An earlier build may have left links there that lead to anywhere.
        if copy.exists():
            shutil.rmtree(copy)
        known = {}
    else:
        there = sources.snapshot(str(root)).files
    _note(build, "", {})
    for path in known.keys() - there.keys():
        (copy / path).unlink(missing_ok=True)
    for path, state in there.items():
        if known.get(path) != state:
            _copy(root / path, copy / path)
    _note(build, "", there)
    if builds.snapshot(job).hash != build.sources.hash:
        raise NotReady(f"a file in {root} was changed while it was copied")
    _build(job, copy, stop)
    _note(build, build.state, there)
    return build


def _build(job: Job, folder: Path, stop: Event) -> None:
    """Build a program into a folder, which is the copy of its repository if that is built.

    Raises NotReady, NotHere or OSError.
    """
    program: Program = job.data
    words = replaced(program.language.build, job.path, folder, program.part)
    command = words
    if words[0] == "go" and not program.builds_repository:
        # It looks for its module from where it is, and knows -C since 1.20 alone.
        command = ("sh", "-c", 'cd "$0" && exec "$@"', str(job.path.parent), *words)
    status, text = _run(command, folder, job.limits.untrusted, words[0], stop)
    if status == 0:
        output = folder / OUTPUT
        if str(output) in words and not output.is_file():
            raise NotReady(f"{words[0]} has not made a program")
        return
    if _NO_TOOLCHAIN.search(text):
        raise NotHere("no toolchain is installed: rustup default stable")
    # What is said before the first error, such as what is compiled, is not why it failed.
    first = re.search(r"^.*\berror\b", text, re.MULTILINE | re.IGNORECASE)
    if first:
        text = text[first.start() :]
    raise NotReady(text.strip() or f"{words[0]} exited with status {status}")


def _run(
    command: tuple[str, ...], folder: Path, untrusted: str, compiler: str, stop: Event
) -> tuple[int, str]:
    """Run a compiler that writes to a folder; return its exit status, and what it printed.

    Raises NotReady.
    """
    inherited: list[int] = []
    if untrusted:
        from puzzle_runner.running import sandbox

        prefix, refused = sandbox.command(untrusted, written=str(folder))
        command = (*prefix, *command)
        inherited.append(refused)
    variables = environment()
    for name in (*CHOOSING, *CACHES):
        if name in os.environ:
            variables[name] = os.environ[name]
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=variables,
                pass_fds=inherited,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        finally:
            close_pipes(*inherited)
        until = time.monotonic() + TIMEOUT
        try:
            while process.poll() is None:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(ROUND)
                if stop.is_set():
                    raise NotReady(f"{compiler} was stopped")
                if time.monotonic() > until:
                    raise NotReady(f"{compiler} took longer than {TIMEOUT:g} s")
                if os.fstat(output.fileno()).st_size > LONGEST_OUTPUT:
                    raise NotReady(f"{compiler} printed more than {LONGEST_OUTPUT >> 20} MiB")
        finally:
            end_all(process)
        return process.returncode, output_in(output)


def _note(build: Build, state: str, copied: Mapping[str, str]) -> None:
    """Write what lies in a copied repository. Without a state, it has to be built."""
    content = json.dumps({"state": state, "files": copied})
    atomic.write(build.folder.with_name(COPIED), content.encode())


def _copy(path: Path, copy: Path) -> None:
    """Copy a file, or a link as it is. Its time is that of now: compilers build again what is newer."""
    if path.is_symlink() or path.is_file():
        atomic.make_folder(copy.parent)
        copy.unlink(missing_ok=True)
        shutil.copyfile(path, copy, follow_symlinks=False)
        shutil.copymode(path, copy, follow_symlinks=False)


def _remove_old_ones(place: Path) -> None:
    """Remove the older builds of a program, and all programs that nobody has run for a month."""
    with suppress(OSError):
        by_age = sorted(place.iterdir(), key=_run_at)
        for path in by_age[:-KEPT]:
            shutil.rmtree(path, ignore_errors=True)
        # Only where it is empty, as nothing was built.
        place.rmdir()
    for program in (settings.data_folder() / BUILDS).iterdir():
        with suppress(OSError):
            last_run = max(map(_run_at, program.iterdir()), default=_run_at(program))
            if time.time() - last_run > MONTH:
                shutil.rmtree(program, ignore_errors=True)


def _run_at(build: Path) -> float:
    return build.stat().st_mtime
