"""`run --watch`: run after each save."""

import linecache
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Event, Thread

from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Task
from puzzle_runner.errors import PuzzlesError, UsageError
from puzzle_runner.interruption import Interrupted
from puzzle_runner.model import Result
from puzzle_runner.output import results_table, terminal
from puzzle_runner.output.render import show
from puzzle_runner.running import workers
from puzzle_runner.running.job import Show

Plan = Callable[[], Sequence[Task]]


def watch(workspace: Workspace, plan: Plan, printed: Show | None, quiet: bool) -> None:
    """Run the tasks that `plan` returns, now and after each save, until `q` is pressed.

    A save during a run cancels it and begins the next. Raises UsageError if the extra is not installed.
    """
    try:
        from puzzle_runner.checking import watch_changes
    except ModuleNotFoundError as error:
        raise UsageError(f"--watch needs the extra: pip install 'puzzle-runner[watch]' ({error}).") from error
    ended = Event()
    folders = [folder for folder in (workspace.puzzles, workspace.root / "inputs") if folder.is_dir()]
    with watch_changes.ended_by("q", ended):
        terminal.warn(f"Watching: each save runs it again, {watch_changes.ENDS}.")
        current: Run | None = None
        try:
            for _ in watch_changes.saves(folders, ended):
                if current:
                    current.cancel()
                    terminal.say(f"\nsaved at {time.strftime('%H:%M:%S')}")
                current = Run(plan, printed, quiet, ended)
        finally:
            if current:
                current.cancel()


class Run:
    """One run, on a thread of its own, so that a save can cancel it."""

    def __init__(self, plan: Plan, printed: Show | None, quiet: bool, ended: Event) -> None:
        self.cancelled = Event()
        self.ended = ended
        self.thread = Thread(target=self._run, args=(plan, printed, quiet))
        self.thread.start()

    def cancel(self) -> None:
        """Stop the run, and wait until it has ended."""
        self.cancelled.set()
        if self.thread.is_alive():
            workers.stop()
        self.thread.join()

    def _run(self, plan: Plan, printed: Show | None, quiet: bool) -> None:
        # A traceback must show the new text of a file.
        linecache.clearcache()
        try:
            begun = time.monotonic()
            tasks = plan()
            carried_out = self._until_cancelled(judge.run(tasks, printed))
            show(results_table.report(tasks, carried_out, begun, quiet=quiet), json=False)
            sys.stdout.flush()
        except (_Cancelled, Interrupted):
            return
        except PuzzlesError as error:
            terminal.warn(f"puzzles: {error}")
        except OSError:
            # The reader has closed the pipe.
            self.ended.set()
            return
        # Start a worker for the next run now: it is ready by then, and has imported no old module.
        workers.stop()
        workers.start()

    def _until_cancelled(self, carried_out: Iterable[Result]) -> Iterator[Result]:
        for result in carried_out:
            if self.cancelled.is_set():
                raise _Cancelled
            yield result


class _Cancelled(Exception):
    """A file was saved during the run, so its results are out of date."""
