"""The calendar of a site: which days there are, and the stars of an account."""

import time

from puzzle_runner import files
from puzzle_runner.errors import UsageError
from puzzle_runner.flows.visiting import Visit, unusable
from puzzle_runner.inputs import cached, guesses, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.site import Site
from puzzle_runner.storage import atomic


def check_year(site: Site, year: int | None) -> int:
    """Return the year, by default the latest. Raises UsageError if it has no event."""
    if year is None:
        return site.years()[-1]
    if reason := site.no_event(year):
        raise UsageError(reason)
    return year


def ids(site: Site, year: int, at_least: int) -> dict[int, str]:
    """Return the ids of a year by day: of as many days as are known, or as a page shows."""
    days = range(1, max(site.days(year), at_least) + 1)
    return {day: id for day in days if (id := site.id_of({"year": year, "day": day}))}


def stars(visit: Visit, year: int) -> dict[int, int]:
    """Return how many stars the account has of each day. Raises NotLoggedIn, or SiteFailed."""
    site, folder, begun = visit.site, visit.account.folder, time.time()
    name = f"{site.NAME}{year}"
    path = cached.page(folder, name)
    with atomic.locked(atomic.lock_name(path)):
        if cached.is_newer(path, begun):
            there = site.stars(files.text(path)) or {}
        else:
            response = visit.client.get(site.calendar_path(year))
            is_whole = response.status == 200 and not site.is_login(response.text)
            found = site.stars(response.text) if is_whole else None
            if found is None:
                raise unusable(visit, response, "the calendar")
            writing.save_page(folder, name, response.data)
            there = found
    return {day: there.get(day, 0) for day in ids(site, year, at_least=max(there, default=0))}


def seen(site: Site, year: int, account: Account) -> int:
    """Return how many days the account's calendar had when it was last asked for; 0 if it never was."""
    path = cached.page(account.folder, f"{site.NAME}{year}")
    return max(site.stars(files.text(path)) or (), default=0) if path.exists() else 0


def took(site: Site, id: str, account: Account) -> dict[int, float]:
    """Return by part the seconds from the unlocking of a puzzle to the account's right guess."""
    spans = guesses.took(cached.guesses(cached.inputs(account.folder, id)), site.unlocks(id))
    return {part: span.total_seconds() for part, span in sorted(spans.items())}
