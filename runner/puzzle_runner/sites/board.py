"""A private leaderboard: its members, their stars, and the times that follow from these."""

from collections.abc import Mapping
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
    """A member's seconds on a day, from its unlocking, or the sums of all days; None for no star.

    `delta` is from the first star to the second.
    """

    member: Member
    stars: int
    part1: int | None
    delta: int | None
    part2: int | None


def times_of(member: Member, board: Board, day: int | None) -> Times:
    """Return a member's times of a day, or of all days together."""
    part1: list[int] = []
    delta: list[int] = []
    part2: list[int] = []
    for each in [day] if day else range(1, board.days + 1):
        unlocked = board.begins + DAY * (each - 1)
        first = member.got.get((each, 1))
        second = member.got.get((each, 2))
        if first:
            part1.append(first - unlocked)
        if second:
            part2.append(second - unlocked)
        if first and second:
            delta.append(second - first)
    stars = len(part1) + len(part2) if day else member.stars
    sums = [sum(times) if times else None for times in (part1, delta, part2)]
    return Times(member, stars, *sums)


def ranked(board: Board, by: str, day: int | None) -> list[Times]:
    """Return the times of a day, or of all days, best first: highest `score`, most `stars`, else least time.

    Of times of all days together, those with as many stars are compared.
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
        return 0, 0 if day else stars, seconds, row.member.id

    return sorted((times_of(member, board, day) for member in board.members), key=place)
