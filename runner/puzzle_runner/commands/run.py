"""`puzzles run`: run puzzles and show answers, verdicts and times."""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Annotated

from puzzle_runner import declare, files, sessions
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.plan import Call, Task
from puzzle_runner.checking.retraction import retracting
from puzzle_runner.checking.selection import Selection
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Account, Part, Quiet, Timeout, Untrusted, Verbose, Words
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import flaws
from puzzle_runner.model import Limits, Result
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Json, show
from puzzle_runner.running.job import Show
from puzzle_runner.text import printable

# In place of a name: every solution, every case.
ALL = "all"
Ids = Annotated[
    list[str] | None,
    declare.Argument(metavar="ID", help="The puzzles. Default: the one edited last."),
    Words.SELECTOR,
]
Solution = Annotated[
    str,
    declare.Option("--solution", "-s", metavar="NAME|all", help="The solution of each part."),
    Words.SOLUTION,
]
Case = Annotated[
    str | None,
    declare.Option(
        "--case", "-c", metavar="NAME|all", help="The case. Default: the examples, then the real one."
    ),
    Words.CASE,
]
Real = Annotated[bool, declare.Option("--real", help="Only the real case.")]
Input = Annotated[
    str | None,
    declare.Option(
        "--input", "-i", metavar="FILE|-", help="A file to use as input instead of a case; - is stdin."
    ),
    Words.FILE,
]
Watch = Annotated[bool, declare.Option("--watch", help="Run again after each save.")]
Debug = Annotated[bool, declare.Option("--debug", help="Run in the foreground, with a debugger.")]
Profile = Annotated[bool, declare.Option("--profile", help="Show the functions that take the most time.")]

ORDER = 120
EXAMPLE = "puzzles run 2021/3 --part 2 --solution all"
ALSO = {"watch": "run --watch", "debug": "run --debug", "profile": "run --profile", "solve": "run"}


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
    options.refuse_together({"--debug": debug, "--profile": profile})
    options.refuse_together({"--debug": debug, "--json": json})
    options.refuse_together({"--input": input, "--case": case})
    options.refuse_together({"--case": case, "--real": real})
    for option, value in {"debug": debug, "profile": profile, "json": json, "input -": input == "-"}.items():
        options.refuse_together({"--watch": watch, f"--{option}": value})
    workspace = lookup.workspace_of(ids or [])
    limits = options.limits(workspace, timeout, untrusted)
    options.refuse_together({"--debug": debug, "--untrusted": limits.untrusted})
    options.refuse_together({"--profile": profile, "--untrusted": limits.untrusted})
    selection = Selection(
        part,
        None if solution == ALL else solution,
        case=None if case == ALL else case,
        every_case=case == ALL,
        examples=not (case or real or debug or profile),
        account=account,
        own_timeouts=timeout is None,
    )
    prepare = partial(_prepare, workspace, ids or [], selection, input, limits)
    on_output: Show | None = None
    if not quiet:
        on_output = terminal.marked(_print_safely if limits.untrusted else _print_through)
    waiting: judge.Waiting = nullcontext
    if not json and sys.stdout.isatty() and sys.stderr.isatty():
        # Imported here: only a person wants to see that time passes.
        from puzzle_runner.output import ticker

        on_output, waiting = ticker.counting(on_output)
    if watch:
        from puzzle_runner.commands import watching

        watching.Watch(workspace, prepare, part, on_output, waiting, quiet).watch()
        return
    tasks = prepare()
    if debug or profile:
        results = _debugged(tasks, debug)
    else:
        results = retracting(workspace, judge.run_and_judge(tasks, on_output, waiting=waiting))
    # Imported while the worker is at work.
    from puzzle_runner.output import results_table

    if verbose:
        from puzzle_runner.running import fingerprint

        version = fingerprint.installation(limits.python).name
        terminal.warn(f"{version} at {limits.python or sys.executable}")
    report = results_table.report(tasks, results, begun, quiet=quiet, verbose=verbose)
    raise SystemExit(show(report, json))


def _prepare(
    workspace: Workspace, ids: Sequence[str], selection: Selection, input: str | None, limits: Limits
) -> list[Task]:
    """Return the tasks, ready to run; warn of what looks like a part of a puzzle, and is not run."""
    selection = selection._replace(typed=_read_input(input))
    tasks = plan.tasks(workspace, ids or [lookup.edited_last(workspace)], selection, limits)
    for warning in plan.warnings(tasks):
        terminal.warn(warning)
    return preparing.prepare(tasks, workspace.settings.workers(None), terminal.status)


def _debugged(tasks: Sequence[Task], debug: bool) -> Iterator[Result]:
    """Run tasks under the debugger, else under the profiler. Raises UsageError for programs."""
    if any(isinstance(task, Call) and not task.job.engine.can_debug for task in tasks):
        raise UsageError("--debug and --profile are for parts in Python, not for programs.")
    from puzzle_runner.checking import debugging

    return debugging.debug(tasks) if debug else debugging.profile(tasks, _print_through)


def _read_input(source: str | None) -> str | None:
    """Return the input that the user gives: the content of a file, or of stdin. Raises Unreadable."""
    if source is None:
        return None
    try:
        data = files.drain(sys.stdin.buffer.read) if source == "-" else files.read(source)
    except OSError as error:
        raise Unreadable(f"--input {source} cannot be read: {error.strerror}.") from None
    if flaw := flaws.of_file(data):
        raise Unreadable(f"--input {source} {flaw}, so it is no input.")
    return files.decoded(f"--input {source}", data)


def _print_safely(text: str) -> None:
    # The output of other people's code must not change the terminal.
    _print_through("\n".join(map(printable, text.replace("\r\n", "\n").split("\n"))))


def _print_through(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(sessions.removed(text))
    sys.stderr.flush()
