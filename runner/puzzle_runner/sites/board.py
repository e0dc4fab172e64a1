"""A private leaderboard: its members, their stars, and the times that follow from these."""

from collections.abc import Iterable, Mapping
from statistics import median
from typing import NamedTuple

from puzzle_runner.text import DAY


class Member(NamedTuple):
    """A user on a leaderboard. `got` has the moments of stars by day and part, in seconds since 1970."""

    id: int
    name: str
    stars: int
    score: int
    got: Mapping[tuple[int, int], int]


class Board(NamedTuple):
    """A private leaderboard: `begins` is when its first day unlocked, in seconds since 1970."""

    year: int
    days: int
    begins: int
    members: tuple[Member, ...]


class Times(NamedTuple):
    """A member's seconds on a day, from its unlocking, or of all days together; None for no star.

    `delta` is from the first star to the second. `median` is that of the days' times to both stars, and of no
    single day.
    """

    member: Member
    stars: int
    part1: int | None
    delta: int | None
    part2: int | None
    median: int | None = None


def of_day(board: Board, day: int) -> list[Times]:
    """Return everyone's times of a day, in the order of the members."""
    unlocked = board.begins + DAY * (day - 1)
    rows = []
    for member in board.members:
        part1 = part2 = delta = None
        stars = 0
        first, second = member.got.get((day, 1)), member.got.get((day, 2))
        if first:
            stars += 1
            part1 = first - unlocked
        if second:
            stars += 1
            part2 = second - unlocked
        if first and second:
            delta = second - first
        rows.append(Times(member, stars, part1, delta, part2))
    return rows


def overall(board: Board) -> list[Times]:
    """Return everyone's times of all days together, in the order of the members."""
    days = [of_day(board, day) for day in range(1, board.days + 1)]
    rows = []
    for member, times in zip(board.members, zip(*days, strict=True), strict=True):
        part1, delta, part2 = _known(times, "part1"), _known(times, "delta"), _known(times, "part2")
        row = Times(
            member=member,
            stars=member.stars,
            part1=sum(part1) if part1 else None,
            delta=sum(delta) if delta else None,
            part2=sum(part2) if part2 else None,
            median=round(median(part2)) if part2 else None,
        )
        rows.append(row)
    return rows


def _known(times: Iterable[Times], field: str) -> list[int]:
    """Return the seconds in a field of those days that have them."""
    return [getattr(day, field) for day in times if getattr(day, field) is not None]


def ranked(rows: Iterable[Times], by: str, together: bool) -> list[Times]:
    """Return rows best first: with the highest `score`, the most `stars`, else the least time.

    Of times of all days `together`, those with as many stars are compared.
    """

    def place(row: Times) -> tuple[int, ...]:
        stars, score = -row.stars, -row.member.score
        if by == "score":
            return score, stars, row.member.id
        if by == "stars":
            return stars, score, row.member.id
        seconds = getattr(row, by)
        if seconds is None:
            return 1, stars, 0, row.member.id
        return 0, stars if together else 0, seconds, row.member.id

    return sorted(rows, key=place)
