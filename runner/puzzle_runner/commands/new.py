"""`puzzles new`: modules from the template, with what the site has for them."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from puzzle_runner.catalog import lookup, scaffold, workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands import options, person
from puzzle_runner.commands.fetch import document_of, line_of, one_by_one
from puzzle_runner.commands.options import Account, Wait
from puzzle_runner.declare import Argument, Option
from puzzle_runner.errors import Exit, NoPage, NoSuchPuzzle, NotLoggedIn, PuzzlesError, UsageError
from puzzle_runner.flows import accounts
from puzzle_runner.flows.fetching import Fetched, Fetcher, check_unlocked, is_certain, is_unlocked
from puzzle_runner.inputs import case_file, guesses
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.sites.registry import chosen, identify, members, sites
from puzzle_runner.sites.site import PuzzleId

Ids = Annotated[list[str] | None, Argument(metavar="ID", help="An id or a range. Default: today's puzzle.")]
Edit = Annotated[bool, Option(help="Open the new modules in the editor.")]


class Started(NamedTuple):
    """A puzzle with its module, if it has one, and with what was fetched of it."""

    id: PuzzleId
    path: Path | None = None
    created: bool = False
    fetched: Fetched | None = None
    exit: Exit = Exit.RIGHT


ORDER = 110
EXAMPLE = "puzzles new 2021/3"
READS_SESSION = True


def new(
    ids: Ids = None, wait: Wait = False, edit: Edit = False, account: Account = None
) -> LiveReport[Started]:
    """Start a puzzle: writes the module, fetches input and example."""
    workspace = workspaces.find()
    if workspace.is_installed:
        raise UsageError(workspaces.no_workspace())
    paths = lookup.paths(workspace)
    wanted: dict[PuzzleId, None] = {}
    for word in ids or ["today"]:
        if wait and word == "today":
            site = chosen(None, "a calendar")
            text = site.next(paths)
            if not text:
                raise UsageError(f"No more puzzles of {site.TITLE} unlock this year: name one.")
        else:
            text = lookup.spelled_out(workspace, word, paths, is_new=True)
        wanted |= dict.fromkeys(_ids(text, paths))
    for id in wanted:
        id.site.check_installed()
        if id.unlocks and id.unlocks.year > guesses.now().year:
            raise UsageError(f"{id} unlocks in {id.unlocks.year}: make its module then.")
        # Nothing can be missing of a puzzle without a site.
        here = lookup.find(paths, id)
        if here and not id.site.ADDRESS:
            raise UsageError(f"{paths[here]} exists already, and is not overwritten.")
    fetcher = Fetcher(account, workspace.settings.contact, patient=wait)
    return LiveReport(
        _start_all(workspace, [*wanted], fetcher, edit),
        lines=_lines,
        document=_document,
        exit=lambda rows: max((started.exit for started in rows), default=Exit.RIGHT),
    )


def _ids(text: str, here: Iterable[PuzzleId]) -> list[PuzzleId]:
    """Return the ids that a text means, of a site's name the next one. Raises UsageError."""
    site = sites().get(text.lower())
    following = site.next(here) if site else None
    if following:
        return [identify(following)]
    ids = members(text)
    if not ids:
        own = identify(text).canonical
        options.check_id(own)
        return [own]
    groups = {id.group for id in ids}
    if len(groups) > 1 or text.lower() in groups:
        raise UsageError(f"{text} is {len(ids)} puzzles: name a range, such as {ids[0]}-5.")
    # Days that there may not be are left out before they unlock.
    certain = [id for id in ids if is_certain(id) or is_unlocked(id)]
    return certain or ids


def _start_all(
    workspace: Workspace, ids: Sequence[PuzzleId], fetcher: Fetcher, edit: bool
) -> Iterator[Started]:
    """Start each puzzle, and open it in the editor. One that fails does not stop the others."""
    # No message is repeated.
    warned = set[str]()

    def start(id: PuzzleId) -> Started:
        if fetcher.patient and not is_unlocked(id):
            try:
                # What is wrong with the login is told before the wait, too.
                fetcher.visit(id, today=True)
            except PuzzlesError as error:
                terminal.warn(f"puzzles: {error}")
            person.count_down(id)
        started, problem = _start(workspace, id, fetcher)
        if problem and problem not in warned:
            terminal.warn(f"puzzles: {problem}")
            warned.add(problem)
        return started

    for id, row in one_by_one(fetcher, ids, start, "No module was made."):
        started = Started(id, exit=row.exit) if isinstance(row, PuzzlesError) else row
        yield started
        if edit and started.path:
            person.edit(started.path)
    options.warn_of_ignored(workspace, lookup.case_folder(workspace, ids[-1]) / case_file.FILE)


def _start(workspace: Workspace, id: PuzzleId, fetcher: Fetcher) -> tuple[Started, str]:
    """Fetch a puzzle, without a login what is public, and write its module; return what went wrong, too.

    Raises InputMissing or NoSuchPuzzle if the site does not have the puzzle, or may not.
    """
    if not is_certain(id):
        check_unlocked(id)
    fetched: Fetched | None = None
    problem: PuzzlesError | None = None
    for fetch in (fetcher.fetch, fetcher.fetch_public) if id.site.ADDRESS else ():
        try:
            with terminal.status(f"Fetching {id} ..."):
                fetched = fetch(id)
            break
        except (NoPage, NoSuchPuzzle):
            raise
        except PuzzlesError as error:
            problem = problem or error
            if not isinstance(error, NotLoggedIn):
                break
    title = fetched.title if fetched else ""
    paths = lookup.paths(workspace)
    here = lookup.find(paths, id)
    if here:
        path, created = paths[here], False
        if title:
            scaffold.add_title(path, id, title)
    else:
        # It is not new if another process has made it meanwhile.
        takes_input = bool(lookup.cases_of(workspace, id).cases)
        path, created = scaffold.write_module(workspace, id, title, takes_input=takes_input)
    # Beside a new module a failure counts if somebody has waited for the input, or if a session has ended.
    is_dead = isinstance(problem, NotLoggedIn) and accounts.has_login(id.site)
    exit = Exit.RIGHT
    if problem and (here or fetcher.patient or is_dead):
        exit = problem.exit
    return Started(id, path, created, fetched, exit), str(problem or "")


def _lines(started: Started) -> list[str]:
    lines = [line_of(started.fetched)] if started.fetched else []
    if started.path:
        known = "" if started.created else " exists already"
        lines.append(f"{started.path}{known}")
    return lines


def _document(rows: Sequence[Started]) -> dict[str, Any]:
    """Return the JSON of `new`: of one puzzle its row, of several a list of rows."""
    documents = []
    for started in rows:
        path = str(started.path) if started.path else None
        document: dict[str, Any] = {"puzzle": started.id, "path": path, "created": started.created}
        document["fetched"] = document_of(started.fetched) if started.fetched else None
        documents.append(document)
    return documents[0] if len(documents) == 1 else {"puzzles": documents}
