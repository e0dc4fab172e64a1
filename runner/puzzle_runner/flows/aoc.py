"""The site of Advent of Code: sessions, inputs, pages, and sending an answer."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest, files, settings
from puzzle_runner.errors import InputMissing, NoPage, NotLoggedIn, PuzzlesError, SiteFailed
from puzzle_runner.flows import accounts, submission
from puzzle_runner.flows.accounts import Login
from puzzle_runner.flows.fetching import Ask, Attempt, Fetched, Sent, Statement, Visit, cached_page
from puzzle_runner.flows.http import REDIRECTS, Answer, Client
from puzzle_runner.inputs import cached, cases, guesses, page_examples, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.model import MAIN, PAGE, Case, Expected
from puzzle_runner.replies import Status
from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.pages import Page
from puzzle_runner.storage import atomic
from puzzle_runner.text import count, waiting

PARTS: tuple[int, ...] = (1, 2)
BY_HAND = False
EASTERN = timezone(timedelta(hours=aoc.HOURS_FROM_UTC))
# What the site's own button sends for the last star of a year, which asks no question.
LAST_STAR = "0"


class FetchedPage(NamedTuple):
    """The page of a day; `is_new` if it is not the cached one."""

    page: Page
    is_new: bool


def client(contact: str, session: str) -> Client:
    """Return a client that has a session."""
    return Client(settings.site("PUZZLES_AOC_URL", aoc.SITE), contact, session)


def unlocks(id: str) -> datetime:
    """Return when a puzzle unlocks: at midnight, UTC-5."""
    year, day = aoc.date(id)
    return datetime(year, 12, day, tzinfo=EASTERN).astimezone(UTC)


def implausible(answer: str) -> str:
    """Return why a text cannot be an answer, which is a whole number or a word."""
    return guesses.implausible(answer)


def fixed_answer(id: str, part: int) -> str | None:
    """Return the answer for the last star of a year, which asks no question; else None."""
    year, day = aoc.date(id)
    return LAST_STAR if part == PARTS[-1] and day == aoc.days(year) else None


def visit(account: str | None, contact: str) -> Visit:
    """Return the site as an account sees it. For a new session, the site is asked whose it is.

    Raises NotLoggedIn, or SiteFailed.
    """
    login = accounts.login(account)
    with atomic.locked("identity"):
        return Visit(client(contact, login.session), owner(login.session) or identify(login, contact))


def public_visit(contact: str) -> Visit:
    """Return the site as everybody sees it: the first part of a page, and no input."""
    return Visit(client(contact, ""), cached.shared_account())


def owner(session: str) -> Account | None:
    """Return the account that a session belongs to; None if the site was never asked."""
    hashed = digest.text(session)
    return next((account for account in cached.accounts() if hashed in account.sessions), None)


def identify(login: Login, contact: str) -> Account:
    """Ask the site whose a session is. Raises NotLoggedIn if the session is dead, or SiteFailed."""
    user_id = user(client(contact, login.session), login.label)
    return writing.claim(aoc.NAME, user_id, login.label, digest.text(login.session), rename=False)


def user(client: Client, label: str) -> str:
    """Return the user's id. Raises NotLoggedIn if the session is dead, or SiteFailed."""
    answer = client.get("/settings")
    if _is_turned_away(client, answer) or "[Log In]" in answer.text:
        raise dead(label)
    _check_session(client, answer, label)
    user_id = pages.user(answer.text) if answer.status == 200 else None
    if not user_id:
        raise client.failed(answer, "the settings page")
    return user_id


def dead(label: str) -> NotLoggedIn:
    """Return the error for a session that has ended."""
    return NotLoggedIn(
        f'The session of account "{label}" is dead. Log in at {aoc.SITE} again, copy the cookie "session" '
        f"and {accounts.renewal(label)}."
    )


def fetch(visit: Visit, id: str, refresh: bool) -> Fetched:
    """Get the input, once, and the page while a part is unsolved; one process at a time.

    On a public visit it is the page alone, once. Raises InputMissing before it unlocks, NoPage, NotLoggedIn,
    SiteFailed, or Unreadable for a damaged cached input.
    """
    account, begun = visit.account, time.time()
    try:
        with atomic.locked(f"{account.folder.name}-{id}"):
            new = ["input"] if visit.label and _fetch_input(visit, id, refresh) else []
            page, page_is_new = _page(visit, id, refresh, begun)
            if page_is_new:
                new += _store(account, id, page, refresh)
    except NotLoggedIn:
        if visit.label:
            writing.mark(account, alive=False)
        raise
    if new and visit.label:
        writing.mark(account, alive=True)
    return Fetched(id, page.title, tuple(new), visit.label)


def _fetch_input(visit: Visit, id: str, refresh: bool) -> bool:
    """Get the input if it is not cached; tell whether it came."""
    folder = cached.inputs(visit.account.folder, id)
    if cached.has_input(folder, MAIN, refresh):
        writing.set_case(folder, MAIN)
        return False
    _check_unlocked(id)
    answer = _get(visit, id, "/input", "the input")
    if cases.damaged(answer.text):
        raise _dead_or_failed(visit, answer, "input")
    writing.save_input(folder, MAIN, answer.data)
    return True


def _page(visit: Visit, id: str, refresh: bool, begun: float) -> FetchedPage:
    """Return the page: a new one, unless all parts of the cached one are solved or it came since `begun`."""
    kept = read_page(visit.account.folder, id)
    just_came = cached.is_newer(cached.page(visit.account.folder, id), begun)
    if kept and (just_came or ((kept.complete or not visit.label) and not refresh)):
        return FetchedPage(kept, is_new=False)
    _check_unlocked(id)
    answer = _get(visit, id, "", "the page")
    page = pages.advent_of_code(answer.text, _input(visit, id))
    if page is None or (visit.label and not page.logged_in):
        raise _dead_or_failed(visit, answer, "page")
    writing.save_page(visit.account.folder, id, answer.data)
    return FetchedPage(page, is_new=True)


def _input(visit: Visit, id: str) -> str | None:
    """Return the text of the cached input, by whose shape the examples are known; None on a public visit."""
    path = cached.inputs(visit.account.folder, id) / f"{MAIN}.txt"
    return path.read_text("utf-8", "replace") if visit.label else None


def read_page(folder: Path, id: str) -> Page | None:
    """Return the cached page of a puzzle; None if there is none."""
    try:
        return pages.advent_of_code(files.text(cached.page(folder, id)))
    except FileNotFoundError:
        return None


def _store(account: Account, id: str, page: Page, refresh: bool) -> list[str]:
    """Store the answers and the examples of a page; return what that was, for people."""
    writing.set_answers(cached.inputs(account.folder, id) / cases.FILE, MAIN, page.answers)
    new = ["page"]
    folder = cached.inputs(cached.shared_account().folder, id)
    if examples := page_examples.store(folder, [*_examples(folder, page)], refresh=refresh):
        new.append(count(examples, "example"))
    if page.answers:
        new.append(count(len(page.answers), "answer"))
    return new


def _examples(folder: Path, page: Page) -> Iterator[Case]:
    """Yield the examples of a page as cases of a folder, with the sentences that their answers are from."""
    for number, example in enumerate(page.examples, 1):
        name = f"example{number if number > 1 else ''}"
        answers = {
            part: Expected(found.value, sentence=found.sentence) for part, found in example.answers.items()
        }
        yield Case(name, folder / f"{name}.txt", example.text, answers, source=PAGE)


def statement(id: str, account: str | None) -> Statement:
    """Return the statement of a puzzle from the cache. Raises InputMissing."""
    html = cached_page(id, account)
    page = pages.advent_of_code(html)
    if page is None:
        return Statement("", pages.markdown(html))
    parts = tuple(map(pages.markdown, page.articles))
    return Statement(page.title, "\n".join(parts), parts)


def _check_unlocked(id: str) -> None:
    if (left := unlocks(id) - guesses.now()) > timedelta():
        raise InputMissing(_locked(id, f"in {waiting(left)}; --wait waits for it"))


def _locked(id: str, when: str) -> str:
    moment = unlocks(id)
    return f"{id} is not unlocked yet: it will be on {moment.day} {moment:%B %Y at %H:%M} UTC, {when}."


def _path(id: str) -> str:
    year, day = aoc.date(id)
    return f"/{year}/day/{day}"


def _get(visit: Visit, id: str, suffix: str, what: str) -> Answer:
    """Return the site's answer of status 200. Raises the error that fits any other."""
    client, label = visit.client, visit.account.label
    answer = client.get(_path(id) + suffix)
    if _is_turned_away(client, answer) or "Puzzle inputs differ by user" in answer.text:
        raise dead(label)
    if answer.status == 404 and "before it unlocks" in answer.text:
        raise InputMissing(_locked(id, "by the clock of the site. Is the clock of this machine right?"))
    if answer.status == 404:
        raise NoPage(f"{client.host} has no page for {id} (404).")
    _check_session(client, answer, label)
    if answer.status != 200:
        raise client.failed(answer, what)
    return answer


def _is_turned_away(client: Client, answer: Answer) -> bool:
    """Tell whether the site redirects from a page that only users who are logged in may see."""
    return answer.status in REDIRECTS and not client.elsewhere(answer.location)


def _dead_or_failed(visit: Visit, answer: Answer, what: str) -> PuzzlesError:
    """Return the error for an unexpected page: NotLoggedIn if it is the login page, else SiteFailed."""
    if "[Log In]" in answer.text or "please identify yourself" in answer.text:
        return dead(visit.account.label)
    return visit.client.failed(answer, what)


def _check_session(client: Client, answer: Answer, label: str) -> None:
    if answer.status in (400, 500):
        raise SiteFailed(
            f"{client.host} answered {answer.status}: it is in trouble, or the session is malformed. If it "
            f'goes on, copy the cookie "session" again and {accounts.renewal(label)}.'
        )


def submit(attempt: Attempt, ask: Ask) -> Sent:
    """Send an answer, once. Raises SiteFailed if no reply came, or NotLoggedIn."""
    asks_question = fixed_answer(attempt.id, attempt.part) is None
    sent = submission.post(attempt, lambda: _post(attempt), keep=asks_question)
    if sent.reply and sent.reply.status is Status.LOGGED_OUT:
        writing.mark(attempt.visit.account, alive=False)
        raise dead(attempt.visit.account.label)
    return sent


def _post(attempt: Attempt) -> str:
    """Send an answer and return the text of the reply. Raises SiteFailed if there is none."""
    client = attempt.visit.client
    answer = client.post(
        f"{_path(attempt.id)}/answer", {"level": str(attempt.part), "answer": attempt.answer}
    )
    if answer.status != 200 or not answer.data.strip():
        raise client.failed(answer, "the reply to an answer")
    return pages.reply(answer.text)
