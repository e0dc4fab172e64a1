"""The site of Project Euler: statements and data files, without a login. A person enters the answers."""

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from puzzle_runner import settings
from puzzle_runner.errors import NoSuchPuzzle, SiteFailed
from puzzle_runner.files import text as text_of
from puzzle_runner.flows import submission
from puzzle_runner.flows.fetching import (
    Fetched,
    Statement,
    Visit,
    always_unlocked,
    cached_page,
    no_fixed_answer,
)
from puzzle_runner.flows.http import Answer, Client
from puzzle_runner.inputs import cached, cases, guesses, writing
from puzzle_runner.model import MAIN
from puzzle_runner.sites import pages
from puzzle_runner.sites.euler import ids as euler
from puzzle_runner.storage import atomic
from puzzle_runner.text import count

PARTS: tuple[int, ...] = (1,)
# Each answer takes a captcha.
BY_HAND = True
DATA_FILES = "resources/documents/"
# A statement has one or two of them.
MOST_FILES = 10
# One line for each problem, its fields separated by ##: number, title, dates.
LIST, SEPARATOR = "problems", "##"

unlocks = always_unlocked
fixed_answer = no_fixed_answer
submit = submission.by_hand


class DataFile(NamedTuple):
    """A file that a statement links, and the case that it is the input of."""

    case: str
    link: str


def implausible(answer: str) -> str:
    """Return why a text cannot be an answer, which is a number, also a decimal one, or a word."""
    return guesses.implausible(answer, decimals=True)


def visit(account: str | None, contact: str) -> Visit:
    """Return the site, which is the same for all accounts."""
    return Visit(Client(settings.site("PUZZLES_EULER_URL", euler.SITE), contact), cached.shared_account())


def public_visit(contact: str) -> Visit:
    """Return the site, which needs no login."""
    return visit(None, contact)


def fetch(visit: Visit, id: str, refresh: bool) -> Fetched:
    """Get statement, data files and title if they are not cached; one process at a time.

    Raises NoSuchPuzzle, SiteFailed, or Unreadable for a damaged cached file.
    """
    client, folder, begun = visit.client, visit.account.folder, time.time()
    with atomic.locked(f"{folder.name}-{id}"):
        page = cached.page(folder, id)
        new = []
        if not page.exists() or (refresh and not cached.is_newer(page, begun)):
            writing.save_page(folder, id, _get_statement(client, id))
            new.append("statement")
        files = data_files(text_of(page))
        if new_files := _fetch_files(client, cached.inputs(folder, id), files, refresh):
            new.append(count(new_files, "data file"))
        title = read_title(id) or _fetch_title(client, id)
    return Fetched(id, title, tuple(new))


def _get_statement(client: Client, id: str) -> bytes:
    answer = _get(client, f"/minimal={euler.number(id)}", "the statement")
    if "Data for that problem cannot be found" in answer.text:
        raise NoSuchPuzzle(f"{client.host} has no problem {euler.number(id)}.")
    if cases.damaged(answer.text):
        raise client.failed(answer, "statement")
    return answer.data


def data_files(statement: str) -> list[DataFile]:
    """Return the data files that a statement links; the first is the input of `main`."""
    links = [link for link in pages.links(statement, DATA_FILES) if link.endswith(".txt")]
    names = [MAIN, *map(_stem, links[1:MOST_FILES])]
    return [
        DataFile(name, link) for name, link in zip(names, links, strict=False) if not cases.is_unfit(name)
    ]


def _stem(link: str) -> str:
    """Return `desks` for `resources/documents/0673_desks.txt`."""
    return re.sub(r"^p?\d+_", "", Path(urlsplit(link).path).stem)


def _fetch_files(client: Client, folder: Path, files: Sequence[DataFile], refresh: bool) -> int:
    """Get the data files that are not cached, except those on other hosts; return how many came."""
    new = 0
    for file in files:
        url = urljoin(f"{client.address}/", file.link)
        if cached.has_input(folder, file.case, refresh) or client.elsewhere(url):
            continue
        answer = _get(client, urlsplit(url).path, "the data file")
        if cases.damaged(answer.text):
            raise client.failed(answer, "data file")
        writing.save_input(folder, file.case, answer.data)
        new += 1
    return new


def statement(id: str, account: str | None) -> Statement:
    """Return the statement of a problem from the cache, below its title. Raises InputMissing."""
    text = pages.markdown(cached_page(id, account))
    title = read_title(id)
    return Statement(title, f"## {title}\n\n{text}" if title else text)


def read_title(id: str) -> str:
    """Return the title of a problem from the cached list, or an empty text."""
    try:
        lines = text_of(_list()).splitlines()
    except FileNotFoundError:
        return ""
    for line in lines:
        number, *fields = (field.strip() for field in line.split(SEPARATOR))
        if number == str(euler.number(id)) and fields:
            return fields[0]
    return ""


def _list() -> Path:
    return cached.page(cached.shared_account().folder, f"euler-{LIST}")


def _fetch_title(client: Client, id: str) -> str:
    """Return the title from the site's list, else from its page, and cache it; else an empty text."""
    try:
        answer = client.get(f"/minimal={LIST}")
        if answer.status == 200 and SEPARATOR in answer.text:
            atomic.write(_list(), answer.data)
        if title := read_title(id):
            return title
        page = client.get(f"/problem={euler.number(id)}")
    except SiteFailed:
        # The statement came, and can be read without a title.
        return ""
    title = pages.heading(page.text) if page.status == 200 else ""
    if title:
        titles = _list().read_bytes() if _list().exists() else b""
        atomic.write(_list(), titles + f"\n{euler.number(id)}{SEPARATOR}{title}\n".encode())
    return title


def _get(client: Client, path: str, what: str) -> Answer:
    """Return the site's answer of status 200. Raises NoSuchPuzzle, or SiteFailed."""
    answer = client.get(path)
    if answer.status == 404:
        raise NoSuchPuzzle(f"{client.host} has no {path} (404).")
    if answer.status != 200:
        raise client.failed(answer, what)
    return answer
