"""A question at the terminal before a step that cannot be undone."""

import sys

import typer

from puzzle_runner.errors import Refused
from puzzle_runner.output import terminal


def agree(question: str, without: str, *about: str, refused: type[Refused] = Refused) -> None:
    """Print `about`, then ask. Raises `refused`; where there is no terminal, with the sentence `without`."""
    if not sys.stdin.isatty():
        raise refused(without)
    for line in about:
        terminal.warn(line)
    if not typer.confirm(question, err=True):
        raise refused("You said no.")
