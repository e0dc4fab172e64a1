"""Jobs in processes of their own, one or many at once.

Several threads may call these: each takes an idle worker, or starts one. A worker is used again as long as
it answers; see `worker` for what it does. Where there is no fork, threads start an interpreter for each job.
"""

import os
import select
import sys
import time
from bisect import insort
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from puzzle_runner import interruption
from puzzle_runner.errors import RunnerFailed
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import ProtocolError, Show
from puzzle_runner.running.process import Process
from puzzle_runner.running.worker_process import Assignment, Worker, WorkerError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

FORKS = hasattr(os, "fork")
Numbered = tuple[int, Job]
# With less jobs of a module, it is quicker to import it once.
SPREAD = 8
# Outcomes, each with the place of its job among all.
Ended = Generator[tuple[int, Outcome], None, None]


def run(job: Job, show: Show | None = None) -> Outcome:
    """Run one job; more of its module may follow. `show` gets what it prints, as it comes.

    Raises RunnerFailed, as the others do.
    """
    if not FORKS:
        from puzzle_runner.running.interpreter import run_once

        outcome = run_once(job, show)
        while other := job.engine.again(job, outcome):
            job, outcome = other, of_both(outcome, run_once(other, show))
        return outcome
    return next(Batches(_workers, [job], show=show, more=True).outcomes())[1]


def run_in_turn(
    jobs: Sequence[Job], show: Show | None = None, *, final: bool = False
) -> Generator[Outcome, None, None]:
    """Run jobs one after the other, each when the outcome before it has been dealt with; the first at once.

    `final` tells that no more jobs will come: then the workers end while the last result is shown.
    """
    if not FORKS:
        return _anew(jobs, show)
    batches = Batches(_workers, jobs, show=show, in_turn=True)
    batches.assign()

    def outcomes() -> Generator[Outcome, None, None]:
        # A call may answer a later job, too.
        early: dict[int, Outcome] = {}
        with closing(batches.outcomes()) as each:
            for place in range(len(jobs)):
                while place not in early:
                    number, outcome = next(each)
                    early[number] = outcome
                if final and place + len(early) == len(jobs):
                    dismiss()
                yield early.pop(place)

    return outcomes()


def _anew(jobs: Sequence[Job], show: Show | None) -> Generator[Outcome, None, None]:
    """Run jobs one after the other, each in a new interpreter unless one before has answered it."""
    before: dict[Path, tuple[Job, Outcome]] = {}
    for job in jobs:
        answered = job.path in before and shared(*before[job.path], job)
        outcome = answered or run(job, show)
        before[job.path] = job, outcome
        yield outcome


def run_all(jobs: Sequence[Job], number: int, *, spread: bool = False) -> Ended:
    """Run jobs, `number` at once; yield the outcome of each as it ends, with the job's place.

    With `spread`, those of one module run at once, too.
    """
    if FORKS:
        return Batches(_workers, jobs, number, spread=spread).outcomes()
    from concurrent.futures import ThreadPoolExecutor

    return run_on(ThreadPoolExecutor(number), jobs)


@contextmanager
def fresh_workers() -> Iterator[Callable[[Job], Outcome]]:
    """Yield what runs jobs in workers started just for this, one for each module; end them afterwards.

    Where an interpreter put things differs from one to the next, and moves a time by some per cent: who
    measures wants many of them.
    """
    own: dict[Path, Workers] = {}

    def call(job: Job) -> Outcome:
        workers = own.setdefault(job.path, Workers())
        return next(Batches(workers, [job], more=True, sampled=True).outcomes())[1]

    try:
        yield call if FORKS else run
    finally:
        for workers in own.values():
            workers.stop()


def start(process: Process | None = None) -> None:
    """Start a worker now, to be ready when the first job comes, or take over a process that was started.

    Where that fails, the first job will tell.
    """
    if FORKS:
        try:
            _workers.idle.append(_workers.start("", "", process))
        except WorkerError:
            pass


def stop() -> None:
    """End every worker and whatever it runs; wait until nothing is left."""
    _workers.stop()
    if not FORKS:
        from puzzle_runner.running import interpreter

        interpreter.stop()


def stop_idle() -> None:
    """End the workers that wait for a job, and leave alone those that run one."""
    _workers.stop_idle()


def dismiss() -> None:
    """Let the workers that wait end, as no more jobs will come; `stop` waits until they have."""
    for worker in _workers.idle:
        worker.dismiss()


def run_on(executor: "Executor", jobs: Sequence[Job]) -> Ended:
    """Run jobs on an executor, as `run_all` does."""
    from queue import Empty, SimpleQueue

    ended: SimpleQueue[Future[Outcome]] = SimpleQueue()
    futures = {executor.submit(run, job): number for number, job in enumerate(jobs)}
    try:
        for future in futures:
            future.add_done_callback(ended.put)
        left = len(futures)
        while left:
            try:
                # A signal does not wake Windows from a lock: it is heard after each round.
                future = ended.get(timeout=interruption.WAKE)
            except Empty:
                continue
            left -= 1
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()
        executor.shutdown(wait=False)


class Workers:
    """Workers of this process: all that are alive, and among them those that wait for a job."""

    def __init__(self) -> None:
        self.alive: set[Worker] = set()
        self.idle: list[Worker] = []

    def take(self, sandbox: str, python: str) -> Worker:
        """Return a worker that waits, else a new one; in a sandbox for a workspace, if named.

        Raises WorkerError.
        """
        interruption.check()
        while worker := self._take_idle(sandbox, python):
            if worker.is_there():
                return worker
            self._end(worker)
        return self.start(sandbox, python)

    def start(self, sandbox: str, python: str, process: Process | None = None) -> Worker:
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
        while worker := self._take_idle():
            self._end(worker)

    def stop(self) -> None:
        """End all workers; those that make a call are closed by the thread that waits for it."""
        self.stop_idle()
        for worker in tuple(self.alive):
            worker.stop()

    def _end(self, worker: Worker) -> None:
        self.alive.discard(worker)
        worker.close()

    def _take_idle(self, *kind: str) -> Worker | None:
        for worker in reversed(tuple(self.idle)):
            if kind in ((), (worker.sandbox, worker.python)):
                # EAFP: another thread may take it.
                try:
                    self.idle.remove(worker)
                    return worker
                except ValueError:
                    pass
        return None


_workers = Workers()


class Batches:
    """Jobs on up to `number` workers.

    All jobs of a module go to the same worker, so that it is imported once, unless they are `spread` to keep
    all busy; `in_turn` sends each only when the outcome before it was taken, in their order. The
    last call of a module needs no fork, unless `more` of its jobs may come. `sampled` calls tell how long
    they waited for a core. `show` gets what is printed, as it comes.
    """

    def __init__(
        self,
        workers: Workers,
        jobs: Sequence[Job],
        number: int = 1,
        *,
        in_turn: bool = False,
        more: bool = False,
        sampled: bool = False,
        spread: bool = False,
        show: Show | None = None,
    ) -> None:
        self.workers = workers
        self.number = number
        self.in_turn = in_turn
        self.more = more
        self.sampled = sampled
        self.show = show
        self.waiting = deque(by_module(jobs, number if spread else 1))
        self.busy: list[Worker] = []
        # By the number of a job that was sent: those of its module that wait for its outcome.
        self.held: dict[int, list[Numbered]] = {}
        self.unread: deque[Assignment] = deque()
        self.tried: set[int] = set()
        # The jobs that have failed, and of which another try is under way, with their outcomes.
        self.failed: dict[int, tuple[Job, Outcome]] = {}

    def outcomes(self) -> Ended:
        """Yield the outcomes as they come, those that one call has answered together.

        Unless they run in turn, a free worker gets its next jobs before anybody reads the last reply.
        """
        try:
            while self.waiting or self.busy or self.unread:
                if self.busy:
                    self._advance()
                if not (self.in_turn and self.unread):
                    self.assign()
                if self.unread:
                    ended = self.unread.popleft()
                    yield from self._answered(ended.number, ended.job, ended.outcome())
        except interruption.Interrupted:
            for worker in self.busy:
                worker.close_requests()
            for place in filter(None, [worker.place() for worker in self.busy]):
                interruption.add(place)
            raise
        finally:
            for worker in self.busy:
                worker.ended = True
                self.workers.give(worker)

    def assign(self) -> None:
        """Send jobs to workers as far as these are free. Raises RunnerFailed."""
        while self.waiting and len(self.busy) < self.number:
            group = self.waiting[0]
            number, job = group[0]
            try:
                worker = self.workers.take(job.limits.untrusted, job.limits.python)
            except WorkerError as error:
                raise failed(error) from error
            self.waiting.popleft()
            self.busy.append(worker)
            if len(group) > 1 and (self.in_turn or job.engine.one_call(job)):
                group, self.held[number] = group[:1], group[1:]
            last = not (self.more or self.held.get(number))
            worker.begin(group, last=last, sampled=self.sampled, show=self.show)

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
                if isinstance(error, WorkerError):
                    raise failed(error) from error
                self.unread.append(worker.end("forged"))
            self.tried.add(number)
        if worker.ended or not worker.calls:
            if worker.calls:
                self.waiting.appendleft([(call.number, call.job) for call in worker.calls])
                worker.calls.clear()
            self.busy.remove(worker)
            self.workers.give(worker)

    def _answered(self, number: int, job: Job, outcome: Outcome) -> Iterator[tuple[int, Outcome]]:
        """Yield an outcome, and those that it answers of the jobs held back for it; the others wait."""
        last = job
        if number in self.failed:
            job, first = self.failed.pop(number)
            outcome = of_both(first, outcome)
        if other := job.engine.again(last, outcome):
            self.failed[number] = job, outcome
            self.waiting.appendleft([(number, other)])
            return
        rest = self.held.pop(number, [])
        ended = [(number, outcome)]
        while rest and (answered := shared(job, outcome, rest[0][1])):
            ended.append((rest.pop(0)[0], answered))
        if rest and self.in_turn:
            insort(self.waiting, rest, key=lambda group: group[0][0])
        elif rest:
            self.waiting.appendleft(rest)
        yield from ended


def by_module(jobs: Sequence[Job], number: int = 1) -> list[list[Numbered]]:
    """Return the jobs with their numbers, those of one module together.

    Where that makes less groups than a number, long ones are halved.
    """
    by_path: dict[tuple[Path, Limits], list[Numbered]] = {}
    for place, job in enumerate(jobs):
        by_path.setdefault((job.path, job.limits), []).append((place, job))
    groups = [*by_path.values()]
    while len(groups) < number and len(longest := max(groups, key=len, default=[])) >= SPREAD:
        groups.append(longest[(len(longest) + 1) // 2 :])
        del longest[(len(longest) + 1) // 2 :]
    return groups


def shared(job: Job, outcome: Outcome, following: Job) -> Outcome | None:
    """Return the outcome of a job that the call of the one before it has answered as well; None if not."""
    if not outcome.shared or following.engine is not job.engine:
        return None
    own, other = job.engine.one_call(job), following.engine.one_call(following)
    if not own or not other or own[0] != other[0] or other[1] not in outcome.shared:
        return None
    return outcome.shared[other[1]]._replace(shared=outcome.shared)


def of_both(first: Outcome, second: Outcome) -> Outcome:
    """Return the outcome that counts of a job that failed, and of another try; it depends on both."""
    kept = second if second.failure in (None, Verdict.UNKNOWN) else first
    trace = first.trace and second.trace and first.trace.also(second.trace)
    shared = kept.shared and {part: each._replace(trace=trace) for part, each in kept.shared.items()}
    return kept._replace(trace=trace, shared=shared)


def failed(error: WorkerError) -> RunnerFailed:
    """Return what to tell the user of a worker that failed."""
    return RunnerFailed(
        f"The runner could not {error}. Check whether processes, memory or the space for temporary files are "
        "used up; TMPDIR names the folder for these."
    )
