"""`puzzles run`: run puzzles and show answers, verdicts and times."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from puzzle_runner import files
from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.checking import plan, results
from puzzle_runner.checking.plan import Call, Selection, Task
from puzzle_runner.commands import options
from puzzle_runner.commands.building import built
from puzzle_runner.commands.options import Account, Part, Quiet, Timeout, Untrusted, Verbose
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import cases
from puzzle_runner.model import Result
from puzzle_runner.output import results_table, terminal
from puzzle_runner.output.render import Json, show
from puzzle_runner.running.job import Show
from puzzle_runner.text import printable

# In place of a name: every solution, every case.
ALL = "all"
Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID]...", help="The puzzles. Default: the one edited last.", show_default=False),
]
Solution = Annotated[
    str, typer.Option("--solution", "-s", metavar="NAME|all", help="The solution of each part.")
]
Case = Annotated[
    str | None,
    typer.Option(
        "--case",
        "-c",
        metavar="NAME|all",
        help="The case. Default: the examples, then the real one.",
        show_default=False,
    ),
]
Real = Annotated[bool, typer.Option("--real", help="Only the real case.")]
Input = Annotated[
    str | None,
    typer.Option(
        "--input", "-i", metavar="FILE|-", help="A file to use as input instead of a case; - is stdin."
    ),
]
Watch = Annotated[bool, typer.Option("--watch", help="Run again after each save; press q to end.")]
Debug = Annotated[bool, typer.Option("--debug", help="Run in the foreground, with a debugger.")]
Profile = Annotated[bool, typer.Option("--profile", help="Show the functions that take the most time.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(run)


def run(
    ids: Ids = None,
    part: Part = None,
    solution: Solution = "default",
    case: Case = None,
    real: Real = False,
    account: Account = None,
    input: Input = None,
    timeout: Timeout = None,
    watch: Watch = False,
    debug: Debug = False,
    profile: Profile = False,
    untrusted: Untrusted = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Run puzzles and show answers, verdicts and times."""
    begun = time.monotonic()
    if debug and (profile or json):
        raise UsageError("--debug has the terminal to itself: leave out --profile and --json.")
    if input and case:
        raise UsageError("--input is used instead of a case: leave out --case, or --input.")
    where = workspace.find()
    limits = options.limits(where.settings, timeout, untrusted)
    if limits.untrusted and (debug or profile):
        raise UsageError("--untrusted has no --debug and no --profile: they do not run in the sandbox.")
    name = None if solution == ALL else solution

    def planned() -> list[Task]:
        choice = Selection(part, name, typed=_typed(input), account=account)
        choice = _cases(choice, case, real=real, examples=not (debug or profile))
        tasks = plan.tasks(where, ids or [lookup.edited_last(where)], choice, limits)
        return built(tasks, where.settings.workers(None))

    show_printed = _print_safely if limits.untrusted else _print_through
    printed = None if quiet else terminal.marked(show_printed)
    if watch:
        _check_watch(debug=debug, profile=profile, json=json, stdin=input == "-")
        from puzzle_runner.commands import watching

        watching.watch(where, planned, printed, quiet)
        return
    tasks = planned()
    calls = [task for task in tasks if isinstance(task, Call)]
    if (debug or profile) and not all(task.job.engine.can_debug for task in calls):
        raise UsageError("--debug and --profile are for parts in Python, not for programs.")
    carried_out = _carry_out(tasks, printed, debug=debug, profile=profile)
    table = results_table.expecting(tasks)
    report = results_table.report(tasks, carried_out, table, begun, quiet=quiet, verbose=verbose)
    raise typer.Exit(show(report, json))


def _cases(choice: Selection, case: str | None, *, real: bool, examples: bool) -> Selection:
    """Return a choice with its cases: the named one, all, the real one, else with `examples` these first."""
    if case and real:
        raise UsageError("--real is the real case alone: leave out --case.")
    if case == ALL:
        return choice._replace(every_case=True)
    return choice._replace(case=case, examples=examples and not (case or real))


def _carry_out(
    tasks: Sequence[Task], printed: Show | None, *, debug: bool, profile: bool
) -> Iterator[Result]:
    if not (debug or profile):
        return results.run(tasks, printed, last=True)
    from puzzle_runner.checking import debugging

    return debugging.debug(tasks) if debug else debugging.profile(tasks, _print_through)


def _check_watch(*, stdin: bool, **options: bool) -> None:
    """Raise UsageError for options that make no sense together with --watch."""
    given = [f"--{name}" for name, is_given in options.items() if is_given]
    if stdin:
        given.append("--input -")
    if given:
        raise UsageError(f"--watch runs again and again: leave out {' and '.join(given)}.")


def _typed(source: str | None) -> str | None:
    """Return the input that the user gives: the content of a file, or of stdin. Raises Unreadable."""
    if source is None:
        return None
    try:
        data = files.drain(sys.stdin.buffer.read) if source == "-" else files.read(source)
    except OSError as error:
        raise Unreadable(f"--input {source} cannot be read: {error.strerror}.") from None
    return cases.decoded(f"--input {source}", data)


def _print_safely(text: str) -> None:
    """Show what other people's code prints, so that it cannot change the terminal."""
    _print_through("\n".join(map(printable, text.replace("\r\n", "\n").split("\n"))))


def _print_through(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(text)
    sys.stderr.flush()
