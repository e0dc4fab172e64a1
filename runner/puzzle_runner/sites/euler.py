"""Project Euler, the site: statements and data files, for which one need not log in."""

import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from puzzle_runner import settings
from puzzle_runner.catalog.kinds import euler
from puzzle_runner.errors import NoSuchPuzzle, SiteFailed
from puzzle_runner.inputs import cached, cases, writing
from puzzle_runner.model import MAIN
from puzzle_runner.sites import pages
from puzzle_runner.sites.fetched import Fetched, is_here
from puzzle_runner.sites.http import Answer, Website
from puzzle_runner.storage import atomic
from puzzle_runner.text import count

DOCUMENTS = "resources/documents/"
# One line a problem, the fields between ##: number, title, dates.
LIST, SEPARATOR = "problems", "##"


def address() -> str:
    """Return the address of the site."""
    return settings.site("PUZZLES_EULER_URL", euler.SITE)


def fetch(contact: str, id: str, refresh: bool = False) -> Fetched:
    """Get statement, title and data files as far as they are not here yet; one process at a time.

    Raises NoSuchPuzzle, SiteFailed, or Unreadable for a damaged cached file.
    """
    site = Website(address(), contact)
    with atomic.locked(f"anonymous-{id}"):
        page = cached.page(cached.anonymous(), id)
        new = [] if page.exists() and not refresh else [_fetch_statement(site, id)]
        statement = page.read_text("utf-8", "replace")
        arrived = sum(_fetch_document(site, id, *named, refresh) for named in documents(statement))
        title = read_title(id) or _fetch_title(site, id)
    return Fetched(id, title, (*new, *([count(arrived, "data file")] if arrived else [])))


def _fetch_statement(site: Website, id: str) -> str:
    answer = _get(site, f"/minimal={euler.number(id)}", "the statement")
    if "Data for that problem cannot be found" in answer.text:
        raise NoSuchPuzzle(f"{site.host} has no problem {euler.number(id)}.")
    if cases.damaged(answer.text):
        raise site.failed(answer, "statement")
    writing.save_page(cached.anonymous(), id, answer.data)
    return "statement"


def documents(statement: str) -> list[tuple[str, str]]:
    """Return the data files that a statement links: each with the name of its case, the first as `main`."""
    found = [link for link in pages.links(statement, DOCUMENTS) if link.endswith(".txt")]
    return [(MAIN if place == 0 else _stem(link), link) for place, link in enumerate(found)]


def _stem(link: str) -> str:
    """Return `desks` for `resources/documents/0673_desks.txt`."""
    return re.sub(r"^p?\d+_", "", Path(urlsplit(link).path).stem)


def _fetch_document(site: Website, id: str, case: str, link: str, refresh: bool) -> bool:
    """Get a data file, once; False where it is here, or where another host has it."""
    folder = cached.inputs(cached.anonymous(), id)
    url = urljoin(f"{site.address}/", link)
    if is_here(folder / f"{case}.txt", id, refresh) or site.elsewhere(url):
        return False
    answer = _get(site, urlsplit(url).path, "the data file")
    if cases.damaged(answer.text):
        raise site.failed(answer, "data file")
    writing.save_input(folder, case, answer.data)
    return True


def read_title(id: str) -> str:
    """Return the title of a problem by the cached list; nothing where that does not know it."""
    try:
        lines = _list().read_text("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return ""
    number = str(euler.number(id))
    rows = ([field.strip() for field in line.split(SEPARATOR)] for line in lines)
    return next((row[1] for row in rows if row[0] == number and len(row) > 1), "")


def _list() -> Path:
    return cached.page(cached.anonymous(), f"euler-{LIST}")


def _fetch_title(site: Website, id: str) -> str:
    """Return the title by the site's list, else by the problem's page, and keep it; else nothing."""
    try:
        listed = site.get(f"/minimal={LIST}")
        if listed.status == 200 and SEPARATOR in listed.text:
            atomic.write(_list(), listed.data)
        if title := read_title(id):
            return title
        page = site.get(f"/problem={euler.number(id)}")
    except SiteFailed:
        # The statement is here: a title is worth no error.
        return ""
    title = pages.heading(page.text) if page.status == 200 else ""
    if title:
        listed_so_far = _list().read_bytes() if _list().exists() else b""
        atomic.write(_list(), listed_so_far + f"\n{euler.number(id)}{SEPARATOR}{title}\n".encode())
    return title


def _get(site: Website, path: str, what: str) -> Answer:
    answer = site.get(path)
    if answer.status == 404:
        raise NoSuchPuzzle(f"{site.host} has no {path} (404).")
    if answer.status != 200:
        raise site.failed(answer, what)
    return answer
