"""An invented site: Harbour Quest, with four nights a year, three parts a night, and pages in JSON."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from puzzle_runner.errors import UsageError
from puzzle_runner.model import MAIN, Expected
from puzzle_runner.replies import TOO_HIGH, TOO_LOW, SiteReply, Status
from puzzle_runner.sites.site import Site
from puzzle_runner.sites.values import (
    Block,
    Cookie,
    Example,
    Form,
    Found,
    Kept,
    Page,
    Response,
    Shape,
    Statement,
    Trouble,
    Wanted,
)

NIGHTS, FIRST, LAST = 4, 2029, 2030


class Quest(Site):
    """Ids such as `quest2030n3`; a cookie called lantern; numbers and words as answers."""

    NAME = "quest"
    TITLE = "Harbour Quest"
    ADDRESS = "https://quest.example"
    PERSONAL = True
    PARTS = 3
    PAGE = "scroll"
    TEMPLATE = '"""$title\n\n$url\n"""\n\n\ndef part1(text):\n    """Begin here."""\n'

    def parse(self, text: str) -> str | None:
        """Return the id that a text means: `Quest 2030 night 3`, the page's URL."""
        url = rf"{self.ADDRESS}/(\d{{4}})/(\d)"
        found = re.fullmatch(rf"{url}|quest[- ]?(\d{{4}})[- ]?n(?:ight)? ?(\d)", text, re.IGNORECASE)
        if not found:
            return None
        year, night = (int(digits) for digits in found.groups() if digits)
        return f"quest{year}n{night}" if 1 <= night <= NIGHTS else None

    def group(self, id: str) -> str:
        """Return the year."""
        return f"quest{self.fields(id)['year']}"

    def url(self, id: str) -> str:
        """Return the URL of the scroll."""
        return f"{self.ADDRESS}/{self.fields(id)['year']}/{self.fields(id)['day']}"

    def fields(self, id: str) -> Mapping[str, int]:
        """Return the year and the night."""
        year, night = id.removeprefix("quest").split("n")
        return {"year": int(year), "day": int(night)}

    def id_of(self, fields: Mapping[str, int]) -> str | None:
        """Return the id of a night."""
        return self.parse(f"quest{fields.get('year')}n{fields.get('day')}")

    def members(self, text: str) -> list[str]:
        """Return the nights of a year."""
        found = re.fullmatch(r"quest(\d{4})", text)
        nights = range(1, NIGHTS + 1) if found else range(0)
        return [f"{text}n{night}" for night in nights]

    def spelled_out(self, word: str, stems: Iterable[str]) -> str | None:
        """Return what `tonight` means."""
        if word == "tomorrow night":
            raise UsageError("It is not night yet.")
        return "quest2030n3" if word == "tonight" else None

    def cookie(self) -> Cookie:
        """Return the lantern."""
        return Cookie("QUEST_LANTERN", "lantern", "/keeper", (".quest",))

    def user(self, html: str) -> str | None:
        """Return the keeper's number."""
        return str(json.loads(html)["keeper"]) if html.startswith("{") else None

    def unlocks(self, id: str) -> datetime:
        """Return the night before the first of June."""
        return datetime(self.fields(id)["year"] - 10, 6, self.fields(id)["day"], tzinfo=UTC)

    def inputs(self, id: str) -> list[Wanted]:
        """Return the list of cargo."""
        return [Wanted(f"{self.page_path(id)}/cargo", MAIN, "cargo")]

    def read_page(self, id: str, html: str, input: str | None = None) -> Page | None:
        """Return what a scroll says."""
        if not html.startswith("{"):
            return None
        scroll = json.loads(html)
        answers = {int(part): value for part, value in scroll["answers"].items()}
        example = Example(scroll["example"], {1: Found(scroll["sum"], "Together they are this many.")})
        return Page(scroll["title"], (example,), answers, complete=len(answers) == self.PARTS)

    def title(self, html: str) -> str:
        """Return the title of a scroll."""
        return str(json.loads(html)["title"])

    def statement(self, html: str, title: str) -> Statement:
        """Return the parts that are unrolled."""
        scroll = json.loads(html)
        return Statement(scroll["title"], "\n".join(scroll["parts"]), tuple(scroll["parts"]))

    def trouble(self, response: Response) -> Trouble | None:
        """Return what the gate says."""
        if response.status == 403:
            return Trouble.LOGGED_OUT
        return Trouble.NO_PAGE if response.status == 404 else None

    def is_login(self, html: str) -> bool:
        """Tell whether it is the gate."""
        return "Light your lantern" in html

    def form(self, id: str, part: int, answer: str) -> Form:
        """Return the bottle that takes an answer out to the lighthouse."""
        return Form(f"{self.page_path(id)}/bottle", {"word": answer, "of": str(part)})

    def read_reply(self, text: str) -> SiteReply:
        """Return what the lighthouse means."""
        if rest := re.search(r"rest (\d+) waves", text):
            return SiteReply(Status.WAIT, wait=int(rest[1]))
        if "more" in text or "fewer" in text:
            return SiteReply(Status.WRONG, (TOO_LOW if "more" in text else TOO_HIGH,), 5)
        return SiteReply(Status.RIGHT if "Aye" in text else Status.UNCLEAR)

    def years(self) -> range:
        """Return the years with nights."""
        return range(FIRST, LAST + 1)

    def days(self, year: int) -> int:
        """Return how many nights there are."""
        return NIGHTS

    def calendar_path(self, year: int) -> str:
        """Return the path of the logbook."""
        return f"/logbook/{year}"

    def stars(self, html: str) -> dict[int, int] | None:
        """Return the lights of each night."""
        if not html.startswith("{"):
            return None
        return {int(night): lights for night, lights in json.loads(html).items()}

    def block(self, id: str) -> Block:
        """Return its year."""
        year = self.fields(id)["year"]
        return Block(year, f"quest{year}", f"{self.TITLE} {year}", 1, NIGHTS, Shape.DAYS)

    def read_answers(self, text: str, source: str) -> list[Kept] | None:
        """Return the words of a keeper's list: `quest2030n3 gull`."""
        if not text.startswith("quest"):
            return None
        pairs = (line.split() for line in text.splitlines())
        return [Kept(id, answers={self.PARTS: Expected(word)}) for id, word in pairs]


SITE = Quest()
