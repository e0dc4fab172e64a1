"""Jobs on executors: many at once, their outcomes in the order of the jobs."""

from collections.abc import Callable, Iterator, Sequence

from runner import isolate
from runner.job import Show
from runner.model import Job, Outcome


def run(jobs: Sequence[Job], workers: int, done: Callable[[], object]) -> Iterator[Outcome]:
    """Run jobs, up to `workers` at once; yield their outcomes in order, calling `done` as each ends."""
    from concurrent.futures import Executor, ThreadPoolExecutor

    executor: Executor = ThreadPoolExecutor(workers)
    try:
        futures = [executor.submit(isolate.run, job) for job in jobs]
        for future in futures:
            future.add_done_callback(lambda _: done())
        for future in futures:
            yield future.result()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def one_by_one(jobs: Sequence[Job], show: Show | None) -> Iterator[Outcome]:
    """Run jobs one after the other; `show` gets what they print, as it comes."""
    for job in jobs:
        yield isolate.run(job, show)
