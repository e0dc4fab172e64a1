"""`puzzles init`: a workspace, ready for git."""

from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner.catalog import scaffold
from puzzle_runner.errors import UsageError
from puzzle_runner.output import terminal

Folder = Annotated[Path, typer.Argument(metavar="[FOLDER]", help="Where; else here.", show_default=False)]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(init)


def init(folder: Folder = Path()) -> None:
    """Make a workspace, ready for git; what is there already is left as it is."""
    folder = folder.expanduser().absolute()
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: a workspace is a folder.")
    new = scaffold.make_workspace(folder)
    for name in new:
        terminal.say(str(folder / name))
    if not new:
        terminal.say(f"{folder} is a workspace already: nothing was changed.")
    else:
        terminal.say('A workspace. Begin a puzzle in it with "puzzles new ID".')
