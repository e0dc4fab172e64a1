"""Tasks made ready to run: what their engines have to build is built, many at once."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.errors import Exit
from puzzle_runner.model import Verdict
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotHere, NotReady

if TYPE_CHECKING:
    pass


def prepare(
    tasks: Sequence[Task],
    number: int = 1,
    status: Callable[[str], AbstractContextManager[object]] = nullcontext,
) -> list[Task]:
    """Return the tasks ready to run, once what they need is built, `number` at once.

    A file that cannot run here, as without its compiler, is skipped; what cannot be built is an error.
    `status` shows a line while something is built. Raises StoreFailed.
    """
    jobs = {unit: task.job for task in tasks if isinstance(task, Call) and (unit := _unit(task.job))}
    if not jobs:
        return list(tasks)
    made = {unit: _tried(job.engine.found, job) for unit, job in jobs.items()}
    if wanted := {unit: job for unit, job in jobs.items() if made[unit] is None}:
        # Imported here: functions need nothing built.
        from concurrent.futures import ThreadPoolExecutor
        from threading import Event

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
    skipped: set[object] = set()
    for task in tasks:
        if isinstance(task, Skipped) or (unit := _unit(task.job)) is None:
            ready.append(task)
            continue
        match made[unit]:
            case NotHere() as missing:
                if unit not in skipped:
                    skipped.add(unit)
                    message = f"{task.job.path.name}: {missing}"
                    of_file = (Exit.RIGHT, Verdict.SKIPPED, None, task.solution)
                    ready.append(Skipped(task.puzzle, message, *of_file))
            case NotReady() as error:
                of_task = (Exit.NOT_RIGHT, Verdict.ERROR, task.case, task.solution)
                ready.append(Skipped(task.puzzle, str(error), *of_task))
            case found:
                ready.append(task._replace(job=task.job.engine.prepare(task.job, found)))
    return ready


def _unit(job: Job) -> tuple[str, Any] | None:
    """Return what jobs have in common that need the same made ready; None if they need nothing."""
    needed = job.engine.needs(job)
    return None if needed is None else (job.engine.name, needed)


def _tried(make: Callable[..., Any], *arguments: object) -> Any:
    """Return what a function makes, or the reason why it cannot."""
    try:
        return make(*arguments)
    except NotReady as problem:
        # The frames of its traceback would keep all that there is now.
        return problem.with_traceback(None)
