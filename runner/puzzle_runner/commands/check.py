"""`puzzles check`: the regression check of every stored answer."""

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

from puzzle_runner import declare, interruption
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import plan, preparing, wording
from puzzle_runner.checking.plan import Task, runnable
from puzzle_runner.checking.regression import Regression
from puzzle_runner.checking.selection import EVERYTHING, Selection
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Account, Quiet, Selectors, Timeout, Untrusted, Verbose
from puzzle_runner.errors import Exit, StoreFailed, UsageError, extra
from puzzle_runner.inputs import cached, case_file
from puzzle_runner.model import Limits, Result, Verdict
from puzzle_runner.output import results_table, terminal
from puzzle_runner.output.render import Json, show, show_interrupted
from puzzle_runner.output.ticker import Ticker
from puzzle_runner.running import pool
from puzzle_runner.running.batches import Ended
from puzzle_runner.storage import memo
from puzzle_runner.text import count

Jobs = Annotated[
    int | None,
    declare.Option(
        "--jobs", "-j", metavar="N", min=1, help="Calls that run at once. Default: one for each core."
    ),
]
Fresh = Annotated[bool, declare.Option("--fresh", help="Run everything, including unchanged parts.")]
Strict = Annotated[
    bool,
    declare.Option("--strict", help="Fail on unknown or skipped answers too, and if nothing was checked."),
]
Junit = Annotated[Path | None, declare.Option(metavar="FILE", help="Also write the results as JUnit XML.")]
Cluster = Annotated[
    str | None, declare.Option(metavar="ADDRESS", help="Run on a Dask cluster, such as tcp://host:8786.")
]

ORDER = 210
EXAMPLE = "puzzles check aoc2021 --fresh"
ALSO = {"test": "check", "verify": "check"}


def check(
    selectors: Selectors = None,
    account: Account = None,
    jobs: Jobs = None,
    timeout: Timeout = None,
    fresh: Fresh = False,
    strict: Strict = False,
    junit: Junit = None,
    cluster: Cluster = None,
    untrusted: Untrusted = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Check every stored answer: all parts, solutions and cases. Unchanged parts are not run again."""
    begun = time.monotonic()
    if junit and (junit.is_dir() or not junit.absolute().parent.is_dir()):
        raise UsageError(f"--junit {junit}: give the name of a file in an existing folder.")
    workspace = lookup.workspace_of(selectors or [])
    if workspace.is_fallback:
        terminal.warn(workspaces.of_package())
    if account:
        # Without it, nothing would be checked.
        cached.account(account)
    number = workspace.settings.workers(jobs)
    limits = options.limits(workspace, timeout, untrusted)
    if cluster:
        # Its machines have interpreters of their own.
        limits = limits._replace(python="")
    selection = EVERYTHING._replace(account=account, own_timeouts=timeout is None)
    tasks = _planned(workspace, selectors or [], selection, limits, number)
    ticker = Ticker()
    regression = Regression(workspace, tasks, fresh=fresh, failed=partial(_not_stored, ticker))
    run_all = (
        _on_cluster(cluster, workspace) if cluster else partial(pool.run_all, executor=pool.local(number))
    )
    table = partial(results_table.report, begun=begun, quiet=quiet, with_output=True, verbose=verbose)
    try:
        with ticker.steps(len(regression.calls)) as done:
            regression.carry_out(run_all, done)
    except interruption.Interrupted:
        ended, results = regression.judged(strict=strict)
        if junit:
            _write_junit(junit, [*results, _missing_results()])
        message = _interrupted(regression, ended, results)
        if json:
            terminal.warn(message)
            show_interrupted(results_table.document(results))
        elif results:
            show(table(ended, results, warning=message), json=False)
        else:
            terminal.warn(message)
        raise

    _, results = regression.judged(strict=strict)
    warning = wording.unchecked(results)
    if warning and tasks and "CI" in os.environ:
        # Imported here: this may be why a clone has nothing to check.
        from puzzle_runner.catalog import git

        folder = lookup.case_folder(workspace, tasks[0].puzzle.id)
        note = git.ignored_note(workspace.repository, folder / case_file.FILE)
        if note:
            terminal.warn(note)
    least = Exit.NOT_RIGHT if strict and not results else Exit.RIGHT
    if junit:
        least = _write_junit(junit, results) or least
    if terminal.is_read_by_github():
        from puzzle_runner.output import github

        github.tell(tasks, results, warning)
    raise SystemExit(show(table(tasks, results, warning=warning, least=least), json))


def _not_stored(ticker: Ticker, error: StoreFailed) -> None:
    ticker.above(terminal.warn)(f"The results of this check could not be stored: {error}\n")


def _on_cluster(address: str, workspace: Workspace) -> Callable[..., Ended]:
    """Return what runs jobs on the cluster at an address. Raises UsageError if the extra is not installed."""
    with extra("cluster", "--cluster"):
        from puzzle_runner.running import cluster
    return partial(cluster.run, address=address, folder=workspace.code)


def _write_junit(path: Path, results: Sequence[Result]) -> Exit:
    from puzzle_runner.output import junit

    return junit.write(path, results)


def _missing_results() -> Result:
    """Return the row that keeps the results of an interrupted check from being taken for all."""
    message = "The check was interrupted: results are missing."
    return Result("check", None, None, "interrupted", None, Verdict.ERROR, message=message)


def _planned(
    workspace: Workspace, selectors: Sequence[str], choice: Selection, limits: Limits, number: int
) -> list[Task]:
    """Return the tasks, ready to run; warn of what looks like a part of a puzzle, and is not run."""
    with terminal.status("Reading the puzzles ..."), memo.open():
        tasks = plan.tasks(workspace, selectors, choice, limits)
    for warning in plan.warnings(tasks):
        terminal.warn(warning)
    return preparing.prepare(tasks, number, terminal.status)


def _interrupted(regression: Regression, tasks: Sequence[Task], results: Sequence[Result]) -> str:
    """Return how many results an interrupted check has, and how many of them the next one does not repeat."""
    text = f"Interrupted with {len(results)} of {count(len(regression.tasks), 'result')}"
    remembered = regression.remembered + sum(result.cached for result in results)
    if not remembered:
        return f"{text}."
    number = "all" if remembered == len(runnable(tasks)) else f"{remembered} of them"
    return f"{text}, {number} remembered: the next check goes on from there."
