"""The pages of Project Euler: statements without titles, a list of these, and lists of answers."""

import re
from collections.abc import Mapping

from puzzle_runner.model import MAIN
from puzzle_runner.sites import pages
from puzzle_runner.sites.euler import answers
from puzzle_runner.sites.values import AnswerList, Asked, Page, Response, Trouble
from puzzle_runner.text import whole

_DATA_FILE = re.compile(r"""<a\b[^>]*\bhref=["']?([^"'\s>]*resources/documents/[^"'\s>]*\.txt)["'\s>]""")
# A statement has one or two of them.
MOST_FILES = 10
# Between the fields of a line in the list of problems: number, title, dates.
SEPARATOR = "##"


class Pages(pages.Pages):
    """A statement is a part of a page, which may link data files."""

    def path(self, id: str) -> str:
        return f"/minimal={id.removeprefix('euler')}"

    def trouble(self, response: Response) -> Trouble | None:
        is_missing = response.status == 404 or "Data for that problem cannot be found" in response.text
        return Trouble.NO_PUZZLE if is_missing else None

    def read(self, id: str, html: str, input: str | None = None) -> Page | None:
        start = html.lstrip("\ufeff\0 \t\r\n").lower()
        # A statement is a part of a page.
        if not start or start.startswith(("<!doctype", "<html")):
            return None
        files: list[Asked] = []
        for link in dict.fromkeys(_DATA_FILE.findall(html)):
            # The name of `documents/0673_desks.txt` is `desks`; the first is the input of `main`.
            name = re.sub(r"^.*/(?:p?\d+_)?|\.txt$", "", link)
            files.append(Asked(link, "data file", name if files else MAIN))
        return Page(files=files[:MOST_FILES])

    def titles(self, text: str) -> Mapping[str, str]:
        titles = {}
        for line in reversed(text.splitlines()):
            problem, _, rest = line.partition(SEPARATOR)
            title, _, _ = rest.partition(SEPARATOR)
            if rest and whole(problem.strip()):
                titles[f"euler{problem.strip()}"] = title.strip()
        return titles

    def read_answers(self, text: str, source: str) -> AnswerList | None:
        return answers.read(text, source)
