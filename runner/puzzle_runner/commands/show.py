"""`puzzles show`: a cached statement, read in the terminal."""

import json as json_
import sys

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.commands.options import Account, Id, Json
from puzzle_runner.output import terminal
from puzzle_runner.sites import fetching
from puzzle_runner.text import printable


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(show)


def show(id: Id, account: Account = None, json: Json = False) -> None:
    """Read the statement of a puzzle in the terminal, without the network."""
    id = lookup.puzzle_id(workspace.find(), id)
    title, markdown = fetching.statement(id, account)
    safe = "\n".join(map(printable, markdown.splitlines()))
    if json:
        print(json_.dumps({"schema": 1, "puzzle": id, "title": title, "markdown": markdown}, indent=2))
    elif not terminal.coloured(sys.stdout):
        terminal.say(safe)
    else:
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(safe))
