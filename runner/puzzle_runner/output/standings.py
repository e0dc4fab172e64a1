"""A private leaderboard as a board."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from puzzle_runner.flows.standings import Standings
from puzzle_runner.output.board import Board, Column
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.board import Times
from puzzle_runner.text import clock, columns, cut, printable

_TIMES = {"part1": "part 1", "delta": "delta", "part2": "part 2", "total": "total"}
_LONGEST_NAME = 24


class Ranked(NamedTuple):
    """A member's times with their rank; `me` tells whether the member is oneself."""

    rank: int
    me: bool
    times: Times


# The fields of a member for programs, in this order.
_FIELDS: dict[str, Callable[[Ranked], Any]] = {
    "rank": attrgetter("rank"),
    "id": attrgetter("times.member.id"),
    "name": attrgetter("times.member.name"),
    "me": attrgetter("me"),
    "stars": attrgetter("times.stars"),
    "score": attrgetter("times.score"),
    "local_score": attrgetter("times.member.local_score"),
    **{field: attrgetter(f"times.{field}") for field in (*_TIMES, "median")},
}


def members(standings: Standings, by: str, day: int | None, room: int | None = None) -> Board[Ranked]:
    """Return the board of members, ranked by a column, of a day or where it is None of all days together."""
    board = standings.board
    days = boards.of_days(board)
    ranked = boards.ranked(days[day] if day else boards.overall(board), by, together=day is None)
    rows = [
        Ranked(rank, times.member.id in standings.mine, times) for rank, times in enumerate(ranked, start=1)
    ]

    def spare(field: str, place: int) -> int:
        # What they are ranked by stays.
        return 0 if field == by else place

    shown: list[Column[Ranked]] = [
        Column("", lambda row: f"{row.rank}.".rjust(4)),
        Column("score", lambda row: str(row.times.score).rjust(5), spare=spare("score", 1)),
        Column("stars", lambda row: f"{row.times.stars}*".rjust(5), spare=spare("stars", 2)),
        *(
            Column(head, partial(_clock, field), spare=spare(field, place))
            for place, (field, head) in zip((4, 5, 3, 6), _TIMES.items(), strict=True)
        ),
        *([] if day else [Column("median", partial(_clock, "median"), spare=spare("median", 7))]),
        Column("", _name),
    ]
    # Names are other people's, who may have control characters in them.
    fields = _FIELDS | {"name": lambda row: printable(row.times.member.name)}
    document = {
        "year": board.year,
        "leaderboard": standings.number,
        "day": day,
        "by": by,
        "asked": standings.asked,
        "members": [_document(row, None if day else days) for row in rows],
    }
    asked = time.strftime("%Y-%m-%d %H:%M", time.localtime(standings.asked))
    of_day = f", day {day}" if day else ""
    title = f"{board.year}{of_day}, leaderboard {standings.number}, as of {asked}"
    notes = [] if day else _days(days, standings.mine, room)
    return Board(rows, shown, fields, document, title=title, notes=notes)


def _clock(field: str, row: Ranked) -> str:
    return clock(getattr(row.times, field)).rjust(8)


def _name(row: Ranked) -> str:
    name = cut(printable(row.times.member.name), _LONGEST_NAME)
    return f"{name}  (you)" if row.me else name


def _days(days: dict[int, list[Times]], mine: frozenset[int], room: int | None) -> list[str]:
    """Return a line for each day with a star: one's own times with the place, or else the fastest ones."""
    own = any(times.member.id in mine for everybody in days.values() for times in everybody)
    rows = [
        (
            f"{day:>3}",
            *(_least(field, everybody, mine if own else None) for field in ("part1", "delta", "part2")),
        )
        for day, everybody in days.items()
        if any(times.stars for times in everybody)
    ]
    title = "Your days, with your place in each" if own else "The fastest of each day"
    return ["", title, *columns([("day", "part 1", "delta", "part 2"), *rows], room, (2, 1))] if rows else []


def _least(field: str, everybody: Sequence[Times], mine: frozenset[int] | None) -> str:
    """Return the least time of one's own and its place; without `mine`, of everybody and whose it is."""
    timed = [
        (getattr(times, field), times.member) for times in everybody if getattr(times, field) is not None
    ]
    timed.sort(key=lambda each: (each[0], each[1].id))
    first = next((each for each in timed if mine is None or each[1].id in mine), None)
    if first is None:
        return ""
    seconds, member = first
    place = sum(each[0] < seconds for each in timed) + 1
    return f"{clock(seconds):>8}  {printable(member.name)[:_LONGEST_NAME] if mine is None else f'{place}.'}"


def _document(row: Ranked, days: dict[int, list[Times]] | None) -> dict[str, Any]:
    """Return the JSON of a member: seconds from unlocking. Its `days` are those with a star."""
    document = {field: value(row) for field, value in _FIELDS.items()}
    if days is not None:
        document["days"] = [
            {"day": day, "score": times.score, **{field: getattr(times, field) for field in _TIMES}}
            for day, everybody in days.items()
            for times in everybody
            if times.member.id == row.times.member.id and times.stars
        ]
    return document
