"""`puzzles show`: a cached statement, read in the terminal."""

import sys

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.commands.options import Account, Id
from puzzle_runner.errors import InputMissing
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report, shown
from puzzle_runner.sites import site
from puzzle_runner.sites.site import Statement
from puzzle_runner.text import printable


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(show))


def show(id: Id, account: Account = None) -> Report[Statement]:
    """Read the statement of a puzzle in the terminal, without the network."""
    id = lookup.puzzle_id(workspace.find(), id)
    if not identify(id)[0].SITE:
        raise InputMissing(f"{id} has no statement here: it has no site to get one from.")
    statement = site.find(id).statement(id, account)
    return Report([statement], lines=_lines, document=lambda _: {"puzzle": id} | statement._asdict())


def _lines(statement: Statement) -> list[str]:
    """Return the Markdown, laid out for a terminal. Control characters are spelt out."""
    lines = [printable(line) for line in statement.markdown.splitlines()]
    return laid_out("\n".join(lines)) if terminal.coloured(sys.stdout) else lines


def laid_out(markdown: str, force_terminal: bool | None = None) -> list[str]:
    """Return Markdown as the lines of a terminal: wrapped, with bold and colours."""
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    # Of their own, these have a background, which is black on a light terminal.
    console = Console(
        force_terminal=force_terminal,
        theme=Theme({"markdown.code": "bold cyan", "markdown.code_block": "cyan"}),
    )
    with console.capture() as captured:
        console.print(Markdown(markdown, code_theme="ansi_dark"))
    return captured.get().splitlines()
