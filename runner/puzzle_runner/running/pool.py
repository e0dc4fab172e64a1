"""Jobs in processes of their own: `run` makes one call, `run_all` makes many on an executor, some at once.

Several threads may call these: each takes an idle worker, or starts one. A worker is used again as long as
it answers; see `worker` for what it does. Where there is no fork, each job has an interpreter of its own.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path

from puzzle_runner.model import Limits
from puzzle_runner.running.batches import Batch, Batches, Ended, Workers
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
    last = {module(job): number for number, job in enumerate(jobs)}

    def begin(number: int) -> Callable[[], Outcome]:
        return _begin(jobs[number], show, keep=number < last[module(jobs[number])])

    first = begin(0) if jobs else None

    def outcomes() -> Generator[Outcome, None, None]:
        answered: dict[Hashable, Outcome] = {}
        for number, job in enumerate(jobs):
            caller = _caller(job)
            outcome = _shared(answered[caller], job) if caller in answered else None
            if outcome is None:
                wait = first if number == 0 and first else begin(number)
                outcome = wait()
                if caller:
                    answered[caller] = outcome
            yield outcome

    return outcomes()


def run_all(jobs: Sequence[Job], executor: Executor | None = None, follow: Follow | None = None) -> Ended:
    """Run jobs on an executor, else on one worker; yield each outcome as it comes, with the place of its job.

    One call may answer several jobs. What is to `follow` from an outcome goes before the jobs that wait.
    """
    batches: dict[object, Batch] = {}
    # The jobs whose calls are made first, and those that each of these may answer as well.
    first: dict[Hashable, int] = {}
    sharing: dict[int, list[int]] = {}
    for number, job in enumerate(jobs):
        caller = first.setdefault(_caller(job) or number, number)
        if caller == number:
            batches.setdefault(module(job), []).append((number, job))
        else:
            sharing.setdefault(caller, []).append(number)
    waiting = deque(batches.values())
    # By the number of a job that follows: that of the one before it, and what joins their outcomes.
    joins: dict[int, tuple[int, Callable[[Outcome], Outcome]]] = {}
    free_numbers = count(len(jobs))
    with closing((executor or local(1))(waiting)) as outcomes:
        for number, outcome in outcomes:
            if number in joins:
                number, join = joins.pop(number)
                yield number, join(outcome)
                continue
            ended = [(number, outcome)]
            for other in sharing.pop(number, ()):
                shared = _shared(outcome, jobs[other])
                if shared:
                    ended.append((other, shared))
                else:
                    waiting.appendleft([(other, jobs[other])])
            for number, outcome in ended:
                step = follow(number, outcome) if follow else None
                if not step:
                    yield number, outcome
                    continue
                job, join = step
                following = next(free_numbers)
                joins[following] = number, join
                waiting.appendleft([(following, job)])


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
    batches = Batches(workers, deque([[(0, job)]]), keep=keep, show=show, sampled=sampled)
    batches.assign()
    return lambda: next(batches.outcomes())[1]


def module(job: Job) -> tuple[Path, Limits]:
    """Return what jobs have in common that share a module in a worker."""
    return job.path, job.limits


def _caller(job: Job) -> Hashable:
    """Return what jobs have in common that one call may answer; None if this one needs its own."""
    one_call = job.engine.one_call(job)
    if not one_call:
        return None
    common, _ = one_call
    return module(job), job.text, repr(job.keywords), common


def _shared(outcome: Outcome, job: Job) -> Outcome | None:
    """Return the outcome of a job that the call of another one has answered as well; None if it has not."""
    one_call = job.engine.one_call(job)
    if not one_call or not isinstance(outcome, Answered) or not outcome.shared:
        return None
    return outcome.shared.get(one_call[1])


def start(process: Process | None = None) -> None:
    """Start a worker now, to be ready when the first job comes, or take over a process that was started.

    Where that fails, the first job will tell.
    """
    if FORKS:
        with suppress(WorkerError):
            _workers.idle.append(_workers.start(process=process))


def stop() -> None:
    """End every worker and whatever it runs; wait until nothing is left."""
    _workers.stop()


# Ends the workers that wait for a job, and leaves alone those that run one.
stop_idle = _workers.stop_idle
