"""Private leaderboards of Advent of Code: reading the reply of the site, and the link that a user pastes."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import MAXYEAR, datetime
from typing import Any

from puzzle_runner.sites.board import Board, Member, Star
from puzzle_runner.sites.values import Link
from puzzle_runner.text import whole

# Days that count no points: the site had trouble, or the puzzle had.
NO_POINTS = ((2018, 6), (2020, 1))
_LATEST = 2**40
_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?adventofcode\.com/(\d{4})/leaderboard/private/view/(\d+)(?:\.json)?/?"
    r"(?:\?(?:[^#]*&)?view_key=([\w-]+)[^#]*|\?[^#]*)?(?:#.*)?",
    re.IGNORECASE | re.ASCII,
)
_CODE = re.compile(r"(\d+)(?:-[0-9a-f]+)?", re.IGNORECASE | re.ASCII)


def link(text: str) -> Link | None:
    """Return what a number, a join code or a pasted address means; None if it means none."""
    if parsed := _LINK.fullmatch(text.strip()):
        return Link(parsed[2], int(parsed[1]), parsed[3])
    code = _CODE.fullmatch(text.strip())
    return Link(code[1]) if code else None


def parse(
    data: bytes, year: int, first: int, size: Callable[[int], int], begin: Callable[[int], datetime]
) -> Board | None:
    """Return the leaderboard in a reply of the site; None where it is none.

    A board of another `year` is none; a reply need not tell it. `first` is the first year of all, `size`
    gives the number of days of a year, `begin` its first moment. Odd values of a member are left out.
    """
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    members = document.get("members") if isinstance(document, dict) else None
    if not isinstance(members, dict) or not all(isinstance(member, dict) for member in members.values()):
        return None
    named = _number(document.get("event"))
    if named and first <= named <= MAXYEAR and named != year:
        return None
    days = _number(document.get("num_days"))
    days = days if days and days <= 31 else size(year)
    begins = _number(document.get("day1_ts")) or round(begin(year).timestamp())
    known = []
    for key, member in members.items():
        if id := _number(member.get("id")) or _number(key):
            got = dict(_stars(member.get("completion_day_level")))
            name = str(member.get("name") or f"(anonymous user #{id})")
            stars = _number(member.get("stars")) or len(got)
            known.append(Member(id, name, stars, _number(member.get("local_score")) or 0, got))
    return Board(year, days, begins, tuple(known), tuple(day for of, day in NO_POINTS if of == year))


def _number(value: Any) -> int | None:
    """Return a whole number that is not negative; None for all else."""
    if isinstance(value, str):
        value = whole(value)
    sound = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LATEST
    return value if sound else None


def _stars(levels: Any) -> Iterator[tuple[tuple[int, int], Star]]:
    for day, parts in (levels if isinstance(levels, dict) else {}).items():
        for part, star in (parts if isinstance(parts, dict) else {}).items():
            fields = star if isinstance(star, dict) else {}
            key, moment = (_number(day), _number(part)), _number(fields.get("get_star_ts"))
            if key[0] and key[1] in (1, 2) and moment:
                place = _number(fields.get("star_index"))
                yield (key[0], key[1]), Star(moment, _LATEST if place is None else place)
