"""A private leaderboard as a board."""

import time
from typing import Any

from puzzle_runner.flows.standings import Standings
from puzzle_runner.output.board import Board, Column
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.board import Times
from puzzle_runner.text import clock, cut, printable

# The fields of a member in CSV.
_FIELDS = ("rank", "id", "name", "me", "stars", "score", "part1", "delta", "part2", "median")
# The columns of a member.
_COLUMNS = ("score", "stars", "part1", "delta", "part2", "median")
_LONGEST_NAME = 24


def members(standings: Standings, by: str, day: int | None) -> Board:
    """Return the board of members, ranked by a column, of a day or where it is None of all days together.

    A day has no score and no median: it is ranked by its second star instead of the score.
    """
    board = standings.board
    fields = [*_COLUMNS]
    if day:
        fields.remove("score")
        fields.remove("median")
        by = by if by in fields else "part2"
    shown = [Column(field.replace("part", "part ")) for field in fields]
    shown = [Column(""), *shown, Column("")]
    table = []
    rows = []
    documents = []
    everyone = boards.of_day(board, day) if day else boards.overall(board)
    for rank, times in enumerate(boards.ranked(everyone, by, together=day is None), start=1):
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
            "score": member.score,
            "part1": times.part1,
            "delta": times.delta,
            "part2": times.part2,
            "median": times.median,
        }
        documents.append(document)
        # Names are other people's, who may have control characters in them.
        rows.append(document | {"name": printable(member.name)})
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
    return Board(shown, table, _FIELDS, rows, board_document, title=title)


def _cell(times: Times, field: str) -> str:
    if field == "score":
        return str(times.member.score).rjust(5)
    if field == "stars":
        return f"{times.stars}*".rjust(5)
    return clock(getattr(times, field)).rjust(8)
