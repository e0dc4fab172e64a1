"""The person at the terminal: questions, the editor, and a countdown."""

import os
import shlex
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from time import sleep

from puzzle_runner.errors import Refused, UsageError
from puzzle_runner.flows.fetching import both_times, is_unlocked
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import waiting

# The exit codes of a shell that cannot run a program, or does not find it.
SHELL_FAILED = (126, 127)


def ask(question: str) -> str:
    """Return what is typed at a question, in small letters; nothing at the end of the input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower()


def agree(question: str, without: str, *about: str, consequence: str = "Nothing was sent.") -> None:
    """Print `about`, then ask. Raises Refused; where there is no terminal, with the sentence `without`."""
    if not sys.stdin.isatty():
        raise Refused(without, consequence)
    for line in about:
        terminal.warn(line)
    if ask(f"{question} [y/N]: ") not in ("y", "yes"):
        raise Refused("You said no.", consequence)


def edit(path: Path) -> None:
    """Open a file in the user's editor, and wait until it is closed. Raises UsageError if there is none."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise UsageError(f"Set VISUAL or EDITOR to your editor, and open {path} with it.")
    name = f'"{path}"' if sys.platform == "win32" else shlex.quote(str(path))
    # The variable is a line of the shell, as it is for git.
    code = subprocess.call(f"{editor} {name}", shell=True)
    if code in SHELL_FAILED:
        raise UsageError(f'The editor "{editor}" cannot be started.')


def count_down(id: PuzzleId) -> None:
    """Wait until a puzzle unlocks; a terminal shows how long that still is."""
    opening = id.unlocks
    if opening and not is_unlocked(id):
        # One second more, as the site's clock may be behind.
        moment = opening + timedelta(seconds=1)
        wait(moment, f"{id} unlocks in", f"{id} unlocks on {both_times(opening)}: waiting.")


def wait(moment: datetime, until: str, sentence: str) -> None:
    """Wait until a moment. A terminal shows `until` and the time that is left, else `sentence` is said."""
    live = sys.stderr.isatty()
    if live:
        # Only one line can be written over; the time stands after it.
        *above, until = terminal.wrapped(until, (terminal.room(sys.stderr) or 80) - len(" 24d 23h 59m 59s "))
        sys.stderr.write("".join(f"{line}\n" for line in above))
    else:
        terminal.warn(sentence)
    left = moment - guesses.now()
    while left > timedelta():
        if live:
            sys.stderr.write(f"\r{until} {waiting(left)} \x1b[K")
            sys.stderr.flush()
        sleep(min(1.0, max(0.05, left.total_seconds())))
        left = moment - guesses.now()
    if live:
        sys.stderr.write("\r\x1b[K")
