"""Jobs in processes of their own: `run` makes one call, `run_all` makes many on an executor, some at once.

These are for one thread; others have workers of their own, from `fresh_workers`. A worker is used again as
long as it answers. Where there is no fork, each job has an interpreter of its own.
"""

import os
import select
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from puzzle_runner import interruption
from puzzle_runner.errors import RunnerFailed
from puzzle_runner.model import Limits
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import Report, Show, outcome
from puzzle_runner.running.process import Started
from puzzle_runner.running.worker_process import Numbered, Worker

FORKS = hasattr(os, "fork")
# Jobs of one module, and outcomes, each with the number of its job.
Batch = list[Numbered]
Ended = Generator[tuple[int, Outcome], None, None]
# Runs batches, and yields their outcomes as they come.
Executor = Callable[[Sequence[Batch]], Ended]


class Workers:
    """Workers that one thread uses: all that are alive, and among them those that wait for a job."""

    def __init__(self) -> None:
        self.alive: set[Worker] = set()
        self.idle: list[Worker] = []

    def take(self, job: Job) -> Worker:
        """Return a worker that waits and may serve a job, else a new one. Raises RunnerFailed."""
        interruption.check()
        for worker in reversed(self.idle.copy()):
            is_there = worker.is_there()
            if is_there and worker.may_serve(job):
                self.idle.remove(worker)
                return worker
            # A sandbox is for one module: others that wait are not needed any more.
            if worker.sandbox or not is_there:
                self.idle.remove(worker)
                self._end(worker)
        return self.start(job.limits)

    def start(self, limits: Limits) -> Worker:
        """Start a worker. Raises RunnerFailed."""
        worker = Worker(limits.untrusted, limits.python)
        self.alive.add(worker)
        return worker

    def give(self, worker: Worker) -> None:
        """Take back a worker: one that has ended is gone, any other waits."""
        if worker.ended:
            self._end(worker)
        else:
            self.idle.append(worker)

    def stop(self) -> None:
        """End all workers; one that makes a call is closed where that is waited for."""
        while self.idle:
            self._end(self.idle.pop())
        for worker in tuple(self.alive):
            worker.stop()

    def _end(self, worker: Worker) -> None:
        self.alive.discard(worker)
        worker.close()


def _outcomes(
    workers: Workers,
    batches: Sequence[Batch],
    number: int = 1,
    *,
    keep: bool = False,
    show: Show | None = None,
) -> Ended:
    """Run batches on up to `number` workers, where a module is imported once for all its jobs.

    With `keep`, it stays loaded after them, as more may come. `show` gets what is printed, as it comes.
    Raises RunnerFailed.
    """
    if not FORKS:
        from puzzle_runner.running import interpreter

        for batch in batches:
            for place, job in batch:
                yield place, interpreter.run_once(job, show)
        return
    waiting = deque(batches)
    busy: list[Worker] = []
    ended: deque[tuple[int, Report]] = deque()
    try:
        while waiting or busy or ended:
            if busy:
                _listen(busy, wait=not ended)
            for worker in tuple(busy):
                worker.flush()
                ended.extend(worker.advance())
                if worker.ended or not worker.calls:
                    busy.remove(worker)
                    if worker.calls:
                        waiting.appendleft([*worker.calls])
                    workers.give(worker)
            # A free worker gets its next jobs before anybody reads the outcomes.
            while waiting and len(busy) < number:
                _, job = waiting[0][0]
                try:
                    worker = workers.take(job)
                except RunnerFailed:
                    if not busy:
                        raise
                    # More processes or pipes are not to be had: those that there are do the work.
                    number = len(busy)
                    break
                busy.append(worker)
                worker.begin(waiting.popleft(), last=not keep, show=show)
            if ended:
                place, report = ended.popleft()
                yield place, outcome(report)
    finally:
        for worker in busy:
            worker.ended = True
            workers.give(worker)


def _listen(busy: Sequence[Worker], *, wait: bool) -> None:
    """Wait, if there is nothing else to do, until a worker says something, can take more, or is overdue."""
    if sys.platform == "win32":
        raise NotImplementedError("there are no workers")
    ready = select.poll()
    for worker in busy:
        ready.register(worker.replies, select.POLLIN)
        if worker.outgoing:
            ready.register(worker.requests, select.POLLOUT)
    patience = 0.0
    if wait:
        next_deadline = min(worker.deadline for worker in busy)
        patience = max(0.0, next_deadline - time.monotonic()) * 1000 + 1
    ready.poll(patience)


_workers = Workers()


def run(job: Job, show: Show | None = None, workers: Workers = _workers, *, keep: bool = True) -> Outcome:
    """Run one job; with `keep`, more of its module may follow. `show` gets what it prints, as it comes.

    Raises RunnerFailed, as the others do.
    """
    _, outcome = next(_outcomes(workers, [[(0, job)]], keep=keep, show=show))
    return outcome


def run_in_turn(jobs: Sequence[Job], show: Show | None = None) -> Iterator[Outcome]:
    """Run jobs as `run` does, each when its outcome is asked for. One call may answer several of them."""
    left = Counter(map(_module, jobs))
    answered: dict[Hashable, Mapping[int, Outcome]] = {}
    for number, job in enumerate(jobs):
        module = _module(job)
        left[module] -= 1
        call, part = _call(number, job)
        outcome = answered.get(call, {}).get(part)
        if not outcome:
            outcome = run(job, show, keep=left[module] > 0)
            answered[call] = outcome.by_part
        yield outcome


def run_all(jobs: Sequence[Job], executor: Executor | None = None) -> Ended:
    """Run jobs on an executor, else on one worker; yield each outcome as it comes, with the place of its job.

    One call may answer several jobs.
    """
    # The jobs that the same call may answer, with their parts: it is made for the first of them.
    calls: dict[Hashable, list[tuple[int, int]]] = {}
    for number, job in enumerate(jobs):
        call, part = _call(number, job)
        calls.setdefault(call, []).append((number, part))
    batches: dict[object, Batch] = {}
    others: dict[int, list[tuple[int, int]]] = {}
    for (first, _), *rest in calls.values():
        job = jobs[first]
        batches.setdefault(_module(job), []).append((first, job))
        others[first] = rest
    unanswered: list[int] = []
    run_batches = executor or local(1)
    with closing(run_batches([*batches.values()])) as outcomes:
        for first, outcome in outcomes:
            yield first, outcome
            for number, part in others[first]:
                if part in outcome.by_part:
                    yield number, outcome.by_part[part]
                else:
                    unanswered.append(number)
    if unanswered:
        for place, outcome in run_all([jobs[number] for number in unanswered], executor):
            yield unanswered[place], outcome


def local(number: int) -> Executor:
    """Return what runs jobs on this machine, so many at once."""
    return lambda batches: _outcomes(_workers, batches, number)


@contextmanager
def fresh_workers() -> Iterator[Callable[[Job], Outcome]]:
    """Yield what runs jobs in workers started just for this, one for each module; end them afterwards.

    Where an interpreter put things differs from one to the next, and moves a time by some per cent: who
    measures wants many of them.
    """
    own: dict[Path, Workers] = {}
    try:
        yield lambda job: run(job, workers=own.setdefault(job.path, Workers()))
    finally:
        for workers in own.values():
            workers.stop()


def _module(job: Job) -> tuple[Path, Limits]:
    """Return what jobs have in common that share a module in a worker."""
    return job.path, job.limits


def _call(number: int, job: Job) -> tuple[Hashable, int]:
    """Return what is the same for jobs that one call may answer, and the part of this one."""
    common, part = job.engine.one_call(job)
    if common is None:
        return number, part
    return (_module(job), job.text, repr(job.keywords), common), part


def start(limits: Limits) -> None:
    """Start a worker now, to be ready when the first job comes. Where that fails, the job will tell.

    Raises UsageError where there can be no sandbox.
    """
    if FORKS and not any(worker.is_for(limits) for worker in _workers.idle):
        with suppress(RunnerFailed):
            _workers.idle.append(_workers.start(limits))


def take(process: Started) -> None:
    """Take a worker's process that was started before this module was imported."""
    worker = Worker(process=process)
    _workers.alive.add(worker)
    _workers.idle.append(worker)


# Ends every worker, and whatever it runs.
stop = _workers.stop
