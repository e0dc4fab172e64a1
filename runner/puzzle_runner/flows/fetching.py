"""What every site offers, and how to find the site of a puzzle.

The site of a kind is the module of this folder with the name of the kind, if the `SITE` of the kind is set.
"""

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from puzzle_runner import files
from puzzle_runner.errors import InputMissing, UsageError
from puzzle_runner.flows import accounts
from puzzle_runner.flows.http import Client
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account
from puzzle_runner.replies import Bounds, Reply
from puzzle_runner.sites.site import identify


class Visit(NamedTuple):
    """A site as an account sees it. The account is `cached.nobody()` if everybody sees the same."""

    client: Client
    account: Account

    @property
    def label(self) -> str | None:
        """The account's label; None if it is nobody."""
        return self.account.label or None


class Fetched(NamedTuple):
    """A puzzle after a fetch: `new` says what came over the network, `account` is a label."""

    id: str
    title: str
    new: tuple[str, ...]
    account: str | None = None


class Statement(NamedTuple):
    """What a puzzle asks, as Markdown; `parts` has the text of each part where the page tells them apart."""

    title: str
    markdown: str
    parts: tuple[str, ...] = ()


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
    """The result of an attempt. `reply` is None if a person enters the answer and does not say how it went.

    `bounds` is what all replies so far say of the right answer. `unstored` says why the reply could not be
    stored.
    """

    reply: Reply | None
    bounds: Bounds
    unstored: str = ""


# Asks whether the answer that a person entered was right; None if they do not say.
Ask = Callable[[], bool | None]


class Site(Protocol):
    """The functions and constants of a site's module. Only `visit`, `fetch` and `submit` make requests."""

    # The parts that each puzzle has.
    PARTS: tuple[int, ...]
    # Whether a person has to enter the answers, as the site refuses programs.
    BY_HAND: bool

    def visit(self, account: str | None, contact: str) -> Visit:
        """Return the site as an account sees it; `account` is its label, `contact` goes into each request.

        Raises NotLoggedIn, or SiteFailed.
        """

    def public_visit(self, contact: str) -> Visit:
        """Return the site as it is seen without a login, where only what is public can be fetched."""

    def fetch(self, visit: Visit, id: str, refresh: bool) -> Fetched:
        """Get what the site has of a puzzle and is not cached; with `refresh`, the page again.

        Raises InputMissing if it is not unlocked yet, NoPage or NoSuchPuzzle if the site does not have it,
        Unreadable if a cached input was damaged, NotLoggedIn, or SiteFailed.
        """

    def statement(self, id: str, account: str | None) -> Statement:
        """Return the statement of a puzzle from the cache. Raises InputMissing."""

    def unlocks(self, id: str) -> datetime | None:
        """Return when a puzzle unlocks; None if it was never locked."""

    def implausible(self, answer: str) -> str:
        """Return why a text cannot be an answer on this site; an empty text if it can."""

    def fixed_answer(self, id: str, part: int) -> str | None:
        """Return the answer for a part that asks no question; None for any other part."""

    def submit(self, attempt: Attempt, ask: Ask) -> Sent:
        """Send an answer, or ask the person who enters it how it went. Store the result.

        Raises NotLoggedIn, or SiteFailed.
        """


def find(id: str, purpose: str = "to get it from") -> Site:
    """Return the site of a puzzle. Raises UsageError if its kind has none; `purpose` ends the sentence."""
    kind, _ = identify(id)
    if not kind.SITE:
        raise UsageError(f"{id}: there is no site {purpose}.")
    return cast(Site, import_module(f"puzzle_runner.flows.{kind.NAME}"))


def unlocks(id: str) -> datetime | None:
    """Return when a puzzle unlocks; None if it was never locked, or has no site."""
    return find(id).unlocks(id) if identify(id)[0].SITE else None


def always_unlocked(id: str) -> datetime | None:
    """Return None: no puzzle of the site was ever locked."""
    return None


def no_fixed_answer(id: str, part: int) -> str | None:
    """Return None: every part asks a question."""
    return None


def cached_page(id: str, account: str | None) -> str:
    """Return the cached page of a puzzle: an account's, else nobody's. Raises InputMissing."""
    folders = [owner.folder for owner in cached.accounts() if account in (None, owner.label)]
    for folder in (*folders, cached.shared_account().folder):
        try:
            return files.text(cached.page(folder, id))
        except FileNotFoundError:
            continue
    raise InputMissing(
        f'The statement of {id} is not here yet. Run "puzzles fetch {id}{accounts.option(account)}".'
    )


class Fetcher:
    """Fetches puzzles for an account. Each site is visited when the first of its puzzles is fetched."""

    def __init__(self, account: str | None, contact: str) -> None:
        self.account = account
        self.contact = contact
        self.visits: dict[str, Visit] = {}

    def fetch(self, id: str, refresh: bool = False) -> Fetched:
        """Get what is not cached of a puzzle; errors as in `Site`. Raises UsageError if it has no site."""
        site = find(id)
        kind = identify(id)[0].NAME
        if kind not in self.visits:
            self.visits[kind] = site.visit(self.account, self.contact)
        return site.fetch(self.visits[kind], id, refresh)

    def fetch_public(self, id: str) -> Fetched:
        """Get what is public of a puzzle; errors as in `Site`."""
        site = find(id)
        return site.fetch(site.public_visit(self.contact), id, refresh=False)
