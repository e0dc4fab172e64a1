"""A year of Advent of Code: the stars of an account."""

import time
from collections.abc import Mapping

from puzzle_runner import files
from puzzle_runner.flows.aoc import dead, unlocks
from puzzle_runner.flows.fetching import Visit
from puzzle_runner.inputs import cached, guesses, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.storage import atomic


def stars(visit: Visit, year: int) -> dict[int, int]:
    """Return how many stars the account has of each day. Raises NotLoggedIn, or SiteFailed."""
    path, begun = cached.page(visit.account.folder, f"aoc{year}"), time.time()
    with atomic.locked(atomic.lock_name(path)):
        if cached.is_newer(path, begun):
            return _by_day(year, pages.stars(files.text(path)) or {})
        return _by_day(year, _ask_stars(visit, year))


def title(id: str, account: Account) -> str:
    """Return the title of a day from its cached page, an account's or everybody's, or an empty text."""
    for folder in (account.folder, cached.shared_account().folder):
        try:
            return pages.title(files.text(cached.page(folder, id)))
        except FileNotFoundError:
            continue
    return ""


def unlocked(year: int) -> int:
    """Return how many days of a year are unlocked."""
    now = guesses.now()
    return sum(1 for day in range(1, aoc.days(year) + 1) if unlocks(f"{aoc.NAME}{year}d{day}") <= now)


def _by_day(year: int, stars: Mapping[int, int]) -> dict[int, int]:
    """Return the stars of every day of a year."""
    return {day: stars.get(day, 0) for day in range(1, aoc.days(year) + 1)}


def _ask_stars(visit: Visit, year: int) -> dict[int, int]:
    answer = visit.client.get(f"/{year}")
    if "[Log In]" in answer.text:
        raise dead(visit.account.label)
    stars_by_day = pages.stars(answer.text) if answer.status == 200 else None
    if stars_by_day is None:
        raise visit.client.failed(answer, "the calendar")
    writing.save_page(visit.account.folder, f"aoc{year}", answer.data)
    return stars_by_day
