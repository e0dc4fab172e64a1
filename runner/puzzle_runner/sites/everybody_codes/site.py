"""Everybody Codes: `ec2025q7` is quest 7 of 2025, `ecs1q1` quest 1 of story 1."""

import re
from collections.abc import Generator, Iterable, Mapping
from typing import TYPE_CHECKING

from puzzle_runner.errors import Locked, NoSuchPuzzle, NotLoggedIn, extra
from puzzle_runner.sites.site import PuzzleId, Site

if TYPE_CHECKING:
    from puzzle_runner.replies import SiteReply
    from puzzle_runner.sites import values

FIRST_YEAR = 2024
# Quests of an event, and of a story.
QUESTS, OF_STORY = 20, 3
# A dash between numbers alone is that of a range: `ecs1-2`.
_GROUP = r"ec[-_ ]?(?:(20\d\d)|s(?:tory)?[-_ ]?(\d\d?))"


def quest(id: str) -> tuple[str, int]:
    """Return the event as the API names it, a year or the number of a story, and the quest."""
    event, number = id.removeprefix("ec").removeprefix("s").split("q")
    return event, int(number)


def group_of(year: str | None, story: str | None) -> str:
    """Return the group of an event by its year, else of a story by its number."""
    return f"ec{year}" if year else f"ecs{int(story or 0)}"


def has_event(group: str) -> bool:
    """Tell whether there can be such an event; how many stories there are is not known."""
    if group.startswith("ecs"):
        return group != "ecs0"
    return int(group.removeprefix("ec")) >= FIRST_YEAR


def most_quests(group: str) -> int:
    """Return how many quests an event or a story has."""
    return OF_STORY if group.startswith("ecs") else QUESTS


class EverybodyCodes(Site):
    """Three parts a quest, each with an input of its own; all are encrypted until their part unlocks."""

    NAME = "ec"
    TITLE = "Everybody Codes"
    LIKE = "ec2025q7"
    LIMITS = " or ecs1q2, of an event since 2024 and a quest up to 20, or of a story and a quest up to 3"
    SPELLINGS = (
        r"(?:(?:https?://)?(?:www\.)?everybody\.codes/"
        r"(?:event/(20\d\d)|story/(\d\d?))/quests/(\d{1,9})/?(?:[?#].*)?"
        rf"|{_GROUP}(?:[-_ /]?q(?:uest)?[-_ ]?|[_ /])(\d{{1,9}}))"
    )
    ADDRESS = "https://everybody.codes"
    API = "https://api.everybody.codes"
    PERSONAL = True
    COOKIE = "everybody-codes"
    SESSION_VARIABLE = "EC_SESSION"
    OTHER_VARIABLES = ("ECD_TOKEN",)
    SESSION_FILES = (".config/ecd/token",)
    USER_PATH = "/user/me"
    PARTS = 3
    PAGE = "quest"

    def parse(self, text: str) -> str | None:
        # The expression takes long to compile.
        lower = text.lower()
        if not lower.startswith("ec") and "everybody.codes" not in lower:
            return None
        spelling = re.fullmatch(self.SPELLINGS, text, re.IGNORECASE)
        if not spelling:
            return None
        groups = spelling.groups()
        year, story, digits = groups[:3] if groups[2] else groups[3:]
        group = group_of(year, story)
        number = int(digits)
        if not has_event(group) or not 1 <= number <= most_quests(group):
            return None
        return f"{group}q{number}"

    def parse_group(self, text: str) -> str | None:
        match = re.fullmatch(_GROUP, text, re.IGNORECASE)
        return group_of(*match.groups()) if match else None

    def ids(self, group: str) -> list[str]:
        """Return the quests of an event, or of a story."""
        if not has_event(group):
            raise NoSuchPuzzle(f"{self.TITLE} has no {group}: it began in {FIRST_YEAR}.")
        numbers = range(1, most_quests(group) + 1)
        return [f"{group}q{number}" for number in numbers]

    def group(self, id: str) -> str:
        return id.partition("q")[0]

    def url(self, id: str) -> str:
        event, number = quest(id)
        kind = "story" if id.startswith("ecs") else "event"
        return f"{self.ADDRESS}/{kind}/{event}/quests/{number}"

    def fields(self, id: str) -> Mapping[str, int]:
        """Return the year and the quest as a day; of a story the quest alone."""
        event, number = quest(id)
        if id.startswith("ecs"):
            return {"day": number}
        return {"year": int(event), "day": number}

    def days(self, year: int) -> int:
        """Return the quests of a year, or without one of a story."""
        return QUESTS if year else OF_STORY

    def id_of(self, fields: Mapping[str, int]) -> str | None:
        """Return the id of a year and a quest, also of one that there is not."""
        year, day = fields.get("year"), fields.get("day")
        if not year or not day or fields.get("number"):
            return None
        return f"ec{year}q{day}"

    def spelled_out(self, word: str, ids: Iterable[PuzzleId]) -> str | None:
        """Return what `quest 3`, `day 3`, `2025` or `2024-2025` means, if a puzzle of an event is here.

        A quest is of the only event here, else of the latest one.
        """
        groups = {id.group for id in ids if id.site is self}
        years = re.fullmatch(r"(20\d\d)(?:-(20\d\d))?", word)
        if years:
            first = int(years[1])
            last = int(years[2] or first)
            for year in range(first, last + 1):
                if f"ec{year}" in groups:
                    return f"ec{word}"
            return None
        number = re.fullmatch(r"(?:q|quest|d|day)[-_ ]?(\d{1,3})", word)
        if not number or not groups:
            return None
        # Stories have smaller numbers than years.
        latest = max(groups, key=lambda group: int(group.removeprefix("ec").removeprefix("s")))
        id = f"{latest}q{int(number[1])}"
        if reason := self.missing(id):
            raise NoSuchPuzzle(reason)
        return id

    def check_installed(self) -> None:
        with extra("ec", self.TITLE):
            import cryptography.hazmat.primitives.ciphers  # noqa: F401

    def user(self, html: str) -> str | None:
        """Return the user's number and seed: on that the inputs depend."""
        from puzzle_runner.sites.everybody_codes import notes

        match notes.read(html):
            case {"id": int(number), "seed": int(seed)}:
                return f"{number}-{seed}"
        return None

    def page_path(self, id: str) -> str:
        event, number = quest(id)
        return f"/event/{event}/quest/{number}"

    def ask(
        self, id: str, user: str, kept: str, refresh: bool
    ) -> "Generator[values.Asked, values.Response, bytes | None]":
        """Ask for the keys, and for what they decrypt: that is kept encrypted as well, for the next key."""
        import json

        from puzzle_runner.sites.everybody_codes import notes
        from puzzle_runner.sites.values import Asked

        if not user:
            raise NotLoggedIn(f"Nothing of {self.TITLE} can be read without a login.")
        response = yield Asked(self.page_path(id), "the keys")
        keys = notes.read(response.text)
        if keys is None:
            return None
        if not keys.get("key1"):
            raise Locked(f"{id} is not open yet: the site gives no key to it.")
        event, number = quest(id)
        known = notes.read(kept) or {}
        encrypted = {}
        for name, path in (("description", ""), ("input", f"/{user.rpartition('-')[2]}")):
            encrypted[name] = known.get(name)
            # An input is asked for once, unless it turns out to be damaged.
            if not notes.fits(encrypted[name], keys) or (refresh and name == "description"):
                place = f"/assets/{event}/{number}/{name}{path}.json"
                response = yield Asked(place, f"the {name}", public=True)
                encrypted[name] = notes.read(response.text)
            if not encrypted[name]:
                return None
        return json.dumps(notes.decrypt_quest(keys, encrypted)).encode()

    def read_page(self, id: str, html: str, input: str | None = None) -> "values.Page | None":
        from puzzle_runner.sites.everybody_codes import notes
        from puzzle_runner.sites.values import Page

        match notes.read(html):
            case {"title": str(title), "texts": texts, "inputs": inputs, "answers": answers}:
                known = notes.by_part(answers)
                return Page(
                    title,
                    answers=known,
                    complete=len(known) == self.PARTS,
                    articles=tuple(notes.by_part(texts).values()),
                    inputs=notes.by_part(inputs),
                )
        return None

    def title(self, html: str) -> str:
        page = self.read_page("", html)
        return page.title if page else ""

    def statement(self, html: str, title: str) -> "values.Statement":
        from puzzle_runner.sites import pages
        from puzzle_runner.sites.values import Statement

        page = self.read_page("", html)
        if page is None:
            return Statement(title, f"# {title}\n")
        parts = []
        for part, text in enumerate(page.articles, 1):
            parts.append(f"## Part {part}\n\n{pages.markdown(text)}" if text else "")
        whole = "\n".join([f"# {page.title}\n", *parts])
        return Statement(page.title, whole, tuple(parts))

    def trouble(self, response: "values.Response") -> "values.Trouble | None":
        from puzzle_runner.sites.values import Trouble

        # A cookie that is none makes a teapot of the site.
        by_status = {404: Trouble.NO_PAGE, 418: Trouble.LOGGED_OUT, 425: Trouble.LOCKED}
        return by_status.get(response.status)

    def is_login(self, html: str) -> bool:
        return html.lstrip().startswith("<") and bool(re.search("(?i)log ?in|sign in", html))

    def form(self, id: str, part: int, answer: str) -> "values.Form":
        from puzzle_runner.sites.values import Form

        return Form(f"{self.page_path(id)}/part/{part}/answer", {"answer": answer}, as_json=True)

    def reply_text(self, response: "values.Response") -> str | None:
        from puzzle_runner.sites.everybody_codes import notes

        return notes.reply(response.status, response.text)

    def read_reply(self, text: str) -> "SiteReply":
        from puzzle_runner.sites.everybody_codes import notes

        return notes.meaning(text)


SITE = EverybodyCodes()
