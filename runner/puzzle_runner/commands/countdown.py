"""Waiting for a moment: on a terminal with a countdown, else with one sentence."""

import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from time import sleep

from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.text import waiting


def wait(moment: datetime, until: str, sentence: str, is_busy: Callable[[], bool] = lambda: False) -> None:
    """Wait until a moment. A terminal shows `until` and the time that is left, else `sentence` is said.

    Nothing is shown while the terminal `is_busy`: an editor may have it.
    """
    live = sys.stderr.isatty()
    if not live:
        terminal.warn(sentence)
    elif not is_busy():
        # Only one line can be written over; the time stands after it.
        *above, until = terminal.wrapped(until, (terminal.room(sys.stderr) or 80) - len(" 24d 23h 59m 59s "))
        sys.stderr.write("".join(f"{line}\n" for line in above))
    while (left := moment - guesses.now()) > timedelta():
        if live and not is_busy():
            sys.stderr.write(f"\r{until} {waiting(left)} \x1b[K")
            sys.stderr.flush()
        sleep(min(1.0, max(0.05, left.total_seconds())))
    if live and not is_busy():
        sys.stderr.write("\r\x1b[K")
