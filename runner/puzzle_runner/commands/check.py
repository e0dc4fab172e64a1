"""`puzzles check`: the regression check of every stored answer."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.checking import crosscheck, incremental, pipeline
from puzzle_runner.checking.incremental import Memory
from puzzle_runner.checking.pipeline import Choice, Task
from puzzle_runner.commands import reports, results
from puzzle_runner.commands.memory import memory
from puzzle_runner.commands.options import Account, Json, Quiet, Selectors, Timeout
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Job, Outcome, Result
from puzzle_runner.output import terminal
from puzzle_runner.running import executors

Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="Calls at once; else one for each core.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run all, whatever is remembered.")]
Strict = Annotated[bool, typer.Option("--strict", help="Unknown is not right.")]
Junit = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the results as JUnit XML, too.")]

Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Run them on a Dask cluster, such as tcp://host:8786.")
]
Carry = Callable[[Sequence[Job], Callable[[], object]], Generator[Outcome, None, None]]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(check)


def check(
    selectors: Selectors = None,
    account: Account = None,
    jobs: Jobs = None,
    timeout: Timeout = None,
    fresh: Fresh = False,
    strict: Strict = False,
    junit: Junit = None,
    cluster: Cluster = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check every stored answer: all parts, all solutions, all cases. What is unchanged is not run again."""
    reports.checked(junit)
    workspace = settings.workspace()
    lasting = settings.read(workspace)
    tasks: list[Task] = []
    for puzzle, named in pipeline.puzzles(workspace, selectors or []):
        choice = Choice(solution=None, every_case=True, account=account, named=named)
        tasks += pipeline.plan(workspace, puzzle, choice, lasting.limits(timeout))
    carry_out = _on_cluster(cluster, workspace) if cluster else _on_threads(lasting.workers(jobs))
    checked = _check(tasks, memory(workspace, fresh), carry_out)
    if strict:
        checked = [results.strictly(result) for result in checked]
    results.show(tasks, checked, json=json, quiet=quiet, with_output=True)
    reports.leave(tasks, checked, junit, json)
    raise typer.Exit(results.exit_code(checked))


def _check(tasks: Sequence[Task], memory: Memory, carry_out: Carry) -> list[Result]:
    recalled = [memory.recall(task) for task in tasks]
    to_run = pipeline.jobs([task for task, known in zip(tasks, recalled, strict=True) if not known])
    with terminal.progress(len(to_run)) as done, closing(carry_out(to_run, done)) as outcomes:
        return crosscheck.compare(tasks, [*incremental.results(tasks, recalled, outcomes, memory)])


def _on_threads(workers: int) -> Carry:
    return lambda jobs, done: executors.run(jobs, executors.threads(workers), done)


def _on_cluster(address: str, workspace: Path) -> Carry:
    try:
        from puzzle_runner.running import cluster
    except ModuleNotFoundError as error:
        raise UsageError(
            f"--cluster needs the extra: pip install 'puzzle-runner[cluster]' ({error})."
        ) from error
    return lambda jobs, done: cluster.run(jobs, address, workspace / "puzzles", done)
