"""A private leaderboard as a board."""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from puzzle_runner.flows.standings import Standings
from puzzle_runner.output.board import Board, Column
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.board import Times
from puzzle_runner.text import clock, columns, cut, printable

# The fields of a member in CSV.
_FIELDS = (
    "rank", "id", "name", "me", "stars", "score", "local_score", "part1", "delta", "part2", "total", "median",
)  # fmt: skip
# The columns of a member, with what they go by where there is no room.
_COLUMNS = {"score": 1, "stars": 2, "part1": 4, "delta": 5, "part2": 3, "total": 6, "median": 7}
_LONGEST_NAME = 24


def members(standings: Standings, by: str, day: int | None, room: int | None = None) -> Board:
    """Return the board of members, ranked by a column, of a day or where it is None of all days together."""
    board = standings.board
    days = boards.of_days(board)
    times_of_members = days[day] if day else boards.overall(board)
    fields = [field for field in _COLUMNS if not (day and field == "median")]
    # What they are ranked by stays.
    shown = [
        Column(field.replace("part", "part "), spare=0 if field == by else _COLUMNS[field])
        for field in fields
    ]
    shown = [Column(""), *shown, Column("")]
    table = []
    rows = []
    documents = []
    for rank, times in enumerate(boards.ranked(times_of_members, by, together=day is None), start=1):
        member = times.member
        is_oneself = member.id in standings.mine
        name = cut(printable(member.name), _LONGEST_NAME)
        cells = [_cell(times, field) for field in fields]
        table.append([f"{rank}.".rjust(4), *cells, f"{name}  (you)" if is_oneself else name])
        document: dict[str, Any] = {
            "rank": rank,
            "id": member.id,
            "name": member.name,
            "me": is_oneself,
            "stars": times.stars,
            "score": times.score,
            "local_score": member.local_score,
            **_seconds(times),
            "median": times.median,
        }
        # Names are other people's, who may have control characters in them.
        rows.append(document | {"name": printable(member.name)})
        if not day:
            document["days"] = _days_of_member(member.id, days)
        documents.append(document)
    board_document = {
        "year": board.year,
        "leaderboard": standings.number,
        "day": day,
        "by": by,
        "asked": standings.asked,
        "members": documents,
    }
    asked = time.strftime("%Y-%m-%d %H:%M", time.localtime(standings.asked))
    of_day = f", day {day}" if day else ""
    title = f"{board.year}{of_day}, leaderboard {standings.number}, as of {asked}"
    notes = [] if day else _lines_of_days(days, standings.mine, room)
    return Board(shown, table, _FIELDS, rows, board_document, title=title, notes=notes)


def _cell(times: Times, field: str) -> str:
    if field == "score":
        return str(times.score).rjust(5)
    if field == "stars":
        return f"{times.stars}*".rjust(5)
    return clock(getattr(times, field)).rjust(8)


def _seconds(times: Times) -> dict[str, int | None]:
    """Return the fields of a member's times: seconds from unlocking."""
    return {"part1": times.part1, "delta": times.delta, "part2": times.part2, "total": times.total}


def _days_of_member(id: int, days: Mapping[int, Sequence[Times]]) -> list[dict[str, Any]]:
    return [
        {"day": day, "score": times.score, **_seconds(times)}
        for day, everybody in days.items()
        for times in everybody
        if times.member.id == id and times.stars
    ]


def _lines_of_days(days: Mapping[int, Sequence[Times]], mine: Collection[int], room: int | None) -> list[str]:
    """Return a line for each day on which oneself has a star: one's times, and one's place."""
    rows: list[tuple[str, ...]] = [("day", "part 1", "delta", "part 2")]
    for day, everybody in days.items():
        for times in everybody:
            if times.member.id in mine and times.stars:
                cells = [_with_place(field, times, everybody) for field in ("part1", "delta", "part2")]
                rows.append((f"{day:>3}", *cells))
    if len(rows) == 1:
        return []
    return ["", "Your days, with your place in each", *columns(rows, room, (2, 1))]


def _with_place(field: str, times: Times, everybody: Sequence[Times]) -> str:
    seconds = getattr(times, field)
    if seconds is None:
        return ""
    others = [getattr(each, field) for each in everybody]
    place = 1 + sum(other < seconds for other in others if other is not None)
    return f"{clock(seconds):>8}  {place}."
