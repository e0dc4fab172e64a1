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
    # `concurrent.futures` takes as long to import as a short run.
    from threading import Event, Thread

    stop = Event()
    results: dict[int, list[Job] | NotReady] = {}
    errors: list[BaseException] = []
    waiting = enumerate(groups)

    def work(ended: Event) -> None:
        for place, jobs in waiting:
            if stop.is_set():
                break
            try:
                results[place] = jobs[0].engine.prepare(jobs, stop)
            except NotReady as problem:
                # The frames of its traceback would keep all that there is now.
                results[place] = problem.with_traceback(None)
            except BaseException as error:
                errors.append(error)
                stop.set()
        ended.set()

    # A thread is not joined: one for which an interrupted thread waited counts as ended.
    threads: list[Event] = []
    try:
        for _ in range(min(number, len(groups))):
            ended = Event()
            Thread(target=work, args=(ended,), daemon=True).start()
            threads.append(ended)
        for ended in threads:
            ended.wait()
    except BaseException:
        stop.set()
        # Each ends its compiler.
        for ended in threads:
            ended.wait()
        raise
    if errors:
        raise errors[0]
    return [results[place] for place in range(len(groups))]
