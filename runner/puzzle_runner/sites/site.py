"""What every site offers, and finding the site of a puzzle.

A kind with an address in `SITE` has its site in the module of this folder that has the kind's name.
"""

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.errors import InputMissing, UsageError
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account
from puzzle_runner.model import Bounds, Reply
from puzzle_runner.sites.http import Client


class Visit(NamedTuple):
    """A site as an account sees it: `cached.nobody()` where everybody sees the same."""

    client: Client
    account: Account

    @property
    def label(self) -> str | None:
        """The account's label; None where the puzzles are nobody's."""
        return self.account.label or None


class Fetched(NamedTuple):
    """What there is of a puzzle after a fetch: `new` names what came over the network."""

    id: str
    title: str
    new: tuple[str, ...]
    account: str | None = None


class Statement(NamedTuple):
    """What a puzzle asks, as Markdown."""

    title: str
    markdown: str


class Attempt(NamedTuple):
    """An answer that is to be sent."""

    visit: Visit
    id: str
    part: int
    answer: str

    @property
    def folder(self) -> Path:
        """Where the answers and the guesses of the puzzle are kept."""
        return cached.inputs(self.visit.account.folder, self.id)


class Sent(NamedTuple):
    """What became of an attempt. `reply` is None where a person was to enter the answer and told nothing.

    The right answer lies within `bounds`, as far as the replies tell.
    """

    reply: Reply | None
    bounds: Bounds


# Returns whether an answer that a person entered was right; None where they do not tell.
Ask = Callable[[], bool | None]


class Site(Protocol):
    """What a module of a site offers. Only `visit`, `fetch` and `submit` make requests."""

    # The parts of each puzzle that the site has an answer for.
    PARTS: tuple[int, ...]
    # Whether answers are entered by a person, as the site takes none from a program.
    BY_HAND: bool

    def visit(self, account: str | None, contact: str) -> Visit:
        """Return the site as the account of a label sees it. May ask the site who that is.

        Raises NotLoggedIn, or SiteFailed.
        """

    def fetch(self, visit: Visit, id: str, refresh: bool) -> Fetched:
        """Get what the site has of a puzzle and is not here yet; with `refresh`, the page again.

        Raises InputMissing before it unlocks, NotLoggedIn, NoSuchPuzzle, SiteFailed, or Unreadable for an
        input that was damaged here.
        """

    def statement(self, id: str, account: str | None) -> Statement:
        """Return the statement of a puzzle from the cache. Raises InputMissing."""

    def unlocks(self, id: str) -> datetime | None:
        """Return when a puzzle unlocks; None where it always was."""

    def implausible(self, answer: str) -> str:
        """Return why a text cannot be an answer of this site; nothing where it can."""

    def fixed_answer(self, id: str, part: int) -> str | None:
        """Return what the site takes for a part that asks no question; None for every other part."""

    def submit(self, attempt: Attempt, ask: Ask) -> Sent:
        """Send an answer, or where a person enters it, ask how it went. Keep what is learnt.

        Raises NotLoggedIn, or SiteFailed.
        """


def find(id: str, purpose: str = "to get it from") -> Site:
    """Return the site of a puzzle. Raises UsageError where its kind has none."""
    kind, _ = identify(id)
    if not kind.SITE:
        raise UsageError(f"{id}: there is no site {purpose}.")
    return cast(Site, import_module(f"puzzle_runner.sites.{kind.NAME}"))


def unlocks(id: str) -> datetime | None:
    """Return when a puzzle unlocks; None where it always was, or has no site."""
    return find(id).unlocks(id) if identify(id)[0].SITE else None


def always_unlocked(id: str) -> datetime | None:
    """Return None: the puzzles of the site have no date."""
    return None


def no_fixed_answer(id: str, part: int) -> str | None:
    """Return None: every part of the site asks a question."""
    return None


def cached_page(id: str, account: str | None) -> str:
    """Return the page of a puzzle from the cache: an account's, else nobody's. Raises InputMissing."""
    folders = [owner.folder for owner in cached.accounts() if account in (None, owner.label)]
    for folder in (*folders, cached.nobody().folder):
        try:
            return cached.page(folder, id).read_text("utf-8", "replace")
        except FileNotFoundError:
            continue
    raise InputMissing(f'The statement of {id} is not here yet. Run "puzzles fetch {id}".')


class Fetcher:
    """Gets puzzles for an account; visits a site when the first puzzle needs it."""

    def __init__(self, account: str | None, contact: str) -> None:
        self.account = account
        self.contact = contact
        self.visits: dict[str, Visit] = {}

    def fetch(self, id: str, refresh: bool = False) -> Fetched:
        """Get what its site has of a puzzle and is not here yet. Raises UsageError where it has no site."""
        site = find(id)
        kind = identify(id)[0].NAME
        if kind not in self.visits:
            self.visits[kind] = site.visit(self.account, self.contact)
        return site.fetch(self.visits[kind], id, refresh)
