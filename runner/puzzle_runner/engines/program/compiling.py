"""One build of a program: its compiler is run, with limits."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from threading import Event

from puzzle_runner.engines.program.languages import OUTPUT, Language, replaced
from puzzle_runner.engines.program.tools import CACHES, CHOOSING
from puzzle_runner.running.call import Job
from puzzle_runner.running.interpreter import end_all
from puzzle_runner.running.job import NotHere, NotReady, output_in
from puzzle_runner.running.process import close_pipes, environment

# Seconds that a build may take, and bytes that it may print; seconds between two looks at it.
TIMEOUT, LONGEST_OUTPUT = 600.0, 2**30
ROUND = 0.2
# What a program says that only stands for a compiler, and what is to be done then.
_STUBS = {
    r"rustup could not choose a version|no default toolchain": "rustup default stable",
    r"error: toolchain .* is not installed": "rustup toolchain install",
    r"xcrun: error|xcode-select: (?:error|note)": "xcode-select --install",
}


def build(job: Job, folder: Path, stop: Event) -> None:
    """Build a program into a folder, which is the copy of its repository if that is built.

    Raises NotReady, NotHere or OSError.
    """
    language: Language = job.data.language
    words = replaced(language.build, job.path, folder, job.data.part)
    # Go looks for its module from where it is (and knows -C since 1.20 alone), cargo for its configuration.
    is_inside = not job.data.builds_repository and words[0] in ("go", "cargo")
    status, text = _compile(words, folder, job.path.parent if is_inside else folder, job, stop)
    if status:
        for pattern, remedy in _STUBS.items():
            if re.search(pattern, text):
                raise NotHere(f"no toolchain is installed: {remedy}")
        # What is said before the first error, such as what is compiled, is not why it failed.
        first = re.search(r"^.*\berror\b", text, re.MULTILINE | re.IGNORECASE)
        if first:
            text = text[first.start() :]
        raise NotReady(text.strip() or f"{words[0]} exited with status {status}")
    program = folder / (language.made or OUTPUT)
    # A build that is not trusted may have made a link that leads to other files of this name.
    is_there = program.is_file() and program.parent.resolve().is_relative_to(folder.resolve())
    if (language.made or str(program) in words) and not is_there:
        raise NotReady(f"{words[0]} has not made {language.made or 'a program'}")
    if language.made:
        os.replace(program, folder / OUTPUT)
        # The rest of it is not kept.
        shutil.rmtree(folder / Path(language.made).parts[0], ignore_errors=True)


def _compile(words: tuple[str, ...], target: Path, start: Path, job: Job, stop: Event) -> tuple[int, str]:
    """Run a compiler, which starts in one folder and writes to another.

    Return its exit status, and the first and the last of what it printed. Raises NotReady.
    """
    prefix: list[str] = []
    inherited: list[int] = []
    inside = ("sh", "-c", 'cd "$0" && exec "$@"', str(start)) if start != target else ()
    if job.limits.untrusted:
        from puzzle_runner.running import sandbox

        prefix, refused = sandbox.command(job.limits.untrusted, written=str(target))
        inherited.append(refused)
    own = {name: os.environ[name] for name in (*CHOOSING, *CACHES) if name in os.environ}
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                [*prefix, *inside, *words],
                cwd=target,
                env=environment() | own,
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
                if stop.is_set():
                    raise NotReady(f"{words[0]} was stopped")
                if time.monotonic() > until:
                    raise NotReady(f"{words[0]} took longer than {TIMEOUT:g} s")
                if os.fstat(output.fileno()).st_size > LONGEST_OUTPUT:
                    raise NotReady(f"{words[0]} printed more than {LONGEST_OUTPUT >> 20} MiB")
                try:
                    process.wait(ROUND)
                except subprocess.TimeoutExpired:
                    pass
        finally:
            end_all(process)
        return process.returncode, output_in(output)
