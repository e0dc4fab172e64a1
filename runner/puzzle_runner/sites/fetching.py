"""What can be fetched, from whatever site: one fetcher for a command."""

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from puzzle_runner.catalog.kinds import aoc, euler
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.errors import InputMissing, UsageError
from puzzle_runner.inputs import cached
from puzzle_runner.sites import aoc as advent_of_code
from puzzle_runner.sites import euler as project_euler
from puzzle_runner.sites import pages
from puzzle_runner.sites.fetched import Fetched


class Fetcher:
    """Gets puzzles for an account; logs in when the first puzzle needs it."""

    def __init__(self, account: str | None, contact: str) -> None:
        self.account = account
        self.contact = contact
        self.visit: advent_of_code.Visit | None = None

    def fetch(self, id: str, refresh: bool = False) -> Fetched:
        """Get what a site has of a puzzle and is not here yet."""
        match identify(id)[0].NAME:
            case aoc.NAME:
                self.visit = self.visit or advent_of_code.visit(self.account, self.contact)
                return advent_of_code.fetch(self.visit, id, refresh)
            case euler.NAME:
                return project_euler.fetch(self.contact, id, refresh)
        raise UsageError(f"{id}: there is no site to get it from.")


def unlocks(id: str) -> datetime | None:
    """Return when a puzzle unlocks; None where it was never locked."""
    return advent_of_code.unlocks(id) if identify(id)[0].NAME == aoc.NAME else None


def statement(id: str, account: str | None) -> tuple[str, str]:
    """Return title and statement, as Markdown, of a cached puzzle. Raises InputMissing."""
    page = next((page for page in _pages(id, account) if page.is_file()), None)
    if page is None:
        raise InputMissing(f'The statement of {id} is not here yet. Run "puzzles fetch {id}".')
    html = page.read_text("utf-8", "replace")
    day = pages.advent_of_code(html)
    if day:
        return day.title, "\n".join(map(pages.markdown, day.articles))
    title = project_euler.read_title(id) if identify(id)[0].NAME == euler.NAME else ""
    return title, f"## {title}\n\n{pages.markdown(html)}" if title else pages.markdown(html)


def _pages(id: str, account: str | None) -> Iterable[Path]:
    folders = [one.folder for one in cached.accounts() if account in (None, one.label)]
    return [cached.page(folder, id) for folder in (*folders, cached.anonymous())]


def document(fetched: Iterable[Fetched]) -> str:
    """Return the JSON of `fetch`."""
    rows = [
        {"puzzle": one.id, "title": one.title, "account": one.account, "new": [*one.new]} for one in fetched
    ]
    return json.dumps({"schema": 1, "fetched": rows}, indent=2)
