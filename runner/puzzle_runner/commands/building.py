"""Engines build what they need before a command runs it, with a line that says so."""

from collections.abc import Sequence

from puzzle_runner.checking.plan import Call, Task
from puzzle_runner.output import terminal


def built(tasks: Sequence[Task], number: int) -> list[Task]:
    """Return the tasks ready to run; what has to be built is built, `number` at once. Raises StoreFailed."""
    if not any(isinstance(task, Call) and task.job.engine.builds for task in tasks):
        return list(tasks)
    # Imported here: functions need nothing built, and need not wait for this module.
    from puzzle_runner.checking import preparing

    wanted = preparing.unbuilt(tasks)
    files = ", ".join(sorted({job.path.name for job in wanted.values()}))
    with terminal.status(f"Building {files} ..." if wanted else ""):
        return preparing.prepare(tasks, wanted, number)
