"""`puzzles check`: the regression check of every stored answer."""

from typing import Annotated

import typer

from runner import pipeline, settings, terminal
from runner.commands import results
from runner.commands.options import Account, Json, Quiet, Selectors, Timeout
from runner.pipeline import Choice, Task

Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="Calls at once; else one for each core.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run all, whatever is remembered.")]
Strict = Annotated[bool, typer.Option("--strict", help="Unknown is not right.")]


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
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check every stored answer: all parts, all solutions, all cases."""
    workspace = settings.workspace()
    lasting = settings.read(workspace)
    tasks: list[Task] = []
    for puzzle, named in pipeline.puzzles(workspace, selectors or []):
        choice = Choice(solution=None, every_case=True, account=account, named=named)
        tasks += pipeline.plan(workspace, puzzle, choice, lasting.limits(timeout))
    with terminal.progress(sum(task.job is not None for task in tasks)) as done:
        checked = [*pipeline.check(tasks, lasting.workers(jobs), done)]
    shown = results.show(tasks, checked, json=json, quiet=quiet, with_output=True)
    raise typer.Exit(results.exit_code(shown, strict))
