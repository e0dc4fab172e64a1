"""`puzzles new`: a module from the template, with what the site has for it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner.catalog import modules, scaffold, selection, workspace
from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands.fetch import Wait, count_down, row
from puzzle_runner.commands.options import Account, Id
from puzzle_runner.errors import PuzzlesError, UsageError
from puzzle_runner.inputs import accounts
from puzzle_runner.output import terminal
from puzzle_runner.sites import fetching

Edit = Annotated[bool, typer.Option("--edit", help="Open it in the editor.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(new)


def new(id: Id, wait: Wait = False, edit: Edit = False, account: Account = None) -> None:
    """Begin a puzzle: a module from the template, its input and examples where that is possible."""
    where = workspace.find()
    id = _new_id(where, id)
    if wait:
        count_down(id)
    title = _fetched_title(id, account, where.settings.contact)
    path = scaffold.write_module(where, id, title)
    terminal.say(str(path))
    if edit:
        _edit(path)


def _new_id(workspace: Workspace, text: str) -> str:
    """Return the id of a puzzle that is not there yet. Raises UsageError."""
    kind, id = identify(text)
    if workspace.is_installed:
        raise UsageError('There is no workspace here: make one with "puzzles init".')
    if late := re.fullmatch(r"(?:aoc)?(\d{4})(?:d|/)0*(\d+)", text, re.IGNORECASE):
        year, day = map(int, late.groups())
        if not kind.SITE:
            raise UsageError(f"There is no day {day} in {year}: the calendar has days 1 to {aoc.days(year)}.")
    if not re.fullmatch(r"[A-Za-z]\w*", id):
        raise UsageError(f'"{text}" is no id: use one like aoc2021d21, euler227, srm465 or your own word.')
    paths = modules.paths(workspace.puzzles)
    if there := selection.find(list(paths), id):
        raise UsageError(f"{paths[there]} is there already, and is never overwritten.")
    return id


def _fetched_title(id: str, account: str | None, contact: str) -> str:
    """Return the title that the site tells, its input and examples fetched; a failure does not stop `new`."""
    kind, _ = identify(id)
    if not kind.SITE or (kind.PERSONAL and not accounts.may_log_in()):
        return ""
    try:
        fetched = fetching.Fetcher(account, contact).fetch(id)
    except PuzzlesError as error:
        terminal.say(f"puzzles: {error}", sys.stderr)
        return ""
    terminal.say(row(fetched))
    return fetched.title


def _edit(path: Path) -> None:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise UsageError(f"Set VISUAL or EDITOR to your editor, and open {path} with it.")
    try:
        subprocess.run([*shlex.split(editor), str(path)], check=False)
    except (OSError, ValueError) as error:
        raise UsageError(f'The editor "{editor}" cannot be started: {error}.') from error
