"""What a private leaderboard tells."""

import json
from typing import Any

import pytest
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.aoc.site import SITE
from puzzle_runner.sites.board import Board

START = 1_000_000
DAY = 86400


def member(id: int, name: str | None, *got: tuple[int, int, int], **more: Any) -> dict[str, Any]:
    """Return somebody as the site tells: each star is a day, a part and the seconds since its unlocking."""
    levels: dict[str, Any] = {}
    for day, part, seconds in got:
        star = {"get_star_ts": START + DAY * (day - 1) + seconds}
        levels.setdefault(str(day), {})[str(part)] = star
    fields = {"id": id, "name": name, "stars": len(got), "local_score": 99}
    return {str(id): fields | {"completion_day_level": levels} | more}


def parsed(*members: dict[str, Any], year: int = 2025, **more: Any) -> Board:
    """Return a leaderboard of some members, which must be one."""
    document = {"event": str(year), "num_days": 12, "day1_ts": START, "members": {}} | more
    for each in members:
        document["members"] |= each
    board = SITE.pages.read_board(json.dumps(document).encode(), year)
    assert board
    return board


ADA = member(1, "Ada", (1, 1, 60), (1, 2, 100), (2, 1, 30))
BOB = member(2, None, (1, 1, 50), (1, 2, 300), local_score=100)


@pytest.mark.parametrize(("by", "day", "order"), [
    ("score", None, [2, 1, 3]), ("stars", None, [1, 2, 3]), ("part1", 1, [2, 1, 3]),
    ("delta", 1, [1, 2, 3]), ("part2", 1, [1, 2, 3]), ("part1", None, [1, 2, 3]),
])  # fmt: skip
def test_ranking(by: str, day: int | None, order: list[int]) -> None:
    """The highest score, most stars, least times; of all days together, those with more stars first."""
    board = parsed(member(3, "Eve"), BOB, ADA)
    assert order == [times.member.id for times in boards.ranked(board, by, day)]


ODD = [None, True, -1, 10**400, 1e999, "x", "", [], {}, [[]], {"1": None}, {"x": {"1": 5}}, {"1": {"9": {}}}]
KEYS = ["event", "num_days", "day1_ts", "members", "id", "name", "stars", "local_score"]
KEYS += ["completion_day_level", "1", "get_star_ts"]


def replaced(document: Any, key: str, value: object) -> Any:
    """Return a document with another value wherever a key is."""
    if not isinstance(document, dict):
        return document
    return {name: value if name == key else replaced(inner, key, value) for name, inner in document.items()}


@pytest.mark.parametrize("key", KEYS)
def test_whatever_the_site_says(key: str) -> None:
    """Any value of a key makes a leaderboard that can be ranked, or none; nothing is raised."""
    document = {"event": "2025", "num_days": 12, "day1_ts": START, "members": ADA | BOB}
    for value in ODD:
        for said in (replaced(document, key, value), value):
            board = SITE.pages.read_board(json.dumps(said).encode(), 2025)
            assert not board or len(board.members) == len(boards.ranked(board, "delta", None))
    assert SITE.pages.read_board(json.dumps(document).encode(), 2021) is None
    assert SITE.pages.read_board(json.dumps(document | {"num_days": 32}).encode(), 2025) is None
