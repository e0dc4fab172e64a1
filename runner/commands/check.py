"""`puzzles check`: the regression check of every stored answer."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from runner import differential, incremental, pipeline, pool, settings, terminal, verdicts
from runner.commands import results
from runner.commands.options import Json, Quiet, Selectors, Timeout
from runner.errors import StoreFailed
from runner.incremental import Memory
from runner.model import Result
from runner.pipeline import Choice, Task
from runner.verdicts import Key, Remembered

Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="Calls at once; else one for each core.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run all, whatever is remembered.")]
Strict = Annotated[bool, typer.Option("--strict", help="Unknown is not right.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(check)


def check(
    selectors: Selectors = None,
    jobs: Jobs = None,
    timeout: Timeout = None,
    fresh: Fresh = False,
    strict: Strict = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check every stored answer: all parts, all solutions, all cases. Runs only what has changed."""
    workspace = settings.workspace()
    lasting = settings.read(workspace)
    tasks: list[Task] = []
    for puzzle, named in pipeline.puzzles(workspace, selectors or []):
        choice = Choice(solution=None, every_case=True, named=named)
        tasks += pipeline.plan(workspace, puzzle, choice, lasting.limits(timeout))
    checked = _check(tasks, _memory(workspace, fresh), lasting.workers(jobs))
    shown = results.show(tasks, checked, json=json, quiet=quiet, with_output=True)
    raise typer.Exit(results.exit_code(shown, strict))


def _check(tasks: Sequence[Task], memory: Memory, workers: int) -> list[Result]:
    recalled = [memory.recall(task) for task in tasks]
    to_run = pipeline.jobs([task for task, known in zip(tasks, recalled, strict=True) if not known])
    with terminal.progress(len(to_run)) as done:
        outcomes = pool.run(to_run, pool.threads(workers), done)
        return differential.compare(tasks, [*incremental.results(tasks, recalled, outcomes, memory)])


def _memory(workspace: Path, fresh: bool) -> Memory:
    """Return what is remembered. A memory that fails is said, and is no reason not to check."""
    folder = settings.data_folder()
    known: dict[Key, Remembered] = {}
    failed = False

    def failing(error: StoreFailed) -> None:
        nonlocal failed
        if not failed:
            terminal.say(f"Nothing is remembered of this check: {error}", sys.stderr)
        failed = True

    def keep(verdicts_: Mapping[Key, Remembered]) -> None:
        try:
            verdicts.write(folder, workspace, verdicts_)
        except StoreFailed as error:
            failing(error)

    if not fresh:
        try:
            known = verdicts.read(folder, workspace)
        except StoreFailed as error:
            failing(error)
    return Memory(workspace, known, keep)
