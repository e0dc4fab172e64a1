"""Tasks made ready to run: what their engines have to build is built, many at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event

from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.errors import Exit
from puzzle_runner.model import Job, Verdict
from puzzle_runner.running.job import NotHere, NotReady


def unbuilt(tasks: Sequence[Task]) -> dict[str, Job]:
    """Return a job for each thing that is to be built, by its key."""
    jobs = [task.job for task in tasks if isinstance(task, Call)]
    wanted = {job.engine.unbuilt(job): job for job in reversed(jobs)}
    return {key: wanted[key] for key in sorted(wanted) if key}


def prepare(tasks: Sequence[Task], wanted: dict[str, Job] | None = None, number: int = 1) -> list[Task]:
    """Return the tasks ready to run, once the `wanted` jobs of `unbuilt` are built, `number` at once.

    A file that cannot run here, as without its compiler, is skipped; what cannot be built is an error.
    Raises StoreFailed.
    """
    wanted = unbuilt(tasks) if wanted is None else wanted
    problems: dict[str, str] = {}
    if wanted:
        stop = Event()
        with ThreadPoolExecutor(number) as threads:
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
