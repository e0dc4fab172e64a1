"""A job in an interpreter of its own: where there is no fork, and in the foreground for a debugger."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from puzzle_runner import interruption
from puzzle_runner.errors import UsageError
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import Report, Show, Shown, outcome, output_in, request
from puzzle_runner.running.process import PROGRAM, environment, signal_group

# An interpreter's own start is not the puzzle's time.
STARTUP = 1.0


def run_once(job: Job, show: Show | None = None) -> Outcome:
    """Run a job in a fresh interpreter: the way where there is no fork."""
    with tempfile.TemporaryDirectory(prefix="puzzles-", ignore_cleanup_errors=True) as folder:
        with open(os.path.join(folder, "output"), "w+b") as file:
            process = None
            code = 0
            state = "done"
            try:
                process = _start(job, folder, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
                code = process.wait(job.limits.timeout + STARTUP)
            except subprocess.TimeoutExpired:
                state = "timeout"
            finally:
                if process:
                    end_all(process)
            output = output_in(file)
        if show:
            shown = Shown(show)
            shown.add(output.encode())
            shown.end()
        return outcome(Report(job, state, code, reply=_reply(folder), output=output))


def debug(job: Job) -> Outcome:
    """Run a job in the foreground, with the terminal attached and a debugger for what it raises."""
    sys.stdout.flush()
    with tempfile.TemporaryDirectory(prefix="puzzles-", ignore_cleanup_errors=True) as folder:
        # A debugger that is killed leaves it without echo.
        with terminal_as_it_was():
            before = signal.getsignal(signal.SIGINT)
            process = _start(job, folder, debug=True)
            try:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                code = process.wait()
            finally:
                process.kill()
                process.wait()
                signal.signal(signal.SIGINT, before)
        return outcome(Report(job, "done", code, reply=_reply(folder)))


@contextmanager
def terminal_as_it_was() -> Iterator[bool]:
    """Put back the state of the terminal, such as its echo; yield whether there is one (never on Windows)."""
    if sys.platform == "win32" or not (sys.stdin and sys.stdin.isatty()):
        yield False
        return
    import termios

    before = termios.tcgetattr(0)
    try:
        yield True
    finally:
        # It may have gone.
        with suppress(termios.error):
            termios.tcsetattr(0, termios.TCSADRAIN, before)


def _start(job: Job, folder: str, *, debug: bool = False, **streams: Any) -> "subprocess.Popen[bytes]":
    if job.limits.untrusted:
        raise UsageError("Untrusted code needs a sandbox, which is not available here.")
    interruption.check()
    scratch = os.path.join(folder, "scratch")
    os.mkdir(scratch)
    file = os.path.join(folder, "request")
    Path(file).write_bytes(request(job, folder=scratch, debug=debug))
    command = [job.limits.python or sys.executable, PROGRAM, "once", file, os.path.join(folder, "reply")]
    return subprocess.Popen(command, env=environment(), start_new_session=not debug, **streams)


def _reply(folder: str) -> bytes:
    try:
        return Path(folder, "reply").read_bytes()
    except FileNotFoundError:
        return b""


def end_all(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process that leads a group, and that group."""
    signal_group(process.pid, "SIGKILL")
    process.kill()
    process.wait()
