"""Programs made ready to run: built into a folder for each content of their sources, with the user's data.

It is made beside its place and moved there, under a lock, so that two processes that want the same program
build it once, and what is there is whole. How long a language takes to start is measured here, too, once.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any

from puzzle_runner import digest, interruption, settings
from puzzle_runner.engines.program.languages import Language, Program
from puzzle_runner.errors import StoreFailed
from puzzle_runner.model import Job, Limits
from puzzle_runner.running import pool
from puzzle_runner.running.interpreter import end_all
from puzzle_runner.running.job import NotHere, NotReady, Printed, environment
from puzzle_runner.running.sandbox import BUILDS
from puzzle_runner.running.worker_process import close_pipes
from puzzle_runner.storage import atomic

OUTPUT = "program"
# Seconds that a build may take, and bytes; seconds between two looks at it, and to hear its last words.
TIMEOUT, LARGEST = 600.0, 2**31
ROUND, LAST_WORDS = 0.2, 1.0
NEVER = Event()
# A compiler sees these variables, too, beside those that every program sees.
NAMES = (
    "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "GOPATH", "GOCACHE", "GOROOT", "JAVA_HOME", "SDKROOT",
    "TMPDIR", "XDG_CACHE_HOME", "CPATH", "LIBRARY_PATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
)  # fmt: skip
# The file with the time that each language takes to start, and how many calls of an empty program tell it.
# The quickest counts: no program is to be given time that it has not saved.
STARTS, CALLS = "starts.json", 20
LIMITS = Limits(60.0, 4 * 2**30)


def ready(job: Job, stop: Event | None = None, *, start: float | None = None) -> Job:
    """Return a job with the command that runs its program, which is built first unless that is done.

    `start` is the time that its language takes to start, in seconds, which is looked up or measured if None.
    Raises NotHere, NotReady or StoreFailed.
    """
    program: Program = job.data
    if not program.language:
        return job
    if reason := lacking(program):
        raise NotHere(reason)
    build(job, stop or NEVER)
    command = replaced(program.language.run, job.path, folder(job), program.part)
    engine: Any = job.engine
    start = seconds(program.language, engine) if start is None else start
    return job._replace(data=program._replace(command=command, start=start))


def lacking(program: Program) -> str:
    """Return what keeps a program from running here, such as "g++ is not installed"; else an empty text."""
    if not pool.FORKS:
        return "programs do not run on this system, which has no fork"
    language = program.language or Language("", ())
    programs = (words[0] for words in (language.build, language.run) if words)
    return next((f"{name} is not installed" for name in programs if "{" not in name and not tool(name)), "")


@cache
def tool(name: str) -> str:
    """Return the path of a program, with the time at which it was installed; an empty text without one."""
    path = shutil.which(name)
    return f"{os.path.realpath(path)} {os.stat(path).st_mtime_ns}" if path else ""


def how(program: Program) -> tuple[str, ...]:
    """Return how a program is built and run: the commands, and where their tools were found."""
    if not program.language:
        return ()
    commands = (program.language.build, program.language.run)
    tools = (tool(words[0]) for words in commands if words and "{" not in words[0])
    return (*program.language.build, "", *program.language.run, *tools)


def key(job: Job) -> str:
    """Return the hash of all that decides what is built: the sources, the commands, and the tools."""
    program: Program = job.data
    return digest.text(*how(program), digest.sources(program.files(job.path)))


def folder(job: Job) -> Path:
    """Return where a program is, once it is built."""
    return settings.data_folder() / BUILDS / key(job)


def is_built(job: Job) -> bool:
    """Tell whether there is nothing to build."""
    language = job.data.language
    return not (language and language.build) or folder(job).is_dir()


def build(job: Job, stop: Event = NEVER) -> None:
    """Build the program of a job, unless that is done; give up where that is wanted meanwhile.

    Raises NotReady or StoreFailed.
    """
    if is_built(job):
        return
    target = folder(job)
    with atomic.locked(f"build-{target.name}", TIMEOUT):
        if target.is_dir():
            return
        interruption.check()
        beside = target.with_name(f".{target.name}.new")
        shutil.rmtree(beside, ignore_errors=True)
        try:
            atomic.make_folder(beside)
            words = replaced(job.data.language.build, job.path, beside, job.data.part)
            status, said = _ended(words, beside, job, stop)
            if status:
                raise NotReady(said.strip() or f"{words[0]} exited with status {status}")
            if where := job.data.language.made:
                if not (beside / where).is_file():
                    raise NotReady(f"{words[0]} has not made {where}")
                # Nothing else that was built is kept.
                program = beside / f".{OUTPUT}"
                os.replace(beside / where, program)
                for entry in beside.iterdir():
                    if entry != program:
                        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
                os.replace(program, beside / OUTPUT)
            elif str(beside / OUTPUT) in words and not (beside / OUTPUT).is_file():
                raise NotReady(f"{words[0]} has not made a program")
            os.replace(beside, target)
        except OSError as error:
            raise StoreFailed(f"{target} cannot be made: {error.strerror}.") from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)


def _ended(words: tuple[str, ...], target: Path, job: Job, stop: Event) -> tuple[int, str]:
    """Run a compiler; return its exit status, and the first and the last of what it printed.

    Raises NotReady.
    """
    prefix: list[str] = []
    inherited: list[int] = []
    if job.limits.untrusted:
        from puzzle_runner.running import sandbox

        prefix, refused = sandbox.command(job.limits.untrusted, written=str(target))
        inherited.append(refused)
    own = {name: os.environ[name] for name in NAMES if name in os.environ}
    try:
        process = subprocess.Popen(
            [*prefix, *words],
            cwd=target,
            env=environment() | own,
            pass_fds=inherited,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    finally:
        close_pipes(*inherited)
    printed = Printed(None)

    def drain(pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := os.read(pipe.fileno(), 2**16):
                printed.add(chunk)

    reader = Thread(target=drain, args=[process.stdout], daemon=True)
    reader.start()
    until = time.monotonic() + TIMEOUT
    try:
        while process.poll() is None:
            if stop.is_set():
                raise NotReady(f"{words[0]} was stopped")
            if time.monotonic() > until:
                raise NotReady(f"{words[0]} took longer than {TIMEOUT:g} s")
            if _size(target) > LARGEST:
                raise NotReady(f"{words[0]} wrote more than {LARGEST >> 20} MiB")
            try:
                process.wait(ROUND)
            except subprocess.TimeoutExpired:
                pass
    finally:
        end_all(process)
        # A process that has left the group may hold on to the pipe.
        reader.join(LAST_WORDS)
    return process.returncode, printed.text()


def _size(folder: Path) -> int:
    """Return the bytes that the files of a folder take on the disk."""
    size = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                status = os.lstat(os.path.join(root, name))
                if sys.platform == "win32":
                    size += status.st_size
                else:
                    size += status.st_blocks * 512
            except OSError:
                # It has been removed meanwhile.
                pass
    return size


def replaced(words: tuple[str, ...], source: Path, target: Path, part: int) -> tuple[str, ...]:
    """Return a command with what its words stand for. What is not known here, such as `{input}`, stays."""
    values = {
        "{source}": str(source),
        "{stem}": source.stem,
        "{project}": str(source.parent),
        "{folder}": str(target),
        "{output}": str(target / OUTPUT),
        "{part}": str(part),
    }
    pattern = re.compile("|".join(map(re.escape, values)))
    return tuple(pattern.sub(lambda name: values[name[0]], word) for word in words)


@cache
def seconds(language: Language, engine: Any) -> float:
    """Return the seconds that an empty program takes; 0 for a language that has none, or cannot run it."""
    language = language.plain or language
    if language.build and not language.empty:
        return 0.0
    source = settings.data_folder() / BUILDS / "empty" / f"empty.{language.ending}"
    if not source.exists() or source.read_bytes() != language.empty.encode():
        atomic.write(source, language.empty.encode())
    job = Job("empty", source, engine, Program(1, language, (source.name,)), "", LIMITS)
    name, path = key(job), settings.data_folder() / BUILDS / STARTS
    stored = _stored(path)
    if name in stored:
        return stored[name]
    measured = measure(job)
    with atomic.locked("starts"):
        atomic.write(path, json.dumps(_stored(path) | {name: measured}).encode())
    return measured


def _stored(path: Path) -> dict[str, float]:
    try:
        return {str(name): float(value) for name, value in json.loads(path.read_bytes()).items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def measure(job: Job) -> float:
    """Return the least seconds that a program takes; 0 if it cannot be built."""
    try:
        prepared = ready(job, start=0.0)
    except NotReady:
        return 0.0
    times = [pool.run(prepared).seconds for _ in range(CALLS)]
    return min((time for time in times if time is not None), default=0.0)
