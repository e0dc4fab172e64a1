"""`puzzles fetch`: fetch input, examples and statement."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, TypeVar

from puzzle_runner import faults
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands import person
from puzzle_runner.commands.options import Account, Selectors, Wait
from puzzle_runner.declare import Option
from puzzle_runner.errors import Exit, NotLoggedIn, NotReached, PuzzlesError, UsageError, YearOver
from puzzle_runner.flows.fetching import Fetched, Fetcher, check_unlocked, is_unlocked
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.sites.registry import OWN, how_to_name, identify, members
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import printable, shortened

Row = TypeVar("Row")
Refresh = Annotated[bool, Option(help="Fetch the page again.")]

ORDER = 140
EXAMPLE = "puzzles fetch aoc2021"
READS_SESSION = True
# A site that has failed so often in a row is not asked again.
MOST_FAILURES = 2


def fetch(
    selectors: Selectors = None, account: Account = None, refresh: Refresh = False, wait: Wait = False
) -> LiveReport[Fetched | PuzzlesError]:
    """Fetch input, examples and statement."""
    workspace = lookup.workspace_of(selectors or [])
    fetcher = Fetcher(account, workspace.settings.contact, patient=wait)
    ids = _targets(workspace, selectors or [], locked=wait)
    if not ids:
        terminal.warn("There is nothing to fetch: no puzzle here has a site.")

    def fetch_one(id: PuzzleId) -> Fetched:
        if wait:
            # What is wrong with the login is told before the wait.
            fetcher.visit(id, today=True)
            person.count_down(id)
        with terminal.status(f"Fetching {id} ..."):
            return fetcher.fetch(id, refresh)

    return LiveReport(
        (row for _, row in one_by_one(fetcher, ids, fetch_one)),
        lines=lambda row: [line_of(row)] if isinstance(row, Fetched) else [],
        document=lambda rows: {"fetched": [document_of(row) for row in rows if isinstance(row, Fetched)]},
        exit=lambda rows: max([row.exit for row in rows if isinstance(row, PuzzlesError)], default=0),
    )


def _targets(workspace: Workspace, selectors: Sequence[str], locked: bool) -> list[PuzzleId]:
    """Return the ids that selectors mean. A range or a year is without `locked` days, unless asked for."""
    paths = lookup.paths(workspace)
    if not selectors:
        return [id.canonical for id in paths if id.site.ADDRESS]
    targets: list[PuzzleId] = []
    for selector in selectors:
        text = lookup.spelled_out(workspace, selector, paths)
        ids = members(text)
        if len(ids) > 1 and not locked:
            unlocked = [id for id in ids if is_unlocked(id)]
            if not unlocked:
                check_unlocked(ids[0])
            if len(unlocked) < len(ids):
                terminal.warn(f"{unlocked[-1]} is the last of {text} that is unlocked.")
            ids = unlocked
        id = identify(text)
        remedy = f'Save its page, and "puzzles import PAGE --as {id.canonical}" reads it.'
        if not ids and id.site is OWN:
            chosen = lookup.select(paths, [text], workspace.root)
            ids = [each.canonical for each in chosen if each.site.ADDRESS]
            remedy = how_to_name(text)
        if not ids:
            raise UsageError(f"{text} cannot be fetched: there is no site for it. {remedy}".rstrip())
        targets += ids
    return list(dict.fromkeys(targets))


def one_by_one(
    fetcher: Fetcher, ids: Sequence[PuzzleId], act: Callable[[PuzzleId], Row], consequence: str = ""
) -> Iterator[tuple[PuzzleId, Row | PuzzlesError]]:
    """Yield what an action returns for each puzzle, or why it failed: the others go on.

    A site that wants a login, cannot be reached or fails twice in a row is not asked again.
    """
    failures = Counter[str]()
    for number, id in enumerate(ids):
        name = id.site.NAME
        if fetcher.is_over(id) or failures[name] >= MOST_FAILURES:
            continue
        try:
            row = act(id)
        except YearOver as error:
            terminal.warn(str(error))
            continue
        except Exception as error:
            failure = faults.of_one(error)
        else:
            failures[name] = 0
            yield id, row
            continue
        if isinstance(failure, NotLoggedIn | NotReached | UsageError):
            failures[name] = MOST_FAILURES
        elif failure.exit in (Exit.SITE_FAILED, Exit.STORE_FAILED):
            failures[name] += 1
        message = str(failure) if id in str(failure) else f"{id}: {failure}"
        left_out = [other for other in ids[number + 1 :] if other.site is id.site]
        if left_out and failures[name] >= MOST_FAILURES:
            message += f" Left out: {shortened(', '.join(left_out), 200)}."
        terminal.warn(f"puzzles: {message} {consequence}".rstrip())
        yield id, failure


def line_of(fetched: Fetched) -> str:
    """Return what was fetched of a puzzle as a line."""
    title = printable(fetched.title)
    if fetched.account:
        title += f"  {fetched.account}"
    new = ", ".join(fetched.new) or "nothing new"
    return f"{fetched.id}  {title}: {new}"


def document_of(fetched: Fetched) -> dict[str, Any]:
    """Return what was fetched of a puzzle as JSON has it."""
    fields = fetched._asdict()
    return {"puzzle": fields.pop("id"), **fields}
