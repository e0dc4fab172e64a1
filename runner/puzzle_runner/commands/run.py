"""`puzzles run`: run puzzles and show answers, verdicts and times."""

import os
import signal
import sys
import time
from _thread import start_new_thread
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

from puzzle_runner import files, sessions
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.plan import Call, Task
from puzzle_runner.checking.selection import Selection
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Account, Part, Quiet, Timeout, Untrusted, Verbose, Words
from puzzle_runner.declare import Argument, Option
from puzzle_runner.errors import UsageError, extra
from puzzle_runner.model import Limits, Result
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Json, show
from puzzle_runner.running import pool
from puzzle_runner.running.job import Show
from puzzle_runner.text import printable

if TYPE_CHECKING:
    import subprocess

# In place of a name: every solution, every case.
ALL = "all"
# The variable of a run that --watch has started, and how many characters of its output it shows.
WATCHED, MOST_SHOWN = "_PUZZLES_WATCHED", 10_000
Ids = Annotated[
    list[str] | None, Argument(metavar="ID", help="Default: the puzzle edited last."), Words.SELECTOR
]
Solution = Annotated[str, Option("-s", metavar="NAME|all", help="The solution of each part."), Words.SOLUTION]
Case = Annotated[
    str | None, Option("-c", metavar="NAME|all", help="Default: examples, then the real case."), Words.CASE
]
Real = Annotated[bool, Option(help="Only the real case.")]
Input = Annotated[
    str | None, Option("-i", metavar="FILE|-", help="Input instead of a case; - is stdin."), Words.FILE
]
Watch = Annotated[bool, Option(help="Run again after each save.")]
Debug = Annotated[bool, Option(help="Run in the foreground, with a debugger.")]
Profile = Annotated[bool, Option(help="Show the functions that take the most time.")]

ORDER = 120
EXAMPLE = "puzzles run 2021/3 --part 2 --solution all"


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
    if WATCHED in os.environ:
        start_new_thread(_end_with_watch, ())
    workspace = lookup.workspace_of(ids or [])
    limits = options.limits(workspace, timeout, untrusted)
    options.refuse_together(input=input, case=case, real=real)
    options.refuse_together(debug=debug, profile=profile, watch=watch)
    options.refuse_together(debug=debug, profile=profile, untrusted=limits.untrusted)
    options.refuse_together(debug=debug, watch=watch, json=json)
    options.refuse_together(watch=watch, **{"input -": input == "-"})
    if watch:
        _watch(workspace, (ids or [])[:1], part)
        return
    # It starts up while the puzzles are read.
    pool.start(limits)
    selection = Selection(
        part,
        None if solution == ALL else solution,
        case=None if case == ALL else case,
        every_case=case == ALL,
        examples=not (case or real or debug or profile),
        typed=_typed(input),
        account=account,
        own_timeouts=timeout is None,
    )
    tasks = plan.tasks(workspace, ids or [lookup.edited_last(workspace)], selection, limits)
    for warning in plan.warnings(tasks):
        terminal.warn(warning)
    tasks = preparing.prepare(tasks, workspace.settings.workers(None), terminal.status)
    results = _debugged(tasks, debug) if debug or profile else _called(workspace, tasks, limits, json, quiet)
    # Imported while the worker is at work.
    from puzzle_runner.output import results_table

    if verbose:
        terminal.warn(f"Interpreter: {limits.python or sys.executable}")
    report = results_table.report(tasks, results, begun, quiet=quiet, verbose=verbose)
    raise SystemExit(show(report, json))


def _typed(input: str | None) -> str | None:
    """Return the text of a file, or of stdin for `-`."""
    if input is None:
        return None
    name = f"--input {input}"
    return files.decoded(name, options.content(input, name))


def _called(
    workspace: Workspace, tasks: Sequence[Task], limits: Limits, json: bool, quiet: bool
) -> Iterator[Result]:
    """Run tasks; show what they print, and in a terminal how long each takes."""
    on_output: Show | None = None
    if not quiet:
        on_output = _print_safely if limits.untrusted else _print_through
        if WATCHED in os.environ:
            on_output = _beginning(on_output)
        on_output = terminal.marked(on_output)
    waiting: judge.Waiting = nullcontext
    if not json and sys.stdout.isatty() and sys.stderr.isatty():
        # Imported here: only a person wants to see that time passes.
        from puzzle_runner.output import ticker

        on_output, waiting = ticker.counting(on_output)
    return judge.run_and_judge(workspace.root, tasks, on_output, waiting)


def _debugged(tasks: Sequence[Task], debug: bool) -> Iterator[Result]:
    """Run tasks under the debugger, else under the profiler. Raises UsageError for programs."""
    for task in tasks:
        if isinstance(task, Call) and not task.job.engine.can_debug:
            raise UsageError("--debug and --profile are for parts in Python, not for programs.")
    from puzzle_runner.checking import debugging

    return debugging.debug(tasks) if debug else debugging.profile(tasks, _print_through)


def _print_safely(text: str) -> None:
    # The output of other people's code must not change the terminal.
    lines = text.replace("\r\n", "\n").split("\n")
    _print_through("\n".join(map(printable, lines)))


def _print_through(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(sessions.removed(text))
    sys.stderr.flush()


def _beginning(show: Show) -> Show:
    """Return a function that shows the beginning of the output: all of it comes again with each save."""
    left = MOST_SHOWN

    def show_beginning(text: str) -> None:
        nonlocal left
        if left > 0:
            show(text[:left])
            left -= len(text)
            if left <= 0:
                show('\n... "puzzles run" without --watch shows the rest.\n')

    return show_beginning


def _end_with_watch() -> None:
    # Nothing is written there: it ends when the process of the watch does, however that is killed.
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _watch(workspace: Workspace, id: Sequence[str], part: int | None) -> None:
    """Run the typed line now and after each save, each time in a process of its own, which a save ends."""
    with extra("watch", "--watch"):
        from puzzle_runner.checking import watch_changes
    import subprocess

    puzzles = [sys.executable, "-P", "-m", "puzzle_runner"]
    run = [*puzzles, *(word for word in sys.argv[1:] if word != "--watch")]
    submit = [*puzzles, "submit", *id]
    if part:
        submit += ["--part", str(part)]
    # The other end is closed when this process ends.
    stdin, _ = os.pipe()
    environment = {**os.environ, WATCHED: "yes"}
    child = None
    keys = watch_changes.Keys()
    with keys.listening():
        message = "Watching: each save runs it again.\n"
        message += "Keys: s submit, q quit." if keys.is_terminal else "Ctrl-C ends it."
        terminal.warn(message)
        folders = [folder for folder in (workspace.puzzles, workspace.root / "inputs") if folder.is_dir()]
        try:
            for key in watch_changes.happenings(folders, keys):
                if key == "q":
                    break
                if child and key in ("", "s"):
                    _end(child)
                if key == "":
                    if child:
                        terminal.say(f"\nsaved at {time.strftime('%H:%M:%S')}")
                        sys.stdout.flush()
                    # In a session of its own, ^C does not reach it.
                    child = subprocess.Popen(run, stdin=stdin, env=environment, start_new_session=True)
                if key == "s":
                    # Ctrl-C ends that process alone. A handler, unlike an ignored signal, is not inherited.
                    handler = signal.signal(signal.SIGINT, lambda *_: None)
                    with keys.paused():
                        subprocess.run(submit, check=False)
                    signal.signal(signal.SIGINT, handler)
                if key in ("s", "?"):
                    terminal.warn(message)
        finally:
            if child:
                _end(child)


def _end(child: "subprocess.Popen[bytes]") -> None:
    if child.poll() is None:
        child.kill()
        child.wait()
        if sys.stderr.isatty():
            # It may have counted seconds there.
            terminal.overwrite("")
