"""A private leaderboard as tables, as JSON and as CSV."""

import csv
import io
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from puzzle_runner.flows.standings import Standings
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.board import Times
from puzzle_runner.text import clock, columns, csv_cell, printable

_TIMES = ("part1", "delta", "part2", "total")
_HEAD = ("", "score", "stars", "part 1", "delta", "part 2", "total", "")
_FIELDS = ("rank", "id", "name", "me", "stars", "score", "local_score", *_TIMES)
_LONGEST_NAME = 24


class View(NamedTuple):
    """What is shown of a leaderboard: everybody, ranked, on a day or where `day` is None on all of them."""

    standings: Standings
    day: int | None
    by: str
    rows: Sequence[Times]

    def mine(self, times: Times) -> bool:
        """Tell whether a row is about oneself."""
        return times.member.id in self.standings.mine


def view(standings: Standings, by: str, day: int | None) -> View:
    """Return a leaderboard ranked by a column, of a day or of all."""
    board = standings.board
    rows = boards.of_days(board)[day] if day else boards.overall(board)
    return View(standings, day, by, boards.ranked(rows, by, together=day is None))


def table(view: View) -> list[str]:
    """Return the lines: everybody, then each day of one's own, or where one is not on it, of the fastest."""
    board = view.standings.board
    asked = time.strftime("%Y-%m-%d %H:%M", time.localtime(view.standings.asked))
    of_day = f", day {view.day}" if view.day else ""
    title = f"{board.year}{of_day}, leaderboard {view.standings.number}, as of {asked}"
    rows = [_cells(view, rank, times) for rank, times in enumerate(view.rows, start=1)]
    lines = [title, *columns([_HEAD, *rows])]
    return lines if view.day else [*lines, *_days(view)]


def _cells(view: View, rank: int, times: Times) -> tuple[str, ...]:
    name = printable(times.member.name)
    name = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 3]}..."
    return (
        f"{rank}.".rjust(4),
        str(times.score).rjust(5),
        f"{times.stars}*".rjust(5),
        *(clock(getattr(times, field)).rjust(8) for field in _TIMES),
        f"{name}  (you)" if view.mine(times) else name,
    )


def _days(view: View) -> list[str]:
    """Return a line for each day that anybody has a star of."""
    days = boards.of_days(view.standings.board)
    own = any(view.mine(times) for times in view.rows)
    rows = [
        _day(day, [times for times in everybody if view.mine(times)] if own else everybody, everybody)
        for day, everybody in days.items()
        if any(times.stars for times in everybody)
    ]
    title = "Your days, with your place in each" if own else "The fastest of each day"
    return ["", title, *columns([("day", "part 1", "delta", "part 2"), *rows])] if rows else []


def _day(day: int, whose: Sequence[Times], everybody: Sequence[Times]) -> tuple[str, ...]:
    return f"{day:>3}", *(_place(field, whose, everybody) for field in _TIMES[:3])


def _place(field: str, whose: Sequence[Times], everybody: Sequence[Times]) -> str:
    """Return the least time of some members, and whose it is or which place it has."""
    there = [times for times in whose if getattr(times, field) is not None]
    if not there:
        return ""
    first = min(there, key=lambda times: (getattr(times, field), times.member.id))
    seconds = getattr(first, field)
    faster = [t for t in everybody if getattr(t, field) is not None and getattr(t, field) < seconds]
    name = printable(first.member.name)[:_LONGEST_NAME]
    return f"{clock(seconds):>8}  {f'{len(faster) + 1}.' if whose is not everybody else name}"


def document(view: View) -> dict[str, Any]:
    """Return the JSON of `standings`: seconds from unlocking; `days` are those with a star."""
    days = boards.of_days(view.standings.board)
    members = [
        _plain(view, rank, times) | ({} if view.day else {"days": _plain_days(days, times.member.id)})
        for rank, times in enumerate(view.rows, start=1)
    ]
    return {
        "year": view.standings.board.year,
        "leaderboard": view.standings.number,
        "day": view.day,
        "by": view.by,
        "asked": view.standings.asked,
        "members": members,
    }


def _plain(view: View, rank: int, times: Times) -> dict[str, Any]:
    member = times.member
    return {
        "rank": rank,
        "id": member.id,
        "name": member.name,
        "me": view.mine(times),
        "stars": times.stars,
        "score": times.score,
        "local_score": member.local_score,
        **{field: getattr(times, field) for field in _TIMES},
    }


def _plain_days(days: dict[int, list[Times]], id: int) -> list[dict[str, Any]]:
    own = ((day, times) for day, everybody in days.items() for times in everybody if times.member.id == id)
    return [
        {"day": day, "score": times.score, **{field: getattr(times, field) for field in _TIMES}}
        for day, times in own
        if times.stars
    ]


def csv_of(view: View) -> list[str]:
    """Return the lines of the CSV: a row for each member, on the day or on all of them."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _FIELDS, lineterminator="\n")
    writer.writeheader()
    for rank, times in enumerate(view.rows, start=1):
        row = _plain(view, rank, times)
        # Names are other people's.
        writer.writerow(row | {"name": csv_cell(printable(row["name"]))})
    return text.getvalue().splitlines()
