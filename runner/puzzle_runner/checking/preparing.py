"""Tasks made ready to run: what their engines have to build is built, many at once."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.errors import Exit
from puzzle_runner.model import Verdict
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotHere, NotReady


def prepare(
    tasks: Sequence[Task],
    number: int = 1,
    status: Callable[[str], AbstractContextManager[object]] = nullcontext,
) -> list[Task]:
    """Return the tasks ready to run, once what they need is built, `number` at once.

    A file that cannot run here, as without its compiler, is skipped; what cannot be built is an error.
    `status` shows a line meanwhile. Raises StoreFailed.
    """
    # The calls that need the same, by their places.
    groups: dict[object, dict[int, Call]] = {}
    names: set[str] = set()
    for place, task in enumerate(tasks):
        if isinstance(task, Skipped):
            continue
        job = task.job
        needed = job.engine.needs(job)
        if needed is not None:
            group = groups.setdefault((job.engine.name, needed), {})
            group[place] = task
            names.add(job.path.name)
    if not groups:
        return [*tasks]
    jobs = [[task.job for task in group.values()] for group in groups.values()]
    with status(f"Preparing {', '.join(sorted(names))} ..."):
        results = _prepare_all(jobs, number)
    ready: dict[int, Task] = dict(enumerate(tasks))
    for group, result in zip(groups.values(), results, strict=True):
        if isinstance(result, NotHere):
            # One row for the file is enough.
            first = min(group)
            for place in group:
                del ready[place]
            task = group[first]
            message = f"{task.job.path.name}: {result}"
            ready[first] = Skipped(task.puzzle, message, verdict=Verdict.SKIPPED, solution=task.solution)
            continue
        if isinstance(result, NotReady):
            message = str(result)
            for place, task in group.items():
                ready[place] = Skipped(
                    task.puzzle, message, Exit.NOT_RIGHT, Verdict.ERROR, task.case, task.solution
                )
            continue
        for place, job in zip(group, result, strict=True):
            ready[place] = group[place]._replace(job=job)
    return [ready[place] for place in sorted(ready)]


def _prepare_all(groups: Sequence[Sequence[Job]], number: int) -> list[list[Job] | NotReady]:
    # Imported here: functions need nothing built. No signal interrupts a thread that starts a compiler.
    from concurrent.futures import ThreadPoolExecutor
    from threading import Event

    stop = Event()

    def prepare(jobs: Sequence[Job]) -> list[Job] | NotReady:
        try:
            return jobs[0].engine.prepare(jobs, stop)
        except NotReady as problem:
            # The frames of its traceback would keep all that there is now.
            return problem.with_traceback(None)

    with ThreadPoolExecutor(number) as threads:
        try:
            futures = [threads.submit(prepare, jobs) for jobs in groups]
            return [future.result() for future in futures]
        except BaseException:
            stop.set()
            threads.shutdown(wait=False, cancel_futures=True)
            raise
