"""The seconds that a call takes so far, or how far a job is, on the last line of a terminal."""

import sys
import time
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from math import inf

from puzzle_runner import interruption
from puzzle_runner.checking.judge import Waiting
from puzzle_runner.checking.plan import Call
from puzzle_runner.output import terminal
from puzzle_runner.running.job import Show
from puzzle_runner.text import case_label, printable, width

# Seconds that a call takes before the line is shown, and after which it is shown again.
EVERY = 1.0


def counting(show: Show | None) -> tuple[Show | None, Waiting]:
    """Return what shows output above the seconds, if it is shown, and what counts those of a call."""
    ticker = Ticker()

    def during(task: Call) -> AbstractContextManager[None]:
        case = case_label(task.case.name, task.case.account)
        solution = task.solution
        return ticker.during(f"{case}  part {solution.part}  {solution.name}")

    if show is None:
        return None, during
    return ticker.above(show), during


class Ticker:
    """Counts seconds on stderr, below all that is shown, and leaves nothing behind."""

    def __init__(self) -> None:
        self.lock = allocate_lock()
        self.name, self.begun = "", 0.0
        self.at_most = inf
        self.is_ticking = self.is_drawn = False
        self.at_line_start = True

    @contextmanager
    def during(self, name: str, at_most: float = inf) -> Iterator[None]:
        """Count the seconds of the body; where it is known how many it takes at most, those that are left."""
        with self.lock:
            self.name, self.begun, self.at_most = printable(name), time.monotonic(), at_most
            if not self.is_ticking:
                self.is_ticking = True
                # Where no thread can be started, nothing is counted.
                with suppress(RuntimeError):
                    start_new_thread(self._tick, ())
        try:
            yield
        finally:
            with self.lock:
                self.name = ""
                self._clear()

    @contextmanager
    def steps(self, total: int) -> Iterator[Callable[[], object]]:
        """Show a bar while the body runs, if stderr is a terminal; yield a function to call for each step."""
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            self.name = terminal.bar(done, total)

        if not total or not sys.stderr.isatty():
            yield step
            return
        with self.during(terminal.bar(0, total)):
            yield step

    def above(self, show: Callable[[str], object]) -> Callable[[str], object]:
        """Return a function that shows output; the line makes room, and comes back after a whole line."""

        def shown(text: str) -> None:
            with self.lock:
                self._clear()
                show(text)
                self.at_line_start = text.endswith("\n")

        return shown

    def _tick(self) -> None:
        """Draw the line until nothing is under way: a thread for each call would cost too much."""
        while self.is_ticking:
            time.sleep(EVERY)
            # An interruption keeps the second lock: after its word nothing is said.
            with self.lock:
                if not self.name:
                    self.is_ticking = False
                elif self.at_line_start and interruption.sending.acquire(blocking=False):
                    try:
                        self._draw(time.monotonic() - self.begun)
                    except OSError:
                        # The terminal has gone.
                        return
                    finally:
                        interruption.sending.release()

    def _draw(self, seconds: float) -> None:
        if seconds >= EVERY:
            clock = f"{seconds:.0f} s"
            if self.at_most < inf:
                clock = f"at most {max(0.0, self.at_most - seconds):.0f} s left"
            line = f"  {self.name}  {clock}"
            # Imported here: in a pipe nothing is drawn.
            import shutil

            room = shutil.get_terminal_size().columns
            terminal.overwrite(line if width(line) < room else f"  {clock}")
            self.is_drawn = True

    def _clear(self) -> None:
        if self.is_drawn:
            self.is_drawn = False
            terminal.overwrite("")
