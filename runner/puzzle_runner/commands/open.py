"""`puzzles open`: the page of a puzzle in the browser."""

import webbrowser

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.commands.options import OrLast
from puzzle_runner.errors import UsageError
from puzzle_runner.output.render import Report, shown, single


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command("open")(shown(open_))


def open_(id: OrLast = None) -> Report[None]:
    """Open the page of a puzzle in the browser."""
    where = workspace.find()
    id = lookup.puzzle_id(where, id)
    url = lookup.page(where, id)
    if not url:
        raise UsageError(f"{id} has no page: write its link into the module's docstring.")
    opened = webbrowser.open(url)
    lines = [url] if opened else [url, "There is no browser here: open that address yourself."]
    return single({"puzzle": id, "url": url, "opened": opened}, *lines)
