"""Jobs in processes of their own: `run` makes one call, `run_all` makes many on an executor, some at once.

Several threads may call these: each takes an idle worker, or starts one. A worker is used again as long as
it answers; see `worker` for what it does. Where there is no fork, each job has an interpreter of its own.
"""

import os
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from puzzle_runner.model import Limits
from puzzle_runner.running.batches import Batch, Batches, Ended, Numbered, Workers
from puzzle_runner.running.call import Answered, Job, Outcome
from puzzle_runner.running.job import Show
from puzzle_runner.running.process import Process
from puzzle_runner.running.worker_process import WorkerError

FORKS = hasattr(os, "fork")
# Runs the batches that wait, and yields their outcomes as they come. More batches may come meanwhile.
Executor = Callable[[deque[Batch]], Ended]
# Returns the job that follows from the outcome of the one of this number, if there is one, and what makes its
# outcome that of both.
Follow = Callable[[int, Outcome], "tuple[Job, Callable[[Outcome], Outcome]] | None"]
_workers = Workers()


def run(job: Job, show: Show | None = None) -> Outcome:
    """Run one job; more of its module may follow. `show` gets what it prints, as it comes.

    Raises RunnerFailed, as the others do.
    """
    return _begin(job, show, keep=True)()


def run_in_turn(jobs: Sequence[Job], show: Show | None = None) -> Generator[Outcome, None, None]:
    """Run jobs one after the other, each once the outcome before it was dealt with; the first at once."""
    to_come = Counter(map(module, jobs))

    def begin(job: Job) -> Callable[[], Outcome]:
        return _begin(job, show, keep=to_come[module(job)] > 1)

    begun = begin(jobs[0]) if jobs else None

    def outcomes(wait: Callable[[], Outcome] | None) -> Generator[Outcome, None, None]:
        # Of each module, the last call and its outcome, which may answer a later job, too.
        before: dict[object, tuple[Job, Outcome]] = {}
        for job in jobs:
            outcome = shared(*before[module(job)], job) if module(job) in before else None
            if not outcome:
                outcome = (wait or begin(job))()
                before[module(job)] = job, outcome
            wait = None
            to_come[module(job)] -= 1
            yield outcome

    return outcomes(begun)


def run_all(jobs: Sequence[Job], executor: Executor | None = None, follow: Follow | None = None) -> Ended:
    """Run jobs on an executor, else on one worker; yield each outcome as it comes, with the place of its job.

    One call may answer several jobs. What is to `follow` from an outcome goes before the jobs that wait.
    """
    waiting: deque[Batch] = deque()
    # By the number of a job that was sent: those of its module that wait for its outcome.
    held: dict[int, list[Numbered]] = {}
    # By the number of a job that follows: that of the one before it, and what joins their outcomes.
    joins: dict[int, tuple[int, Callable[[Outcome], Outcome]]] = {}

    def batch(numbered: list[Numbered]) -> Batch:
        number, job = numbered[0]
        if len(numbered) == 1 or not job.engine.one_call(job):
            return Batch(numbered)
        held[number] = numbered[1:]
        return Batch(numbered[:1], keep=True)

    waiting.extend(map(batch, by_module(jobs)))
    following = len(jobs)
    with closing((executor or local(1))(waiting)) as each:
        for number, outcome in each:
            if number in joins:
                number, join = joins.pop(number)
                yield number, join(outcome)
                continue
            ended = [(number, outcome)]
            rest = held.pop(number, [])
            while rest and (answered := shared(jobs[number], outcome, rest[0][1])):
                ended.append((rest.pop(0)[0], answered))
            if rest:
                waiting.appendleft(batch(rest))
            for number, outcome in ended:
                step = follow(number, outcome) if follow else None
                if not step:
                    yield number, outcome
                    continue
                job, join = step
                joins[following] = number, join
                if not (waiting and waiting[0].follows and module(waiting[0].jobs[0][1]) == module(job)):
                    waiting.appendleft(Batch([], follows=True))
                waiting[0].jobs.append((following, job))
                following += 1


def local(number: int) -> Executor:
    """Return what runs jobs on this machine, so many at once."""
    if FORKS:
        return lambda waiting: Batches(_workers, waiting, number).outcomes()
    from puzzle_runner.running import interpreter

    return interpreter.run_each


@contextmanager
def fresh_workers() -> Iterator[Callable[[Job], Outcome]]:
    """Yield what runs jobs in workers started just for this, one for each module; end them afterwards.

    Where an interpreter put things differs from one to the next, and moves a time by some per cent: who
    measures wants many of them.
    """
    own: dict[Path, Workers] = {}

    def call(job: Job) -> Outcome:
        workers = own.setdefault(job.path, Workers())
        return _begin(job, None, keep=True, workers=workers, sampled=True)()

    try:
        yield call
    finally:
        for workers in own.values():
            workers.stop()


def _begin(
    job: Job, show: Show | None, *, keep: bool, workers: Workers = _workers, sampled: bool = False
) -> Callable[[], Outcome]:
    """Begin a call, where there are workers; return what waits for its outcome."""
    if not FORKS:
        from puzzle_runner.running import interpreter

        return partial(interpreter.run_once, job, show)
    batches = Batches(workers, deque([Batch([(0, job)], keep)]), show=show, sampled=sampled)
    batches.assign()
    return lambda: next(batches.outcomes())[1]


def module(job: Job) -> tuple[Path, Limits]:
    """Return what jobs have in common that share a module in a worker."""
    return job.path, job.limits


def by_module(jobs: Sequence[Job]) -> list[list[Numbered]]:
    """Return the jobs with their numbers, those of one module together."""
    batches: dict[object, list[Numbered]] = {}
    for number, job in enumerate(jobs):
        batches.setdefault(module(job), []).append((number, job))
    return [*batches.values()]


def shared(job: Job, outcome: Outcome, following: Job) -> Outcome | None:
    """Return the outcome of a job that the call of the one before it has answered as well; None if not."""
    if not isinstance(outcome, Answered) or not outcome.shared:
        return None
    own, other = job.engine.one_call(job), following.engine.one_call(following)
    if not (own and other and own[0] == other[0]):
        return None
    return outcome.shared.get(other[1])


def start(process: Process | None = None) -> None:
    """Start a worker now, to be ready when the first job comes, or take over a process that was started.

    Where that fails, the first job will tell.
    """
    if FORKS:
        try:
            _workers.idle.append(_workers.start(process=process))
        except WorkerError:
            pass


def stop() -> None:
    """End every worker and whatever it runs; wait until nothing is left."""
    _workers.stop()


# Ends the workers that wait for a job, and leaves alone those that run one.
stop_idle = _workers.stop_idle
