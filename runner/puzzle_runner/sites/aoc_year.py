"""A year of Advent of Code: the stars of an account."""

from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.inputs import guesses, writing
from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc import EASTERN, dead
from puzzle_runner.sites.site import Visit


def latest() -> int:
    """Return the year of the last event that has begun."""
    today = guesses.now().astimezone(EASTERN)
    return today.year if today.month == 12 else today.year - 1


def stars(visit: Visit, year: int) -> dict[int, int]:
    """Return how many stars the account has of each day. Raises NotLoggedIn, or SiteFailed."""
    answer = visit.client.get(f"/{year}")
    if "[Log In]" in answer.text:
        raise dead(visit.account.label)
    stars_by_day = pages.stars(answer.text) if answer.status == 200 else None
    if stars_by_day is None:
        raise visit.client.failed(answer, "the calendar")
    writing.save_page(visit.account.folder, f"aoc{year}", answer.data)
    return {day: stars_by_day.get(day, 0) for day in range(1, aoc.days(year) + 1)}
