"""`puzzles check`: the regression check of every stored answer."""

import os
import time
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzle_runner import interruption, settings
from puzzle_runner.catalog import workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import bytecode_cache, incremental, judge, plan, remembered
from puzzle_runner.checking.incremental import Memory
from puzzle_runner.checking.plan import Selection, Task
from puzzle_runner.checking.remembered import Remembered
from puzzle_runner.commands import options
from puzzle_runner.commands.building import built
from puzzle_runner.commands.options import Account, Quiet, Selectors, Timeout, Untrusted, Verbose
from puzzle_runner.errors import Exit, StoreFailed, UsageError
from puzzle_runner.model import Job, Outcome, Result, TaskKey
from puzzle_runner.output import results_table, terminal
from puzzle_runner.output.render import LiveReport, shown
from puzzle_runner.storage import parsed

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", metavar="N", min=1, help="Calls that run at once. Default: one for each core."
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run everything again, also what is unchanged.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Count unknown, skipped and nothing checked as not right.")
]
Junit = Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the results as JUnit XML.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Run them on a Dask cluster, such as tcp://host:8786.")
]
CarryOut = Callable[[Sequence[Job], Callable[[], object]], Generator[Outcome, None, None]]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(check))


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
) -> LiveReport[Any]:
    """Check every stored answer: all parts, solutions and cases. What is unchanged is not run again."""
    begun = time.monotonic()
    if junit and (junit.is_dir() or not junit.absolute().parent.is_dir()):
        raise UsageError(f"--junit {junit}: give the name of a file in an existing folder.")
    where = workspace.find()
    choice = Selection(solution=None, every_case=True, account=account)
    limits = options.limits(where.settings, timeout, untrusted)
    with parsed.kept() as where.parsed:
        planned = plan.tasks(where, selectors or [], choice, limits)
    tasks = built(planned, where.settings.workers(jobs))
    _warn(tasks)
    carry_out = _on_cluster(cluster, where) if cluster else _on_this_machine(where.settings.workers(jobs))
    results = _check(tasks, _memory(where, fresh, {task.puzzle.id for task in tasks}), carry_out, strict)
    interruption.check()
    is_written = _write(junit, results) if junit else True
    warning = judge.unchecked(results)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        _tell_github(tasks, results, warning)
    table = results_table.settled(tasks, results)
    report = results_table.report(
        tasks, results, table, begun, quiet=quiet, with_output=True, verbose=verbose, warning=warning
    )
    if strict and not results:
        report = report._replace(exit_code=lambda _: Exit.NOT_RIGHT)
    if not is_written:
        report = report._replace(exit_code=lambda _: Exit.STORE_FAILED)
    return report


def _write(junit: Path, results: Sequence[Result]) -> bool:
    """Write the results as JUnit XML; tell whether that worked: if not, they are shown all the same."""
    from puzzle_runner.output.junit import xml

    try:
        junit.write_bytes(xml(results))
    except OSError as error:
        terminal.warn(f"puzzles: --junit {junit} cannot be written: {error.strerror}.")
        return False
    return True


def _warn(tasks: Sequence[Task]) -> None:
    """Point out what looks like a part beside the parts of a module, and is not run."""
    warnings = {task.puzzle.id: task.puzzle.warning for task in tasks if task.puzzle.solutions}
    for id, warning in warnings.items():
        if warning:
            terminal.warn(f"{id}: {warning}")


def _check(tasks: Sequence[Task], memory: Memory, carry_out: CarryOut, strict: bool) -> list[Result]:
    settled = incremental.settle(tasks, memory)
    to_run = incremental.to_run(tasks, settled)
    jobs = [task.job for task in to_run]
    with terminal.progress(len(jobs)) as done, closing(carry_out(jobs, done)) as outcomes:
        results = incremental.merged(settled, incremental.carry_out(to_run, outcomes, memory))
    return judge.together(tasks, results, strict=strict)


def _on_this_machine(number: int) -> CarryOut:
    return lambda jobs, done: bytecode_cache.run(jobs, number, done)


def _on_cluster(address: str, workspace: Workspace) -> CarryOut:
    try:
        from puzzle_runner.running import cluster
    except ModuleNotFoundError as error:
        raise UsageError(
            f"--cluster needs the extra: pip install 'puzzle-runner[cluster]' ({error})."
        ) from error
    return lambda jobs, done: cluster.run(jobs, address, workspace.code, done)


def _memory(workspace: Workspace, fresh: bool, puzzles: Collection[str]) -> Memory:
    """Return the memory of some puzzles of a workspace; an empty one if everything is to run again."""
    verdicts = _Verdicts(settings.data_folder(), workspace.root)
    return Memory(workspace, {} if fresh else verdicts.read(puzzles), verdicts.write)


class _Verdicts:
    """The stored verdicts of a workspace. If the store fails, it warns once, and the check goes on."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder = folder
        self.root = root
        self.works = True

    def read(self, puzzles: Collection[str]) -> dict[TaskKey, Remembered]:
        try:
            return remembered.read(self.folder, self.root, puzzles)
        except StoreFailed as error:
            self._failed(error)
            return {}

    def write(self, verdicts: Mapping[TaskKey, Remembered]) -> None:
        if not self.works:
            return
        try:
            remembered.write(self.folder, self.root, verdicts)
        except StoreFailed as error:
            self._failed(error)

    def _failed(self, error: StoreFailed) -> None:
        self.works = False
        terminal.warn(f"Nothing is remembered of this check: {error}")


def _tell_github(tasks: Sequence[Task], results: Sequence[Result], warning: str) -> None:
    """Write annotations and the summary of the job for GitHub Actions."""
    from puzzle_runner.output import github

    root = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd())
    for line in github.annotations(tasks, results, root):
        terminal.command_github(line)
    if warning:
        terminal.command_github(github.warning(warning))
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            with open(summary, "a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(github.summary(results, warning))
        except OSError as error:
            terminal.warn(f"The job's summary {summary} cannot be written: {error.strerror}.")
