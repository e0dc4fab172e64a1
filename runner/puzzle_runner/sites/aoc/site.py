"""Advent of Code: `aoc2021d21` is day 21 of 2021."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.sites.site import PuzzleId, Site

if TYPE_CHECKING:
    from datetime import datetime

    from puzzle_runner.replies import SiteReply

FIRST_YEAR = 2015
# Years up to 2024 have 25 days, 2025 has 12. A later one is taken to have 12 until its pages say otherwise.
SHORT_SINCE, KNOWN_UNTIL, LONG, SHORT = 2025, 2025, 25, 12
# A puzzle unlocks at midnight, UTC-5.
HOURS_FROM_UTC = -5


def days(year: int) -> int:
    """Return the number of days in the calendar of a year, as far as it is known."""
    return SHORT if year >= SHORT_SINCE else LONG


def most_days(year: int) -> int:
    """Return the number of days that a year can have: which of them there are, its pages tell."""
    return LONG if year > KNOWN_UNTIL else days(year)


def now() -> "datetime":
    """Return the time by the clock of the calendar."""
    # Imported here: hardly any command asks.
    from datetime import datetime, timedelta, timezone

    return datetime.now(timezone(timedelta(hours=HOURS_FROM_UTC)))


def latest() -> int:
    """Return the year of the last event that has begun."""
    today = now()
    return today.year if today.month == 12 else today.year - 1


class AdventOfCode(Site):
    """Two parts a day, an input for each account, and a cookie that lasts for a month."""

    NAME = "aoc"
    TITLE = "Advent of Code"
    LIKE = "aoc2021d21"
    ID = "aoc{year}d{day}"
    SPELLED = "aoc|advent(?!_of_(?!code))"
    SPELLINGS = (
        r"(?:(?:https?://)?(?:www\.)?adventofcode\.com/(\d{4})/day/(\d{1,9})(?:/input|/answer)?/?(?:[?#].*)?"
        r"|(?:aoc)?(\d{4})/(\d{1,9})"
        r"|(?:aoc)?[-_ ]?(\d{4})[-_ ]?d(?:ay)?[-_ ]?(\d{1,9}))"
    )
    ADDRESS = "https://adventofcode.com"
    PERSONAL = True
    SESSION = "[0-9a-fA-F]+"
    SESSION_VARIABLE = "AOC_SESSION"
    OTHER_VARIABLES = ("AOC_COOKIE", "AOC_SESSION_COOKIE", "ADVENT_OF_CODE_SESSION", "ADVENT_SESSION_COOKIE")
    SESSION_FILES = (".config/aocd/token", ".config/adventofcode.session", ".adventofcode.session")
    USER_PATH = "/settings"
    PARTS = 2
    ANSWERS_DIFFER = True
    BOARDS = True

    def parse(self, text: str) -> str | None:
        spelling = re.fullmatch(self.SPELLINGS, text, re.IGNORECASE)
        if not spelling:
            return None
        year, day = map(int, filter(None, spelling.groups()))
        if year < FIRST_YEAR or not 1 <= day <= most_days(year):
            return None
        return f"aoc{year}d{day}"

    def group(self, id: str) -> str:
        return id.partition("d")[0]

    def url(self, id: str) -> str:
        year, day = self.fields(id).values()
        return f"{self.ADDRESS}/{year}/day/{day}"

    def parse_group(self, text: str) -> str | None:
        year = re.fullmatch(r"(?:aoc)?[-_ ]?(\d{4})", text, re.IGNORECASE)
        return f"aoc{year[1]}" if year else None

    def ids(self, group: str) -> list[str]:
        """Return the days of a year. Raises NoSuchPuzzle for a year whose event has not begun."""
        year = int(group.removeprefix("aoc"))
        if reason := self.no_event(year):
            raise NoSuchPuzzle(reason)
        days = range(1, most_days(year) + 1)
        return [f"{group}d{day}" for day in days]

    def spelled_out(self, word: str, ids: Iterable[PuzzleId]) -> str | None:
        """Return what `today`, `day 3` or `2022` means.

        A day is of the current year in December, else of the only year here, else of the latest.
        """
        today = now()
        if word == "today":
            if today.month == 12 and today.day <= most_days(today.year):
                return f"aoc{today.year}d{today.day}"
            raise UsageError(f"No puzzle of {self.TITLE} is unlocked today. Name one, such as {latest()}/1.")
        if re.fullmatch(r"20\d\d(-20\d\d)?", word):
            return f"aoc{word}"
        day = re.fullmatch(r"d(?:ay)?[-_ ]?(\d{1,3})", word)
        if not day:
            return None
        years = {id.fields["year"] for id in ids if id.site is self}
        if today.month == 12 or len(years) != 1:
            years = {latest()}
        id = f"aoc{years.pop()}d{int(day[1])}"
        if reason := self.missing(id):
            raise NoSuchPuzzle(reason)
        return id

    def next(self, ids: Iterable[PuzzleId]) -> str | None:
        """Return the day of this year whose unlocking is nearest: today's until noon, then the next one."""
        today = now()
        day = 1
        if today.month == 12:
            day = today.day if today.hour < 12 else today.day + 1
        if day > most_days(today.year):
            return None
        return f"aoc{today.year}d{day}"

    def unlocks(self, id: str) -> "datetime":
        from datetime import UTC, datetime

        year, day = self.fields(id).values()
        return datetime(year, 12, day, -HOURS_FROM_UTC, tzinfo=UTC)

    def questions(self, id: str) -> int:
        """Return one for the last day of a year."""
        year, day = self.fields(id).values()
        if day == days(year) == most_days(year):
            return 1
        return self.PARTS

    def read_reply(self, text: str) -> "SiteReply":
        from puzzle_runner.sites.aoc import replies

        return replies.read(text)

    def years(self) -> range:
        return range(FIRST_YEAR, latest() + 1)

    def days(self, year: int) -> int:
        return days(year)


SITE = AdventOfCode()
