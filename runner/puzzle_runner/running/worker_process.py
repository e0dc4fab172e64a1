"""One worker process, as the runner sees it: requests go in, replies and what is printed come out."""

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from marshal import loads
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle_runner.model import Job, Outcome
from puzzle_runner.running.job import PROGRAM, Printed, Show, environment, request, temporary

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
# What is said of a call whose supervisor cannot say it, or is not believed.
KILLED, FORGED, LARGE = (("killed", 0, 0, None, b""), ("forged", 0, 0, None, b""), ("large", 0, 0, None, b""))


class Fault(Exception):
    """A worker that failed for a reason that is not the puzzle's; the text goes on from "could not"."""


class Forged(Fault):
    """What came from a worker cannot have been written by it."""


class Assignment(NamedTuple):
    """A job that a worker has been given, by its number; the token that the reply must bear."""

    number: int
    job: Job
    token: bytes
    patience: float


class Ended(NamedTuple):
    """A call that has ended: what the worker says of it, which nobody has read yet, and what it printed."""

    number: int
    job: Job
    report: tuple[Any, ...]
    output: str

    def outcome(self) -> Outcome:
        """Return what the call did."""
        from puzzle_runner.running.outcome import outcome

        return outcome(self.job, *self.report, output=self.output)


def _pipes() -> tuple[tuple[int, int], tuple[int, int]]:
    """Return two pipes, each with its end to read from first. Raises OSError, with none of them left open."""
    first = os.pipe()
    try:
        return first, os.pipe()
    except OSError:
        # The sentence about it is in a module that has to be opened.
        for descriptor in first:
            os.close(descriptor)
        raise


class Worker:
    """A process that makes calls, one after the other; it is used again as long as it answers."""

    def __init__(self, sandbox: str = "") -> None:
        """Start it; where `sandbox` is a folder of puzzles, in a sandbox that shows these."""
        self.sandbox = sandbox
        self.cgroup: Cgroup | None = None
        self.scratch = os.path.join("/tmp" if sandbox else temporary(), f"puzzles-{os.urandom(8).hex()}")
        self.calls: deque[Assignment] = deque()
        self.outgoing = memoryview(b"")
        self.incoming = bytearray()
        self.printed = Printed(None)
        self.deadline = 0.0
        self.is_ready = self.ended = False
        prefix = self._entered(sandbox) if sandbox else []
        (inward, self.requests), (self.replies, outward) = _pipes()
        command = [*prefix, sys.executable, "-P", PROGRAM, "keep", str(inward), str(outward), self.scratch]
        try:
            self.process = _started([*command, "sandboxed"] if sandbox else command, inward, outward)
        except OSError as error:
            self._close_requests()
            os.close(self.replies)
            self._leave()
            raise Fault(f"start a process: {error.strerror}") from error
        finally:
            os.close(inward)
            os.close(outward)
        if sys.platform != "win32":
            # Without fork, no worker is started.
            os.set_blocking(self.requests, False)
            os.set_blocking(self.replies, False)

    def _entered(self, puzzles: str) -> list[str]:
        """Return the command that runs another one in a sandbox, and in a cgroup where one can be made."""
        from puzzle_runner.running import cgroup, sandbox

        command = sandbox.command(puzzles)
        self.cgroup = cgroup.make()
        return [*self.cgroup.entered(), *command] if self.cgroup else command

    def begin(
        self, jobs: Sequence[tuple[int, Job]], *, last: bool, sampled: bool = False, show: Show | None = None
    ) -> None:
        """Send numbered jobs of one module. `last` and `sampled` are those of `Batches`."""
        frames = []
        if self.cgroup:
            self.cgroup.limit(jobs[0][1].limits.memory)
        for position, (number, job) in enumerate(jobs, 1):
            token = os.urandom(TOKEN_BYTES)
            # It is loaded once.
            code = job.code if position == 1 else b""
            is_last = last and position == len(jobs)
            data = request(job, token=token, sampled=sampled, last=is_last, code=code)
            frames.append(len(data).to_bytes(8, "big") + data)
            # The import may take as long as the call.
            patience = job.limits.timeout * (2 if position == 1 else 1) + GRACE
            self.calls.append(Assignment(number, job, token, patience))
        self.outgoing = memoryview(b"".join(frames))
        self._expect(show)
        self.flush()
        # Imported now, while the worker is at work: it takes as long as a short call.
        from puzzle_runner.running import outcome  # noqa: F401

    def _expect(self, show: Show | None) -> None:
        self.printed = Printed(show)
        self.deadline = time.monotonic() + self.calls[0].patience if self.calls else 0.0

    def flush(self) -> None:
        """Send what the pipe takes."""
        if not self.outgoing:
            return
        try:
            while self.outgoing:
                self.outgoing = self.outgoing[os.write(self.requests, self.outgoing) :]
        except BlockingIOError:
            pass
        except OSError:
            # It has died, which shows when its replies are read.
            self.outgoing = memoryview(b"")

    def advance(self) -> Ended | None:
        """Read what has come; return a call if one has ended by now.

        A worker that has died or does not answer is `ended`, and its call has crashed. Raises Fault.
        """
        while (frame := self._frame()) is not None:
            if ended := self._take(*frame):
                return ended
        if not self.ended and not self.is_overdue():
            return None
        if not self.is_ready:
            raise Fault("start a process that answers")
        is_large = self._is_large()
        self.stop()
        return self._end(*(LARGE if is_large else KILLED))

    def _take(self, token: bytes, what: tuple[Any, ...]) -> Ended | None:
        """Take note of a frame; return the call that it ends."""
        if token == NO_TOKEN and not self.is_ready:
            self.is_ready = True
            return None
        match what:
            case "printed", printed:
                self.printed.add(printed)
                return None
            case "fault", reason, folder:
                raise Fault(f"start a process with a folder in {folder or self.scratch}: {reason}")
        if self._is_large():
            what = LARGE
        # A sandbox in which too much is going on is not used again.
        self.ended = what[0] in ("crowded", "large")
        return self._end(*what)

    def forged(self) -> Ended:
        """Return the call that is under way as one that only pretended to reply."""
        return self._end(*FORGED)

    def _end(self, *report: Any) -> Ended:
        """Return the call that is under way as one that has ended, and wait for the next one."""
        self.printed.end()
        call, output = self.calls.popleft(), self.printed.text()
        self._expect(self.printed.show)
        return Ended(call.number, call.job, report, output)

    def _is_large(self) -> bool:
        """Tell whether the kernel has ended processes of the sandbox, as they took too much memory."""
        return self.cgroup is not None and self.cgroup.is_exceeded()

    def _frame(self) -> tuple[bytes, tuple[Any, ...]] | None:
        """Return the token and the content of the next frame; None where it has not come yet."""
        while not self.has_frame():
            if not self._read():
                return None
        length = self._length()
        with memoryview(self.incoming) as view:
            token, data = bytes(view[8 : 8 + TOKEN_BYTES]), bytes(view[8 + TOKEN_BYTES : length])
        del self.incoming[:length]
        # Nothing is read that does not come from the worker.
        if token != (self.calls[0].token if self.calls and self.is_ready else NO_TOKEN):
            raise Forged("trust what its worker said: something else had written there")
        return token, loads(data)

    def has_frame(self) -> bool:
        """Tell whether a frame lies here that was not taken yet. Raises Forged."""
        return len(self.incoming) >= 8 and len(self.incoming) >= self._length()

    def _length(self) -> int:
        length = int.from_bytes(self.incoming[:8], "big")
        if length > LONGEST_FRAME:
            raise Forged("trust what its worker said: something else had written there")
        return 8 + length

    def _read(self) -> bool:
        try:
            data = os.read(self.replies, 2**16)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        self.incoming += data
        self.ended = self.ended or not data
        return bool(data)

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
        # What a puzzle has stopped goes on, to its end.
        signal_group(self.process, "SIGCONT")
        try:
            # A sandbox goes as a whole, with nothing left to tidy up; no signal but that reaches into it.
            self.process.wait(GRACE if self.sandbox else LAST_WORDS)
        except subprocess.TimeoutExpired:
            signal_group(self.process, "SIGKILL")
            self.process.wait()
        self.ended = True
        if os.path.lexists(self.scratch):
            _discard(self.scratch)
        self._leave()

    def _leave(self) -> None:
        if self.cgroup:
            self.cgroup.remove()

    def close(self) -> None:
        """Stop it and close its replies: nobody reads them any more."""
        self.stop()
        replies, self.replies = self.replies, -1
        if replies >= 0:
            os.close(replies)

    def _close_requests(self) -> None:
        requests, self.requests = self.requests, -1
        if requests >= 0:
            os.close(requests)


def _started(command: list[str], *pipes: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=pipes,
        start_new_session=True,
        env=environment() | BOUND,
    )


def signal_group(process: "subprocess.Popen[bytes]", name: str) -> None:
    """Send a signal to the group that a process leads, where the system has such groups."""
    if sys.platform != "win32":
        try:
            os.killpg(process.pid, signal.Signals[name])
        except (ProcessLookupError, PermissionError):
            pass


def _discard(folder: str) -> None:
    """Remove what a worker could not, as it was killed together with its guard."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
