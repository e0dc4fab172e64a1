"""A private leaderboard of Advent of Code: asked for seldom, with a session or by its read-only link."""

import re
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from puzzle_runner import digest
from puzzle_runner.errors import NotLoggedIn, NotReached, SiteFailed, UsageError
from puzzle_runner.flows.aoc import client, unlocks
from puzzle_runner.flows.fetching import Visit
from puzzle_runner.flows.http import REDIRECTS, Answer, Client
from puzzle_runner.inputs import cached
from puzzle_runner.sites.aoc import board as boards
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.aoc.board import Board
from puzzle_runner.storage import atomic

# The site asks that a leaderboard be asked for at most every 15 minutes.
SELDOM = 900.0
_PLACE = "/{year}/leaderboard/private/view/{number}.json"
_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?adventofcode\.com/(\d{4})/leaderboard/private/view/(\d+)(?:\.json)?/?"
    r"(?:\?(?:[^#]*&)?view_key=([\w-]+)[^#]*|\?[^#]*)?(?:#.*)?",
    re.IGNORECASE | re.ASCII,
)
_CODE = re.compile(r"(\d+)(?:-[0-9a-f]+)?", re.IGNORECASE | re.ASCII)
_FILE = re.compile(r"aoc(\d{4})-leaderboard-(\d+)\.json", re.ASCII)
_KEY = re.compile(r"[\w-]+", re.ASCII)


class Link(NamedTuple):
    """Which leaderboard is meant: its number, and where an address was pasted, year and key."""

    number: str
    year: int | None = None
    key: str | None = None


class Standings(NamedTuple):
    """A leaderboard as the site told it, when that was, and why it is not newer where it should be.

    `mine` are the ids of one's own accounts.
    """

    number: str
    board: Board
    asked: float
    mine: frozenset[int]
    problem: str = ""


def link(text: str) -> Link:
    """Return what a number, a join code or a pasted address means. Raises UsageError."""
    if parsed := _LINK.fullmatch(text.strip()):
        return Link(parsed[2], int(parsed[1]), parsed[3])
    if code := _CODE.fullmatch(text.strip()):
        return Link(code[1])
    raise UsageError(
        f'"{text}" is no leaderboard: it has a number, the digits before the dash of its code. '
        "The address of its read-only link will do as well."
    )


def by_session(visit: Visit, year: int, number: str) -> Standings:
    """Return a leaderboard that an account may see; at most every 15 minutes the site is asked for it.

    Raises NotLoggedIn where the account may not see it, or SiteFailed where nothing older is here.
    """
    path = _path(visit.account.folder, year, number)
    place = _PLACE.format(year=year, number=number)
    refusal = NotLoggedIn(
        f'Account "{visit.account.label}" does not see this leaderboard: it has not joined it, or its '
        f'session is dead. Look with "puzzles account check".'
    )
    return _standings(year, number, _Request(visit.client, path, place, visit.account.user, refusal))


def by_key(contact: str, year: int, number: str, key: str) -> Standings:
    """Return a leaderboard by the key of its read-only link, without a login. Raises as `by_session`."""
    if not _KEY.fullmatch(key):
        raise UsageError("This is no view key: it has letters and digits. Paste the whole link instead.")
    path = _path(cached.shared_account().folder, year, number)
    place = f"{_PLACE.format(year=year, number=number)}?view_key={quote(key)}"
    refusal = NotLoggedIn(
        f"The key does not open leaderboard {number} of {year}: copy the read-only link again from the site, "
        "or ask its owner whether it was made anew."
    )
    return _standings(year, number, _Request(client(contact, ""), path, place, key, refusal))


class _Request(NamedTuple):
    """How a leaderboard is asked for: where it is kept, who asks, and the error where that is refused."""

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
                answer = self._ask()
                if not _parsed(answer.data, year) or answer.status != 200:
                    raise self.client.failed(answer, "the leaderboard")
                atomic.write(self.path, answer.data)
            except SiteFailed as error:
                if not self.path.exists():
                    raise
                return f"{error} This is what it said before."
        return ""

    def _ask(self) -> Answer:
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
            answer = self.client.get(self.place)
        except NotReached:
            stamp.unlink(missing_ok=True)
            raise
        if answer.status in REDIRECTS and not self.client.elsewhere(answer.location):
            raise self.refusal
        return answer


def _standings(year: int, number: str, request: _Request) -> Standings:
    kept = _newest(year, number)
    problem = "" if kept and _age(kept) < SELDOM else request.bring(year)
    standings = read(_newest(year, number) or request.path)
    if standings is None:
        raise SiteFailed(f"What is here of leaderboard {number} is damaged: remove {request.path}.")
    return standings._replace(problem=problem)


def here() -> list[Standings]:
    """Return the leaderboards that are here, each year's and board's newest copy; the latest year first."""
    newest: dict[tuple[str, ...], Path] = {}
    for path in sorted(_kept("aoc*-leaderboard-*.json"), key=lambda path: path.stat().st_mtime):
        if parsed := _FILE.fullmatch(path.name):
            newest[parsed.groups()] = path
    read_ = (read(path) for path in newest.values())
    known = [standings for standings in read_ if standings]
    return sorted(known, key=lambda standings: (-standings.board.year, standings.number))


def read(path: Path) -> Standings | None:
    """Return the leaderboard in a file; None where there is none that can be read."""
    parsed = _FILE.fullmatch(path.name)
    try:
        data, asked = path.read_bytes(), path.stat().st_mtime
    except FileNotFoundError:
        return None
    board = _parsed(data, int(parsed[1])) if parsed else None
    if not parsed or not board:
        return None
    own = (account.user for account in cached.accounts() if account.site == aoc.NAME)
    return Standings(parsed[2], board, asked, frozenset(int(user) for user in own if user.isdecimal()))


def _parsed(data: bytes, year: int) -> Board | None:
    return boards.parse(data, year, unlocks(f"aoc{year}d1").timestamp())


def _newest(year: int, number: str) -> Path | None:
    """Return the newest copy of a leaderboard, whoever asked for it."""
    return max(_kept(_path(Path(), year, number).name), key=lambda path: path.stat().st_mtime, default=None)


def _kept(pattern: str) -> list[Path]:
    folders = [*(account.folder for account in cached.accounts()), cached.shared_account().folder]
    return [path for folder in folders for path in _path(folder, 0, "0").parent.glob(pattern)]


def _path(folder: Path, year: int, number: str) -> Path:
    return cached.page(folder, f"aoc{year}-leaderboard-{number}").with_suffix(".json")


def _age(path: Path) -> float:
    """Return how many seconds ago a file was written; what was written in the future is old."""
    try:
        age = time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return float("inf")
    return age if age >= 0 else float("inf")
