"""Private leaderboards of Advent of Code: reading the reply of the site, and the link that a user pastes."""

import json
import re
from collections.abc import Callable
from datetime import MAXYEAR, datetime
from typing import Any

from puzzle_runner.sites.board import Board, Member
from puzzle_runner.sites.values import Link
from puzzle_runner.text import whole

_LATEST = 2**40
_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?adventofcode\.com/(\d{4})/leaderboard/private/view/(\d+)(?:\.json)?/?"
    r"(?:\?(?:[^#]*&)?view_key=([\w-]+)[^#]*|\?[^#]*)?(?:#.*)?",
    re.IGNORECASE | re.ASCII,
)
_CODE = re.compile(r"(\d+)(?:-[0-9a-f]+)?", re.IGNORECASE | re.ASCII)


def link(text: str) -> Link | None:
    """Return what a number, a join code or a pasted address means; None if it means none."""
    address = _LINK.fullmatch(text.strip())
    if address:
        year, number, key = address.groups()
        return Link(number, int(year), key)
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
    if not isinstance(_object(document).get("members"), dict):
        return None
    event = _number(document.get("event"))
    if event and first <= event <= MAXYEAR and event != year:
        return None
    days = _number(document.get("num_days"))
    if not days or days > 31:
        days = size(year)
    begins = _number(document.get("day1_ts")) or round(begin(year).timestamp())
    members = []
    for key, fields in document["members"].items():
        if not isinstance(fields, dict):
            return None
        id = _number(fields.get("id")) or _number(key)
        if id:
            got = _stars(fields.get("completion_day_level"))
            name = str(fields.get("name") or f"(anonymous user #{id})")
            stars = _number(fields.get("stars")) or len(got)
            score = _number(fields.get("local_score")) or 0
            members.append(Member(id, name, stars, score, got))
    return Board(year, days, begins, tuple(members))


def _object(value: Any) -> dict[str, Any]:
    """Return an object of JSON; an empty one for all else."""
    return value if isinstance(value, dict) else {}


def _number(value: Any) -> int | None:
    """Return a whole number that is not negative; None for all else."""
    if isinstance(value, str):
        value = whole(value)
    if type(value) is int and 0 <= value < _LATEST:
        return value
    return None


def _stars(levels: Any) -> dict[tuple[int, int], int]:
    stars = {}
    for day_name, parts in _object(levels).items():
        for part_name, fields in _object(parts).items():
            day, part = _number(day_name), _number(part_name)
            moment = _number(_object(fields).get("get_star_ts"))
            if day and part in (1, 2) and moment:
                stars[day, part] = moment
    return stars
