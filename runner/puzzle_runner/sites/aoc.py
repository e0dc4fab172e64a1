"""Advent of Code, the site: who one is, inputs, pages, and sending an answer."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest, settings
from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.errors import InputMissing, NotLoggedIn, PuzzlesError, SiteFailed
from puzzle_runner.inputs import accounts, cached, cases, guesses, writing
from puzzle_runner.inputs.accounts import Login
from puzzle_runner.inputs.cached import Account
from puzzle_runner.model import MAIN
from puzzle_runner.sites import pages
from puzzle_runner.sites.fetched import Fetched, is_here
from puzzle_runner.sites.http import REDIRECTS, Answer, Website
from puzzle_runner.sites.pages import Page
from puzzle_runner.storage import atomic
from puzzle_runner.text import count, waiting

EASTERN = timezone(timedelta(hours=-5))


class Visit(NamedTuple):
    """The site, as an account sees it."""

    site: Website
    account: Account


def address() -> str:
    """Return the address of the site."""
    return settings.site("PUZZLES_AOC_URL", aoc.SITE)


def unlocks(id: str) -> datetime:
    """Return when a puzzle unlocks: at midnight, UTC-5."""
    year, day = aoc.date(id)
    return datetime(year, 12, day, tzinfo=EASTERN).astimezone(UTC)


def visit(label: str | None, contact: str) -> Visit:
    """Return the site as an account sees it; asks who that is only for a session it has not met before.

    Raises NotLoggedIn, or SiteFailed.
    """
    login = accounts.login(label)
    site = Website(address(), contact, login.session)
    with atomic.locked("identity"):
        return Visit(site, known(login.session) or identify(site, login))


def known(session: str) -> Account | None:
    """Return the account that a session was found to be of; None where it was not met before."""
    name = digest.text(session)
    return next((one for one in cached.accounts() if name in one.sessions), None)


def identify(site: Website, login: Login) -> Account:
    """Ask the site whose a session is. Raises NotLoggedIn where it does not take it, or SiteFailed."""
    id = user(site, login.label)
    return writing.claim(aoc.NAME, id, login.label, digest.text(login.session), rename=False)


def user(site: Website, label: str) -> str:
    """Return the user's id. Raises NotLoggedIn for a session that the site does not take, or SiteFailed."""
    answer = site.get("/settings")
    if _sent_home(site, answer) or "[Log In]" in answer.text:
        raise dead(label)
    _check_session(answer, site, label)
    found = pages.user(answer.text) if answer.status == 200 else None
    if not found:
        raise site.failed(answer, "the settings page")
    return found


def dead(label: str) -> NotLoggedIn:
    """Return the error for a session that has ended."""
    return NotLoggedIn(
        f'The session of account "{label}" is dead. Log in at {aoc.SITE} again, copy the cookie "session" '
        f'and run "puzzles account add {label}".'
    )


def fetch(visit: Visit, id: str, refresh: bool = False) -> Fetched:
    """Get what the site has of a puzzle and is not here yet; one process at a time.

    Raises InputMissing before it unlocks, NotLoggedIn, SiteFailed, or Unreadable for a damaged cached input.
    """
    account = visit.account
    try:
        with atomic.locked(f"{account.folder.name}-{id}"):
            new = ["input"] if _fetch_input(visit, id, refresh) else []
            page, fresh = _page(visit, id, refresh)
            new += _file(account, id, page, refresh) if fresh else []
    except NotLoggedIn:
        writing.mark(account, alive=False)
        raise
    if new:
        writing.mark(account, alive=True)
    return Fetched(id, page.title, tuple(new), account.label)


def _fetch_input(visit: Visit, id: str, refresh: bool) -> bool:
    """Get the input, once and never again; False where it is here."""
    folder, path = writing.main_cases(visit.account.folder, id)
    if is_here(path, id, refresh):
        writing.set_case(folder, MAIN)
        return False
    _check_unlocked(id)
    answer = _get(visit, id, "/input", "the input")
    if cases.damaged(answer.text):
        raise _dead_or_failed(visit, answer, "input")
    writing.save_input(folder, MAIN, answer.data)
    return True


def _page(visit: Visit, id: str, refresh: bool) -> tuple[Page, bool]:
    """Return the page, the cached one if all parts are solved on it, and whether it is the site's."""
    if not refresh and (kept := read_page(visit.account.folder, id)) and kept.complete:
        return kept, False
    _check_unlocked(id)
    answer = _get(visit, id, "", "the page")
    page = pages.advent_of_code(answer.text)
    if page is None or not page.logged_in:
        raise _dead_or_failed(visit, answer, "page")
    writing.save_page(visit.account.folder, id, answer.data)
    return page, True


def read_page(folder: Path, id: str) -> Page | None:
    """Return the cached page of a puzzle; None where there is none."""
    try:
        return pages.advent_of_code(cached.page(folder, id).read_text("utf-8", "replace"))
    except FileNotFoundError:
        return None


def _file(account: Account, id: str, page: Page, refresh: bool) -> list[str]:
    """Keep what a page tells, and return its names. Examples are nobody's, answers are the account's."""
    writing.set_answers(cached.inputs(account.folder, id) / cases.FILE, MAIN, page.answers)
    folder = cached.inputs(cached.anonymous(), id)
    arrived = 0
    for number, example in enumerate(page.examples, start=1):
        name = "example" if number == 1 else f"example{number}"
        if refresh or not (folder / f"{name}.txt").exists():
            writing.save_input(folder, name, f"{example.text}\n".encode())
            arrived += 1
        writing.set_answers(folder / cases.FILE, name, example.answers, replace=refresh)
    examples = [count(arrived, "example")] if arrived else []
    return ["page", *examples, *([count(len(page.answers), "answer")] if page.answers else [])]


def _check_unlocked(id: str) -> None:
    if (left := unlocks(id) - guesses.now()) > timedelta():
        raise InputMissing(_locked(id, f"in {waiting(left)}; --wait waits for it"))


def _locked(id: str, when: str) -> str:
    moment = unlocks(id)
    return f"{id} is not unlocked yet: it will be on {moment.day} {moment:%B %Y at %H:%M} UTC, {when}."


def _path(id: str) -> str:
    year, day = aoc.date(id)
    return f"/{year}/day/{day}"


def _get(visit: Visit, id: str, below: str, what: str) -> Answer:
    """Return the site's answer of status 200. Raises the error that fits any other."""
    answer = visit.site.get(_path(id) + below)
    if _sent_home(visit.site, answer) or "Puzzle inputs differ by user" in answer.text:
        raise dead(visit.account.label)
    if answer.status == 404 and "before it unlocks" in answer.text:
        raise InputMissing(_locked(id, "by the clock of the site. Is the clock of this machine right?"))
    if answer.status == 404:
        raise InputMissing(f"{visit.site.host} has no page for {id} (404).")
    _check_session(answer, visit.site, visit.account.label)
    if answer.status != 200:
        raise visit.site.failed(answer, what)
    return answer


def _sent_home(site: Website, answer: Answer) -> bool:
    """Tell whether the site sends one away from what only those who are logged in may see."""
    return answer.status in REDIRECTS and not site.elsewhere(answer.location)


def _dead_or_failed(visit: Visit, answer: Answer, what: str) -> PuzzlesError:
    """Return the error for a page that came instead of another: the login page, or one that is of no use."""
    if "[Log In]" in answer.text or "please identify yourself" in answer.text:
        return dead(visit.account.label)
    return visit.site.failed(answer, what)


def _check_session(answer: Answer, site: Website, label: str) -> None:
    if answer.status in (400, 500):
        raise SiteFailed(
            f"{site.host} answered {answer.status}: it is in trouble, or the session is malformed. If it "
            f'goes on, copy the cookie "session" again and run "puzzles account add {label}".'
        )


def send(visit: Visit, id: str, part: int, answer: str) -> Answer:
    """Send an answer, once. Raises SiteFailed where no reply came."""
    return visit.site.post(f"{_path(id)}/answer", {"level": str(part), "answer": answer})
