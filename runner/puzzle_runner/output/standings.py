"""A private leaderboard as a table and as a document."""

import time

from puzzle_runner.flows.standings import Standings
from puzzle_runner.output.render import Report
from puzzle_runner.output.terminal import wrapped
from puzzle_runner.sites import board as boards
from puzzle_runner.text import clock, columns, cut, printable

_COLUMNS = ("score", "stars", "part1", "delta", "part2")
_LONGEST_NAME = 24


def report(standings: Standings, by: str, day: int | None, room: int | None) -> Report:
    """Return the members, ranked by a column, of a day or where it is None of all days together.

    A day has no score: it is ranked by its second star instead of the score.
    """
    board = standings.board
    fields = [*_COLUMNS]
    if day:
        fields.remove("score")
        by = by if by in fields else "part2"
    members = []
    rows = [["", *(field.replace("part", "part ") for field in fields), ""]]
    for rank, times in enumerate(boards.ranked(board, by, day), start=1):
        member = times.member
        values = {**times._asdict(), "score": member.score}
        is_oneself = member.id in standings.mine
        members.append({"rank": rank, "id": member.id, "name": member.name, "me": is_oneself, **values})
        del members[-1]["member"]
        cells = [f"{rank}.".rjust(4)]
        for field in fields:
            if field == "score":
                cells.append(str(member.score).rjust(5))
            elif field == "stars":
                cells.append(f"{times.stars}*".rjust(5))
            else:
                cells.append(clock(values[field]).rjust(8))
        # Names are other people's, who may have control characters in them.
        name = cut(printable(member.name), _LONGEST_NAME)
        rows.append([*cells, f"{name}  (you)" if is_oneself else name])
    document = {
        "year": board.year,
        "leaderboard": standings.number,
        "day": day,
        "by": by,
        "asked": standings.asked,
        "members": members,
    }
    asked = time.strftime("%Y-%m-%d %H:%M", time.localtime(standings.asked))
    of_day = f", day {day}" if day else ""
    title = f"{board.year}{of_day}, leaderboard {standings.number}, as of {asked}"
    return Report(document, [*wrapped(title, room), *columns(rows, room)])
