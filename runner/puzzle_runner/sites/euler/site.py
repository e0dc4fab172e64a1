"""Project Euler: `euler227` is problem 227. Statements and data files need no login, an answer a captcha."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from puzzle_runner.sites.site import PuzzleId, Site
from puzzle_runner.text import whole

if TYPE_CHECKING:
    from puzzle_runner.sites import values

DATA_FILES = "resources/documents/"
# A statement has one or two of them.
MOST_FILES = 10
# Between the fields of a line in the list of problems: number, title, dates.
SEPARATOR = "##"


def number(id: str) -> int:
    """Return the number of the problem."""
    return int(id.removeprefix("euler"))


class ProjectEuler(Site):
    """One part, and the same input for everybody."""

    NAME = "euler"
    TITLE = "Project Euler"
    LIKE = "euler227"
    SPELLED = "euler|pe"
    SPELLINGS = (
        r"(?:(?:https?://)?(?:www\.)?projecteuler\.net/(?:problem|minimal)=0*([1-9][0-9]{0,8})(?:[?#].*)?"
        r"|(?:euler|pe)[-_ ]?0*([1-9][0-9]{0,8}))"
    )
    ADDRESS = "https://projecteuler.net"
    INPUT_OPTIONAL = True
    DECIMALS = True
    BY_HAND = True
    PAGE = "statement"
    TITLES = "/minimal=problems"
    TEMPLATE = '''"""$title

$url
"""


def solve($input) -> int | str | None:
    """What it asks, in a line."""
'''

    def parse(self, text: str) -> str | None:
        # The expression takes long to compile.
        lower = text.lower()
        if "euler" not in lower and not lower.startswith("pe"):
            return None
        spelling = re.fullmatch(self.SPELLINGS, text, re.IGNORECASE)
        return f"euler{spelling[1] or spelling[2]}" if spelling else None

    def url(self, id: str) -> str:
        return f"{self.ADDRESS}/problem={number(id)}"

    def fields(self, id: str) -> Mapping[str, int]:
        return {"number": number(id)}

    def id_of(self, fields: Mapping[str, int]) -> str | None:
        """Return the id of a number."""
        return f"euler{fields['number']}" if fields.get("number") else None

    def next(self, ids: Iterable[PuzzleId]) -> str:
        """Return the first problem that is not in the workspace."""
        there = {id.canonical for id in ids}
        problem = 1
        while f"euler{problem}" in there:
            problem += 1
        return f"euler{problem}"

    def page_path(self, id: str) -> str:
        return f"/minimal={number(id)}"

    def read_page(self, id: str, html: str, input: str | None = None) -> "values.Page | None":
        from pathlib import PurePosixPath
        from urllib.parse import urlsplit

        from selectolax.lexbor import LexborHTMLParser

        from puzzle_runner.model import MAIN
        from puzzle_runner.sites.values import Page, Wanted

        is_whole = html[:200].lstrip("\ufeff \t\r\n").lower().startswith(("<!doctype", "<html"))
        if is_whole or not html.strip("\0 \t\r\n"):
            return None
        files: dict[str, values.Wanted] = {}
        for node in LexborHTMLParser(html).css("a[href]"):
            link = node.attributes.get("href") or ""
            if DATA_FILES in link and link.endswith(".txt") and link not in files:
                # The name of `documents/0673_desks.txt` is `desks`; the first is the input of `main`.
                name = re.sub(r"^p?\d+_", "", PurePosixPath(urlsplit(link).path).stem)
                files[link] = Wanted(link, name if files else MAIN, "data file")
        return Page(files=list(files.values())[:MOST_FILES])

    def titles(self, text: str) -> Mapping[str, str]:
        """Return the titles in the list of problems."""
        titles = {}
        for line in reversed(text.splitlines()):
            problem, _, rest = line.partition(SEPARATOR)
            if rest and whole(problem.strip()):
                titles[f"euler{problem.strip()}"] = rest.split(SEPARATOR)[0].strip()
        return titles

    def trouble(self, response: "values.Response") -> "values.Trouble | None":
        from puzzle_runner.sites.values import Trouble

        is_missing = response.status == 404 or "Data for that problem cannot be found" in response.text
        return Trouble.NO_PUZZLE if is_missing else None

    def read_answers(self, text: str, source: str) -> "values.AnswerList | None":
        from puzzle_runner.sites.euler import answers

        return answers.read(text, source)


SITE = ProjectEuler()
