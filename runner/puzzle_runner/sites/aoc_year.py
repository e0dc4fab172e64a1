"""A year of Advent of Code: the stars of an account, and a private leaderboard."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import files
from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.errors import NotLoggedIn
from puzzle_runner.inputs import cached, guesses, writing
from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc import EASTERN, dead
from puzzle_runner.sites.http import REDIRECTS
from puzzle_runner.sites.site import Visit
from puzzle_runner.storage import atomic

# Seconds: the site wants to be asked for a leaderboard every 15 minutes at most.
SELDOM = 900.0


class Member(NamedTuple):
    """One line of a leaderboard."""

    id: int
    name: str
    stars: int
    score: int


def latest() -> int:
    """Return the year of the last event that has begun."""
    today = guesses.now().astimezone(EASTERN)
    return today.year if today.month == 12 else today.year - 1


def stars(visit: Visit, year: int) -> dict[int, int]:
    """Return how many stars the account has of each day. Raises NotLoggedIn, or SiteFailed."""
    path, begun = cached.page(visit.account.folder, f"aoc{year}"), time.time()
    with atomic.locked(atomic.lock_name(path)):
        if cached.is_newer(path, begun):
            return _by_day(year, pages.stars(files.text(path)) or {})
        return _by_day(year, _ask_stars(visit, year))


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


def standings(visit: Visit, year: int, board: str) -> list[Member]:
    """Return a private leaderboard, best first; at most every 15 minutes it is asked for.

    Raises NotLoggedIn if the account may not see it, or SiteFailed.
    """
    path = cached.page(visit.account.folder, f"aoc{year}-leaderboard-{board}").with_suffix(".json")
    with atomic.locked(atomic.lock_name(path)):
        members = _parsed(files.read(path)) if _is_fresh(path) else None
        if members is None:
            members = _ask(visit, f"/{year}/leaderboard/private/view/{board}.json", path)
    return sorted(members, key=lambda member: (-member.score, -member.stars, member.id))


def _is_fresh(path: Path) -> bool:
    try:
        return 0 <= time.time() - path.stat().st_mtime < SELDOM
    except FileNotFoundError:
        return False


def _parsed(data: bytes) -> list[Member] | None:
    """Return the members in a leaderboard's JSON; None if it is something else, of whatever shape."""
    try:
        return [_member(id, member) for id, member in json.loads(data)["members"].items()]
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


def _member(id: str, member: Mapping[str, Any]) -> Member:
    name = member.get("name") or f"(anonymous user #{id})"
    numbers = [int(number or 0) for number in (id, member.get("stars"), member.get("local_score"))]
    if max(map(abs, numbers)) >= 2**63:
        raise OverflowError
    return Member(numbers[0], str(name), *numbers[1:])


def _ask(visit: Visit, address: str, path: Path) -> list[Member]:
    answer = visit.client.get(address)
    if answer.status in REDIRECTS and not visit.client.elsewhere(answer.location):
        raise NotLoggedIn(
            f'Account "{visit.account.label}" does not see this leaderboard: it has not joined it, or its '
            f'session is dead. Look with "puzzles account check".'
        )
    members = _parsed(answer.data) if answer.status == 200 else None
    if members is None:
        raise visit.client.failed(answer, "the leaderboard")
    atomic.write(path, answer.data)
    return members
