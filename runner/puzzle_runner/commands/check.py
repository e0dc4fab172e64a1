"""`puzzles check`: the regression check of every stored answer."""

import os
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import plan, preparing, wording
from puzzle_runner.checking.plan import Task
from puzzle_runner.checking.regression import Regression
from puzzle_runner.checking.selection import EVERYTHING
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Account, Quiet, Selectors, Timeout, Untrusted, Verbose
from puzzle_runner.declare import Option
from puzzle_runner.errors import Exit, UsageError, extra
from puzzle_runner.inputs import cached, case_file
from puzzle_runner.interruption import Interrupted
from puzzle_runner.model import Result
from puzzle_runner.output import results_table, terminal
from puzzle_runner.output.render import Json, show, show_interrupted
from puzzle_runner.output.ticker import Ticker
from puzzle_runner.running import pool
from puzzle_runner.storage import memo
from puzzle_runner.text import count

Jobs = Annotated[int | None, Option("-j", metavar="N", min=1, help="Calls at once. Default: one a core.")]
Fresh = Annotated[bool, Option(help="Run everything, including unchanged parts.")]
Strict = Annotated[bool, Option(help="Fail on unknown or skipped answers too, and if nothing was checked.")]
Junit = Annotated[Path | None, Option(metavar="FILE", help="Also write the results as JUnit XML.")]
Cluster = Annotated[str | None, Option(metavar="ADDRESS", help="A Dask cluster, such as tcp://host:8786.")]

ORDER = 210
EXAMPLE = "puzzles check aoc2021 --fresh"


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
    workspace = options.workspace(selectors)
    if account:
        # Without it, nothing would be checked.
        cached.account(account)
    limits = options.limits(workspace, timeout, untrusted)
    workers = workspace.settings.workers(jobs)
    here = run_all = partial(pool.run_all, executor=pool.local(workers))
    if cluster:
        with extra("cluster", "--cluster"):
            from puzzle_runner.running import cluster as clusters
        run_all = partial(clusters.run, address=cluster, folder=workspace.code)
        # Its machines have interpreters of their own.
        limits = limits._replace(python="")
    selection = EVERYTHING._replace(account=account, own_timeouts=timeout is None)
    with terminal.status("Reading the puzzles ..."), memo.open():
        tasks = plan.tasks(workspace, selectors or [], selection, limits)
    for warning in plan.warnings(tasks):
        terminal.warn(warning)
    tasks = preparing.prepare(tasks, workers, terminal.status)
    regression = Regression(workspace, tasks, fresh=fresh)
    table = partial(results_table.report, begun=begun, quiet=quiet, with_output=True, verbose=verbose)
    try:
        with Ticker().steps(len(regression.calls)) as done:
            regression.carry_out(run_all, here, done)
    except Interrupted:
        ended, results = regression.judged(strict=strict)
        if junit:
            # The file of an earlier check would say that all is right.
            _write_junit(junit, results)
        if json:
            show_interrupted(results_table.document(results))
        elif results:
            show(table(ended, results), json=False)
        terminal.warn(f"Interrupted with {len(results)} of {count(len(tasks), 'result')}.")
        raise
    if regression.problem:
        terminal.warn(f"The results of this check could not be stored: {regression.problem}")
    _, results = regression.judged(strict=strict)
    least = Exit.NOT_RIGHT if strict and not results else Exit.RIGHT
    if junit:
        least = _write_junit(junit, results) or least
    warning = wording.unchecked(results)
    _tell_ci(workspace, tasks, results, warning)
    raise SystemExit(show(table(tasks, results, warning=warning, least=least), json))


def _write_junit(path: Path, results: Sequence[Result]) -> Exit:
    # Imported here: on one's own machine, nobody reads XML.
    from puzzle_runner.output import junit

    return junit.write(path, results)


def _tell_ci(workspace: Workspace, tasks: Sequence[Task], results: Sequence[Result], warning: str) -> None:
    """Say in CI why a clone may have nothing to compare with, and annotate lines on GitHub."""
    if warning and os.environ.keys() & {"CI", "GITHUB_ACTIONS"}:
        for task in tasks[:1]:
            options.warn_of_ignored(workspace, lookup.case_folder(workspace, task.puzzle.id) / case_file.FILE)
    if terminal.is_read_by_github():
        from puzzle_runner.output import github

        github.tell(tasks, results, warning)
