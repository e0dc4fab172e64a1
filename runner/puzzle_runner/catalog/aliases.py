"""What people type for a puzzle here and now: the file of a module, `today`, `day 1`, `2022`."""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.site import identify

TODAY = "today"
_YEAR = re.compile(r"20\d\d")
_DAY = re.compile(r"d(?:ay)?[-_ ]?0*([1-9]\d?)", re.IGNORECASE)


def spelled_out(text: str, paths: Mapping[str, Path]) -> str:
    """Return the id or the selector that a text means in a workspace, whose modules are given by stem.

    A text that is none of these words is returned as it is. Raises NoSuchPuzzle, or UsageError for `today` on
    other days.
    """
    if text in paths:
        return text
    if stem := _of_file(text, paths):
        return stem
    word = text.strip().lower()
    if word == TODAY:
        return _today()
    if day := _DAY.fullmatch(word):
        return of_day(_year(paths), int(day[1]))
    return f"{aoc.NAME}{word}" if _YEAR.fullmatch(word) else text


def of_day(year: int, day: int) -> str:
    """Return the id of a day. Raises NoSuchPuzzle for one that the calendar does not have."""
    id = aoc.parse(f"{year}/{day}")
    if not id:
        raise NoSuchPuzzle(f"There is no day {day} in {year}: the calendar has days 1 to {aoc.days(year)}.")
    return id


def _of_file(text: str, paths: Mapping[str, Path]) -> str | None:
    """Return the stem of the module whose file, or whose folder, a text names; None if it names none."""
    if not (os.sep in text or "/" in text or "." in text) or not os.path.exists(text):
        return None
    named = os.path.realpath(text)
    if os.path.isdir(named):
        named = os.path.join(named, "__init__.py")
    same_name = (stem for stem, path in paths.items() if path.name == os.path.basename(named))
    return next((stem for stem in same_name if os.path.realpath(paths[stem]) == named), None)


def _today() -> str:
    if id := aoc.today():
        return id
    year = aoc.now().year
    days = f"those of {year} are from December 1 to {aoc.days(year)}"
    raise UsageError(f"No puzzle of Advent of Code is unlocked today: {days}.")


def _year(stems: Iterable[str]) -> int:
    """Return the year of a day: in December the current one, else the only one here, else the latest."""
    now = aoc.now()
    years = {aoc.date(id)[0] for kind, id in map(identify, stems) if kind.NAME == aoc.NAME}
    if now.month != 12 and len(years) == 1:
        return years.pop()
    return aoc.latest()
