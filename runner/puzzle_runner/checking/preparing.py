"""Tasks made ready to run: what their engines have to build is built, many at once."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Event
from typing import Any

from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.errors import Exit
from puzzle_runner.model import Job, Verdict
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
    jobs = {_unit(task.job): task.job for task in tasks if isinstance(task, Call) and task.job.engine.builds}
    if not jobs:
        return list(tasks)
    made = {unit: _tried(job.engine.found, job) for unit, job in jobs.items()}
    if wanted := {unit: job for unit, job in jobs.items() if made[unit] is None}:
        # Imported here: functions need nothing built.
        from concurrent.futures import ThreadPoolExecutor

        stop = Event()
        names = ", ".join(sorted({job.path.name for job in wanted.values()}))
        with status(f"Building {names} ..."), ThreadPoolExecutor(number) as threads:
            try:
                told = threads.map(lambda job: _tried(job.engine.make, job, stop), wanted.values())
                made |= zip(wanted, told, strict=True)
            except BaseException:
                # The user has stopped it: nobody waits for the rest.
                stop.set()
                threads.shutdown(wait=False, cancel_futures=True)
                raise
    ready: list[Task] = []
    skipped: set[Path] = set()
    for task in tasks:
        if isinstance(task, Skipped):
            ready.append(task)
            continue
        unit = _unit(task.job)
        if unit not in made:
            ready.append(task)
            continue
        match made[unit]:
            case NotHere() as missing:
                if task.job.path not in skipped:
                    skipped.add(task.job.path)
                    of_file = Skipped(task.puzzle, str(missing), verdict=Verdict.SKIPPED)
                    ready.append(of_file._replace(solution=task.solution))
            case NotReady() as error:
                failed = Skipped(task.puzzle, str(error), Exit.NOT_RIGHT, case=task.case)
                ready.append(failed._replace(solution=task.solution))
            case found:
                ready.append(task._replace(job=task.job.engine.prepare(task.job, found)))
    return ready


def _unit(job: Job) -> tuple[str, Path, str]:
    """Return what jobs have in common that need the same made ready."""
    return job.engine.name, job.path, job.limits.untrusted


def _tried(make: Callable[..., Any], *arguments: object) -> Any:
    """Return what a function makes, or the reason why it cannot."""
    try:
        return make(*arguments)
    except NotReady as problem:
        # The frames of its traceback would keep all that there is now.
        return problem.with_traceback(None)
