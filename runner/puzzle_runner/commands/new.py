"""`puzzles new`: modules from the template, with what the site has for them."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from puzzle_runner.catalog import lookup, scaffold, workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands import editor
from puzzle_runner.commands.fetch import Wait, count_down, fetched_document, fetched_lines
from puzzle_runner.commands.options import Account
from puzzle_runner.errors import Exit, NoPage, NoSuchPuzzle, NotLoggedIn, PuzzlesError, UsageError
from puzzle_runner.flows import accounts
from puzzle_runner.flows.fetching import Fetched, Fetcher
from puzzle_runner.inputs import cached
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport, shown
from puzzle_runner.sites.site import identify, members
from puzzle_runner.text import printable

Ids = Annotated[
    list[str],
    typer.Argument(
        metavar="ID...", help="The puzzles: ids, a range (aoc2023d1-5), or today.", show_default=False
    ),
]
Edit = Annotated[bool, typer.Option("--edit", help="Open the new modules in the editor.")]


class Made(NamedTuple):
    """The module of a puzzle: a new one if it is `created`. `exit` tells whether it lacks an input."""

    id: str
    path: Path
    created: bool
    exit: Exit = Exit.RIGHT


class Missing(NamedTuple):
    """A puzzle that its site does not have: no module was made."""

    id: str
    exit: Exit = Exit.INPUT_MISSING


Step = Fetched | Made | Missing

ORDER = 10
ALSO = {"add": "new", "create": "new", "start": "new", "today": "new today"}
READS_SESSION = True


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(new))


def new(ids: Ids, wait: Wait = False, edit: Edit = False, account: Account = None) -> LiveReport[Step]:
    """Start a puzzle: writes the module, fetches input and example."""
    where = workspace.find()
    if where.is_installed:
        raise UsageError('There is no workspace here: make one with "puzzles init".')
    paths = lookup.paths(where)
    wanted = [*dict.fromkeys(id for text in ids for id in _ids(lookup.spelled_out(text, paths)))]
    own = [id for id in wanted if not identify(id)[0].ADDRESS]
    for id in own:
        # Nothing can be missing of a puzzle without a site.
        if stem := lookup.find(list(paths), id):
            raise UsageError(f"{paths[stem]} exists already, and is not overwritten.")
    fetcher = Fetcher(account, where.settings.contact, patient=wait)
    steps = (step for id in wanted for step in _steps(where, id, fetcher, wait, edit))
    return LiveReport(
        steps,
        lines=_lines,
        document=_document,
        exit_code=lambda steps: max(
            (step.exit for step in steps if not isinstance(step, Fetched)), default=Exit.RIGHT
        ),
    )


def _ids(text: str) -> list[str]:
    """Return the ids that a text means. Raises UsageError."""
    ids = members(text) or [identify(text)[1]]
    for id in ids:
        if not re.fullmatch(r"[A-Za-z]\w*", id):
            raise UsageError(
                f'"{text}" is not an id: use one like aoc2021d21, euler227, srm465 or your own word.'
            )
    return ids


def _steps(workspace: Workspace, id: str, fetcher: Fetcher, wait: bool, edit: bool) -> Iterator[Step]:
    """Yield what was fetched, if anything, then the module; open the editor after that."""
    if wait:
        count_down(id)
    paths = lookup.paths(workspace)
    if stem := lookup.find(list(paths), id):
        made = Made(id, paths[stem], created=False)
        yield fetcher.fetch(id)
    else:
        try:
            fetched, exit = _fetched(fetcher, id)
        except (NoPage, NoSuchPuzzle) as error:
            terminal.warn(f"puzzles: {error} No module was made.")
            yield Missing(id)
            return
        if fetched:
            yield fetched
        title = fetched.title if fetched else ""
        has_input = bool(cached.read(id))
        path = scaffold.write_module(workspace, id, title, takes_input=has_input)
        made = Made(id, path, created=True, exit=exit)
    yield made
    if edit:
        editor.edit(made.path)


def _fetched(fetcher: Fetcher, id: str) -> tuple[Fetched | None, Exit]:
    """Fetch what there is of a puzzle: without a login what is public. A failure is shown, and no error.

    A session that has ended is one, by the exit code.

    Raises NoPage or NoSuchPuzzle for a puzzle that the site does not have.
    """
    site, _ = identify(id)
    if not site.ADDRESS:
        return None, Exit.RIGHT
    exit = Exit.RIGHT
    try:
        if not site.PERSONAL or accounts.may_log_in(site):
            return fetcher.fetch(id), exit
        terminal.warn(
            f'There is no input yet, as you are not logged in: run "{accounts.adding(site)}", then '
            f'"puzzles fetch {id}".'
        )
    except (NoPage, NoSuchPuzzle):
        raise
    except PuzzlesError as error:
        terminal.warn(f"puzzles: {error}")
        if not isinstance(error, NotLoggedIn):
            return None, exit
        exit = error.exit
    try:
        return fetcher.fetch_public(id), exit
    except (NoPage, NoSuchPuzzle):
        raise
    except PuzzlesError:
        return None, exit


def _lines(step: Step) -> list[str]:
    match step:
        case Fetched():
            return fetched_lines(step)
        case Made(created=True):
            return [printable(str(step.path))]
        case Made():
            return [f"{printable(str(step.path))} exists already"]
    return []


def _document(steps: Sequence[Step]) -> dict[str, Any]:
    """Return the JSON of `new`: of one puzzle its row, of several a list of rows.

    `path` is null without a module, `fetched` if nothing was fetched.
    """
    fetched = {step.id: fetched_document(step) for step in steps if isinstance(step, Fetched)}
    rows = [
        {
            "puzzle": step.id,
            "path": str(step.path) if isinstance(step, Made) else None,
            "created": isinstance(step, Made) and step.created,
            "fetched": fetched.get(step.id),
        }
        for step in steps
        if not isinstance(step, Fetched)
    ]
    return rows[0] if len(rows) == 1 else {"puzzles": rows}
