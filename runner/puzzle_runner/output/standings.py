"""A private leaderboard as a table and as a document."""

import time
from collections.abc import Sequence
from typing import Any

from puzzle_runner.flows.standings import Standings
from puzzle_runner.output.render import Report
from puzzle_runner.output.terminal import wrapped
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.board import Times
from puzzle_runner.text import clock, columns, cut, printable

_COLUMNS = ("score", "stars", "part1", "delta", "part2", "median")
_LONGEST_NAME = 24


def report(standings: Standings, by: str, day: int | None, room: int | None) -> Report:
    """Return the members, ranked by a column, of a day or where it is None of all days together.

    A day has no score and no median: it is ranked by its second star instead of the score.
    """
    board = standings.board
    fields = [*_COLUMNS]
    if day:
        fields.remove("score")
        fields.remove("median")
        by = by if by in fields else "part2"
    ranked = boards.ranked(board, by, day)
    document = {
        "year": board.year,
        "leaderboard": standings.number,
        "day": day,
        "by": by,
        "asked": standings.asked,
        "members": [_document(rank, times, standings) for rank, times in enumerate(ranked, start=1)],
    }
    asked = time.strftime("%Y-%m-%d %H:%M", time.localtime(standings.asked))
    of_day = f", day {day}" if day else ""
    title = f"{board.year}{of_day}, leaderboard {standings.number}, as of {asked}"
    heads = ["", *(field.replace("part", "part ") for field in fields), ""]
    rows = [_cells(rank, times, fields, standings) for rank, times in enumerate(ranked, start=1)]
    return Report(document, [*wrapped(title, room), *columns([heads, *rows], room)])


def _document(rank: int, times: Times, standings: Standings) -> dict[str, Any]:
    member = times.member
    return {
        "rank": rank,
        "id": member.id,
        "name": member.name,
        "me": member.id in standings.mine,
        "stars": times.stars,
        "score": member.score,
        "part1": times.part1,
        "delta": times.delta,
        "part2": times.part2,
        "median": times.median,
    }


def _cells(rank: int, times: Times, fields: Sequence[str], standings: Standings) -> list[str]:
    cells = [f"{rank}.".rjust(4)]
    for field in fields:
        if field == "score":
            cells.append(str(times.member.score).rjust(5))
        elif field == "stars":
            cells.append(f"{times.stars}*".rjust(5))
        else:
            cells.append(clock(getattr(times, field)).rjust(8))
    # Names are other people's, who may have control characters in them.
    name = cut(printable(times.member.name), _LONGEST_NAME)
    is_oneself = times.member.id in standings.mine
    return [*cells, f"{name}  (you)" if is_oneself else name]
