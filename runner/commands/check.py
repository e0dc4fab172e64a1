"""`puzzles check`: the regression check of every stored answer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from runner import differential, incremental, pipeline, pool, settings, terminal
from runner.commands import reports, results
from runner.commands.memory import memory
from runner.commands.options import Json, Quiet, Selectors, Timeout
from runner.incremental import Memory
from runner.model import Result
from runner.pipeline import Choice, Task

Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="Calls at once; else one for each core.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run all, whatever is remembered.")]
Strict = Annotated[bool, typer.Option("--strict", help="Unknown is not right.")]
Junit = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the results as JUnit XML, too.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(check)


def check(
    selectors: Selectors = None,
    jobs: Jobs = None,
    timeout: Timeout = None,
    fresh: Fresh = False,
    strict: Strict = False,
    junit: Junit = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check every stored answer: all parts, all solutions, all cases. What is unchanged is not run again."""
    reports.checked(junit)
    workspace = settings.workspace()
    lasting = settings.read(workspace)
    tasks: list[Task] = []
    for puzzle, named in pipeline.puzzles(workspace, selectors or []):
        choice = Choice(solution=None, every_case=True, named=named)
        tasks += pipeline.plan(workspace, puzzle, choice, lasting.limits(timeout))
    checked = _check(tasks, memory(workspace, fresh), lasting.workers(jobs))
    if strict:
        checked = [results.strictly(result) for result in checked]
    results.show(tasks, checked, json=json, quiet=quiet, with_output=True)
    reports.leave(tasks, checked, junit, json)
    raise typer.Exit(results.exit_code(checked))


def _check(tasks: Sequence[Task], memory: Memory, workers: int) -> list[Result]:
    recalled = [memory.recall(task) for task in tasks]
    to_run = pipeline.jobs([task for task, known in zip(tasks, recalled, strict=True) if not known])
    with terminal.progress(len(to_run)) as done:
        outcomes = pool.run(to_run, pool.threads(workers), done)
        return differential.compare(tasks, [*incremental.results(tasks, recalled, outcomes, memory)])
