"""Private leaderboards of Advent of Code: reading the reply of the site, and the link that a user pastes."""

import json
import re
from collections.abc import Mapping
from typing import Any

from puzzle_runner.sites.board import Board, Member
from puzzle_runner.sites.values import Link

MOST_DAYS = 31
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


def parse(data: bytes, year: int, days: int, begins: int) -> Board | None:
    """Return the leaderboard in a reply of the site; None where it is none, or of another year.

    `days` and `begins` stand in for what it does not tell.
    """
    try:
        document = json.loads(data)
        if int(document.get("event") or year) != year:
            return None
        days = int(document.get("num_days") or days)
        begins = int(document.get("day1_ts") or begins)
        members = [_member(key, fields) for key, fields in document["members"].items()]
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        return None
    return Board(year, days, begins, tuple(members)) if 1 <= days <= MOST_DAYS else None


def _member(key: str, fields: Mapping[str, Any]) -> Member:
    id = int(fields.get("id") or key)
    name = fields.get("name")
    if not name:
        name = f"(anonymous user #{id})"
    levels = fields.get("completion_day_level") or {}
    got = {}
    for day, parts in levels.items():
        for part, star in parts.items():
            got[int(day), int(part)] = int(star["get_star_ts"])
    stars = fields.get("stars") or len(got)
    score = fields.get("local_score") or 0
    return Member(id, str(name), int(stars), int(score), got)
