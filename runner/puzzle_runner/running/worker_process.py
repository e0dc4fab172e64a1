"""One worker process, as the runner sees it: requests go in, replies and what is printed come out."""

import os
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from marshal import loads
from pathlib import Path
from typing import Any

from puzzle_runner.errors import RunnerFailed
from puzzle_runner.model import Limits
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import Report, Show, Shown, request
from puzzle_runner.running.process import Started, close_pipes, signal_group

SIGKILL = 9
# Seconds beyond its limits after which a call that nothing is heard of is given up.
GRACE = 1.0
# Seconds in which a worker removes what a call has left behind.
CLEANING = 600.0
# Seconds in which a worker ends, with all that it has started, and between two looks whether it has.
LAST_WORDS, ROUND = 10.0, 0.001
TOKEN_BYTES = 16
# Bytes of requests that are made at once: one, or several if they are small.
REQUESTS = 2**16
# A job with a number that no other has.
Numbered = tuple[int, Job]


class Worker:
    """A process that makes calls, one after the other; it is used again as long as it answers."""

    def __init__(self, sandbox: str = "", python: str = "", process: Started | None = None) -> None:
        """Take a process, or start it: in another interpreter than this one where `python` is its path.

        Where `sandbox` is the real path of a workspace, it is in a sandbox that shows it, for one module.
        Raises RunnerFailed.
        """
        self.sandbox, self.python = sandbox, python
        self.module: Path | None = None
        # Those that have not ended. The first of them were sent, and the replies bear these tokens.
        self.calls: deque[Numbered] = deque()
        self.tokens: deque[bytes] = deque()
        self.outgoing = memoryview(b"")
        self.incoming = bytearray()
        self.shown: Shown | None = None
        self.deadline = 0.0
        self.is_ready = self.ended = self.last = False
        # The exit code of the process once it has ended.
        self.code: int | None = None
        if not process:
            process = _start(sandbox, python)
        self.pid, self.scratch = process.pid, process.scratch
        self.requests, self.replies = process.requests, process.replies

    def begin(self, jobs: Sequence[Numbered], *, last: bool, show: Show | None) -> None:
        """Send jobs of one module. With `last`, no more of it come."""
        self.module = jobs[0][1].path
        self.calls.extend(jobs)
        self.shown = Shown(show) if show else None
        self.last = last
        self._expect_reply()
        self.flush()
        # Imported now, while the worker is at work: it takes as long as a short call.
        import json  # noqa: F401

    def _expect_reply(self) -> None:
        self.deadline = time.monotonic() + GRACE
        if self.calls:
            _, job = self.calls[0]
            # The import may take as long as the call.
            self.deadline += 2 * job.limits.timeout

    def flush(self) -> None:
        """Send what the pipe takes. Each request has the whole input, so not all are made at once."""
        try:
            while self.outgoing or len(self.tokens) < len(self.calls):
                if not self.outgoing:
                    self.outgoing = memoryview(self._next_requests())
                self.outgoing = self.outgoing[os.write(self.requests, self.outgoing) :]
        except BlockingIOError:
            pass
        except OSError:
            # It has died, which shows when its replies are read.
            self.outgoing = memoryview(b"")

    def _next_requests(self) -> bytearray:
        frames = bytearray()
        while len(self.tokens) < len(self.calls) and len(frames) < REQUESTS:
            _, job = self.calls[len(self.tokens)]
            token = os.urandom(TOKEN_BYTES)
            self.tokens.append(token)
            is_last = self.last and len(self.tokens) == len(self.calls)
            data = request(job, token=token, last=is_last, shown=self.shown is not None)
            frames += len(data).to_bytes(8, "big") + data
        return frames

    def advance(self) -> Iterator[tuple[int, Report]]:
        """Read what has come; yield the calls that have ended by now.

        A worker that has died or does not answer is `ended`, and its call has crashed. Raises RunnerFailed.
        """
        for frame in self._frames():
            match frame:
                case ("ready",) if not self.is_ready:
                    self.is_ready = True
                case "printed", printed:
                    if self.shown:
                        self.shown.add(printed)
                    # Whoever is shown it may have taken long.
                    self.deadline = max(self.deadline, time.monotonic() + GRACE)
                case ("cleaning",):
                    self.deadline = time.monotonic() + CLEANING
                case "fault", _, _ if self.sandbox:
                    # There, only the puzzle itself can have brought the supervisor into trouble.
                    self.ended = True
                case "fault", reason, folder:
                    raise _failed(f"start a process with a folder in {folder or self.scratch}: {reason}")
                case state, code, peak, elapsed, reply, printed:
                    output = printed.decode("utf-8", "replace")
                    yield self._end(state, code, peak, elapsed, reply, output)
                    if state in ("crowded", "large", "forged"):
                        # Too much goes on in its sandbox, or code that it runs interferes.
                        self.ended = True
                        return
        if self.calls and (self.ended or time.monotonic() >= self.deadline):
            if not self.is_ready:
                other = f" in {self.python}, which has to be CPython 3.11 or later" if self.python else ""
                raise _failed(f"start a process that answers{other}")
            self.stop()
            yield self._end("killed")

    def _end(self, state: str, *more: Any) -> tuple[int, Report]:
        """Return the call that is under way as one that has ended, and wait for the next one."""
        if self.shown:
            self.shown.end()
        number, job = self.calls.popleft()
        if self.tokens:
            self.tokens.popleft()
        self._expect_reply()
        return number, Report(job, state, *more)

    def _frames(self) -> Iterator[tuple[Any, ...]]:
        """Yield the content of the frames that have come."""
        while not self.ended:
            token = bytes(TOKEN_BYTES)
            if self.is_ready and self.tokens:
                token = self.tokens[0]
            has_token = len(self.incoming) >= 8 + TOKEN_BYTES
            if has_token and not self.incoming.startswith(token, 8):
                # Nothing is read that does not come from the worker.
                yield "forged", 0, 0, None, b"", b""
                return
            end = 8 + int.from_bytes(self.incoming[:8], "big")
            if has_token and len(self.incoming) >= end:
                data = bytes(self.incoming[8 + TOKEN_BYTES : end])
                del self.incoming[:end]
                yield loads(data)
                continue
            try:
                data = os.read(self.replies, 2**16)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            self.ended = not data
            self.incoming += data

    def is_for(self, limits: Limits) -> bool:
        """Tell whether it is in the interpreter and the sandbox that calls with these limits need."""
        return limits.untrusted == self.sandbox and limits.python == self.python

    def may_serve(self, job: Job) -> bool:
        """Tell whether it can make a call: in a sandbox, only those of one module."""
        return self.is_for(job.limits) and (not self.sandbox or self.module in (None, job.path))

    def is_there(self) -> bool:
        """Tell whether the process is alive."""
        if sys.platform != "win32" and self.code is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                # Another thread has waited for it.
                pid, status = self.pid, 0
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        return self.code is None

    def _has_ended_in(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while self.is_there() and time.monotonic() < until:
            time.sleep(ROUND)
        return self.code is not None

    def stop(self) -> None:
        """Close the requests, so that it ends all that it has started; kill it if it does not.

        May be called by another thread than the one that reads the replies.
        """
        requests, self.requests = self.requests, -1
        close_pipes(requests)
        # A puzzle may have stopped it: it goes on, to its end.
        signal_group(self.pid, "SIGCONT")
        # A sandbox goes as a whole, with nothing left to tidy up; no signal but that reaches into it.
        if not self._has_ended_in(GRACE if self.sandbox else LAST_WORDS):
            # Its supervisor lives on, and ends what is left.
            os.kill(self.pid, SIGKILL)
            self._has_ended_in(LAST_WORDS)
        self.ended = True
        if os.path.lexists(self.scratch):
            # It was killed.
            import shutil

            shutil.rmtree(self.scratch, ignore_errors=True)

    def close(self) -> None:
        """Stop it and close its replies."""
        self.stop()
        replies, self.replies = self.replies, -1
        close_pipes(replies)


def _start(sandbox: str, python: str) -> Started:
    command: list[str] = []
    refused = -1
    if sandbox:
        from puzzle_runner.running import sandbox as sandboxes

        command, refused = sandboxes.command(sandbox)
    try:
        return Started(python, command, refused)
    except OSError as error:
        raise _failed(f"start a process: {error.strerror}") from error
    finally:
        close_pipes(refused)


def _failed(problem: str) -> RunnerFailed:
    return RunnerFailed(
        f"The runner could not {problem}. Check whether processes, memory or the space for temporary files "
        "are used up; TMPDIR names the folder for these."
    )
