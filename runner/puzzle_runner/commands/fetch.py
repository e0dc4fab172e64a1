"""`puzzles fetch`: fetch input, examples and statement."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Annotated, Any

from puzzle_runner import declare, faults
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands import person
from puzzle_runner.commands.options import Account, Selectors
from puzzle_runner.errors import (
    Exit,
    NotLoggedIn,
    NotReached,
    PuzzlesError,
    SiteFailed,
    StoreFailed,
    UsageError,
    YearOver,
)
from puzzle_runner.flows.fetching import Fetched, Fetcher, both_times, check_unlocked, is_unlocked
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.sites.registry import OWN, how_to_name, identify, members
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import printable, shortened

Refresh = Annotated[bool, declare.Option("--refresh", help="Fetch the page again.")]
Wait = Annotated[bool, declare.Option("--wait", help="Wait until the puzzle unlocks.")]

ORDER = 140
EXAMPLE = "puzzles fetch aoc2021"
ALSO = {"download": "fetch", "get": "fetch", "pull": "fetch", "input": "fetch"}
READS_SESSION = True
# A site that has failed so often in a row is not asked again.
MOST_FAILURES = 2
# Characters of a list of puzzles.
LONGEST_LIST = 200


def fetch(
    selectors: Selectors = None,
    account: Account = None,
    refresh: Refresh = False,
    wait: Wait = False,
) -> LiveReport[Fetched | PuzzlesError]:
    """Fetch input, examples and statement."""
    workspace = lookup.workspace_of(selectors or [])
    fetcher = Fetcher(account, workspace.settings.contact, patient=wait)
    ids = targets(workspace, selectors or [], locked=wait)
    if not ids:
        terminal.warn("There is nothing to fetch: no puzzle here has a site.")
    return LiveReport(
        fetch_all(fetcher, ids, refresh, wait),
        lines=fetched_lines,
        document=lambda rows: {
            "fetched": [fetched_document(row) for row in rows if isinstance(row, Fetched)]
        },
        exit=lambda rows: max(
            (row.exit for row in rows if isinstance(row, PuzzlesError)), default=Exit.RIGHT
        ),
    )


def fetch_all(
    fetcher: Fetcher, ids: Sequence[PuzzleId], refresh: bool, wait: bool
) -> Iterator[Fetched | PuzzlesError]:
    """Yield what was fetched of each puzzle, or why it was not. One that fails does not stop the others.

    A site that wants a login, cannot be reached or fails twice in a row is not asked again.
    """
    failures = Counter[str]()
    for number, id in enumerate(ids):
        site = id.site
        if fetcher.is_over(id) or failures[site.NAME] >= MOST_FAILURES:
            continue
        place = f"{terminal.bar(number, len(ids))}  {id}" if len(ids) > 1 else id
        row: Fetched | PuzzlesError
        try:
            if wait:
                # What is wrong with the login is told before the wait.
                fetcher.visit(id, today=True)
                count_down(id)
            with terminal.status(place):
                row = fetcher.fetch(id, refresh)
            failures[site.NAME] = 0
        except YearOver as error:
            row = error
            terminal.warn(str(error))
        except Exception as error:
            row = faults.of_one(error)
            if isinstance(row, NotLoggedIn | NotReached | UsageError):
                failures[site.NAME] = MOST_FAILURES
            elif isinstance(row, SiteFailed | StoreFailed):
                failures[site.NAME] += 1
            message = str(row) if id in str(row) else f"{id}: {row}"
            left_out = [other for other in ids[number + 1 :] if other.site is site]
            if left_out and failures[site.NAME] >= MOST_FAILURES:
                message += f" Left out: {shortened(', '.join(left_out), LONGEST_LIST)}."
            terminal.warn(f"puzzles: {message}")
        yield row


def targets(workspace: Workspace, selectors: Sequence[str], locked: bool) -> list[PuzzleId]:
    """Return the ids that selectors mean, each once, also of puzzles that are not in the workspace.

    A range or a year is without the days that are `locked`, unless they are asked for.
    """
    paths = lookup.paths(workspace)
    if not selectors:
        return _with_site(paths)
    targets: list[PuzzleId] = []
    for selector in selectors:
        text = lookup.spelled_out(workspace, selector, paths)
        ids = members(text)
        if ids:
            targets += ids if locked or len(ids) == 1 else _unlocked(text, ids)
            continue
        site = identify(text).site
        if text not in paths and site is not OWN:
            raise UsageError(f"{text} cannot be fetched: {site.TITLE} has no site for that.")
        chosen = list(lookup.select(paths, [text], workspace.root))
        with_site = _with_site(chosen)
        if not with_site:
            hint = how_to_name(chosen[0]) if len(chosen) == 1 else ""
            raise UsageError(
                f"{' and '.join(chosen)} cannot be fetched: there is no site for it. {hint}".strip()
            )
        targets += with_site
    return list(dict.fromkeys(targets))


def _unlocked(text: str, ids: Sequence[PuzzleId]) -> list[PuzzleId]:
    """Return the ids that are unlocked. Raises InputMissing if none is."""
    available = [id for id in ids if is_unlocked(id)]
    if not available:
        check_unlocked(ids[0])
    if len(available) < len(ids):
        terminal.warn(f"{available[-1]} is the last of {text} that is unlocked.")
    return available


def _with_site(ids: Iterable[PuzzleId]) -> list[PuzzleId]:
    """Return the canonical ids of the puzzles that have a site."""
    return [id.canonical for id in ids if id.site.ADDRESS]


def fetched_lines(fetched: Fetched | PuzzlesError) -> list[str]:
    """Return what was fetched of a puzzle as a line."""
    if isinstance(fetched, PuzzlesError):
        return []
    owner = f"  {fetched.account}" if fetched.account else ""
    new = ", ".join(fetched.new) or "nothing new"
    return [f"{fetched.id}  {printable(fetched.title)}{owner}: {new}"]


def fetched_document(fetched: Fetched) -> dict[str, Any]:
    """Return what was fetched of a puzzle as JSON has it."""
    return {
        "puzzle": fetched.id,
        "title": fetched.title,
        "account": fetched.account,
        "new": list(fetched.new),
    }


def count_down(id: PuzzleId) -> None:
    """Wait until a puzzle unlocks; a terminal shows how long that still is."""
    opening = id.unlocks
    if opening is None or is_unlocked(id):
        return
    # One second more, as the site's clock may be behind.
    moment = opening + timedelta(seconds=1)
    person.wait(moment, f"{id} unlocks in", f"{id} unlocks on {both_times(opening)}: waiting.")
