"""What programs are built into: a folder for each content of their sources, below the user's data folder.

It is made beside its place and moved there, under a lock, so that two processes that want the same program
build it once, and what is there is whole.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import IO

from puzzle_runner import digest, interruption, settings
from puzzle_runner.errors import StoreFailed
from puzzle_runner.model import Job
from puzzle_runner.programs import Language, Program
from puzzle_runner.running import pool
from puzzle_runner.running.interpreter import end_all
from puzzle_runner.running.job import Printed, environment
from puzzle_runner.running.sandbox import BUILDS
from puzzle_runner.storage import atomic

OUTPUT = "program"
# Seconds that a build may take, and bytes; seconds between two looks at it, and to hear its last words.
TIMEOUT, LARGEST = 600.0, 2**31
ROUND, LAST_WORDS = 0.2, 1.0
NEVER = Event()
# What a compiler needs of the environment beside what every program sees.
NAMES = (
    "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "GOPATH", "GOCACHE", "GOROOT", "JAVA_HOME", "SDKROOT",
    "TMPDIR", "XDG_CACHE_HOME", "CPATH", "LIBRARY_PATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
)  # fmt: skip


class BuildFailed(Exception):
    """A program that cannot be built; the text is the compiler's."""


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


def key(program: Program) -> str:
    """Return the hash of all that decides what is built: the sources, the commands, and the tools."""
    assert program.language
    language = program.language
    tools = (tool(words[0]) for words in (language.build, language.run) if words and "{" not in words[0])
    return digest.text(*language.build, "", *language.run, *tools, digest.sources(program.sources))


def folder(program: Program) -> Path:
    """Return where a program is, once it is built."""
    return settings.data_folder() / BUILDS / key(program)


def is_built(program: Program) -> bool:
    """Tell whether there is nothing to build."""
    return not (program.language and program.language.build) or folder(program).is_dir()


def build(job: Job, stop: Event = NEVER) -> None:
    """Build the program of a job, unless that is done; give up where that is wanted meanwhile.

    Raises BuildFailed or StoreFailed.
    """
    program, target = job.program, folder(job.program) if job.program else Path()
    if not program or is_built(program):
        return
    with atomic.locked(f"build-{target.name}", TIMEOUT):
        if target.is_dir():
            return
        interruption.check()
        beside = target.with_name(f".{target.name}.new")
        shutil.rmtree(beside, ignore_errors=True)
        try:
            atomic.make_folder(beside)
            _compile(job, program, beside, stop)
            os.replace(beside, target)
        except OSError as error:
            raise StoreFailed(f"{target} cannot be made: {error.strerror}.") from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)


def _compile(job: Job, program: Program, target: Path, stop: Event) -> None:
    assert program.language
    language = program.language
    words = replaced(language.build, job.path, target, program.part)
    status, said = _ended(words, target, job, stop)
    if status:
        raise BuildFailed(said.strip() or f"{words[0]} exited with status {status}")
    if not language.made and str(target / OUTPUT) in words and not (target / OUTPUT).is_file():
        raise BuildFailed(f"{words[0]} has not made a program")
    if language.made:
        made, beside = target / language.made, target / f".{OUTPUT}"
        if not made.is_file():
            raise BuildFailed(f"{words[0]} has not made {language.made}")
        os.replace(made, beside)
        for entry in target.iterdir():
            if entry != beside:
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        os.replace(beside, target / OUTPUT)


def _ended(words: tuple[str, ...], target: Path, job: Job, stop: Event) -> tuple[int, str]:
    """Run a compiler; return its exit status, and the first and the last of what it printed.

    Raises BuildFailed.
    """
    prefix: list[str] = []
    if job.limits.untrusted:
        from puzzle_runner.running import sandbox
        from puzzle_runner.running.job import folder as of_puzzles

        prefix = sandbox.command(of_puzzles(job), written=str(target))
    own = {name: os.environ[name] for name in NAMES if name in os.environ}
    process = subprocess.Popen(
        [*prefix, *words],
        cwd=target,
        env=environment() | own,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    printed = Printed(None)
    reader = Thread(target=_drain, args=(process.stdout, printed), daemon=True)
    reader.start()
    try:
        _wait(process, target, stop)
    except BuildFailed as failed:
        raise BuildFailed(f"{words[0]} {failed}") from None
    finally:
        end_all(process)
        # What has left the group may hold on to the pipe.
        reader.join(LAST_WORDS)
    return process.returncode, printed.text()


def _wait(process: "subprocess.Popen[bytes]", target: Path, stop: Event) -> None:
    """Wait for the end of a compiler. Raises BuildFailed where it takes too long, or too much room."""
    until = time.monotonic() + TIMEOUT
    while True:
        try:
            process.wait(ROUND)
        except subprocess.TimeoutExpired:
            pass
        else:
            return
        if stop.is_set():
            raise BuildFailed("was stopped")
        if time.monotonic() > until:
            raise BuildFailed(f"took longer than {TIMEOUT:g} s")
        if _size(target) > LARGEST:
            raise BuildFailed(f"wrote more than {LARGEST >> 20} MiB")


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


def _drain(pipe: IO[bytes], printed: Printed) -> None:
    with pipe:
        while chunk := os.read(pipe.fileno(), 2**16):
            printed.add(chunk)


def replaced(words: tuple[str, ...], source: Path, target: Path, part: int) -> tuple[str, ...]:
    """Return a command with what its words stand for. What is not known here, such as `{input}`, stays."""
    values: Mapping[str, str] = {
        "{source}": str(source),
        "{stem}": source.stem,
        "{project}": str(source.parent),
        "{folder}": str(target),
        "{output}": str(target / OUTPUT),
        "{part}": str(part),
    }
    return tuple(_with_values(word, values) for word in words)


def _with_values(word: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        word = word.replace(name, value)
    return word


def ready(job: Job) -> Job:
    """Return a job with the command that runs its program, which has been built."""
    program = job.program
    if not program or not program.language:
        return job
    command = replaced(program.language.run, job.path, folder(program), program.part)
    return job._replace(program=program._replace(command=command))
