"""`puzzles open`: the page of a puzzle in the browser."""

import webbrowser

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.commands.options import Id
from puzzle_runner.errors import UsageError
from puzzle_runner.output import terminal


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command("open")(open_)


def open_(id: Id) -> None:
    """Open the page of a puzzle in the browser."""
    url = lookup.page(workspace.find(), id)
    if not url:
        raise UsageError(f"{identify(id)[1]} has no page: write its link into the module's docstring.")
    terminal.say(url)
    if not webbrowser.open(url):
        terminal.say("There is no browser here: open that address yourself.")
