"""Batches of jobs on workers: who gets which, and in which order."""

import select
import sys
import time
from bisect import insort
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

from puzzle_runner import interruption
from puzzle_runner.errors import RunnerFailed
from puzzle_runner.model import Limits
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import ProtocolError, Show
from puzzle_runner.running.process import Process
from puzzle_runner.running.worker_process import Assignment, Worker, WorkerError

Numbered = tuple[int, Job]
# Outcomes, each with the place of its job among all.
Ended = Generator[tuple[int, Outcome], None, None]
# Returns the job that follows from the outcome of the one of this number, if there is one, and what makes its
# outcome that of both.
Follow = Callable[[int, Outcome], "tuple[Job, Callable[[Outcome], Outcome]] | None"]


def alone(number: int, outcome: Outcome) -> None:
    """Let nothing follow from an outcome."""


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
    """Jobs on up to `number` workers.

    All jobs of a module go to the same worker, so that it is imported once; `in_turn` sends each only when
    the outcome before it was taken, in their order. The last call of a module needs no fork, unless `more` of
    its jobs may come. `sampled` calls tell how long they waited for a core. `show` gets what is printed, as
    it comes. What has to `follow` from an outcome goes before the jobs that wait.
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
        show: Show | None = None,
        follow: Follow = alone,
    ) -> None:
        self.workers = workers
        self.number = number
        self.in_turn = in_turn
        self.more = more
        self.sampled = sampled
        self.show = show
        self.follow = follow
        # By the number of a job that another has followed: what joins their outcomes.
        self.joins: dict[int, Callable[[Outcome], Outcome]] = {}
        # Those of a module that follow and wait are one batch, too.
        self.following: dict[tuple[Path, Limits], list[Numbered]] = {}
        self.waiting = deque(by_module(jobs))
        self.busy: list[Worker] = []
        # By the number of a job that was sent: those of its module that wait for its outcome.
        self.held: dict[int, list[Numbered]] = {}
        self.unread: deque[Assignment] = deque()
        # The jobs whose worker failed.
        self.tried: set[int] = set()

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
                worker = self.workers.take(job)
            except WorkerError as error:
                if not self.busy:
                    raise failed(error) from error
                # Those that there are do the work: more processes or pipes are not to be had.
                self.number = len(self.busy)
                return
            self.waiting.popleft()
            if self.following.get((job.path, job.limits)) is group:
                del self.following[job.path, job.limits]
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
                if isinstance(error, ProtocolError):
                    self.unread.append(worker.end("forged"))
                elif worker.sandbox and worker.is_ready:
                    # There, only the puzzle itself can have brought the supervisor into trouble.
                    self.unread.append(worker.end("killed"))
                else:
                    raise failed(error) from error
            self.tried.add(number)
        if worker.ended or not worker.calls:
            if worker.calls:
                self.waiting.appendleft([(call.number, call.job) for call in worker.calls])
                worker.calls.clear()
            self.busy.remove(worker)
            self.workers.give(worker)

    def _answered(self, number: int, job: Job, outcome: Outcome) -> Iterator[tuple[int, Outcome]]:
        """Yield an outcome, and those that it answers of the jobs held back for it; the others wait.

        Where a job follows, both are yielded as one when that has ended.
        """
        rest = self.held.pop(number, [])
        ended = [(number, outcome)]
        while rest and (answered := shared(job, outcome, rest[0][1])):
            ended.append((rest.pop(0)[0], answered))
        if rest and self.in_turn:
            insort(self.waiting, rest, key=lambda group: group[0][0])
        elif rest:
            self.waiting.appendleft(rest)
        for number, outcome in ended:
            if join := self.joins.pop(number, None):
                yield number, join(outcome)
            elif step := self.follow(number, outcome):
                following, self.joins[number] = step
                self._add(number, following)
            else:
                yield number, outcome

    def _add(self, number: int, job: Job) -> None:
        """Add a job that follows from the one of the same number, which has ended."""
        self.tried.discard(number)
        module = job.path, job.limits
        if module not in self.following:
            self.following[module] = []
            self.waiting.appendleft(self.following[module])
        self.following[module].append((number, job))


def by_module(jobs: Sequence[Job]) -> list[list[Numbered]]:
    """Return the jobs with their numbers, those of one module together."""
    by_path: dict[tuple[Path, Limits], list[Numbered]] = {}
    for place, job in enumerate(jobs):
        by_path.setdefault((job.path, job.limits), []).append((place, job))
    return [*by_path.values()]


def shared(job: Job, outcome: Outcome, following: Job) -> Outcome | None:
    """Return the outcome of a job that the call of the one before it has answered as well; None if not."""
    if not outcome.shared or following.engine is not job.engine:
        return None
    own, other = job.engine.one_call(job), following.engine.one_call(following)
    if not own or not other or own[0] != other[0] or other[1] not in outcome.shared:
        return None
    return outcome.shared[other[1]]._replace(shared=outcome.shared)


def failed(error: WorkerError) -> RunnerFailed:
    """Return what to tell the user of a worker that failed."""
    return RunnerFailed(
        f"The runner could not {error}. Check whether processes, memory or the space for temporary files are "
        "used up; TMPDIR names the folder for these."
    )
