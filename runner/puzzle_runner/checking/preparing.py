"""Tasks made ready to run: what their engines have to build is built, many at once."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from puzzle_runner.checking.plan import Skipped, Task, runnable
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
    `status` shows a line while something is built. Raises StoreFailed.
    """
    builds: dict[object, Any] = {}
    to_build: dict[object, Job] = {}
    for call in runnable(tasks):
        unit = _unit(call.job)
        if unit and unit not in builds:
            builds[unit] = _result_or_problem(call.job.engine.found, call.job)
            if builds[unit] is None:
                to_build[unit] = call.job
    if to_build:
        names = ", ".join(sorted({job.path.name for job in to_build.values()}))
        with status(f"Building {names} ..."):
            builds |= zip(to_build, _build(to_build.values(), number), strict=True)
    ready: list[Task] = []
    skipped: set[object] = set()
    for task in tasks:
        if isinstance(task, Skipped):
            ready.append(task)
            continue
        job = task.job
        unit = _unit(job)
        build = builds.get(unit)
        if isinstance(build, NotHere):
            # One row for the file is enough.
            if unit in skipped:
                continue
            skipped.add(unit)
            message = f"{job.path.name}: {build}"
            ready.append(Skipped(task.puzzle, message, verdict=Verdict.SKIPPED, solution=task.solution))
        elif isinstance(build, NotReady):
            ready.append(
                Skipped(task.puzzle, str(build), Exit.NOT_RIGHT, Verdict.ERROR, task.case, task.solution)
            )
        else:
            if unit:
                job = job.engine.prepare(job, build)
            ready.append(task._replace(job=job))
    return ready


def _unit(job: Job) -> tuple[str, Any] | None:
    needed = job.engine.needs(job)
    return None if needed is None else (job.engine.name, needed)


def _build(jobs: Iterable[Job], number: int) -> list[Any]:
    # Imported here: functions need nothing built.
    from concurrent.futures import ThreadPoolExecutor
    from threading import Event

    stop = Event()
    with ThreadPoolExecutor(number) as threads:
        try:
            return [*threads.map(lambda job: _result_or_problem(job.engine.make, job, stop), jobs)]
        except BaseException:
            # The user has stopped it: nobody waits for the rest.
            stop.set()
            threads.shutdown(wait=False, cancel_futures=True)
            raise


def _result_or_problem(function: Callable[..., Any], *arguments: object) -> Any:
    try:
        return function(*arguments)
    except NotReady as problem:
        # The frames of its traceback would keep all that there is now.
        return problem.with_traceback(None)
