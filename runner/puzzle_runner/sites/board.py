"""A private leaderboard: its members, their stars, and the times and points that follow from these."""

from collections.abc import Iterable, Mapping
from statistics import median
from typing import NamedTuple

DAY = 86400


class Star(NamedTuple):
    """When a star was got, in seconds since 1970, and its place among those of the same second."""

    moment: int
    place: int


class Member(NamedTuple):
    """A user on a leaderboard; `local_score` is the site's. Stars are by day and part."""

    id: int
    name: str
    stars: int
    local_score: int
    got: Mapping[tuple[int, int], Star]


class Board(NamedTuple):
    """A private leaderboard: `begins` is when its first day unlocked, in seconds since 1970.

    On the days `without_points`, a star counts no points.
    """

    year: int
    days: int
    begins: int
    members: tuple[Member, ...]
    without_points: tuple[int, ...] = ()


class Times(NamedTuple):
    """A member's seconds on a day, from its unlocking, or of all days together; None for no star.

    `delta` is from the first star to the second. `total` adds up, over the days so far, how long it took to
    the last star of each. `median` is that of the days' times to both stars, and of no single day.
    """

    member: Member
    stars: int
    score: int
    part1: int | None
    delta: int | None
    part2: int | None
    total: int | None
    median: int | None = None


def of_days(board: Board) -> dict[int, list[Times]]:
    """Return everyone's times of each day, in the order of the members."""
    days: dict[int, list[Times]] = {}
    totals: dict[int, int] = {}
    for day in range(1, board.days + 1):
        unlocked, points = board.begins + DAY * (day - 1), _points(board, day)
        days[day] = []
        for member in board.members:
            one, two = (member.got.get((day, part)) for part in (1, 2))
            part1 = one.moment - unlocked if one else None
            delta = two.moment - one.moment if one and two else None
            part2 = two.moment - unlocked if two else None
            last = part1 if part2 is None else part2
            if last is not None:
                totals[member.id] = totals.get(member.id, 0) + last
            stars, total = (one is not None) + (two is not None), totals.get(member.id)
            days[day].append(Times(member, stars, points[member.id], part1, delta, part2, total))
    return days


def overall(board: Board) -> list[Times]:
    """Return everyone's times of all days together, in the order of the members."""
    days = of_days(board)
    # Where no moment is told there is nothing to count points from.
    told = any(member.got for member in board.members)
    rows = []
    for index, member in enumerate(board.members):
        times = [of_day[index] for of_day in days.values()]
        part1, delta, part2 = (
            sum(spans) if (spans := [span for span in column if span is not None]) else None
            for column in zip(*((day.part1, day.delta, day.part2) for day in times), strict=True)
        )
        score = sum(day.score for day in times) if told else member.local_score
        both = [day.part2 for day in times if day.part2 is not None]
        middle = round(median(both)) if both else None
        rows.append(Times(member, member.stars, score, part1, delta, part2, times[-1].total, middle))
    return rows


def _points(board: Board, day: int) -> dict[int, int]:
    """Return how many points each member gets for a day: for each part as many as do not come before."""
    points = dict.fromkeys((member.id for member in board.members), 0)
    for part in (1, 2) if day not in board.without_points else ():
        got = [(member.got[day, part], member.id) for member in board.members if (day, part) in member.got]
        for place, (_, id) in enumerate(sorted(got)):
            points[id] += len(board.members) - place
    return points


def ranked(rows: Iterable[Times], by: str, together: bool) -> list[Times]:
    """Return rows best first: with the most `score` or `stars`, else the least time.

    Of times of all days `together`, those with as many stars are compared.
    """
    if by in ("score", "stars"):
        other = "stars" if by == "score" else "score"
        return sorted(rows, key=lambda row: (-getattr(row, by), -getattr(row, other), row.member.id))

    def least(row: Times) -> tuple[bool, int, int, int]:
        seconds = getattr(row, by)
        return seconds is None, -row.stars if together else 0, seconds or 0, row.member.id

    return sorted(rows, key=least)
