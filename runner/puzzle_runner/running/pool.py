"""Jobs in processes of their own, one or many at once.

Several threads may call these: each takes an idle worker, or starts one. A worker is used again as long as
it answers; see `worker` for what it does. Where there is no fork, threads start an interpreter for each job.
"""

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from puzzle_runner import interruption
from puzzle_runner.running.batches import Batches, Ended, Follow, Workers, alone, shared
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import Show
from puzzle_runner.running.process import Process
from puzzle_runner.running.worker_process import WorkerError

if TYPE_CHECKING:
    from concurrent.futures import Executor

FORKS = hasattr(os, "fork")
_workers = Workers()


def run(job: Job, show: Show | None = None) -> Outcome:
    """Run one job; more of its module may follow. `show` gets what it prints, as it comes.

    Raises RunnerFailed, as the others do.
    """
    if not FORKS:
        from puzzle_runner.running.interpreter import run_once

        return run_once(job, show)
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


def run_all(jobs: Sequence[Job], number: int, follow: Follow = alone) -> Ended:
    """Run jobs, `number` at once; yield the outcome of each as it ends, with the job's place.

    What is to `follow` from an outcome is a job like the others.
    """
    if FORKS:
        return Batches(_workers, jobs, number, follow=follow).outcomes()
    from concurrent.futures import ThreadPoolExecutor

    return run_on(ThreadPoolExecutor(number), jobs, follow)


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
            _workers.idle.append(_workers.start(process=process))
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


def run_on(executor: "Executor", jobs: Sequence[Job], follow: Follow = alone) -> Ended:
    """Run jobs on an executor, as `run_all` does."""
    from concurrent.futures import FIRST_COMPLETED, wait

    futures = {executor.submit(run, job): number for number, job in enumerate(jobs)}
    joins: dict[int, Callable[[Outcome], Outcome]] = {}
    running = {*futures}
    try:
        while running:
            # A signal does not wake Windows from a lock: it is heard after each round.
            completed, running = wait(running, interruption.WAKE, FIRST_COMPLETED)
            for future in completed:
                number, outcome = futures[future], future.result()
                if join := joins.pop(number, None):
                    yield number, join(outcome)
                elif step := follow(number, outcome):
                    following, joins[number] = step
                    later = executor.submit(run, following)
                    futures[later] = number
                    running.add(later)
                else:
                    yield number, outcome
    finally:
        for future in futures:
            future.cancel()
        executor.shutdown(wait=False)
