"""A private leaderboard by day: when each member had the first and the second star, oneself marked."""

from collections.abc import Iterator

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart, ChartTable
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, percent
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.board import Times
from puzzle_runner.text import clock, count

ORDER = 7
_TOP, _HEIGHT = 12, 200
# Seconds that are round for people.
_TICKS = (
    (10, "10 s"), (60, "1 min"), (180, "3 min"), (600, "10 min"), (1800, "30 min"), (3600, "1 h"),
    (10800, "3 h"), (43200, "12 h"), (172800, "2 d"), (864000, "10 d"), (4320000, "50 d"), (31536000, "1 y"),
    (157680000, "5 y"),
)  # fmt: skip
_MOST_TICKS = 7
_HEAD = ("day", "member", "part 1", "delta", "part 2", "total", "score")
_OVERALL_HEAD = ("", "member", "score", "stars", "part 1", "delta", "part 2", "total")


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture of each leaderboard."""
    for standings in data.standings:
        board, mine = standings.board, standings.mine
        rows = [(day, times) for day, all in boards.of_days(board).items() for times in all if times.stars]
        # One's own lie above the others.
        ordered = sorted(rows, key=lambda row: row[1].member.id in mine)
        scale = svg.spanning([time for _, each in rows for time in (each.part1, each.part2) if time])
        across = Scale(1, board.days, False, 13, 97)
        inside = [each for each in _TICKS if scale.low < each[0] < scale.high]
        ticks = inside[:: 1 + len(inside) // _MOST_TICKS]
        days = [day for day in range(1, board.days + 1) if day == 1 or day % 5 == 0 or board.days <= 12]
        body = svg.levels([(_TOP + scale.down(seconds, _HEIGHT), label) for seconds, label in ticks])
        body += svg.below([(across.at(day), str(day)) for day in days], _TOP + _HEIGHT, "day")
        for day, times in ordered:
            kind = "own" if times.member.id in mine else "others"
            body += _mark(across.at(day), day, times, scale, kind)
        own = ", your own in colour." if any(times.member.id in mine for _, times in rows) else "."
        overall = []
        for rank, times in enumerate(boards.ranked(boards.overall(board), "score", together=True), start=1):
            name = f"{times.member.name} (you)" if times.member.id in mine else times.member.name
            overall.append((str(rank), name, str(times.score), str(times.stars), *_clocks(times)))
        yield Chart(
            name=f"standings-{board.year}-{standings.number}",
            title=f"{standings.site.TITLE} {board.year}, leaderboard {standings.number}: time to each star",
            summary=f"{count(len(board.members), 'member')}, from the unlocking of each day to the "
            f"first star (ring) and to the second (dot), on a logarithmic scale{own}",
            body=body,
            height=_TOP + _HEIGHT + 38,
            head=_HEAD,
            rows=[(str(day), times.member.name, *_clocks(times), str(times.score)) for day, times in rows],
            view="standings",
            tables=[ChartTable(_OVERALL_HEAD, overall)],
        )


def _clocks(times: Times) -> list[str]:
    return [clock(each) for each in (times.part1, times.delta, times.part2, times.total)]


def _mark(x: float, day: int, times: Times, scale: Scale, kind: str) -> str:
    """Return a ring for the first star, a dot for the second, and a line between them."""
    place = percent(round(x, 1))
    first, second = (
        None if each is None else _TOP + scale.down(each, _HEIGHT) for each in (times.part1, times.part2)
    )
    drawn = svg.line(place, first, place, second) if first and second else ""
    drawn += svg.dot(place, first, 3.5, "ring") if first else ""
    drawn += svg.dot(place, second, 3.5) if second else ""
    title = f"day {day}, {times.member.name}: {clock(times.part1)}"
    title += f", then {clock(times.delta)}, together {clock(times.part2)}" if second else ""
    return svg.mark(drawn, title, kind)
