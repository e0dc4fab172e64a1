"""Tasks of programs made ready to run: what has to be built is built, many at once."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.engines.program import builds, starts
from puzzle_runner.errors import Exit
from puzzle_runner.model import Job, Verdict
from puzzle_runner.programs import Program


def of_language(task: Task) -> Program | None:
    """Return the program of a task that is written in a language, and so may have to be built."""
    if isinstance(task, Skipped) or not (task.job.program and task.job.program.language):
        return None
    return task.job.program


def to_build(tasks: Sequence[Task]) -> dict[str, Job]:
    """Return a job for each program that is to be built and can be, by the key of what is built."""
    wanted: dict[str, Job] = {}
    for task in tasks:
        program = of_language(task)
        if not program or builds.lacking(program) or builds.is_built(program):
            continue
        if isinstance(task, Call):
            wanted.setdefault(builds.key(program), task.job)
    return wanted


def ready(tasks: Sequence[Task], wanted: dict[str, Job], number: int) -> list[Task]:
    """Return the tasks after the `wanted` jobs of `to_build` were built, `number` at once.

    One that cannot run here, as without its compiler, is skipped; one that cannot be built is an error.
    Raises StoreFailed.
    """
    stop = Event()
    with ThreadPoolExecutor(number) as threads:
        try:
            problems = dict(zip(wanted, threads.map(partial(_problem, stop), wanted.values()), strict=True))
        except BaseException:
            # The user has stopped it: nobody waits for the rest.
            stop.set()
            threads.shutdown(wait=False, cancel_futures=True)
            raise
    return [*_ready(tasks, problems)]


def alone(task: Task) -> Task:
    """Return a single task made ready. Raises StoreFailed."""
    if not of_language(task):
        return task
    return ready([task], to_build([task]), 1)[0]


def _problem(stop: Event, job: Job) -> str:
    try:
        builds.build(job, stop)
    except builds.BuildFailed as error:
        return str(error)
    return ""


def _ready(tasks: Sequence[Task], problems: dict[str, str]) -> Iterator[Task]:
    skipped = set()
    for task in tasks:
        program = of_language(task)
        if isinstance(task, Skipped) or not program:
            yield task
        elif lacking := builds.lacking(program):
            if task.job.path not in skipped:
                skipped.add(task.job.path)
                yield _skipped(task, lacking)
        elif problem := problems.get(builds.key(program)):
            yield _failed(task, problem)
        else:
            yield task._replace(job=starts.timed(builds.ready(task.job)))


def _skipped(task: Call, message: str) -> Skipped:
    return Skipped(task.puzzle, message, verdict=Verdict.SKIPPED, solution=task.solution)


def _failed(task: Call, problem: str) -> Skipped:
    return Skipped(task.puzzle, problem, Exit.NOT_RIGHT, case=task.case, solution=task.solution)
