"""Tasks made ready to run: what their engines have to build is built, many at once."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from threading import Event

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
    jobs = [task.job for task in tasks if isinstance(task, Call)]
    if not any(job.engine.builds for job in jobs):
        return list(tasks)
    by_key = {job.engine.unbuilt(job): job for job in reversed(jobs)}
    wanted = {key: by_key[key] for key in sorted(by_key) if key}
    problems: dict[str, str] = {}
    if wanted:
        # Imported here: functions need nothing built.
        from concurrent.futures import ThreadPoolExecutor

        stop = Event()
        names = ", ".join(sorted({job.path.name for job in wanted.values()}))
        with status(f"Building {names} ..."), ThreadPoolExecutor(number) as threads:
            try:
                told = threads.map(partial(_problem, stop), wanted.values())
                problems = dict(zip(wanted, told, strict=True))
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
        key = task.job.engine.unbuilt(task.job) if problems else ""
        try:
            if problem := problems.get(key):
                raise NotReady(problem)
            ready.append(task._replace(job=task.job.engine.prepare(task.job)))
        except NotHere as missing:
            if task.job.path not in skipped:
                skipped.add(task.job.path)
                of_file = Skipped(task.puzzle, str(missing), verdict=Verdict.SKIPPED, solution=task.solution)
                ready.append(of_file)
        except NotReady as error:
            ready.append(
                Skipped(task.puzzle, str(error), Exit.NOT_RIGHT, case=task.case, solution=task.solution)
            )
    return ready


def _problem(stop: Event, job: Job) -> str:
    try:
        job.engine.prepare(job, stop)
    except NotReady as error:
        return str(error)
    return ""
