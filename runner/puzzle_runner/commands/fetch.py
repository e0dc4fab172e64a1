"""`puzzles fetch`: input, examples and statement into the cache."""

import sys
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Annotated

import typer

from puzzle_runner.catalog import modules, selection, workspace
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands.options import Account, Json, Selectors
from puzzle_runner.errors import Exit, InputMissing, NotLoggedIn, UsageError
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.sites import fetching
from puzzle_runner.sites.fetched import Fetched
from puzzle_runner.text import printable, waiting

Refresh = Annotated[
    bool, typer.Option("--refresh", help="Get the page again, and an input that was damaged here.")
]
Wait = Annotated[bool, typer.Option("--wait", help="Wait until it unlocks.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(fetch)


def fetch(
    selectors: Selectors = None,
    account: Account = None,
    refresh: Refresh = False,
    wait: Wait = False,
    json: Json = False,
) -> None:
    """Get input, examples and statement into the cache."""
    where = workspace.find()
    fetcher = fetching.Fetcher(account, where.settings.contact)
    fetched: list[Fetched] = []
    codes = [Exit.RIGHT]
    for id in targets(where, selectors or []):
        try:
            if wait:
                count_down(id)
            fetched.append(fetcher.fetch(id, refresh))
            if not json:
                terminal.say(row(fetched[-1]))
        except NotLoggedIn:
            raise
        except InputMissing as error:
            # The next puzzle may have unlocked already.
            terminal.say(f"puzzles: {error}", sys.stderr)
            codes.append(error.exit)
    if json:
        print(fetching.document(fetched))
    raise typer.Exit(max(codes))


def targets(workspace: Workspace, selectors: Sequence[str]) -> Iterator[str]:
    """Yield the ids that selectors mean, also of puzzles that are not in the workspace yet."""
    stems = list(modules.paths(workspace.puzzles))
    for text in selectors:
        kind, id = identify(text)
        if kind.SITE:
            yield id
            continue
        chosen = list(selection.select(stems, [text], workspace.root))
        if not any(identify(stem)[0].SITE for stem in chosen):
            raise UsageError(f"{' and '.join(chosen)}: there is no site to get it from.")
        yield from _with_site(chosen)
    if not selectors:
        yield from _with_site(stems)


def _with_site(stems: Sequence[str]) -> Iterator[str]:
    for stem in stems:
        kind, id = identify(stem)
        if kind.SITE:
            yield id


def row(fetched: Fetched) -> str:
    """Return a fetch in a line."""
    whose = f"  {fetched.account}" if fetched.account else ""
    news = ", ".join(fetched.new) or "nothing new"
    return f"{fetched.id}  {printable(fetched.title)}{whose}: {news}"


def count_down(id: str) -> None:
    """Wait until a puzzle unlocks; on a terminal, show how long that still is."""
    opening = fetching.unlocks(id)
    if opening is None or opening <= guesses.now():
        return
    # The clocks of two machines are not the same.
    moment = opening + timedelta(seconds=1)
    live = sys.stderr.isatty()
    if not live:
        terminal.say(f"{id} unlocks on {opening:%Y-%m-%d at %H:%M} UTC: waiting.", sys.stderr)
    while (left := moment - guesses.now()) > timedelta():
        if live:
            sys.stderr.write(f"\r{id} unlocks in {waiting(left)} \x1b[K")
            sys.stderr.flush()
        time.sleep(min(1.0, max(0.05, left.total_seconds())))
    if live:
        sys.stderr.write("\r\x1b[K")
