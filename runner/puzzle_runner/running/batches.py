"""Jobs on workers of this machine: many at once, module by module; outcomes in the order of the jobs."""

import select
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from itertools import groupby
from typing import Protocol

from puzzle_runner.errors import RunnerFailed
from puzzle_runner.model import Job, Outcome
from puzzle_runner.running.job import Show
from puzzle_runner.running.worker_process import Ended, Fault, Forged, Worker

Numbered = tuple[int, Job]


class Pool(Protocol):
    """Where workers come from, and where those go that are free again or have ended."""

    def take(self, sandbox: str) -> Worker:
        """Return a worker that nobody else uses, in a sandbox for a folder if one is named. Raises Fault."""
        ...

    def give(self, worker: Worker) -> None:
        """Take back a worker."""
        ...


def nothing() -> None:
    """Do nothing, as a call ends."""


class Batches:
    """Jobs on up to `number` workers of a pool.

    `last` tells that no more jobs of their modules will come; `sampled` that they are to tell how long they
    waited for a core. All jobs of a module that follow one another go to the same worker, so that it is
    imported once. `show` gets what they print, as it comes; `done` is called as each ends.
    """

    def __init__(
        self,
        pool: Pool,
        jobs: Sequence[Job],
        number: int,
        *,
        last: bool,
        sampled: bool = False,
        show: Show | None = None,
        done: Callable[[], object] = nothing,
    ) -> None:
        self.pool = pool
        self.number = number
        self.last = last
        self.sampled = sampled
        self.show = show
        self.done = done
        self.waiting = deque(by_module(jobs))
        self.busy: list[Worker] = []
        self.held: dict[int, list[Numbered]] = {}
        self.unread: deque[Ended] = deque()
        self.ended: dict[int, Outcome] = {}
        self.tried: set[int] = set()

    def outcomes(self) -> Generator[Outcome, None, None]:
        """Yield the outcomes in the order of the jobs. Raises RunnerFailed.

        A worker that is free gets its next jobs before anybody reads what the last one replied.
        """
        position = 0
        try:
            while self.waiting or self.busy or self.unread:
                if self.busy:
                    self._advance()
                self._assign()
                if self.unread:
                    ended = self.unread.popleft()
                    self._keep(ended.number, ended.outcome())
                while position in self.ended:
                    yield self.ended.pop(position)
                    position += 1
        finally:
            for worker in self.busy:
                worker.ended = True
                self.pool.give(worker)

    def _assign(self) -> None:
        while self.waiting and len(self.busy) < self.number:
            job = self.waiting[0][0][1]
            try:
                worker = self.pool.take(job.engine.folder(job) if job.limits.untrusted else "")
            except Fault as fault:
                raise RunnerFailed(sentence(fault)) from fault
            self.busy.append(worker)
            worker.begin(self._next(), last=self.last, sampled=self.sampled, show=self.show)

    def _next(self) -> list[Numbered]:
        """Return the jobs to send: all of a module, or the first one if it may answer those behind it."""
        group = self.waiting.popleft()
        number, job = group[0]
        if len(group) == 1 or not job.engine.answers_more(job):
            return group
        self.held[number] = group
        return group[:1]

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
        except Fault as fault:
            self._replace(worker, fault)
        if worker.ended or not worker.calls:
            if worker.calls:
                self.waiting.appendleft([(call.number, call.job) for call in worker.calls])
                worker.calls.clear()
            self.busy.remove(worker)
            self.pool.give(worker)

    def _keep(self, number: int, outcome: Outcome) -> None:
        self.ended[number] = outcome
        self.done()
        if number in self.held:
            self._go_on(self.held.pop(number), outcome)

    def _go_on(self, group: list[Numbered], outcome: Outcome) -> None:
        """Keep what a call has answered of the jobs behind it; the others wait."""
        (_, job), *rest = group
        while rest and (answered := shared(job, outcome, rest[0][1])):
            self._keep(rest.pop(0)[0], answered)
        if rest:
            self.waiting.appendleft(rest)

    def _replace(self, worker: Worker, fault: Fault) -> None:
        """Try once more what failed for another reason than the puzzle's, on a new worker."""
        worker.ended = True
        number = worker.calls[0].number
        if number in self.tried:
            if not isinstance(fault, Forged):
                raise RunnerFailed(sentence(fault)) from fault
            self.unread.append(worker.forged())
        self.tried.add(number)


def shared(job: Job, outcome: Outcome, following: Job) -> Outcome | None:
    """Return the outcome of a job that the call of the one before it has answered as well; None if not."""
    return job.engine.shared(job, outcome, following) if following.engine is job.engine else None


def by_module(jobs: Sequence[Job]) -> list[list[Numbered]]:
    """Return the jobs with their numbers, those of one module that follow one another together."""
    numbered = enumerate(jobs)
    return [[*group] for _, group in groupby(numbered, lambda each: (each[1].path, each[1].limits))]


def sentence(fault: Fault) -> str:
    """Return what to tell the user of a fault."""
    return (
        f"The runner could not {fault}. Look whether processes, memory and the room for temporary files are "
        "used up; TMPDIR names the folder for these."
    )
