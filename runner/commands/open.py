"""`puzzles open`: the page of a puzzle in the browser."""

import webbrowser

import typer

from runner import pipeline, settings, terminal
from runner.commands.options import Id
from runner.errors import UsageError
from runner.kinds.kind import identify


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command("open")(open_)


def open_(id: Id) -> None:
    """Open the page of a puzzle in the browser."""
    url = pipeline.address(settings.workspace(), id)
    if not url:
        raise UsageError(f"{identify(id)[1]} has no page: write its link into the module's docstring.")
    terminal.say(url)
    if not webbrowser.open(url):
        terminal.say("There is no browser here: open that address yourself.")
