"""Everybody Codes: `ec2025q7` is quest 7 of 2025, `ecs1q1` quest 1 of story 1."""

import re
from collections.abc import Generator, Iterable, Mapping
from typing import TYPE_CHECKING

from puzzle_runner.errors import Locked, NotLoggedIn
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import Site

if TYPE_CHECKING:
    from puzzle_runner.replies import SiteReply
    from puzzle_runner.sites import values

FIRST_YEAR = 2024
# Quests of an event, and of a story.
QUESTS, OF_STORY = 20, 3
# Compiled when they are needed, which takes long.
_SPELLINGS = (
    r"(?:(?:https?://)?(?:www\.)?everybody\.codes/(?:event/(20\d\d)|story/([1-9]\d?))/quests/0*(\d{1,2})/?(?:[?#].*)?"
    r"|ec[-_ ]?(?:(20\d\d)|s(?:tory)?[-_ ]?([1-9]\d?))[-_ /]?q?(?:uest)?[-_ ]?0*(\d{1,2}))"
)


def quest(id: str) -> tuple[str, int]:
    """Return the event as the API names it, a year or the number of a story, and the quest."""
    event, number = id.removeprefix("ec").removeprefix("s").split("q")
    return event, int(number)


class EverybodyCodes(Site):
    """Three parts a quest, each with an input of its own; all are encrypted until their part unlocks."""

    NAME = "ec"
    TITLE = "Everybody Codes"
    ADDRESS = "https://everybody.codes"
    API = "https://api.everybody.codes"
    PERSONAL = True
    PARTS = 3
    PAGE = "quest"

    def parse(self, text: str) -> str | None:
        lower = text.lower()
        if not lower.startswith("ec") and "everybody.codes" not in lower:
            return None
        spelling = re.fullmatch(_SPELLINGS, text, re.IGNORECASE)
        if not spelling:
            return None
        by_address, by_word = spelling.groups()[:3], spelling.groups()[3:]
        year, story, digits = by_address if by_address[2] else by_word
        number, most = int(digits), QUESTS if year else OF_STORY
        is_known = 1 <= number <= most and (not year or int(year) >= FIRST_YEAR)
        return f"ec{year or f's{story}'}q{number}" if is_known else None

    def group(self, id: str) -> str:
        return id.partition("q")[0]

    def url(self, id: str) -> str:
        event, number = quest(id)
        kind = "story" if id.startswith("ecs") else "event"
        return f"{self.ADDRESS}/{kind}/{event}/quests/{number}"

    def fields(self, id: str) -> Mapping[str, int]:
        """Return the year and the quest as a day; of a story the quest alone."""
        event, number = quest(id)
        return {"day": number} if id.startswith("ecs") else {"year": int(event), "day": number}

    def members(self, text: str) -> list[str]:
        """Return the quests of an event, such as `ec2025`, or a story, `ecs1`, or of a range of them."""
        if self.parse(f"{text}q1") == f"{text}q1":
            most = OF_STORY if text.startswith("ecs") else QUESTS
            return [f"{text}q{number}" for number in range(1, most + 1)]
        return super().members(text)

    def days(self, year: int) -> int:
        return QUESTS

    def spelled_out(self, word: str, stems: Iterable[str]) -> str | None:
        """Return the quest that `quest 3` or `day 3` means, if all puzzles here are of one event."""
        number = re.fullmatch(r"(?:q|quest|day)[-_ ]?0*([1-9]\d?)", word)
        found = [identify(stem) for stem in stems] if number else []
        groups = {self.group(id) if site is self else "" for site, id in found}
        return self.parse(f"{groups.pop()}q{number[1]}") if number and len(groups) == 1 else None

    def cookie(self) -> "values.Cookie":
        from puzzle_runner.sites.values import Cookie

        files, others = (".config/ecd/token",), ("ECD_TOKEN",)
        return Cookie("EC_SESSION", "everybody-codes", "/user/me", files, others=others)

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
        notes.check_cipher()
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
        return json.dumps(notes.opened(keys, encrypted)).encode()

    def read_page(self, id: str, html: str, input: str | None = None) -> "values.Page | None":
        from puzzle_runner.sites.everybody_codes import notes
        from puzzle_runner.sites.values import Page

        match notes.read(html):
            case {"title": title, "texts": texts, "inputs": inputs, "answers": answers}:
                return Page(
                    title,
                    answers={int(part): answer for part, answer in answers.items()},
                    complete=len(answers) == self.PARTS,
                    articles=tuple(texts.values()),
                    inputs={int(part): text for part, text in inputs.items()},
                )
        return None

    def title(self, html: str) -> str:
        page = self.read_page("", html)
        return page.title if page else ""

    def statement(self, html: str, title: str) -> "values.Statement":
        from puzzle_runner.sites import pages
        from puzzle_runner.sites.values import Statement

        page = self.read_page("", html)
        texts = page.articles if page else ()
        parts = tuple(
            f"## Part {part}\n\n{pages.markdown(text)}" if text else "" for part, text in enumerate(texts, 1)
        )
        title = page.title if page else title
        return Statement(title, "\n".join([f"# {title}\n", *parts]), parts)

    def trouble(self, response: "values.Response") -> "values.Trouble | None":
        from puzzle_runner.sites.values import Trouble

        # A cookie that is none makes a teapot of the site.
        by_status = {404: Trouble.NO_PAGE, 418: Trouble.LOGGED_OUT, 425: Trouble.LOCKED}
        return by_status.get(response.status)

    def is_login(self, html: str) -> bool:
        begins, words = html.lstrip()[:1], html.lower()
        return begins == "<" and any(word in words for word in ("log in", "login", "sign in"))

    def form(self, id: str, part: int, answer: str) -> "values.Form":
        from puzzle_runner.sites.values import Form

        return Form(f"{self.page_path(id)}/part/{part}/answer", {"answer": answer}, as_json=True)

    def reply_text(self, response: "values.Response") -> str | None:
        from puzzle_runner.sites.everybody_codes import notes

        return notes.reply(response.status, response.text)

    def read_reply(self, text: str) -> "SiteReply":
        from puzzle_runner.sites.everybody_codes import notes

        return notes.meaning(text)

    def block(self, id: str) -> "values.Block | None":
        """Return the quests of its event, or of its story."""
        from puzzle_runner.sites.values import Block

        event, _ = quest(id)
        is_story = id.startswith("ecs")
        title = f"{self.TITLE}, story {event}" if is_story else f"{self.TITLE} {event}"
        return Block(int(event), self.group(id), title, OF_STORY if is_story else QUESTS)


SITE = EverybodyCodes()
