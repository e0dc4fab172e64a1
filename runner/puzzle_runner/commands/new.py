"""`puzzles new`: modules from the template, with what the site has for them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from puzzle_runner import declare, faults
from puzzle_runner.catalog import git, lookup, scaffold, workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands import person
from puzzle_runner.commands.fetch import Wait, count_down, fetched_document, fetched_lines
from puzzle_runner.commands.options import Account
from puzzle_runner.errors import (
    Exit,
    InputMissing,
    NoPage,
    NoSuchPuzzle,
    NotLoggedIn,
    PuzzlesError,
    UsageError,
    YearOver,
)
from puzzle_runner.flows import accounts
from puzzle_runner.flows.fetching import Fetched, Fetcher, check_unlocked, is_certain, is_unlocked
from puzzle_runner.inputs import cached, case_file, guesses
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.sites.registry import chosen, identify, members, sites
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import printable

Ids = Annotated[
    list[str] | None,
    declare.Argument(
        metavar="ID",
        help="The puzzles: ids, or ranges (aoc2023d1-5). Default: today's; with --wait, the next one.",
    ),
]
Edit = Annotated[bool, declare.Option("--edit", help="Open the new modules in the editor.")]


class Module(NamedTuple):
    """The module of a puzzle. It is `created` now, or was there."""

    id: str
    path: Path
    created: bool


class Missing(NamedTuple):
    """A puzzle that its site does not have: it gets no module."""

    id: str


class Failed(NamedTuple):
    """An error of the site. The module may have been created all the same."""

    exit: Exit


Step = Fetched | Module | Missing | Failed

ORDER = 110
EXAMPLE = "puzzles new 2021/3"
ALSO = {"add": "new", "create": "new", "start": "new", "today": "new today"}
READS_SESSION = True


def new(ids: Ids = None, wait: Wait = False, edit: Edit = False, account: Account = None) -> LiveReport[Step]:
    """Start a puzzle: writes the module, fetches input and example."""
    workspace = workspaces.find()
    if workspace.is_installed:
        raise UsageError(workspaces.no_workspace())
    paths = lookup.paths(workspace)
    texts = []
    for word in ids or ["today"]:
        if wait and word == "today":
            texts.append(_next(paths))
        else:
            texts.append(lookup.spelled_out(workspace, word, paths, is_new=True))
    wanted = [*dict.fromkeys(id for text in texts for id in _ids(text, paths))]
    for id in wanted:
        id.site.check_installed()
        if id.unlocks and id.unlocks.year > guesses.now().year:
            raise UsageError(f"{id} unlocks in {id.unlocks.year}: make its module then.")
        # Nothing can be missing of a puzzle without a site.
        if not id.site.ADDRESS and (here := lookup.find(paths, id)):
            raise UsageError(f"{paths[here]} exists already, and is not overwritten.")
    fetcher = Fetcher(account, workspace.settings.contact, patient=wait)
    return LiveReport(
        _all_steps(workspace, wanted, fetcher, wait, edit),
        lines=_lines,
        document=_document,
        exit=lambda steps: max(map(_exit, steps), default=Exit.RIGHT),
    )


def _all_steps(
    workspace: Workspace, ids: Sequence[PuzzleId], fetcher: Fetcher, wait: bool, edit: bool
) -> Iterator[Step]:
    """Yield the steps of each puzzle. One that fails does not stop the others; no message is repeated."""
    last_message = ""
    for id in ids:
        try:
            yield from _steps(workspace, id, fetcher, wait, edit)
        except Exception as error:
            failure = faults.of_one(error)
            if str(failure) != last_message:
                last_message = str(failure)
                terminal.warn(f"puzzles: {last_message}")
            yield Failed(failure.exit)
    note = git.ignored_note(workspace.repository, lookup.case_folder(workspace, ids[-1]) / case_file.FILE)
    if note:
        terminal.warn(note)


def _next(ids: Iterable[PuzzleId]) -> str:
    """Return the id of the puzzle that unlocks next, or has just. Raises UsageError without one."""
    site = chosen(None, "a calendar")
    id = site.next(ids)
    if not id:
        raise UsageError(f"No more puzzles of {site.TITLE} unlock this year: name one.")
    return id


def _ids(text: str, here: Iterable[PuzzleId]) -> list[PuzzleId]:
    """Return the ids that a text means, of a site's name the next one. Raises UsageError, or Refused."""
    site = sites().get(text.lower())
    next = site.next(here) if site else None
    if next:
        return [identify(next)]
    ids = members(text) or [identify(text).canonical]
    if site or not all(re.fullmatch(r"[A-Za-z]\w*", id) for id in ids):
        like = ", ".join(each.LIKE for each in sites().values() if each.LIKE)
        raise UsageError(f'"{text}" is not an id: use one like {like}, or your own word.')
    # Days that there may not be are left out before they unlock.
    ids = [id for id in ids if is_certain(id) or is_unlocked(id)] or ids
    groups = {id.group for id in ids}
    if len(groups) > 1 or text.lower() in groups:
        without = f"{text} is {len(ids)} puzzles. Without a terminal, name a range, such as {ids[0]}-5."
        person.agree(f"Make {len(ids)} modules?", without, consequence="No module was made.")
    return ids


def _exit(step: Step) -> Exit:
    if isinstance(step, Failed):
        return step.exit
    return Exit.INPUT_MISSING if isinstance(step, Missing) else Exit.RIGHT


def _steps(workspace: Workspace, id: PuzzleId, fetcher: Fetcher, wait: bool, edit: bool) -> Iterator[Step]:
    """Yield what was fetched, if anything, then the module; open the editor after that."""
    paths = lookup.paths(workspace)
    here = lookup.find(paths, id)
    existing = Module(id, paths[here], created=False) if here else None
    if wait and not is_unlocked(id):
        try:
            # What is wrong with the login is told before the wait, too.
            fetcher.visit(id, today=True)
        except PuzzlesError as error:
            terminal.warn(f"puzzles: {error}")
        count_down(id)
    if fetcher.is_over(id):
        return
    fetched: Fetched | None = None
    exit = Exit.RIGHT
    try:
        if not existing:
            if not is_certain(id):
                check_unlocked(id)
            fetched, exit = _fetch_available(fetcher, id)
        elif id.site.ADDRESS:
            fetched = _fetch(fetcher, id)
    except YearOver as error:
        terminal.warn(str(error))
        return
    except NotLoggedIn:
        # The same will be said of the others.
        raise
    except (InputMissing, NoSuchPuzzle) as error:
        if existing:
            terminal.warn(f"puzzles: {error}")
            yield Failed(error.exit)
            yield existing
        else:
            terminal.warn(f"puzzles: {error} No module was made.")
            yield Missing(id)
        return
    if exit:
        yield Failed(exit)
    if fetched:
        yield fetched
    title = fetched.title if fetched else ""
    module = existing
    if module and title:
        scaffold.add_title(module.path, id, title)
    if not module:
        # It is not new if another process has made it meanwhile.
        module = Module(id, *scaffold.write_module(workspace, id, title, takes_input=bool(cached.read(id))))
    yield module
    if edit:
        person.edit(module.path)


def _fetch_available(fetcher: Fetcher, id: PuzzleId) -> tuple[Fetched | None, Exit]:
    """Fetch what there is of a puzzle: without a login what is public. A failure is shown, and no error.

    By the exit code it is one if somebody has waited for the input, or if the session has ended.

    Raises NoPage or NoSuchPuzzle for a puzzle that the site does not have.
    """
    site = id.site
    if not site.ADDRESS:
        return None, Exit.RIGHT
    exit = Exit.RIGHT
    try:
        if not site.PERSONAL or accounts.has_login(site):
            return _fetch(fetcher, id), exit
        terminal.warn(
            f'There is no input yet, as you are not logged in: run "{accounts.adding(site)}", then '
            f'"puzzles fetch {id}".'
        )
        exit = Exit.INPUT_MISSING if fetcher.patient else exit
    except (NoPage, NoSuchPuzzle):
        raise
    except PuzzlesError as error:
        terminal.warn(f"puzzles: {error}")
        is_dead = isinstance(error, NotLoggedIn)
        exit = error.exit if fetcher.patient or is_dead else exit
        if not is_dead:
            return None, exit
    try:
        with terminal.status(f"Fetching the page of {id} ..."):
            return fetcher.fetch_public(id), exit
    except (NoPage, NoSuchPuzzle):
        raise
    except PuzzlesError:
        return None, exit


def _fetch(fetcher: Fetcher, id: PuzzleId) -> Fetched:
    with terminal.status(f"Fetching {id} ..."):
        return fetcher.fetch(id)


def _lines(step: Step) -> list[str]:
    match step:
        case Fetched():
            return fetched_lines(step)
        case Module(created=True):
            return [printable(str(step.path))]
        case Module():
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
            "path": str(step.path) if isinstance(step, Module) else None,
            "created": isinstance(step, Module) and step.created,
            "fetched": fetched.get(step.id),
        }
        for step in steps
        if isinstance(step, Module | Missing)
    ]
    return rows[0] if len(rows) == 1 else {"puzzles": rows}
