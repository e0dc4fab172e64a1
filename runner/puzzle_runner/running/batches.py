"""Batches of jobs on workers: who gets which, and in which order."""

import select
import sys
import time
from collections import deque
from collections.abc import Generator
from typing import NamedTuple

from puzzle_runner import interruption
from puzzle_runner.errors import RunnerFailed
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import ProtocolError, Show
from puzzle_runner.running.process import Process
from puzzle_runner.running.worker_process import Assignment, Worker, WorkerError

# A job with a number that no other has.
Numbered = tuple[int, Job]
# Outcomes, each with the number of its job.
Ended = Generator[tuple[int, Outcome], None, None]


class Batch(NamedTuple):
    """Jobs of one module; with `keep`, it stays loaded after them, as more may come.

    If it `follows`, they judge what others have answered.
    """

    jobs: list[Numbered]
    keep: bool = False
    follows: bool = False


class Workers:
    """Workers of this process: all that are alive, and among them those that wait for a job."""

    def __init__(self) -> None:
        self.alive: set[Worker] = set()
        self.idle: list[Worker] = []

    def take(self, job: Job) -> Worker:
        """Return a worker that waits and may serve a job, else a new one. Raises WorkerError."""
        interruption.check()
        for worker in reversed(tuple(self.idle)):
            if worker.may_serve(job) and self._taken(worker):
                if worker.is_there():
                    return worker
                self._end(worker)
        started = self.start(job.limits.untrusted, job.limits.python)
        # A sandbox is for one module: those that wait have served others.
        for worker in tuple(self.idle):
            if worker.sandbox and self._taken(worker):
                self._end(worker)
        return started

    def start(self, sandbox: str = "", python: str = "", process: Process | None = None) -> Worker:
        """Start a worker. Raises WorkerError."""
        worker = Worker(sandbox, python, process)
        self.alive.add(worker)
        return worker

    def give(self, worker: Worker) -> None:
        """Take back a worker: one that has ended is gone, any other waits."""
        if worker.ended:
            self._end(worker)
        else:
            self.idle.append(worker)

    def stop_idle(self) -> None:
        """End the workers that wait."""
        for worker in tuple(self.idle):
            if self._taken(worker):
                self._end(worker)

    def stop(self) -> None:
        """End all workers; those that make a call are closed by the thread that waits for it."""
        self.stop_idle()
        for worker in tuple(self.alive):
            worker.stop()

    def _end(self, worker: Worker) -> None:
        self.alive.discard(worker)
        worker.close()

    def _taken(self, worker: Worker) -> bool:
        """Take a worker that waits; tell whether no other thread has taken it before."""
        try:
            self.idle.remove(worker)
        except ValueError:
            return False
        return True


class Batches:
    """Batches of jobs on up to `number` workers, where a module is imported once for all its jobs.

    `sampled` calls tell how long they waited for a core. `show` gets what is printed, as it comes.
    """

    def __init__(
        self,
        workers: Workers,
        waiting: deque[Batch],
        number: int = 1,
        *,
        sampled: bool = False,
        show: Show | None = None,
    ) -> None:
        self.workers = workers
        self.waiting = waiting
        self.number = number
        self.sampled = sampled
        self.show = show
        self.busy: dict[Worker, Batch] = {}
        self.unread: deque[Assignment] = deque()
        # The jobs whose worker failed.
        self.tried: set[int] = set()

    def outcomes(self) -> Ended:
        """Yield the outcomes as they come. A free worker gets its next jobs before anybody reads them."""
        try:
            while self.waiting or self.busy or self.unread:
                if self.busy:
                    self._advance()
                self.assign()
                if self.unread:
                    ended = self.unread.popleft()
                    yield ended.number, ended.outcome()
        finally:
            for worker in self.busy:
                worker.ended = True
                self.workers.give(worker)

    def assign(self) -> None:
        """Send jobs to workers as far as these are free. Raises RunnerFailed."""
        while self.waiting and len(self.busy) < self.number:
            batch = self.waiting[0]
            try:
                worker = self.workers.take(batch.jobs[0][1])
            except WorkerError as error:
                if not self.busy:
                    raise failed(error) from error
                # Those that there are do the work: more processes or pipes are not to be had.
                self.number = len(self.busy)
                return
            self.waiting.popleft()
            self.busy[worker] = batch
            worker.begin(batch.jobs, last=not batch.keep, sampled=self.sampled, show=self.show)

    def _advance(self) -> None:
        """Read what comes from the workers; wait for it if there is nothing else to do."""
        if sys.platform == "win32":
            raise NotImplementedError("there are no workers")
        ready = select.poll()
        for worker in self.busy:
            ready.register(worker.replies, select.POLLIN)
            if worker.outgoing:
                ready.register(worker.requests, select.POLLOUT)
        patience = 0.0
        if not self.unread and not any(worker.has_frame() for worker in self.busy):
            next_deadline = min(worker.deadline for worker in self.busy)
            patience = max(0.0, next_deadline - time.monotonic()) * 1000 + 1
        events = dict(ready.poll(patience))
        for worker in list(self.busy):
            worker.flush()
            if worker.replies in events or worker.has_frame() or worker.is_overdue():
                self._read(worker)

    def _read(self, worker: Worker) -> None:
        try:
            if ended := worker.advance():
                self.unread.append(ended)
        except (WorkerError, ProtocolError) as error:
            # It is tried once more on a new worker: the reason is not the puzzle's.
            worker.ended = True
            number = worker.calls[0].number
            if number in self.tried:
                if isinstance(error, ProtocolError):
                    self.unread.append(worker.end("forged"))
                elif worker.sandbox and worker.is_ready:
                    # There, only the puzzle itself can have brought the supervisor into trouble.
                    self.unread.append(worker.end("killed"))
                else:
                    raise failed(error) from error
            self.tried.add(number)
        if worker.ended or not worker.calls:
            batch = self.busy.pop(worker)
            if worker.calls:
                jobs = [(call.number, call.job) for call in worker.calls]
                self.waiting.appendleft(batch._replace(jobs=jobs))
                worker.calls.clear()
            self.workers.give(worker)


def failed(error: WorkerError) -> RunnerFailed:
    """Return what to tell the user of a worker that failed."""
    return RunnerFailed(
        f"The runner could not {error}. Check whether processes, memory or the space for temporary files are "
        "used up; TMPDIR names the folder for these."
    )
