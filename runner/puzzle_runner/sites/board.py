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
        unlocked = board.begins + DAY * (day - 1)
        points = _points(board, day)
        days[day] = []
        for member in board.members:
            part1 = part2 = delta = None
            stars = 0
            first, second = member.got.get((day, 1)), member.got.get((day, 2))
            if first:
                stars += 1
                part1 = first.moment - unlocked
                totals[member.id] = totals.get(member.id, 0) + part1
            if second:
                stars += 1
                part2 = second.moment - unlocked
                totals[member.id] = totals.get(member.id, 0) + part2 - (part1 or 0)
            if first and second:
                delta = second.moment - first.moment
            total = totals.get(member.id)
            days[day].append(Times(member, stars, points[member.id], part1, delta, part2, total))
    return days


def overall(board: Board) -> list[Times]:
    """Return everyone's times of all days together, in the order of the members."""
    days = of_days(board)
    # Without the moment of any star there is nothing to count points from.
    has_moments = any(member.got for member in board.members)
    rows = []
    for index, member in enumerate(board.members):
        times = [times_of_day[index] for times_of_day in days.values()]
        score = sum(day.score for day in times) if has_moments else member.local_score
        part1, delta, part2 = _known(times, "part1"), _known(times, "delta"), _known(times, "part2")
        row = Times(
            member=member,
            stars=member.stars,
            score=score,
            part1=sum(part1) if part1 else None,
            delta=sum(delta) if delta else None,
            part2=sum(part2) if part2 else None,
            total=times[-1].total,
            median=round(median(part2)) if part2 else None,
        )
        rows.append(row)
    return rows


def _known(times: Iterable[Times], field: str) -> list[int]:
    """Return the seconds in a field of those days that have them."""
    return [getattr(day, field) for day in times if getattr(day, field) is not None]


def _points(board: Board, day: int) -> dict[int, int]:
    """Return how many points each member gets for a day: for each part as many as do not come before."""
    points = {member.id: 0 for member in board.members}
    if day in board.without_points:
        return points
    for part in (1, 2):
        solvers = [member for member in board.members if (day, part) in member.got]
        solvers.sort(key=lambda member: (member.got[day, part], member.id))
        for place, member in enumerate(solvers):
            points[member.id] += len(board.members) - place
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
