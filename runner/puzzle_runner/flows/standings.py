"""Private leaderboards of a site: asked for seldom, with a session or by a read-only link."""

import re
import time
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.errors import NotLoggedIn, NotReached, SiteFailed, UsageError
from puzzle_runner.flows.fetching import Visit, client
from puzzle_runner.flows.http import Client
from puzzle_runner.inputs import cached
from puzzle_runner.sites.board import Board
from puzzle_runner.sites.site import Site, sites
from puzzle_runner.sites.values import Link, Response
from puzzle_runner.storage import atomic

# A leaderboard is asked for at most every 15 minutes, as a site asks.
SELDOM = 900.0
_FILE = re.compile(r"([a-z]\w*?)(\d{4})-leaderboard-(\d+)\.json", re.ASCII)
_KEY = re.compile(r"[\w-]+", re.ASCII)


class Standings(NamedTuple):
    """A leaderboard as the site told it, when that was, and why it is not newer where it should be.

    `mine` are the ids of one's own accounts.
    """

    site: Site
    number: str
    board: Board
    asked: float
    mine: frozenset[int]
    problem: str = ""


def link(site: Site, text: str) -> Link:
    """Return what a number, a join code or a pasted address means. Raises UsageError."""
    if found := site.board_link(text):
        return found
    raise UsageError(
        f'"{text}" is no leaderboard: it has a number, the digits before the dash of its code. '
        "The address of its read-only link will do as well."
    )


def by_session(visit: Visit, year: int, number: str) -> Standings:
    """Return a leaderboard that an account may see; at most every 15 minutes the site is asked for it.

    Raises NotLoggedIn where the account may not see it, or SiteFailed where nothing older is here.
    """
    refusal = NotLoggedIn(
        f'Account "{visit.account.label}" does not see this leaderboard: it has not joined it, or its '
        f'session is dead. Look with "puzzles account check".'
    )
    path = _path(visit.account.folder, visit.site.NAME, year, number)
    place = visit.site.board_path(year, number)
    request = _Request(visit.site, visit.client, path, place, visit.account.user, refusal)
    return _standings(request, year, number)


def by_key(site: Site, contact: str, year: int, number: str, key: str) -> Standings:
    """Return a leaderboard by the key of its read-only link, without a login. Raises as `by_session`."""
    if not _KEY.fullmatch(key):
        raise UsageError("This is no view key: it has letters and digits. Paste the whole link instead.")
    refusal = NotLoggedIn(
        f"The key does not open leaderboard {number} of {year}: copy the read-only link again from the site, "
        "or ask its owner whether it was made anew."
    )
    path = _path(cached.shared_account().folder, site.NAME, year, number)
    place = site.board_path(year, number, key)
    return _standings(_Request(site, client(site, contact, ""), path, place, key, refusal), year, number)


class _Request(NamedTuple):
    """How a leaderboard is asked for: where it is kept, who asks, and the error where that is refused."""

    site: Site
    client: Client
    path: Path
    place: str
    who: str
    refusal: NotLoggedIn

    def bring(self, year: int) -> str:
        """Keep a new copy unless one was asked for lately; return why there is none. One at a time.

        Raises NotLoggedIn, or SiteFailed where nothing older is here either.
        """
        with atomic.locked(atomic.lock_name(self.path)):
            if _age(self.path) < SELDOM:
                return ""
            try:
                response = self._ask()
                if not self.site.read_board(response.data, year) or response.status != 200:
                    raise self.client.failed(response, "the leaderboard")
                atomic.write(self.path, response.data)
            except SiteFailed as error:
                if not self.path.exists():
                    raise
                return f"{error} This is what it said before."
        return ""

    def _ask(self) -> Response:
        """Ask once. Raises SiteFailed where the same was asked in vain not long ago."""
        stamp, who = self.path.with_suffix(".asked"), digest.text(self.who).encode()
        if (age := _age(stamp)) < SELDOM and stamp.read_bytes() == who:
            minutes = int((SELDOM - age) // 60) + 1
            raise SiteFailed(
                f"{self.client.host} was asked for this leaderboard already, without success. "
                f"It may be asked again in {minutes} min."
            )
        atomic.write(stamp, who, private=True)
        try:
            response = self.client.get(self.place)
        except NotReached:
            stamp.unlink(missing_ok=True)
            raise
        if response.turned_away:
            raise self.refusal
        return response


def _standings(request: _Request, year: int, number: str) -> Standings:
    name = request.path.name
    kept = _newest(name)
    problem = "" if kept and _age(kept) < SELDOM else request.bring(year)
    standings = read(_newest(name) or request.path)
    if standings is None:
        raise SiteFailed(f"What is here of leaderboard {number} is damaged: remove {request.path}.")
    return standings._replace(problem=problem)


def here() -> list[Standings]:
    """Return the leaderboards that are here, each year's and board's newest copy; the latest year first."""
    names = {path.name for path in _kept("*-leaderboard-*.json")}
    read_ = (read(path) for name in names if (path := _newest(name)))
    known = [standings for standings in read_ if standings]
    return sorted(known, key=lambda standings: (-standings.board.year, standings.number))


def read(path: Path) -> Standings | None:
    """Return the leaderboard in a file; None where there is none that can be read."""
    parsed = _FILE.fullmatch(path.name)
    site = sites().get(parsed[1]) if parsed else None
    if not parsed or not site:
        return None
    try:
        data, asked = path.read_bytes(), path.stat().st_mtime
    except FileNotFoundError:
        return None
    board = site.read_board(data, int(parsed[2]))
    if not board:
        return None
    own = (account.user for account in cached.accounts() if account.site == site.NAME)
    return Standings(site, parsed[3], board, asked, frozenset(int(user) for user in own if user.isdecimal()))


def _newest(name: str) -> Path | None:
    """Return the newest copy of a leaderboard by the name of its file, whoever asked for it."""
    return max(_kept(name), key=lambda path: path.stat().st_mtime, default=None)


def _kept(pattern: str) -> list[Path]:
    owners = (*cached.accounts(), cached.shared_account())
    return [path for owner in owners for path in cached.page(owner.folder, "").parent.glob(pattern)]


def _path(folder: Path, site: str, year: int, number: str) -> Path:
    return cached.page(folder, f"{site}{year}-leaderboard-{number}").with_suffix(".json")


def _age(path: Path) -> float:
    """Return how many seconds ago a file was written; what was written in the future is old."""
    try:
        age = time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return float("inf")
    return age if age >= 0 else float("inf")
