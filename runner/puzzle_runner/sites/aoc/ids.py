"""Advent of Code: `aoc2021d21` is day 21 of 2021."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

NAME = "aoc"
SITE = "https://adventofcode.com"
PERSONAL = True
PARTS = 2
INPUT_OPTIONAL = False
FIRST_YEAR = 2015
# Years up to 2024 have 25 days; the calendar has had 12 since 2025.
SHORT_SINCE, LONG, SHORT = 2025, 25, 12
# A puzzle unlocks at midnight, UTC-5.
HOURS_FROM_UTC = -5

# Compiled when they are needed, which takes long: an id of another kind has too few digits.
_SPELLINGS = (
    r"(?:(?:https?://)?(?:www\.)?adventofcode\.com/(\d{4})/day/(\d{1,2})(?:/input|/answer)?/?(?:[?#].*)?"
    r"|(\d{4})/0*(\d{1,2})"
    r"|(?:aoc)?[-_ ]?(\d{4})[-_ ]?d(?:ay)?[-_ ]?0*(\d{1,2}))"
)
_FEWEST_DIGITS = 5


def days(year: int) -> int:
    """Return the number of days in the calendar of a year."""
    return SHORT if year >= SHORT_SINCE else LONG


def now() -> "datetime":
    """Return the time by the clock of the calendar."""
    # Imported here: hardly any command asks.
    from datetime import datetime, timedelta, timezone

    return datetime.now(timezone(timedelta(hours=HOURS_FROM_UTC)))


def latest() -> int:
    """Return the year of the last event that has begun."""
    today = now()
    return today.year if today.month == 12 else today.year - 1


def today() -> str | None:
    """Return the id of the puzzle that was unlocked last midnight; None if none was."""
    date = now()
    return parse(f"{date.year}/{date.day}") if date.month == 12 else None


def parse(text: str) -> str | None:
    """Return the id that a text means: `2021/21`, `AOC2021D21`, the page's URL."""
    if sum(map(str.isdecimal, text)) < _FEWEST_DIGITS:
        return None
    spelling = re.fullmatch(_SPELLINGS, text, re.IGNORECASE)
    if not spelling:
        return None
    year, day = (int(digits) for digits in spelling.groups() if digits)
    return f"aoc{year}d{day}" if year >= FIRST_YEAR and 1 <= day <= days(year) else None


def date(id: str) -> tuple[int, int]:
    """Return the year and the day of an id of this kind."""
    year, day = id.removeprefix("aoc").split("d")
    return int(year), int(day)


def group(id: str) -> str:
    """Return the name of the year that an id belongs to: `aoc2021`."""
    return f"aoc{date(id)[0]}"


def url(id: str) -> str:
    """Return the URL of the page."""
    year, day = date(id)
    return f"{SITE}/{year}/day/{day}"
