"""`run --watch`: run after each save."""

import linecache
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Event, Thread

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge
from puzzle_runner.checking.judge import Waiting
from puzzle_runner.checking.plan import Task
from puzzle_runner.checking.retraction import retracting
from puzzle_runner.errors import PuzzlesError, extra
from puzzle_runner.interruption import Interrupted
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Result
from puzzle_runner.output import results_table, terminal
from puzzle_runner.output.render import show
from puzzle_runner.running import pool
from puzzle_runner.running.job import Show

# So many characters are shown of what a puzzle prints in one run.
MOST_PRINTED = 10_000


class Watch:
    """What is run after each save; the puzzle of the last run, and the thread of the one under way."""

    def __init__(
        self,
        workspace: Workspace,
        plan: Callable[[], Sequence[Task]],
        part: int | None,
        on_output: Show | None,
        waiting: Waiting,
        quiet: bool,
    ) -> None:
        self.workspace = workspace
        self.plan = plan
        self.part = part
        self.on_output = on_output
        self.waiting = waiting
        self.quiet = quiet
        self.puzzle: Puzzle | None = None
        self.thread: Thread | None = None
        self.cancelled = Event()
        self.ended = Event()

    def watch(self) -> None:
        """Run now and after each save, until `q` is pressed in the terminal; `s` submits the answer.

        A save during a run cancels it and begins the next. Raises UsageError if the extra is not installed.
        """
        with extra("watch", "--watch"):
            from puzzle_runner.checking import watch_changes
        folders = [
            folder for folder in (self.workspace.puzzles, self.workspace.root / "inputs") if folder.is_dir()
        ]
        keys = watch_changes.Keys()
        with keys.listening():
            ending = "Keys: s submit, q quit." if keys.is_terminal else "Ctrl-C ends it."
            message = f"Watching: each save runs it again.\n{ending}"
            terminal.warn(message)
            try:
                for key in watch_changes.happenings(folders, self.ended, keys):
                    if key == "":
                        self._start()
                    elif key == "q":
                        break
                    elif key == "?":
                        terminal.warn(message)
                    elif key == "s" and self.puzzle:
                        self._cancel()
                        with keys.paused():
                            _submit(self.puzzle.id, self.part)
                        terminal.warn(message)
            finally:
                self._cancel()

    def _start(self) -> None:
        """Start a run on a thread of its own, so that the next save can cancel it."""
        if self.thread:
            self._cancel()
            terminal.say(f"\nsaved at {time.strftime('%H:%M:%S')}")
        self.cancelled.clear()
        self.thread = Thread(target=self.run_once)
        self.thread.start()

    def _cancel(self) -> None:
        """Stop the run that is under way, and wait until it has ended."""
        if self.thread:
            self.cancelled.set()
            if self.thread.is_alive():
                pool.stop()
            self.thread.join()

    def run_once(self) -> None:
        """Run what is planned now, and show the rows unless a save cancels it."""
        # A traceback must show the new text of a file.
        linecache.clearcache()
        try:
            begun = time.monotonic()
            tasks = self.plan()
            self.puzzle = tasks[0].puzzle if tasks else None
            on_output = _limited(self.on_output) if self.on_output else None
            results = retracting(self.workspace, judge.run_and_judge(tasks, on_output, waiting=self.waiting))
            report = results_table.report(tasks, self._until_cancelled(results), begun, quiet=self.quiet)
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


def _limited(show: Show) -> Show:
    """Return a function that shows what is printed, up to a limit: it comes again with each save."""
    left = MOST_PRINTED

    def show_limited(text: str) -> None:
        nonlocal left
        if left > 0:
            show(text[:left])
            left -= len(text)
            if left <= 0:
                show('\n... "puzzles run" without --watch shows the rest.\n')

    return show_limited


def _submit(id: str, part: int | None) -> None:
    """Submit the answer to a puzzle in a process of its own, in this terminal: Ctrl-C ends that one."""
    of_part = ["--part", str(part)] if part else []
    # A handler, unlike an ignored signal, is not inherited.
    handler = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        subprocess.run([sys.executable, "-m", "puzzle_runner", "submit", id, *of_part], check=False)
    finally:
        signal.signal(signal.SIGINT, handler)
