"""`run --watch`: run after each save."""

import linecache
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from threading import Event, Thread

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge
from puzzle_runner.checking.judge import Waiting
from puzzle_runner.checking.plan import Task
from puzzle_runner.checking.retraction import retracting
from puzzle_runner.errors import PuzzlesError, extra
from puzzle_runner.interruption import Interrupted
from puzzle_runner.model import Puzzle, Result
from puzzle_runner.output import results_table, terminal
from puzzle_runner.output.render import show
from puzzle_runner.running import pool
from puzzle_runner.running.job import Show

Plan = Callable[[], Sequence[Task]]
KEYS = "s submit, q quit"


def watch(
    workspace: Workspace,
    plan: Plan,
    part: int | None,
    on_output: Show | None,
    waiting: Waiting,
    quiet: bool,
) -> None:
    """Run the tasks of a plan, now and after each save, until `q` is pressed; `s` submits the answer.

    A save during a run cancels it and begins the next. Raises UsageError if the extra is not installed.
    """
    with extra("watch", "--watch"):
        from puzzle_runner.checking import watch_changes
    ended = Event()
    folders = [folder for folder in (workspace.puzzles, workspace.root / "inputs") if folder.is_dir()]
    keys = watch_changes.Keys()
    # The puzzle of the last run.
    puzzle: Puzzle | None = None

    def next_plan() -> Sequence[Task]:
        nonlocal puzzle
        tasks = plan()
        puzzle = tasks[0].puzzle if tasks else None
        return tasks

    with keys.listening():
        keys_line = f"Keys: {KEYS}." if watch_changes.HAS_KEYS else "Ctrl-C ends it."
        message = f"Watching: each save runs it again.\n{keys_line}"
        terminal.warn(message)
        current: Run | None = None
        try:
            for key in watch_changes.happenings(folders, ended, keys):
                if key == "q":
                    break
                if key and not (key == "s" and puzzle):
                    continue
                if current:
                    current.cancel()
                if puzzle and key == "s":
                    with keys.paused():
                        _submit(puzzle.id, part)
                    terminal.warn(message)
                    continue
                if current:
                    terminal.say(f"\nsaved at {time.strftime('%H:%M:%S')}")
                current = Run(workspace, next_plan, on_output, waiting, quiet, ended)
        finally:
            if current:
                current.cancel()


def _submit(id: str, part: int | None) -> None:
    """Submit the answer to a puzzle in a process of its own, in this terminal."""
    of_part = ["--part", str(part)] if part else []
    with suppress(KeyboardInterrupt):
        subprocess.run([sys.executable, "-m", "puzzle_runner", "submit", id, *of_part], check=False)


class Run:
    """One run, on a thread of its own, so that a save can cancel it."""

    def __init__(
        self,
        workspace: Workspace,
        plan: Plan,
        on_output: Show | None,
        waiting: Waiting,
        quiet: bool,
        ended: Event,
    ) -> None:
        self.workspace = workspace
        self.cancelled = Event()
        self.ended = ended
        self.thread = Thread(target=self._run, args=(plan, on_output, waiting, quiet))
        self.thread.start()

    def cancel(self) -> None:
        """Stop the run, and wait until it has ended."""
        self.cancelled.set()
        if self.thread.is_alive():
            pool.stop()
        self.thread.join()

    def _run(self, plan: Plan, on_output: Show | None, waiting: Waiting, quiet: bool) -> None:
        # A traceback must show the new text of a file.
        linecache.clearcache()
        try:
            begun = time.monotonic()
            tasks = plan()
            results = retracting(self.workspace, judge.run_and_judge(tasks, on_output, waiting=waiting))
            report = results_table.report(tasks, self._until_cancelled(results), begun, quiet=quiet)
            show(report, json=False)
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
        pool.stop()
        pool.start()

    def _until_cancelled(self, results: Iterable[Result]) -> Iterator[Result]:
        for result in results:
            if self.cancelled.is_set():
                raise _Cancelled
            yield result


class _Cancelled(Exception):
    """A file was saved during the run, so its results are out of date."""
