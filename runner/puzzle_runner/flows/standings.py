"""Private leaderboards of a site: asked for seldom, with a session or by a read-only link."""

import math
import time
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.errors import NotLoggedIn, NotReached, SiteFailed, UsageError
from puzzle_runner.flows.visiting import Visit, problem_of_session, unusable
from puzzle_runner.inputs import cached
from puzzle_runner.sites.board import Board
from puzzle_runner.sites.site import Site
from puzzle_runner.sites.values import Link
from puzzle_runner.storage import atomic

# A leaderboard is asked for at most every 15 minutes, as a site asks.
SELDOM = 900.0


class Standings(NamedTuple):
    """A leaderboard as the site told it, when that was, and why it is not newer where it should be.

    `mine` are the ids of one's own accounts.
    """

    number: str
    board: Board
    asked: float
    mine: frozenset[int]
    problem: str


def link(site: Site, text: str) -> Link:
    """Return what a number, a join code or a pasted address means. Raises UsageError."""
    if board := site.pages.board_link(text):
        return board
    raise UsageError(
        f'"{text}" is not a leaderboard: give its number, the digits before the dash of its code. '
        "The address of its read-only link will do as well."
    )


def standings(visit: Visit, year: int, link: Link) -> Standings:
    """Return a leaderboard that an account may see, or that the key of its read-only link opens.

    At most every 15 minutes the site is asked for it. Raises NotLoggedIn where it is not to be seen, or
    SiteFailed where nothing older is here.
    """
    name = f"{visit.site.NAME}{year}-leaderboard-{link.number}"
    # It is the same for all accounts.
    path = cached.page(cached.shared_account().folder, name).with_suffix(".json")
    problem = ""
    with atomic.locked(atomic.lock_name(path)):
        board = None
        if path.exists():
            board = visit.pages.read_board(path.read_bytes(), year)
        if board is None or _age(path) >= SELDOM:
            try:
                board = _ask(visit, path, year, link)
            except SiteFailed as error:
                if board is None:
                    raise
                problem = f"{error} This is the last reply."
    mine: set[int] = set()
    for account in cached.accounts():
        if account.site == visit.site.NAME and account.user.isdecimal():
            mine.add(int(account.user))
    return Standings(link.number, board, path.stat().st_mtime, frozenset(mine), problem)


def _ask(visit: Visit, path: Path, year: int, link: Link) -> Board:
    stamp = path.with_suffix(".asked")
    if (age := _age(stamp)) < SELDOM:
        minutes = int((SELDOM - age) // 60) + 1
        raise SiteFailed(
            f"{visit.client.host} did not give this leaderboard when it was asked last. "
            f"It may be asked again in {minutes} min."
        )
    atomic.write(stamp, b"")
    try:
        response = visit.client.get(visit.pages.board_path(year, link))
    except NotReached:
        stamp.unlink(missing_ok=True)
        raise
    if response.turned_away and not visit.label:
        raise NotLoggedIn("The key does not open this leaderboard: copy the read-only link again.")
    if response.turned_away:
        raise problem_of_session(visit) or NotLoggedIn(
            f'Account "{visit.label}" has not joined this leaderboard, so it does not see it.'
        )
    board = visit.pages.read_board(response.data, year)
    if board is None or response.status != 200:
        raise unusable(visit, response, "leaderboard")
    atomic.write(path, response.data)
    return board


def _age(path: Path) -> float:
    """Return how many seconds ago a file was written; what was written in the future is old."""
    age = time.time() - path.stat().st_mtime if path.exists() else -1
    return age if age >= 0 else math.inf
