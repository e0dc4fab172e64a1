"""`puzzles fetch`: input, examples and statement into the cache."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzle_runner import settings
from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands import contact, countdown
from puzzle_runner.commands.options import Account, Selectors, Words
from puzzle_runner.errors import Exit, InputMissing, NotLoggedIn, UsageError
from puzzle_runner.flows.fetching import Fetched, Fetcher, unlocked
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport, shown
from puzzle_runner.sites import ranges
from puzzle_runner.sites.site import identify
from puzzle_runner.storage import atomic
from puzzle_runner.text import printable

Refresh = Annotated[
    bool, typer.Option("--refresh", help="Get the page again, and an input that was damaged here.")
]
Wait = Annotated[bool, typer.Option("--wait", help="Wait until it unlocks.")]
# Seconds: pages change, so that what was got longer ago is asked for again.
LASTING = 6 * 3600

ORDER = 70
READS_SESSION = True


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(fetch))


def fetch(
    selectors: Annotated[Selectors, Words.SITE_SELECTOR] = None,
    account: Account = None,
    refresh: Refresh = False,
    wait: Wait = False,
) -> LiveReport[Fetched | InputMissing]:
    """Get input, examples and statement into the cache."""
    where = workspace.find()
    fetcher = Fetcher(account, contact.of(where))
    ids = targets(where, selectors or [], locked=wait)
    rows = fetch_all(fetcher, ids, refresh, wait)
    return LiveReport(rows, lines=fetched_lines, document=_document, exit_code=_exit_code)


class Batch:
    """The puzzles of one fetch, for an account. `done` are those that it got before an interruption."""

    def __init__(self, ids: Sequence[str], account: str | None, refresh: bool) -> None:
        self.ids = ids
        self.name = [*sorted(ids), account or "", str(refresh)]
        self.done = self._kept()

    def add(self, id: str) -> None:
        """Note that a puzzle was fetched."""
        self.done.append(id)
        if len(self.ids) > 1:
            note = {"fetch": self.name, "done": self.done, "at": time.time()}
            atomic.write(_path(), json.dumps(note).encode())

    def end(self) -> None:
        """Note that all were fetched."""
        if len(self.ids) > 1:
            _path().unlink(missing_ok=True)

    def _kept(self) -> list[str]:
        """Return what the last fetch has got, if it was the same one, and was interrupted lately."""
        try:
            note: Any = json.loads(_path().read_bytes())
            if note["fetch"] == self.name and time.time() - note["at"] < LASTING:
                return [str(id) for id in note["done"]]
        except (OSError, ValueError, TypeError, LookupError):
            # There is none, or it is damaged.
            pass
        return []


def _path() -> Path:
    return settings.data_folder() / "fetching.json"


def fetch_all(
    fetcher: Fetcher, ids: Sequence[str], refresh: bool, wait: bool
) -> Iterator[Fetched | InputMissing]:
    """Yield what was fetched of each puzzle. One that is not unlocked yet does not stop the others.

    What the same fetch has got before it was interrupted is left out.
    """
    batch = Batch(ids, fetcher.account, refresh)
    if batch.done:
        terminal.warn(
            f"Going on after {len(batch.done)} of {len(ids)}, where the last fetch was interrupted."
        )
    for id in [id for id in ids if id not in batch.done]:
        if wait:
            count_down(id)
        place = f"{terminal.bar(len(batch.done), len(ids))}  {id}" if len(ids) > 1 else id
        with terminal.status(place):
            row = _fetched(fetcher, id, refresh)
        batch.add(id)
        if isinstance(row, InputMissing):
            terminal.warn(f"puzzles: {row}")
        yield row
    batch.end()


def _fetched(fetcher: Fetcher, id: str, refresh: bool) -> Fetched | InputMissing:
    """Return what was fetched of a puzzle, or why the site does not give it. Raises PuzzlesError."""
    try:
        return fetcher.fetch(id, refresh)
    except NotLoggedIn:
        raise
    except InputMissing as error:
        return error


def targets(workspace: Workspace, selectors: Sequence[str], locked: bool) -> list[str]:
    """Return the ids that selectors mean, each once, also of puzzles that are not in the workspace.

    A range or a year is without the days that are `locked`, unless they are asked for.
    """
    return list(dict.fromkeys(_targets(workspace, selectors, locked)))


def _targets(workspace: Workspace, selectors: Sequence[str], locked: bool) -> Iterator[str]:
    paths = lookup.paths(workspace)
    stems = list(paths)
    for text in (lookup.spelled_out(selector, paths) for selector in selectors):
        if ids := ranges.members(text):
            yield from ids if locked or len(ids) == 1 else _unlocked(text, ids)
            continue
        chosen = list(lookup.select(stems, [text], workspace.root))
        with_site = list(_with_site(chosen))
        if not with_site:
            raise UsageError(f"{' and '.join(chosen)}: there is no site to get it from.")
        yield from with_site
    if not selectors:
        yield from _with_site(stems)


def _unlocked(text: str, ids: Sequence[str]) -> list[str]:
    """Return the ids that are unlocked. Raises InputMissing if none is."""
    there = unlocked(identify(ids[0])[0], ids)
    if not there:
        raise InputMissing(f"Nothing of {text} is unlocked yet.")
    if len(there) < len(ids):
        terminal.warn(f"{len(ids) - len(there)} of the {len(ids)} puzzles of {text} are not unlocked yet.")
    return there


def _with_site(stems: Iterable[str]) -> Iterator[str]:
    for stem in stems:
        site, id = identify(stem)
        if site.ADDRESS:
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
    opening = identify(id)[0].unlocks(id)
    if opening is None or opening <= guesses.now():
        return
    # One second more, as the site's clock may be behind.
    moment = opening + timedelta(seconds=1)
    countdown.wait(moment, f"{id} unlocks in", f"{id} unlocks on {opening:%Y-%m-%d at %H:%M} UTC: waiting.")
