"""Project Euler: `euler227` is problem 227. Statements and data files need no login, an answer a captcha."""

import re
from collections.abc import Iterable

from puzzle_runner.sites.site import PuzzleId, Site


class ProjectEuler(Site):
    """One part, and the same input for everybody."""

    NAME = "euler"
    TITLE = "Project Euler"
    LIKE = "euler227"
    ID = "euler{number}"
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
        spelling = re.fullmatch(self.SPELLINGS, text, re.IGNORECASE)
        return f"euler{spelling[1] or spelling[2]}" if spelling else None

    def url(self, id: str) -> str:
        return f"{self.ADDRESS}/problem={id.removeprefix('euler')}"

    def next(self, ids: Iterable[PuzzleId]) -> str:
        """Return the first problem that is not in the workspace."""
        there = {id.canonical for id in ids}
        problem = 1
        while f"euler{problem}" in there:
            problem += 1
        return f"euler{problem}"


SITE = ProjectEuler()
