"""Getting what a site has of a puzzle, as an account sees it. The site says what is special about it."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from puzzle_runner import files
from puzzle_runner.errors import (
    InputMissing,
    Locked,
    NoPage,
    NoSuchPuzzle,
    SiteFailed,
    UsageError,
    YearOver,
)
from puzzle_runner.flows import accounts, visiting
from puzzle_runner.flows.visiting import Visit, unusable
from puzzle_runner.inputs import cached, case_file, cases, flaws, guesses, page_examples, writing
from puzzle_runner.model import MAIN, Expected
from puzzle_runner.sites.registry import how_to_name
from puzzle_runner.sites.site import PuzzleId, Site
from puzzle_runner.sites.values import Asked, Page, Response, Statement, Trouble
from puzzle_runner.storage import atomic
from puzzle_runner.text import count, waiting

# Seconds to wait before a puzzle that should be unlocked is asked for again: the site's clock may be behind.
PAUSES = (1, 2, 5, 15)


class Fetched(NamedTuple):
    """A puzzle after a fetch: `new` says what came over the network, `account` is a label."""

    id: str
    title: str
    new: tuple[str, ...]
    account: str | None


def find(id: PuzzleId) -> Site:
    """Return the site of a puzzle. Raises UsageError if it has none, or needs what is not installed."""
    if not id.site.ADDRESS:
        raise UsageError(f"{id}: there is no site for it. {how_to_name(id)}".strip())
    id.site.check_installed()
    return id.site


def fetch(visit: Visit, id: PuzzleId, refresh: bool) -> Fetched:
    """Get what a site has of a puzzle and is not cached; one process at a time.

    An input is asked for once; if what is stored cannot be an input, once more. The page is asked for again
    while it may say more, and with `refresh`. A public visit to a personal site gets the page alone.
    """
    site, folder = visit.site, visit.account.folder
    new = []
    with atomic.locked(f"{folder.name}-{id}"):
        if visit.label or not site.PERSONAL:
            new += _fetch_inputs(visit, id, visit.pages.inputs(id))
        page = cached_page(visit, id)
        is_new = refresh or page is None or (visit.label is not None and not page.complete)
        if page is None or is_new:
            page = _ask_page(visit, id, refresh)
        new += _store_inputs(visit, id, page)
        if is_new:
            new.append(site.PAGE)
        if linked := _fetch_inputs(visit, id, page.files):
            new.append(count(len(linked), linked[0]))
        if is_new:
            new += _store(visit, id, page, refresh)
        title = page.title or _kept_title(id) or _title_in_list(visit, id)
    if new and visit.label:
        writing.mark(visit.account, alive=True)
    return Fetched(id, title, tuple(new), visit.label)


def _fetch_inputs(visit: Visit, id: PuzzleId, inputs: Iterable[Asked]) -> list[str]:
    """Get inputs that are not cached; return what came. What is on another host is left there."""
    folder = cached.inputs(visit.account.folder, id)
    address = visit.client.address
    came = []
    for wanted in inputs:
        url = urlsplit(urljoin(f"{address}/", wanted.path))
        is_elsewhere = url[:2] != urlsplit(address)[:2]
        if is_elsewhere or case_file.is_unfit(wanted.case):
            continue
        if cached.has_input(folder, wanted.case):
            continue
        check_unlocked(id)
        path = url._replace(scheme="", netloc="", fragment="").geturl()
        response = _get(visit, id, wanted._replace(path=path))
        # The login page may come as plain text.
        flaw = flaws.of_input(response.data)
        if flaw or visit.pages.is_login(response.text):
            raise unusable(visit, response, wanted.what, flaw=flaw)
        writing.save_input(folder, wanted.case, response.data)
        came.append(wanted.what)
    return came


def _store_inputs(visit: Visit, id: PuzzleId, page: Page) -> list[str]:
    """Store the inputs of single parts that a page brings and that are not cached; return what that was."""
    folder = cached.inputs(visit.account.folder, id)
    stored = 0
    for part, text in page.inputs.items():
        if cached.has_input(folder, MAIN, part):
            continue
        data = text.encode()
        if flaw := flaws.of_input(data):
            raise SiteFailed(f"{visit.client.host} gave no input of part {part}: what came {flaw}.")
        writing.save_input(folder, MAIN, data, part)
        stored += 1
    return [count(stored, "input")] if stored else []


def _ask_page(visit: Visit, id: PuzzleId, refresh: bool) -> Page:
    check_unlocked(id)
    folder = visit.account.folder
    path = cached.page(folder, id)
    kept = files.text(path) if path.exists() else ""
    asking = visit.pages.ask(id, visit.account.user, kept, refresh)
    asked = next(asking)
    while True:
        response = _get(visit, id, asked)
        try:
            asked = asking.send(response)
        except StopIteration as end:
            data: bytes | None = end.value
            break
    page = None
    if data is not None:
        input = cases.file(cached.inputs(folder, id), MAIN)
        text = files.text(input) if visit.label and input.exists() else None
        page = visit.pages.read(id, data.decode("utf-8", "replace"), text)
    if data is None or page is None or (visit.label and not page.logged_in):
        raise unusable(visit, response, asked.what, public=asked.public)
    atomic.write(path, data)
    return page


def cached_page(visit: Visit, id: str) -> Page | None:
    """Return the cached page of a puzzle as the account saw it; None if there is none."""
    path = cached.page(visit.account.folder, id)
    if not path.exists():
        return None
    return visit.pages.read(id, files.text(path))


def _store(visit: Visit, id: PuzzleId, page: Page, refresh: bool) -> list[str]:
    """Store the answers and the examples of a page; return what that was, for people."""
    accepted = {part: Expected(text) for part, text in page.answers.items()}
    writing.set_answers(cached.inputs(visit.account.folder, id) / case_file.FILE, MAIN, accepted)
    folder = cached.inputs(cached.shared_account().folder, id)
    new = []
    if stored := page_examples.store(folder, page.examples, refresh=refresh):
        new.append(count(stored, "example"))
    if accepted:
        new.append(count(len(accepted), "answer"))
    return new


def _list_of_titles(site: Site) -> Path:
    return cached.page(cached.shared_account().folder, f"{site.NAME}-problems")


def _kept_title(id: PuzzleId) -> str:
    """Return the title of a puzzle in the site's list, which is kept; an empty text if it is not there."""
    path = _list_of_titles(id.site)
    if not path.exists():
        return ""
    return id.site.pages.titles(files.text(path)).get(id, "")


def _title_in_list(visit: Visit, id: PuzzleId) -> str:
    """Get the list of titles of a site that has one, and return the title of a puzzle."""
    site = visit.site
    if not site.TITLES:
        return ""
    try:
        response = visit.client.get(site.TITLES)
    except SiteFailed:
        # The page came, and can be read without a title.
        return ""
    titles = site.pages.titles(response.text)
    if titles:
        atomic.write(_list_of_titles(site), response.data)
    return titles.get(id, "")


def statement(id: PuzzleId, account: str | None) -> Statement:
    """Return a puzzle's statement from the cache: an account's, else everybody's. Raises InputMissing."""
    site = id.site
    owners = [each for each in cached.accounts() if each.site == site.NAME]
    if account:
        # Raises InputMissing, with the accounts that there are.
        cached.account(account, site.NAME)
        owners = [each for each in owners if each.label == account]
    for owner in (*owners, cached.shared_account()):
        path = cached.page(owner.folder, id)
        if path.exists():
            return site.pages.statement(files.text(path), _kept_title(id))
    raise InputMissing(
        f'The statement of {id} is not here yet. Run "puzzles fetch {id}{accounts.option(account)}".'
    )


def check_unlocked(id: PuzzleId) -> None:
    """Raise InputMissing for a puzzle that is not unlocked yet, with the moment at which it will be."""
    if id.unlocks and not is_unlocked(id):
        left = waiting(id.unlocks - guesses.now())
        raise InputMissing(_locked(id, f'in {left}; "puzzles fetch {id} --wait" waits for it.'))


def _locked(id: PuzzleId, when: str) -> str:
    if not id.unlocks:
        return f"{id} is not unlocked yet: try again later."
    expected = "yet: it will be" if is_certain(id) else "yet, if there is one: it would be"
    return f"{id} is not unlocked {expected} on {both_times(id.unlocks)}, {when}"


def both_times(moment: datetime) -> str:
    """Return a moment in UTC, and here: `1 December 2026 at 05:00 UTC (30 November, 21:00 here)`."""
    text = f"{moment.day} {moment:%B %Y at %H:%M} UTC"
    local = moment.astimezone()
    if not local.utcoffset():
        return text
    return f"{text} ({local.day} {local:%B, %H:%M} here)"


def _get(visit: Visit, id: PuzzleId, asked: Asked) -> Response:
    """Return the site's response of status 200. Raises the error that fits any other."""
    client = visit.client
    response = client.get(asked.path, public=asked.public)
    match visit.pages.trouble(response):
        case Trouble.LOCKED:
            raise Locked(_locked(id, "by the clock of the site. Check the clock of this machine."))
        case Trouble.NO_PAGE:
            raise NoPage(f"{client.host} has no page for {id} (404).")
        case Trouble.NO_PUZZLE:
            raise NoSuchPuzzle(f"{client.host} has no {id}: there is nothing at {asked.path}.")
        case Trouble():
            raise unusable(visit, response, asked.what, public=asked.public)
    if response.status != 200:
        raise client.failed(response, asked.what)
    return response


class Fetcher:
    """Fetches puzzles for an account. Each site is visited when the first of its puzzles is fetched.

    One that is `patient` asks again for a puzzle that is locked by the site's clock only.
    """

    def __init__(self, account: str | None, contact: str, *, patient: bool) -> None:
        self.account = account
        self.contact = contact
        self.patient = patient
        self.visits: dict[str, Visit] = {}
        # Of which years there was something, and the first day that was asked for after the end of each year.
        self.had: set[str] = set()
        self.ended: dict[str, int] = {}

    def visit(self, id: PuzzleId, *, today: bool = False) -> Visit:
        """Return the visit to the site of a puzzle. Raises UsageError if it has none, else as any visit."""
        site = find(id)
        if site.NAME not in self.visits:
            self.visits[site.NAME] = visiting.visit(site, self.account, self.contact, today=today)
        return self.visits[site.NAME]

    def fetch(self, id: PuzzleId, refresh: bool = False) -> Fetched:
        """Get what is not cached of a puzzle; errors as in `fetch`. Raises UsageError if it has no site.

        Raises YearOver where the site had other days of the year, and was not known to have this one.
        """
        find(id)
        check_unlocked(id)
        visit = self.visit(id)
        try:
            fetched = self._fetch(visit, id, refresh)
        except NoPage:
            if not is_certain(id):
                self.ended[id.group] = id.fields["day"]
                if id.group in self.had:
                    raise YearOver(f"{id.group} has ended: there is no {id}.") from None
            raise
        self.had.add(id.group)
        return fetched

    def is_over(self, id: PuzzleId) -> bool:
        """Tell whether the year of a puzzle is known to have ended before it."""
        end = self.ended.get(id.group)
        return end is not None and id.fields["day"] >= end

    def fetch_public(self, id: PuzzleId) -> Fetched:
        """Get what is public of a puzzle; errors as in `fetch`."""
        return self._fetch(visiting.public_visit(find(id), self.contact), id, refresh=False)

    def _fetch(self, visit: Visit, id: PuzzleId, refresh: bool) -> Fetched:
        for pause in PAUSES if self.patient else ():
            try:
                return fetch(visit, id, refresh)
            except Locked:
                sleep(pause)
        return fetch(visit, id, refresh)


def is_certain(id: PuzzleId) -> bool:
    """Tell whether a site is known to have a puzzle, or will have it: no year is surely longer."""
    fields = id.fields
    return fields.get("day", 0) <= id.site.days(fields.get("year", 0))


def is_unlocked(id: PuzzleId) -> bool:
    """Tell whether a puzzle is unlocked."""
    return id.unlocks is None or id.unlocks <= guesses.now()
