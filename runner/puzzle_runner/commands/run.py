"""`puzzles run`: run puzzles and show answers, verdicts and times."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.checking import pipeline
from puzzle_runner.checking.pipeline import Choice, Task
from puzzle_runner.commands import results
from puzzle_runner.commands.options import Account, Case, Json, Part, Quiet, Timeout
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import cases
from puzzle_runner.model import Limits

Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID]...", help="The puzzles; else the one edited last.", show_default=False),
]
Solution = Annotated[str, typer.Option(metavar="NAME|all", help="Which solution of each part.")]
Input = Annotated[str | None, typer.Option(metavar="FILE|-", help="An input of your own, instead of a case.")]
Watch = Annotated[bool, typer.Option("--watch", help="Run it again on each save; q ends.")]
Debug = Annotated[bool, typer.Option("--debug", help="Call it in the foreground, with a debugger.")]
Profile = Annotated[bool, typer.Option("--profile", help="Show the costliest functions.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(run)


def run(
    ids: Ids = None,
    part: Part = None,
    solution: Solution = "default",
    case: Case = None,
    account: Account = None,
    input: Input = None,
    timeout: Timeout = None,
    watch: Watch = False,
    debug: Debug = False,
    profile: Profile = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Run puzzles and show answers, verdicts and times."""
    if debug and (profile or json):
        raise UsageError("--debug has the terminal to itself: leave out --profile and --json.")
    workspace = settings.workspace()
    limits = settings.read(workspace).limits(timeout)
    choice = Choice(part, None if solution == "all" else solution, case, account=account)
    show = None if quiet else _print_through
    if watch:
        _refuse(debug=debug, profile=profile, json=json, stdin=input == "-")
        from puzzle_runner.commands.watch import watch as watch_

        each = choice._replace(every_case=True)
        watch_(workspace, lambda: _plan(workspace, ids, each, input, limits), show, quiet)
        return
    tasks = _plan(workspace, ids, choice, input, limits)
    if debug or profile:
        from puzzle_runner.checking import debugging

        carried_out = debugging.debug(tasks) if debug else debugging.profile(tasks, _print_through)
    else:
        carried_out = pipeline.run(tasks, show)
    shown = results.show(tasks, carried_out, json=json, quiet=quiet)
    raise typer.Exit(results.exit_code(shown))


def _plan(
    workspace: Path, ids: list[str] | None, choice: Choice, input: str | None, limits: Limits
) -> list[Task]:
    choice = choice._replace(typed=_typed(input))
    tasks: list[Task] = []
    for puzzle, named in pipeline.puzzles(workspace, ids or [pipeline.edited_last(workspace)]):
        tasks += pipeline.plan(workspace, puzzle, choice._replace(named=named), limits)
    return tasks


def _refuse(*, stdin: bool, **options: bool) -> None:
    """Raise UsageError for what makes no sense together with --watch."""
    given = [f"--{name}" for name, is_given in options.items() if is_given] + ["--input -"] * stdin
    if given:
        raise UsageError(f"--watch runs again and again: leave out {' and '.join(given)}.")


def _typed(source: str | None) -> str | None:
    """Return the input that the user gives by hand: a file's, or what comes on stdin."""
    if source is None:
        return None
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise Unreadable(f"--input {source} cannot be read: {error.strerror}.") from None
    return cases.decoded(f"--input {source}", data)


def _print_through(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(text)
    sys.stderr.flush()
