"""Run this job in a process of its own and tell me the outcome.

`run` may be called from several threads, and handed to any `concurrent.futures.Executor`: each call takes
an idle worker, or starts one. A worker is used again as long as it answers; see `worker` for what it does.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from marshal import loads
from pathlib import Path
from typing import IO

from puzzle_runner.model import Job, Outcome, Verdict
from puzzle_runner.running.job import PROGRAM, Printed, Show, environment, packed
from puzzle_runner.running.outcome import outcome

FORKS = hasattr(os, "fork")
# The supervisor enforces the limit; this is how long it may take to say so before it is given up.
GRACE = 10.0


def run(job: Job, show: Show | None = None) -> Outcome:
    """Run a job in a process of its own. `show` gets what it prints, as it comes."""
    if not FORKS:
        from puzzle_runner.running.interpreter import run_once

        return run_once(job, show)
    return _workers.run(job, show)


def start() -> None:
    """Start a worker now, to be ready when the first job comes."""
    if FORKS:
        _workers.prepare()


def stop() -> None:
    """End every worker and whatever it runs; wait until nothing is left."""
    _workers.stop()


def stop_idle() -> None:
    """End the workers that wait for a job, and leave alone those that run one."""
    _workers.stop_idle()


@contextmanager
def unshared() -> Iterator[Callable[[Job], Outcome]]:
    """Yield what runs jobs in workers started just for this, one for each module; end them afterwards.

    Where an interpreter put things differs from one to the next, and moves a time by some per cent: who
    measures wants many of them.
    """
    own: dict[Path, Worker] = {}

    def call(job: Job) -> Outcome:
        if job.path not in own or own[job.path].ended:
            own[job.path] = _workers.start()
        return own[job.path].run(job, None)

    try:
        yield call if FORKS else run
    finally:
        for worker in own.values():
            _workers.end(worker)


class Workers:
    """The workers of this process: all that are alive, and among them those that wait for a job."""

    def __init__(self) -> None:
        self.alive: set[Worker] = set()
        self.idle: list[Worker] = []

    def run(self, job: Job, show: Show | None) -> Outcome:
        """Run a job in a worker that waits, else in a new one."""
        worker = self._take() or self.start()
        outcome = worker.run(job, show)
        if worker.ended:
            self.alive.discard(worker)
        else:
            self.idle.append(worker)
        return outcome

    def start(self) -> "Worker":
        """Start a worker that is nobody else's."""
        worker = Worker()
        self.alive.add(worker)
        return worker

    def prepare(self) -> None:
        """Start a worker that waits for a job."""
        self.idle.append(self.start())

    def end(self, worker: "Worker") -> None:
        """End a worker and whatever it runs."""
        self.alive.discard(worker)
        worker.stop()

    def stop_idle(self) -> None:
        """End the workers that wait."""
        while worker := self._take():
            self.end(worker)

    def stop(self) -> None:
        """End all workers."""
        self.idle.clear()
        while self.alive:
            self.alive.pop().stop()

    def _take(self) -> "Worker | None":
        # No look before the leap: several threads take.
        try:
            return self.idle.pop()
        except IndexError:
            return None


class Worker:
    """One supervisor process, with a pipe for requests, one for replies and one for what puzzles print."""

    def __init__(self) -> None:
        inward, requests = os.pipe()
        replies, outward = os.pipe()
        output, printed = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", PROGRAM, "keep", str(inward), str(outward)],
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=printed,
            pass_fds=(inward, outward),
            start_new_session=True,
            env=environment(),
        )
        for pipe in (inward, outward, printed):
            os.close(pipe)
        os.set_blocking(output, False)
        self.requests = open(requests, "wb", buffering=0)
        self.replies = open(replies, "rb")
        self.output = open(output, "rb", buffering=0)
        self.ended = False

    def run(self, job: Job, show: Show | None) -> Outcome:
        """Make one call. A worker that does not answer is ended, and the call has crashed."""
        printed = Printed(show)
        try:
            _send(self.requests, packed(job))
            said = self._reply(printed, time.monotonic() + 2 * job.limits.timeout + GRACE)
            self._drain(printed)
        except (OSError, ValueError):
            said = b""
        printed.end()
        if not said:
            self.stop()
            return Outcome(failure=Verdict.CRASH, message="its process was killed", output=printed.text())
        return outcome(job, *loads(said), output=printed.text())

    def _reply(self, printed: Printed, deadline: float) -> bytes:
        import select

        ready = select.poll()
        ready.register(self.replies, select.POLLIN)
        ready.register(self.output, select.POLLIN)
        while (left := deadline - time.monotonic()) > 0:
            for pipe, _ in ready.poll(left * 1000):
                if pipe == self.replies.fileno():
                    return _receive(self.replies)
                if not self._drain(printed):
                    ready.unregister(pipe)
        return b""

    def _drain(self, printed: Printed) -> bool:
        """Take what has been printed so far; False where nobody can print any more."""
        while chunk := self.output.read(2**16):
            printed.add(chunk)
        return chunk is None

    def stop(self) -> None:
        """Close the requests, upon which the supervisor ends all it started; kill it where it does not."""
        self.ended = True
        self.requests.close()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.replies.close()
        self.output.close()


def _send(pipe: IO[bytes], data: bytes) -> None:
    view = memoryview(len(data).to_bytes(8, "big") + data)
    while view:
        view = view[pipe.write(view) :]


def _receive(pipe: IO[bytes]) -> bytes:
    return pipe.read(int.from_bytes(pipe.read(8), "big"))


_workers = Workers()
