"""The person at the terminal: questions, the editor, a countdown, and answers that they send or enter."""

import os
import shlex
import subprocess
import sys
import webbrowser
from datetime import datetime, timedelta
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

from puzzle_runner.errors import Refused, UsageError
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.text import printable, waiting

if TYPE_CHECKING:
    from puzzle_runner.flows.submission import Attempt

# The exit codes of a shell that cannot run a program, or does not find it.
SHELL_FAILED = (126, 127)


def agree(question: str, without: str, *about: str, consequence: str = "Nothing was sent.") -> None:
    """Print `about`, then ask. Raises Refused; where there is no terminal, with the sentence `without`."""
    if not sys.stdin.isatty():
        raise Refused(without, consequence)
    # Imported here, as it takes long.
    import typer

    for line in about:
        terminal.warn(line)
    room = terminal.room(sys.stderr)
    # Below it, or after it, stands ` [y/N]: `.
    question = "\n".join(terminal.wrapped(question, room and room - 8))
    try:
        if typer.confirm(question, err=True):
            return
    except typer.Abort:
        pass
    raise Refused("You said no.", consequence)


def reply(question: str) -> str:
    """Return what is typed at a question, which may be nothing, as at the end of the input."""
    import typer

    try:
        return str(typer.prompt(question, default="", show_default=False, err=True))
    except typer.Abort:
        return ""


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


def wait(moment: datetime, until: str, sentence: str) -> None:
    """Wait until a moment. A terminal shows `until` and the time that is left, else `sentence` is said."""
    live = sys.stderr.isatty()
    if live:
        # Only one line can be written over; the time stands after it.
        *above, until = terminal.wrapped(until, (terminal.room(sys.stderr) or 80) - len(" 24d 23h 59m 59s "))
        sys.stderr.write("".join(f"{line}\n" for line in above))
    else:
        terminal.warn(sentence)
    while (left := moment - guesses.now()) > timedelta():
        if live:
            sys.stderr.write(f"\r{until} {waiting(left)} \x1b[K")
            sys.stderr.flush()
        sleep(min(1.0, max(0.05, left.total_seconds())))
    if live:
        sys.stderr.write("\r\x1b[K")


def was_right(url: str) -> bool | None:
    """Open a page and ask whether the answer that was entered there is right.

    None if it was not entered, and without a terminal, as nobody can be asked.
    """
    if not sys.stdin.isatty():
        return None
    webbrowser.open(url)
    question = "Was it right? [y]es, [n]o, or not entered"
    return {"y": True, "yes": True, "n": False, "no": False}.get(reply(question).lower())


def confirm(attempt: "Attempt") -> None:
    """Ask once at the terminal whether to send an answer, after what speaks against it. Raises Refused."""
    command = f"puzzles submit {attempt.id} --part {attempt.part} --yes"
    without = f'Without a terminal, an answer is sent only with --yes: "{command}".'
    if attempt.against:
        without = f"{' '.join(attempt.against)} At a terminal, you are asked whether to send it."
    agree("Send it?", without, *attempt.against, sending(attempt))


def sending(attempt: "Attempt") -> str:
    """Return the line that says what is sent, or what a person is to enter."""
    answer, site, label = printable(attempt.answer), attempt.visit.site, attempt.visit.label
    if site.BY_HAND:
        return f"{answer}: enter it at {site.url(attempt.id)}"
    return f'Sending {answer} as part {attempt.part} of {attempt.id}, account "{label}".'
