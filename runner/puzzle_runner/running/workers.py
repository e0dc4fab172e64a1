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
# The keeper enforces the limit; this is how long it may take to say so before it is given up.
GRACE = 10.0

_idle: list["Worker"] = []
_alive: set["Worker"] = set()


def run(job: Job, show: Show | None = None) -> Outcome:
    """Run a job in a process of its own. `show` gets what it prints, as it comes."""
    if not FORKS:
        from puzzle_runner.running.interpreter import run_once

        return run_once(job, show)
    worker = _take()
    ended = worker.run(job, show)
    if worker in _alive:
        _idle.append(worker)
    return ended


def start() -> None:
    """Start a worker now, to be ready when the first job comes."""
    if FORKS:
        _idle.append(Worker())


def stop() -> None:
    """End every worker and whatever it runs; wait until nothing is left."""
    _idle.clear()
    while _alive:
        _alive.pop().stop()


def stop_idle() -> None:
    """End the workers that wait for a job, and leave alone those that run one."""
    while worker := _idle_one():
        _alive.discard(worker)
        worker.stop()


def _take() -> "Worker":
    return _idle_one() or Worker()


def _idle_one() -> "Worker | None":
    try:
        return _idle.pop()
    except IndexError:
        return None


@contextmanager
def unshared() -> Iterator[Callable[[Job], Outcome]]:
    """Yield what runs jobs in workers started just for this, one for each module; end them afterwards.

    Where an interpreter put things differs from one to the next, and moves a time by some per cent: who
    measures wants many of them.
    """
    workers: dict[Path, Worker] = {}

    def call(job: Job) -> Outcome:
        if workers.get(job.path) not in _alive:
            workers[job.path] = Worker()
        return workers[job.path].run(job, None)

    try:
        yield call if FORKS else run
    finally:
        for worker in workers.values():
            _alive.discard(worker)
            worker.stop()


class Worker:
    """One keeper process, with a pipe for requests, one for replies and one for what puzzles print."""

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
        _alive.add(self)

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
            _alive.discard(self)
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
        """Close the requests, upon which the keeper ends all it started; kill it where it does not."""
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
