"""One worker process, as the runner sees it: requests go in, replies and what is printed come out."""

import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from marshal import loads
from typing import TYPE_CHECKING, Any

from puzzle_runner.model import Job, Outcome
from puzzle_runner.running.job import (
    PROGRAM,
    Printed,
    ProtocolError,
    Show,
    environment,
    outcome,
    request,
    temporary,
)

if TYPE_CHECKING:
    from puzzle_runner.running.cgroup import Cgroup

# Seconds beyond its limits after which a call that nothing is heard of is given up.
GRACE = 1.0
# Seconds in which a worker ends, with all that it has started.
LAST_WORDS = 10.0
TOKEN_BYTES = 16
NO_TOKEN = bytes(TOKEN_BYTES)
LONGEST_FRAME = 48 * 2**20
# The worker resolves the names of the system's functions once, when it starts, not in each of its forks.
BOUND = {"LD_BIND_NOW": "1"}


class WorkerError(Exception):
    """A worker failed for a reason that is not the puzzle's; the text goes on from "could not"."""


class Assignment:
    """A job that a worker has been given, by its number, with the token that its reply must bear.

    `patience` is how many seconds it may take. Once it has ended, `report` is what the worker told, and
    `output` what it printed.
    """

    def __init__(self, number: int, job: Job, token: bytes, patience: float) -> None:
        self.number, self.job, self.token, self.patience = number, job, token, patience
        self.report: tuple[Any, ...] = ()
        self.output = ""

    def outcome(self) -> Outcome:
        """Return what the call did."""
        return outcome(self.job, *self.report, output=self.output)


class Worker:
    """A process that makes calls, one after the other; it is used again as long as it answers."""

    def __init__(self, sandbox: str = "", python: str = "") -> None:
        """Start it, in another interpreter than this one where `python` is its path.

        Where `sandbox` is the real path of a workspace, it is in a sandbox that shows it. Raises WorkerError.
        """
        self.sandbox, self.python = sandbox, python
        self.cgroup: Cgroup | None = None
        self.scratch = os.path.join("/tmp" if sandbox else temporary(), f"puzzles-{os.urandom(8).hex()}")
        self.calls: deque[Assignment] = deque()
        self.outgoing = memoryview(b"")
        self.incoming = bytearray()
        self.printed = Printed(None)
        self.deadline = 0.0
        self.is_ready = self.ended = False
        self.requests = self.replies = inward = outward = refused = -1
        prefix: list[str] = []
        if sandbox:
            from puzzle_runner.running import cgroup
            from puzzle_runner.running import sandbox as sandboxes

            prefix, refused = sandboxes.command(sandbox)
            if made := cgroup.make():
                self.cgroup = made
                prefix = [*made.entered(), *prefix]
        try:
            inward, self.requests = os.pipe()
            self.replies, outward = os.pipe()
            arguments = ["keep", str(inward), str(outward), self.scratch, *(["sandboxed"] if sandbox else [])]
            self.process = subprocess.Popen(
                [*prefix, python or sys.executable, PROGRAM, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[pipe for pipe in (inward, outward, refused) if pipe >= 0],
                start_new_session=True,
                env=environment() | BOUND,
            )
        except OSError as error:
            # All are closed first: the sentence about it is in a module that has to be opened.
            close_pipes(self.requests, self.replies)
            if self.cgroup:
                self.cgroup.remove()
            raise WorkerError(f"start a process: {error.strerror}") from error
        finally:
            close_pipes(inward, outward, refused)
        if sys.platform != "win32":
            # No worker is started where there is no fork.
            os.set_blocking(self.requests, False)
            os.set_blocking(self.replies, False)

    def begin(
        self, jobs: Sequence[tuple[int, Job]], *, last: bool, sampled: bool = False, show: Show | None = None
    ) -> None:
        """Send numbered jobs of one module: the last of it, if so, and samples, as `Batches` says."""
        frames = []
        if self.cgroup:
            self.cgroup.limit(jobs[0][1].limits.memory)
        for position, (number, job) in enumerate(jobs, 1):
            token = os.urandom(TOKEN_BYTES)
            is_first, is_last = position == 1, last and position == len(jobs)
            # It is loaded once.
            code = job.code if is_first else b""
            data = request(job, token=token, sampled=sampled, last=is_last, code=code)
            frames.append(len(data).to_bytes(8, "big") + data)
            # The import may take as long as the call.
            patience = job.limits.timeout * (2 if is_first else 1) + GRACE
            self.calls.append(Assignment(number, job, token, patience))
        self.outgoing = memoryview(b"".join(frames))
        self._expect(show)
        self.flush()
        # Imported now, while the worker is at work: it takes as long as a short call.
        import json  # noqa: F401

    def _expect(self, show: Show | None) -> None:
        self.printed = Printed(show)
        self.deadline = time.monotonic() + self.calls[0].patience if self.calls else 0.0

    def flush(self) -> None:
        """Send what the pipe takes."""
        try:
            while self.outgoing:
                self.outgoing = self.outgoing[os.write(self.requests, self.outgoing) :]
        except BlockingIOError:
            pass
        except OSError:
            # It has died, which shows when its replies are read.
            self.outgoing = memoryview(b"")

    def advance(self) -> Assignment | None:
        """Read what has come; return a call if one has ended by now.

        A worker that has died or does not answer is `ended`, and its call has crashed. Raises WorkerError,
        and ProtocolError where something else has written there.
        """
        while (frame := self._frame()) is not None:
            token, what = frame
            if token == NO_TOKEN and not self.is_ready:
                self.is_ready = True
                continue
            match what:
                case "printed", printed:
                    self.printed.add(printed)
                    continue
                case "fault", reason, folder:
                    raise WorkerError(f"start a process with a folder in {folder or self.scratch}: {reason}")
            if self._is_large():
                what = ("large",)
            # A sandbox in which too much is going on is not used again.
            self.ended = what[0] in ("crowded", "large")
            return self.end(*what)
        if not self.ended and not self.is_overdue():
            return None
        if not self.is_ready:
            other = f" in {self.python}, which has to be Python 3.9 or later" if self.python else ""
            raise WorkerError(f"start a process that answers{other}")
        state = "large" if self._is_large() else "killed"
        self.stop()
        return self.end(state)

    def end(
        self, state: str, code: int = 0, peak: int = 0, elapsed: float | None = None, reply: bytes = b""
    ) -> Assignment:
        """Return the call that is under way as one that has ended, and wait for the next one."""
        self.printed.end()
        call = self.calls.popleft()
        call.report, call.output = (state, code, peak, elapsed, reply), self.printed.text()
        self._expect(self.printed.show)
        return call

    def _is_large(self) -> bool:
        """Tell whether the kernel has ended processes of the sandbox, as they took too much memory."""
        return self.cgroup is not None and self.cgroup.is_exceeded()

    def _frame(self) -> tuple[bytes, tuple[Any, ...]] | None:
        """Return the token and the content of the next frame; None where it has not come yet."""
        while not self.has_frame():
            try:
                data = os.read(self.replies, 2**16)
            except BlockingIOError:
                return None
            except OSError:
                data = b""
            if not data:
                self.ended = True
                return None
            self.incoming += data
        end = 8 + int.from_bytes(self.incoming[:8], "big")
        with memoryview(self.incoming) as view:
            token = bytes(view[8 : 8 + TOKEN_BYTES])
            data = bytes(view[8 + TOKEN_BYTES : end]) if end <= LONGEST_FRAME else b""
        # Nothing is read that does not come from the worker.
        if not data or token != (self.calls[0].token if self.calls and self.is_ready else NO_TOKEN):
            raise ProtocolError
        del self.incoming[:end]
        return token, loads(data)

    def has_frame(self) -> bool:
        """Tell whether a frame lies here that was not taken yet, or something too long to be one."""
        end = 8 + int.from_bytes(self.incoming[:8], "big")
        return len(self.incoming) >= 8 and (len(self.incoming) >= end or end > LONGEST_FRAME)

    def is_overdue(self) -> bool:
        """Tell whether nothing was heard of it for longer than a call can take."""
        return time.monotonic() >= self.deadline

    def is_there(self) -> bool:
        """Tell whether the process is alive."""
        return not self.ended and self.process.poll() is None

    def dismiss(self) -> None:
        """Close the requests, upon which it ends; `stop` waits until it has."""
        self._close_requests()
        self.ended = True

    def stop(self) -> None:
        """Close the requests, upon which it ends all that it has started; kill it where it does not.

        May be called by another thread than the one that reads the replies.
        """
        self._close_requests()
        # A puzzle may have stopped it: it goes on, to its end.
        signal_group(self.process, "SIGCONT")
        try:
            # A sandbox goes as a whole, with nothing left to tidy up; no signal but that reaches into it.
            self._wait(GRACE if self.sandbox else LAST_WORDS)
        except subprocess.TimeoutExpired:
            signal_group(self.process, "SIGKILL")
            self.process.wait()
        self.ended = True
        if os.path.lexists(self.scratch):
            # It was killed together with its guard.
            import shutil

            shutil.rmtree(self.scratch, ignore_errors=True)
        if self.cgroup:
            self.cgroup.remove()

    def close(self) -> None:
        """Stop it and close its replies."""
        self.stop()
        replies, self.replies = self.replies, -1
        close_pipes(replies)

    def _wait(self, seconds: float) -> None:
        """Wait until the process has ended. Raises subprocess.TimeoutExpired."""
        if sys.platform == "linux" and self.process.returncode is None:
            # The library looks now and then, and a run would wait for its next look.
            try:
                end = os.pidfd_open(self.process.pid)
            except OSError:
                # It has been reaped, or the system is too old.
                pass
            else:
                ready = select.poll()
                ready.register(end, select.POLLIN)
                seconds = GRACE if ready.poll(seconds * 1000) else 0.0
                os.close(end)
        self.process.wait(seconds)

    def _close_requests(self) -> None:
        requests, self.requests = self.requests, -1
        close_pipes(requests)


def close_pipes(*pipes: int) -> None:
    """Close the ends of pipes that are open: not those of -1."""
    for pipe in pipes:
        if pipe >= 0:
            os.close(pipe)


def signal_group(process: "subprocess.Popen[bytes]", name: str) -> None:
    """Send a signal to the group that a process leads, where the system has such groups."""
    if sys.platform != "win32":
        try:
            os.killpg(process.pid, signal.Signals[name])
        except (ProcessLookupError, PermissionError):
            pass
