"""Project Euler: `euler227` is problem 227. Statements and data files need no login, an answer a captcha."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from puzzle_runner.sites.site import PuzzleId, Site

if TYPE_CHECKING:
    from puzzle_runner.sites.pages import Pages


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

    @property
    def pages(self) -> "Pages":
        from puzzle_runner.sites.euler.pages import ProjectEulerPages

        return ProjectEulerPages(self)

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


SITE = ProjectEuler()
