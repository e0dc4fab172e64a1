"""Programs are built before a command runs them, with a line that says so."""

from collections.abc import Sequence

from puzzle_runner.checking.plan import Call, Task
from puzzle_runner.output import terminal


def built(tasks: Sequence[Task], number: int) -> list[Task]:
    """Return the tasks with their programs built, `number` at once. Raises StoreFailed."""
    if not any(isinstance(task, Call) and task.job.program for task in tasks):
        return list(tasks)
    from puzzle_runner.checking import building

    wanted = building.to_build(tasks)
    names = ", ".join(sorted({job.path.name for job in wanted.values()}))
    with terminal.status(f"Building {names} ..." if wanted else ""):
        return building.ready(tasks, wanted, number)
