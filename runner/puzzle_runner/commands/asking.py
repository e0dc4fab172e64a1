"""Questions at the terminal; the end of the input answers nothing."""

import sys

from puzzle_runner import typer
from puzzle_runner.errors import Refused
from puzzle_runner.output import terminal


def agree(question: str, without: str, *about: str, refused: type[Refused] = Refused) -> None:
    """Print `about`, then ask. Raises `refused`; where there is no terminal, with the sentence `without`."""
    if not sys.stdin.isatty():
        raise refused(without)
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
    raise refused("You said no.")


def reply(question: str) -> str:
    """Return what is typed at a question, which may be nothing."""
    try:
        return str(typer.prompt(question, default="", show_default=False, err=True))
    except typer.Abort:
        return ""
