"""Everybody Codes: `ec2025q7` is quest 7 of 2025, `ecs1q1` quest 1 of story 1."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from puzzle_runner.errors import NoSuchPuzzle, extra
from puzzle_runner.sites.site import PuzzleId, Site

if TYPE_CHECKING:
    from puzzle_runner.replies import SiteReply

FIRST_YEAR = 2024
# Quests of an event, and of a story.
QUESTS, OF_STORY = 20, 3
# A dash between numbers alone is that of a range: `ecs1-2`.
_GROUP = r"ec[-_ ]?(?:(20\d\d)|s(?:tory)?[-_ ]?(\d\d?))"


def quest(id: str) -> tuple[str, int]:
    """Return the event as the API names it, a year or the number of a story, and the quest."""
    event, number = id.removeprefix("ec").removeprefix("s").split("q")
    return event, int(number)


def _group_of(year: str | None, story: str | None) -> str:
    return f"ec{year}" if year else f"ecs{int(story or 0)}"


def quests(group: str) -> range:
    """Return the numbers of the quests that a group may have; how many stories there are is not known."""
    if group.startswith("ecs"):
        return range(1, OF_STORY + 1) if group != "ecs0" else range(0)
    return range(1, QUESTS + 1) if int(group.removeprefix("ec")) >= FIRST_YEAR else range(0)


class EverybodyCodes(Site):
    """Three parts a quest, each with an input of its own; all are encrypted until their part unlocks."""

    NAME = "ec"
    TITLE = "Everybody Codes"
    LIKE = "ec2025q7"
    ID = "ec{year}q{day}"
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
        year, story, number = groups[:3] if groups[2] else groups[3:]
        group = _group_of(year, story)
        if int(number) not in quests(group):
            return None
        return f"{group}q{int(number)}"

    def parse_group(self, text: str) -> str | None:
        match = re.fullmatch(_GROUP, text, re.IGNORECASE)
        return _group_of(*match.groups()) if match else None

    def ids(self, group: str) -> list[str]:
        """Return the quests of an event, or of a story."""
        numbers = quests(group)
        if not numbers:
            raise NoSuchPuzzle(f"{self.TITLE} has no {group}: it began in {FIRST_YEAR}.")
        return [f"{group}q{number}" for number in numbers]

    def group(self, id: str) -> str:
        return id.partition("q")[0]

    def url(self, id: str) -> str:
        event, number = quest(id)
        kind = "story" if id.startswith("ecs") else "event"
        return f"{self.ADDRESS}/{kind}/{event}/quests/{number}"

    def fields(self, id: str) -> dict[str, int]:
        """Return the year and the quest as a day; of a story the quest alone."""
        if id.startswith("ecs"):
            return {"day": quest(id)[1]}
        return super().fields(id)

    def days(self, year: int) -> int:
        """Return the quests of a year, or without one of a story."""
        return QUESTS if year else OF_STORY

    def spelled_out(self, word: str, ids: Iterable[PuzzleId]) -> str | None:
        """Return what `quest 3`, `day 3`, `2025` or `2024-2025` means, if a puzzle of an event is here.

        A quest is of the only event here, else of the latest one.
        """
        groups = {id.group for id in ids if id.site is self}
        if re.fullmatch(r"20\d\d(-20\d\d)?", word):
            is_here = groups.intersection(f"ec{year}" for year in word.split("-"))
            return f"ec{word}" if is_here else None
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

    def read_reply(self, text: str) -> "SiteReply":
        from puzzle_runner.sites.everybody_codes import replies

        return replies.read(text)


SITE = EverybodyCodes()
