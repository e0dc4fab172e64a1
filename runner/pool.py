"""Jobs on executors: many at once, their outcomes in the order of the jobs."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from runner import isolate
from runner.job import Show
from runner.model import Job, Outcome

if TYPE_CHECKING:
    from concurrent.futures import Executor

Call = Callable[[Job], Outcome]


def run(
    jobs: Sequence[Job], executor: "Executor", done: Callable[[], object], call: Call = isolate.run
) -> Iterator[Outcome]:
    """Run jobs on an executor; yield their outcomes in order, calling `done` as each ends."""
    try:
        futures = [executor.submit(call, job) for job in jobs]
        for future in futures:
            future.add_done_callback(lambda _: done())
        for future in futures:
            yield future.result()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def threads(workers: int) -> "Executor":
    """Return an executor that runs up to `workers` jobs at once on this machine."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(workers)


def one_by_one(jobs: Sequence[Job], show: Show | None) -> Iterator[Outcome]:
    """Run jobs one after the other; `show` gets what they print, as it comes."""
    for job in jobs:
        yield isolate.run(job, show)
