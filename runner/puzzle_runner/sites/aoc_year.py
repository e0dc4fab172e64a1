"""A year of Advent of Code, the site: one's stars."""

from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.inputs import guesses, writing
from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc import EASTERN, Visit, dead


def latest() -> int:
    """Return the year of the last event that has begun."""
    today = guesses.now().astimezone(EASTERN)
    return today.year if today.month == 12 else today.year - 1


def stars(visit: Visit, year: int) -> dict[int, int]:
    """Return how many stars the account has of each day. Raises NotLoggedIn, or SiteFailed."""
    answer = visit.site.get(f"/{year}")
    found = pages.stars(answer.text) if answer.status == 200 else None
    if "[Log In]" in answer.text:
        raise dead(visit.account.label)
    if found is None:
        raise visit.site.failed(answer, "the calendar")
    writing.save_page(visit.account.folder, f"aoc{year}", answer.data)
    return {day: found.get(day, 0) for day in range(1, aoc.days(year) + 1)}
