"""`puzzles fetch`: input, examples and statement into the cache."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Annotated, Any

import typer

from puzzle_runner.catalog import aliases, lookup, selection, workspace
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands import contact, countdown
from puzzle_runner.commands.options import Account, Selectors
from puzzle_runner.errors import Exit, InputMissing, NotLoggedIn, UsageError
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report, shown
from puzzle_runner.sites import site
from puzzle_runner.sites.site import Fetched, Fetcher
from puzzle_runner.text import printable

Refresh = Annotated[
    bool, typer.Option("--refresh", help="Get the page again, and an input that was damaged here.")
]
Wait = Annotated[bool, typer.Option("--wait", help="Wait until it unlocks.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(fetch))


def fetch(
    selectors: Selectors = None, account: Account = None, refresh: Refresh = False, wait: Wait = False
) -> Report[Fetched | InputMissing]:
    """Get input, examples and statement into the cache."""
    where = workspace.find()
    fetcher = Fetcher(account, contact.of(where))
    rows = fetch_all(fetcher, targets(where, selectors or []), refresh, wait)
    return Report(rows, lines=fetched_lines, document=_document, exit_code=_exit_code)


def fetch_all(
    fetcher: Fetcher, ids: Iterable[str], refresh: bool, wait: bool
) -> Iterator[Fetched | InputMissing]:
    """Yield what was fetched of each puzzle. One that is not unlocked yet does not stop the others."""
    for id in ids:
        if wait:
            count_down(id)
        try:
            yield fetcher.fetch(id, refresh)
        except NotLoggedIn:
            raise
        except InputMissing as error:
            terminal.warn(f"puzzles: {error}")
            yield error


def targets(workspace: Workspace, selectors: Sequence[str]) -> Iterator[str]:
    """Yield the ids that selectors mean, also of puzzles that are not in the workspace yet."""
    paths = lookup.paths(workspace)
    stems = list(paths)
    for text in (aliases.spelled_out(selector, paths) for selector in selectors):
        kind, id = identify(text)
        if kind.SITE:
            yield id
            continue
        chosen = list(selection.select(stems, [text], workspace.root))
        with_site = list(_with_site(chosen))
        if not with_site:
            raise UsageError(f"{' and '.join(chosen)}: there is no site to get it from.")
        yield from with_site
    if not selectors:
        yield from _with_site(stems)


def _with_site(stems: Iterable[str]) -> Iterator[str]:
    for stem in stems:
        kind, id = identify(stem)
        if kind.SITE:
            yield id


def fetched_lines(fetched: Fetched | InputMissing) -> list[str]:
    """Return what was fetched of a puzzle as a line."""
    if isinstance(fetched, InputMissing):
        return []
    owner = f"  {fetched.account}" if fetched.account else ""
    new = ", ".join(fetched.new) or "nothing new"
    return [f"{fetched.id}  {printable(fetched.title)}{owner}: {new}"]


def _document(rows: Iterable[Fetched | InputMissing]) -> dict[str, Any]:
    return {"fetched": [fetched_document(row) for row in rows if isinstance(row, Fetched)]}


def fetched_document(fetched: Fetched) -> dict[str, Any]:
    """Return what was fetched of a puzzle as JSON has it."""
    return {
        "puzzle": fetched.id,
        "title": fetched.title,
        "account": fetched.account,
        "new": list(fetched.new),
    }


def _exit_code(rows: Iterable[Fetched | InputMissing]) -> Exit:
    return max((row.exit for row in rows if isinstance(row, InputMissing)), default=Exit.RIGHT)


def count_down(id: str) -> None:
    """Wait until a puzzle unlocks; on a terminal, show how long that still is."""
    opening = site.unlocks(id)
    if opening is None or opening <= guesses.now():
        return
    # One second more, as the site's clock may be behind.
    moment = opening + timedelta(seconds=1)
    countdown.wait(moment, f"{id} unlocks in", f"{id} unlocks on {opening:%Y-%m-%d at %H:%M} UTC: waiting.")
