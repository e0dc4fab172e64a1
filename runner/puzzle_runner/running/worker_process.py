"""One worker process, as the runner sees it: requests go in, replies and what is printed come out."""

import os
import time
from collections import deque
from collections.abc import Sequence
from marshal import loads
from pathlib import Path
from typing import Any

from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import ProtocolError, Show, Shown, outcome, output_text, request
from puzzle_runner.running.process import Process, close_pipes, signal_group

# Seconds beyond its limits after which a call that nothing is heard of is given up.
GRACE = 1.0
# Seconds in which a worker removes what a call has left behind.
CLEANING = 600.0
# Seconds in which a worker ends, with all that it has started.
LAST_WORDS = 10.0
TOKEN_BYTES = 16
NO_TOKEN = bytes(TOKEN_BYTES)
LONGEST_FRAME = 48 * 2**20
# Bytes of requests that are made at once: one, or several if they are small.
REQUESTS = 2**16


class WorkerError(Exception):
    """A worker failed for a reason that is not the puzzle's; the text goes on from "could not"."""


class Assignment:
    """A job that a worker has been given, by its number.

    `patience` is how many seconds it may take, and `more` what its request has beside the job. Its reply must
    bear the `token`. Once it has ended, `report` is what the worker told, and `output` what it printed.
    """

    def __init__(self, number: int, job: Job, patience: float, **more: bool) -> None:
        self.number, self.job, self.patience, self.more = number, job, patience, more
        self.token = os.urandom(TOKEN_BYTES)
        self.report: tuple[Any, ...] = ()
        self.output = ""

    def outcome(self) -> Outcome:
        """Return what the call did."""
        return outcome(self.job, *self.report, output=self.output)


class Worker:
    """A process that makes calls, one after the other; it is used again as long as it answers."""

    def __init__(self, sandbox: str = "", python: str = "", process: Process | None = None) -> None:
        """Start it, in another interpreter than this one where `python` is its path, or take a process.

        Where `sandbox` is the real path of a workspace, it is in a sandbox that shows it, for one module.
        Raises WorkerError.
        """
        self.sandbox, self.python = sandbox, python
        self.module: Path | None = None
        # Those that have not ended, and of these the ones whose requests are still to be made.
        self.calls: deque[Assignment] = deque()
        self.unsent: deque[Assignment] = deque()
        self.outgoing = memoryview(b"")
        self.incoming = bytearray()
        self.shown: Shown | None = None
        self.deadline = 0.0
        self.is_ready = self.ended = False
        prefix: list[str] = []
        refused = -1
        if sandbox:
            from puzzle_runner.running import sandbox as sandboxes

            prefix, refused = sandboxes.command(sandbox)
        try:
            self.process = process or Process(python, prefix, refused)
        except OSError as error:
            raise WorkerError(f"start a process: {error.strerror}") from error
        finally:
            close_pipes(refused)
        self.requests, self.replies = self.process.requests, self.process.replies

    def begin(
        self, jobs: Sequence[tuple[int, Job]], *, last: bool, sampled: bool = False, show: Show | None = None
    ) -> None:
        """Send numbered jobs of one module: the last of it, if so, and samples, as `Batches` says."""
        self.module = jobs[0][1].path
        for position, (number, job) in enumerate(jobs, 1):
            # The import may take as long as the call, and the module is loaded once.
            patience = job.limits.timeout * (2 if position == 1 else 1) + GRACE
            is_last = last and position == len(jobs)
            more = {"last": is_last, "sampled": sampled, "shown": show is not None}
            self.calls.append(Assignment(number, job, patience, **more))
        self.unsent.extend(self.calls)
        self._expect(show and Shown(show))
        self.flush()
        # Imported now, while the worker is at work: it takes as long as a short call.
        import json  # noqa: F401

    def _expect(self, shown: Shown | None) -> None:
        self.shown = shown
        self.deadline = time.monotonic() + self.calls[0].patience if self.calls else 0.0

    def _wait(self, seconds: float) -> None:
        """Wait at least so many seconds from now on."""
        self.deadline = max(self.deadline, time.monotonic() + seconds)

    def flush(self) -> None:
        """Send what the pipe takes."""
        try:
            while self.outgoing or self.unsent:
                if not self.outgoing:
                    self.outgoing = memoryview(self._requests())
                self.outgoing = self.outgoing[os.write(self.requests, self.outgoing) :]
        except BlockingIOError:
            pass
        except OSError:
            # It has died, which shows when its replies are read.
            self.outgoing = memoryview(b"")
            self.unsent.clear()

    def _requests(self) -> bytearray:
        """Return the next requests: each has the whole input, so not all are made at once."""
        frames = bytearray()
        while self.unsent and len(frames) < REQUESTS:
            call = self.unsent.popleft()
            data = request(call.job, token=call.token, **call.more)
            frames += len(data).to_bytes(8, "big")
            frames += data
        return frames

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
                    if self.shown:
                        self.shown.add(printed)
                    # Whoever is shown it may have taken long. Others may have something to say, too.
                    self._wait(GRACE)
                    return None
                case "left out", number:
                    if self.shown:
                        self.shown.leave_out(number)
                    continue
                case ("cleaning",):
                    self._wait(CLEANING)
                    continue
                case "fault", reason, folder:
                    raise WorkerError(
                        f"start a process with a folder in {folder or self.process.scratch}: {reason}"
                    )
            # A sandbox in which too much is going on is not used again.
            self.ended = what[0] in ("crowded", "large")
            return self.end(*what)
        if not self.ended and not self.is_overdue():
            return None
        if not self.is_ready:
            other = f" in {self.python}, which has to be Python 3.9 or later" if self.python else ""
            raise WorkerError(f"start a process that answers{other}")
        self.stop()
        return self.end("killed")

    def end(
        self,
        state: str,
        code: int = 0,
        peak: int = 0,
        elapsed: float | None = None,
        reply: bytes = b"",
        *output: Any,
    ) -> Assignment:
        """Return the call that is under way as one that has ended, and wait for the next one."""
        if self.shown:
            self.shown.end()
        call = self.calls.popleft()
        call.report = state, code, peak, elapsed, reply
        if output:
            call.output = output_text(*output)
        self._expect(self.shown and Shown(self.shown.show))
        return call

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

    def may_serve(self, job: Job) -> bool:
        """Tell whether a job is for this interpreter, and this sandbox if it is not trusted."""
        if (job.limits.untrusted, job.limits.python) != (self.sandbox, self.python):
            return False
        return not self.sandbox or job.path == self.module

    def is_there(self) -> bool:
        """Tell whether the process is alive."""
        return not self.ended and not self.process.has_ended()

    def stop(self) -> None:
        """Close the requests, so that it ends all that it has started; kill it if it does not.

        May be called by another thread than the one that reads the replies.
        """
        self.close_requests()
        # A puzzle may have stopped it: it goes on, to its end.
        signal_group(self.process.pid, "SIGCONT")
        # A sandbox goes as a whole, with nothing left to tidy up; no signal but that reaches into it.
        if not self.process.wait(GRACE if self.sandbox else LAST_WORDS):
            signal_group(self.process.pid, "SIGKILL")
            self.process.wait(LAST_WORDS)
        self.ended = True
        if os.path.lexists(self.process.scratch):
            # It was killed together with its guard.
            import shutil

            shutil.rmtree(self.process.scratch, ignore_errors=True)

    def close(self) -> None:
        """Stop it and close its replies."""
        self.stop()
        replies, self.replies = self.replies, -1
        close_pipes(replies)

    def close_requests(self) -> None:
        """Close the requests: it ends."""
        requests, self.requests = self.requests, -1
        close_pipes(requests)
