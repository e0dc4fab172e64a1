"""Run this job in a process of its own and tell me the outcome.

`run` may be called from several threads, and handed to any `concurrent.futures.Executor`: each call takes
an idle worker, or starts one. A worker is used again as long as it answers; see `worker` for what it does.
"""

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from puzzle_runner import interruption
from puzzle_runner.model import Job, Outcome
from puzzle_runner.running.batches import Batches
from puzzle_runner.running.job import Show
from puzzle_runner.running.worker_process import Fault, Worker

FORKS = hasattr(os, "fork")


def run(job: Job, show: Show | None = None, *, last: bool = False) -> Outcome:
    """Run a job in a process of its own. `show` gets what it prints, as it comes. Raises RunnerFailed.

    `last` tells that no more jobs of its module will come, which saves a fork.
    """
    if not FORKS:
        from puzzle_runner.running.interpreter import run_once

        return run_once(job, show)
    return next(Batches(_workers, [job], 1, last=last, show=show).outcomes())


def run_all(jobs: Sequence[Job], number: int, done: Callable[[], object]) -> Generator[Outcome, None, None]:
    """Run jobs in processes of their own, `number` at once; yield their outcomes in order.

    `done` is called as each ends. Raises RunnerFailed.
    """
    if FORKS:
        return Batches(_workers, jobs, number, last=True, done=done).outcomes()
    from puzzle_runner.running import executors

    return executors.run(jobs, executors.threads(number), done)


def start() -> None:
    """Start a worker now, to be ready when the first job comes."""
    if FORKS:
        _workers.prepare()


def stop() -> None:
    """End every worker and whatever it runs; wait until nothing is left."""
    _workers.stop()
    if not FORKS:
        from puzzle_runner.running import interpreter

        interpreter.stop()


def dismiss() -> None:
    """Let the workers that wait end, as no more jobs will come; `stop` waits until they have."""
    for worker in _workers.idle:
        worker.dismiss()


def stop_idle() -> None:
    """End the workers that wait for a job, and leave alone those that run one."""
    _workers.stop_idle()


@contextmanager
def unshared() -> Iterator[Callable[[Job], Outcome]]:
    """Yield what runs jobs in workers started just for this, one for each module; end them afterwards.

    Where an interpreter put things differs from one to the next, and moves a time by some per cent: who
    measures wants many of them.
    """
    own: dict[Path, Workers] = {}

    def call(job: Job) -> Outcome:
        pool = own.setdefault(job.path, Workers())
        return next(Batches(pool, [job], 1, last=False, sampled=True).outcomes())

    try:
        yield call if FORKS else run
    finally:
        for pool in own.values():
            pool.stop()


class Workers:
    """Workers of this process: all that are alive, and among them those that wait for a job."""

    def __init__(self) -> None:
        self.alive: set[Worker] = set()
        self.idle: list[Worker] = []

    def take(self, sandbox: str) -> Worker:
        """Return a worker that waits, else a new one; in a sandbox for a folder, if named. Raises Fault."""
        interruption.check()
        while worker := self._idle(sandbox):
            if worker.is_there():
                return worker
            self._end(worker)
        return self._start(sandbox)

    def give(self, worker: Worker) -> None:
        """Take back a worker: one that has ended is gone, any other waits."""
        if worker.ended:
            self._end(worker)
        else:
            self.idle.append(worker)

    def prepare(self) -> None:
        """Start a worker that waits for a job. Where that fails, the first job will tell."""
        try:
            self.idle.append(self._start())
        except Fault:
            pass

    def stop_idle(self) -> None:
        """End the workers that wait."""
        for sandbox in {worker.sandbox for worker in tuple(self.idle)}:
            while worker := self._idle(sandbox):
                self._end(worker)

    def stop(self) -> None:
        """End all workers; those that make a call are closed by the thread that waits for it."""
        self.stop_idle()
        for worker in tuple(self.alive):
            worker.stop()

    def _start(self, sandbox: str = "") -> Worker:
        worker = Worker(sandbox)
        self.alive.add(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        self.alive.discard(worker)
        worker.close()

    def _idle(self, sandbox: str) -> Worker | None:
        for worker in reversed(tuple(self.idle)):
            # No look before the leap: several threads take.
            try:
                if worker.sandbox == sandbox:
                    self.idle.remove(worker)
                    return worker
            except ValueError:
                pass
        return None


_workers = Workers()
