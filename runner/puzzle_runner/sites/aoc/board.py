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


def parse(data: bytes, year: int) -> Board | None:
    """Return the leaderboard in a reply of the site; None where it is none, or of another year."""
    try:
        document = json.loads(data)
        if int(document["event"]) != year:
            return None
        days = int(document["num_days"])
        begins = int(document["day1_ts"])
        members = []
        for key, fields in document["members"].items():
            members.append(_member(int(key), fields))
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        return None
    if not 1 <= days <= MOST_DAYS:
        return None
    return Board(year, days, begins, tuple(members))


def _member(id: int, fields: Mapping[str, Any]) -> Member:
    name = fields.get("name") or f"(anonymous user #{id})"
    got = {}
    levels = fields.get("completion_day_level") or {}
    for day, parts in levels.items():
        for part, star in parts.items():
            got[int(day), int(part)] = int(star["get_star_ts"])
    stars = int(fields["stars"])
    score = int(fields["local_score"])
    return Member(id, str(name), stars, score, got)
