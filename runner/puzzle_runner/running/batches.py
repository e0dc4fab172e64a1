"""Batches of jobs on workers: who gets which, and in which order."""

import select
import sys
import time
from collections import deque
from collections.abc import Generator

from puzzle_runner import interruption
from puzzle_runner.errors import RunnerFailed
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import ProtocolError, Report, Show, outcome
from puzzle_runner.running.process import Process
from puzzle_runner.running.worker_process import Numbered, Worker, WorkerError

# Jobs of one module.
Batch = list[Numbered]
# Outcomes, each with the number of its job.
Ended = Generator[tuple[int, Outcome], None, None]


class Workers:
    """Workers of this process: all that are alive, and among them those that wait for a job."""

    def __init__(self) -> None:
        self.alive: set[Worker] = set()
        self.idle: list[Worker] = []

    def take(self, job: Job) -> Worker:
        """Return a worker that waits and may serve a job, else a new one. Raises WorkerError."""
        interruption.check()
        for worker in reversed(tuple(self.idle)):
            fits = worker.may_serve(job)
            # A sandbox is for one module: others that wait are not needed any more.
            if (fits or worker.sandbox) and self._is_taken(worker):
                if fits and worker.is_there():
                    return worker
                self._end(worker)
        return self.start(job.limits.untrusted, job.limits.python)

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
            if self._is_taken(worker):
                self._end(worker)

    def stop(self) -> None:
        """End all workers; those that make a call are closed by the thread that waits for it."""
        self.stop_idle()
        for worker in tuple(self.alive):
            worker.stop()

    def _end(self, worker: Worker) -> None:
        self.alive.discard(worker)
        worker.close()

    def _is_taken(self, worker: Worker) -> bool:
        """Take a worker that waits; tell whether no other thread has taken it before."""
        try:
            self.idle.remove(worker)
        except ValueError:
            return False
        return True


class Batches:
    """Batches of jobs on up to `number` workers, where a module is imported once for all its jobs.

    With `keep`, it stays loaded after them, as more may come. `sampled` calls tell how long they waited for a
    core. `show` gets what is printed, as it comes.
    """

    def __init__(
        self,
        workers: Workers,
        waiting: deque[Batch],
        number: int = 1,
        *,
        keep: bool = False,
        sampled: bool = False,
        show: Show | None = None,
    ) -> None:
        self.workers = workers
        self.waiting = waiting
        self.number = number
        self.keep, self.sampled, self.show = keep, sampled, show
        self.busy: list[Worker] = []
        self.unread: deque[tuple[int, Report]] = deque()
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
                    number, report = self.unread.popleft()
                    yield number, outcome(report)
        finally:
            for worker in self.busy:
                worker.ended = True
                self.workers.give(worker)

    def assign(self) -> None:
        """Send jobs to workers as far as these are free. Raises RunnerFailed."""
        while self.waiting and len(self.busy) < self.number:
            try:
                worker = self.workers.take(self.waiting[0][0][1])
            except WorkerError as error:
                if not self.busy:
                    raise _failed(error) from error
                # Those that there are do the work: more processes or pipes are not to be had.
                self.number = len(self.busy)
                return
            self.busy.append(worker)
            worker.begin(self.waiting.popleft(), last=not self.keep, sampled=self.sampled, show=self.show)

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
        if not self.unread:
            next_deadline = min(worker.deadline for worker in self.busy)
            patience = max(0.0, next_deadline - time.monotonic()) * 1000 + 1
        ready.poll(patience)
        for worker in tuple(self.busy):
            worker.flush()
            try:
                self.unread.extend(worker.advance())
            except (WorkerError, ProtocolError) as error:
                worker.ended = True
                self._try_again(worker, error)
            if worker.ended or not worker.calls:
                self.busy.remove(worker)
                if worker.calls:
                    self.waiting.appendleft([*worker.calls])
                self.workers.give(worker)

    def _try_again(self, worker: Worker, error: WorkerError | ProtocolError) -> None:
        """Let the call of a worker that failed be made on a new one, once: the reason is not the puzzle's.

        Raises RunnerFailed.
        """
        number, _ = worker.calls[0]
        if number not in self.tried:
            self.tried.add(number)
        elif isinstance(error, ProtocolError):
            self.unread.append(worker.end("forged"))
        elif worker.sandbox and worker.is_ready:
            # There, only the puzzle itself can have brought the supervisor into trouble.
            self.unread.append(worker.end("killed"))
        else:
            raise _failed(error) from error


def _failed(error: WorkerError) -> RunnerFailed:
    return RunnerFailed(
        f"The runner could not {error}. Check whether processes, memory or the space for temporary files are "
        "used up; TMPDIR names the folder for these."
    )
