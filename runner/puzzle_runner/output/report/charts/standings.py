"""A private leaderboard by day: when everybody had the first and the second star, oneself marked."""

from collections.abc import Sequence

from puzzle_runner.flows.standings import Standings
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.svg import Chart, Scale, percent, words
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.board import Times
from puzzle_runner.text import clock, count

_TOP, _HEIGHT = 12, 200
# Seconds that are round for people.
_TICKS = (
    (10, "10 s"), (60, "1 min"), (180, "3 min"), (600, "10 min"), (1800, "30 min"), (3600, "1 h"),
    (10800, "3 h"), (43200, "12 h"), (172800, "2 d"), (864000, "10 d"), (4320000, "50 d"), (31536000, "1 y"),
    (157680000, "5 y"),
)  # fmt: skip
_MOST_TICKS = 7
OVERALL = ("", "member", "score", "stars", "part 1", "delta", "part 2", "total")
HEAD = ("day", "member", "part 1", "delta", "part 2", "total", "score")


def chart(standings: Standings) -> Chart:
    """Return the picture of a leaderboard."""
    days = boards.of_days(standings.board)
    there = [t for everybody in days.values() for each in everybody for t in (each.part1, each.part2) if t]
    scale = svg.spanning([time for time in there if time > 0])
    across = Scale(1, standings.board.days, False, 13, 97)
    rows = [(day, times) for day, everybody in days.items() for times in everybody if times.stars]
    others = [(day, times) for day, times in rows if times.member.id not in standings.mine]
    own = [(day, times) for day, times in rows if times.member.id in standings.mine]
    body = "".join(_mark(across.at(day), day, times, scale, "others") for day, times in others)
    body += "".join(_mark(across.at(day), day, times, scale, "own") for day, times in own)
    return Chart(
        name=f"standings-{standings.board.year}-{standings.number}",
        title=f"{standings.site.TITLE} {standings.board.year}, leaderboard {standings.number}: "
        "time to each star",
        summary=f"{count(len(standings.board.members), 'member')}, from the unlocking of each day to the "
        "first star (ring) and to the second (dot), on a logarithmic scale"
        + (", your own in colour." if own else "."),
        body=_axis(scale, across, standings.board.days) + body,
        height=_TOP + _HEIGHT + 38,
        head=HEAD,
        rows=[_row(day, times) for day, times in rows],
    )


def _y(scale: Scale, seconds: float) -> float:
    return _TOP + _HEIGHT * (1 - scale.at(seconds) / 100)


def _axis(scale: Scale, across: Scale, days: int) -> str:
    inside = [each for each in _TICKS if scale.low < each[0] < scale.high]
    ticks = [(_y(scale, seconds), label) for seconds, label in inside[:: 1 + len(inside) // _MOST_TICKS]]
    named = (day for day in range(1, days + 1) if day == 1 or day % 5 == 0 or days <= 12)
    y = _TOP + _HEIGHT
    below = "".join(words(percent(across.at(day)), y + 18, str(day), "c") for day in named)
    return f"{svg.levels(ticks)}<g class=a>{below}{words('55%', y + 34, 'day', 'c')}</g>"


def _mark(x: float, day: int, times: Times, scale: Scale, kind: str) -> str:
    """Return a ring for the first star, a dot for the second, and a line between them."""
    first, second = times.part1, times.part2
    place = percent(round(x, 1))
    drawn = svg.line(place, _y(scale, first), place, _y(scale, second)) if first and second else ""
    drawn += svg.dot(place, _y(scale, first), 3.5, "ring") if first else ""
    drawn += svg.dot(place, _y(scale, second), 3.5) if second else ""
    told = f"day {day}, {times.member.name}: {clock(first)}"
    told += f", then {clock(times.delta)}, together {clock(second)}" if second else ""
    return svg.mark(drawn, told, kind)


def _row(day: int, times: Times) -> Sequence[str]:
    spans = (clock(getattr(times, field)) for field in ("part1", "delta", "part2", "total"))
    return str(day), times.member.name, *spans, str(times.score)


def overall(standings: Standings) -> list[Sequence[str]]:
    """Return a row for each member, all days together, the best first; one's own is marked."""
    everybody = boards.ranked(boards.overall(standings.board), "score", together=True)
    return [
        (
            str(rank),
            f"{times.member.name} (you)" if times.member.id in standings.mine else times.member.name,
            str(times.score),
            str(times.stars),
            *(clock(getattr(times, field)) for field in ("part1", "delta", "part2", "total")),
        )
        for rank, times in enumerate(everybody, start=1)
    ]
