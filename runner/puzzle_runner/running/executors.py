"""Jobs on executors: many at once, their outcomes in the order of the jobs."""

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING

from puzzle_runner import interruption
from puzzle_runner.model import Job, Outcome
from puzzle_runner.running import workers
from puzzle_runner.running.batches import shared
from puzzle_runner.running.job import Show

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future


def result(future: "Future[Outcome]") -> Outcome:
    """Return the outcome that a future comes to."""
    from concurrent.futures import wait

    # Windows wakes nobody who waits for a lock: a signal is heard after each round.
    while not wait([future], interruption.WAKE).done:
        pass
    return future.result()


def run(
    jobs: Sequence[Job],
    executor: "Executor",
    done: Callable[[], object],
    call: Callable[[Job], Outcome] = workers.run,
    result: Callable[["Future[Outcome]"], Outcome] = result,
) -> Generator[Outcome, None, None]:
    """Run jobs on an executor; yield their outcomes in order, calling `done` as each ends."""
    futures = [executor.submit(call, job) for job in jobs]
    try:
        for future in futures:
            future.add_done_callback(lambda _: done())
        for future in futures:
            yield result(future)
    finally:
        for future in futures:
            future.cancel()
        executor.shutdown(wait=False)


def threads(number: int) -> "Executor":
    """Return an executor that runs up to `number` jobs at once on this machine."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(number)


def one_by_one(
    jobs: Sequence[Job], show: Show | None, *, last: bool = False
) -> Generator[Outcome, None, None]:
    """Run jobs one after the other; `show` gets what they print, as it comes.

    `last` tells that no more jobs will come: then the workers end while the last result is shown.
    """
    before: tuple[Job, Outcome] | None = None
    for position, job in enumerate(jobs, 1):
        followed = position < len(jobs) and jobs[position].path == job.path
        outcome = (before and shared(*before, job)) or workers.run(job, show, last=not followed)
        before = job, outcome
        if last and position == len(jobs):
            workers.dismiss()
        yield outcome
