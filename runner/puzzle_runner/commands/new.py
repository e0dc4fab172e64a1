"""`puzzles new`: a module from the template, with what the site has for it."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzle_runner.catalog import lookup, scaffold, selection, workspace
from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands import contact, editor
from puzzle_runner.commands.fetch import Wait, count_down, fetched_document, fetched_lines
from puzzle_runner.commands.options import Account, Id
from puzzle_runner.errors import PuzzlesError, UsageError
from puzzle_runner.inputs import accounts
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report, shown
from puzzle_runner.sites.site import Fetched, Fetcher
from puzzle_runner.text import printable

Edit = Annotated[bool, typer.Option("--edit", help="Open it in the editor.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(new))


def new(id: Id, wait: Wait = False, edit: Edit = False, account: Account = None) -> Report[Fetched | Path]:
    """Begin a puzzle: a module from the template, its input and examples where that is possible."""
    where = workspace.find()
    id = _new_id(where, id)
    fetcher = Fetcher(account, contact.of(where) if _is_fetched(id) else "")
    steps = _steps(where, id, fetcher, wait, edit)
    return Report(steps, lines=_lines, document=lambda done: _document(id, done))


def _steps(
    workspace: Workspace, id: str, fetcher: Fetcher, wait: bool, edit: bool
) -> Iterator[Fetched | Path]:
    """Yield what was fetched, if anything, then the path of the new module; open the editor after that."""
    if wait:
        count_down(id)
    fetched = _fetched(fetcher, id)
    if fetched:
        yield fetched
    path = scaffold.write_module(workspace, id, fetched.title if fetched else "")
    yield path
    if edit:
        editor.edit(path)


def _lines(step: Fetched | Path) -> list[str]:
    return [printable(str(step))] if isinstance(step, Path) else fetched_lines(step)


def _document(id: str, steps: Sequence[Fetched | Path]) -> dict[str, Any]:
    """Return the JSON of `new`; `fetched` is null if nothing was fetched."""
    fetched = [fetched_document(step) for step in steps if isinstance(step, Fetched)]
    paths = [str(step) for step in steps if isinstance(step, Path)]
    return {"puzzle": id, "path": paths[0], "fetched": fetched[0] if fetched else None}


def _new_id(workspace: Workspace, text: str) -> str:
    """Return the id of a puzzle that has no module yet. Raises UsageError."""
    kind, id = identify(text)
    if workspace.is_installed:
        raise UsageError('There is no workspace here: make one with "puzzles init".')
    beyond = re.fullmatch(r"(?:aoc)?(\d{4})(?:d|/)0*(\d+)", text, re.IGNORECASE)
    if beyond and not kind.SITE:
        year, day = map(int, beyond.groups())
        raise UsageError(f"There is no day {day} in {year}: the calendar has days 1 to {aoc.days(year)}.")
    if not re.fullmatch(r"[A-Za-z]\w*", id):
        raise UsageError(f'"{text}" is no id: use one like aoc2021d21, euler227, srm465 or your own word.')
    paths = lookup.paths(workspace)
    if stem := selection.find(list(paths), id):
        raise UsageError(f"{paths[stem]} is there already, and is never overwritten.")
    return id


def _fetched(fetcher: Fetcher, id: str) -> Fetched | None:
    """Fetch a puzzle, if that needs no login or there may be one. A failure is shown, and `new` goes on."""
    if not _is_fetched(id):
        return None
    try:
        return fetcher.fetch(id)
    except PuzzlesError as error:
        terminal.warn(f"puzzles: {error}")
        return None


def _is_fetched(id: str) -> bool:
    kind, _ = identify(id)
    return bool(kind.SITE) and (not kind.PERSONAL or accounts.may_log_in())
