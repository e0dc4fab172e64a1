"""The person at the terminal: questions, the editor, and a countdown."""

import os
import shlex
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from time import sleep

from puzzle_runner.errors import UsageError
from puzzle_runner.flows.fetching import is_unlocked
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import waiting


def ask(question: str) -> str:
    """Return what is typed at a question, in small letters; nothing at the end of the input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stderr.write("\n")
    return line.strip().lower()


def edit(path: Path) -> None:
    """Open a file in the user's editor, and wait until it is closed. Raises UsageError if there is none."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise UsageError(f"Set VISUAL or EDITOR to your editor, and open {path} with it.")
    # The variable is a line of the shell, as it is for git.
    name = shlex.quote(str(path))
    if sys.platform == "win32":
        name = f'"{path}"'
    code = subprocess.call(f"{editor} {name}", shell=True)
    # The shell cannot run the program, or does not find it.
    if code in (126, 127):
        raise UsageError(f'The editor "{editor}" cannot be started.')


def count_down(id: PuzzleId) -> None:
    """Wait until a puzzle unlocks."""
    if id.unlocks and not is_unlocked(id):
        # The site's clock may be behind.
        wait(id.unlocks + timedelta(seconds=1), f"{id} unlocks in")


def wait(moment: datetime, until: str) -> None:
    """Wait until a moment. A terminal shows how long that still is."""
    left = moment - guesses.now()
    if not sys.stderr.isatty():
        terminal.warn(f"{until} {waiting(left)}.")
    while left > timedelta():
        if sys.stderr.isatty():
            terminal.overwrite(f"{until} {waiting(left)} ")
        sleep(min(1.0, max(0.05, left.total_seconds())))
        left = moment - guesses.now()
    if sys.stderr.isatty():
        terminal.overwrite("")
