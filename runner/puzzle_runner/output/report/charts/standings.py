"""A private leaderboard by day: when each member had the first and the second star, and the medals."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from puzzle_runner.output.report import palette, svg
from puzzle_runner.output.report.chart import Chart, ChartTable
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, percent, words
from puzzle_runner.sites import board as boards
from puzzle_runner.sites.board import Times
from puzzle_runner.text import clock, count, cut

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
_OVERALL_HEAD = ("", "member", "score", "stars", "1st, 2nd, 3rd", "part 1", "delta", "part 2", "total")
_PODIUM_HEAD = ("day", "1st", "2nd", "3rd")


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture of each leaderboard, a colour for each of the best members."""
    for standings in data.standings:
        board, mine = standings.board, standings.mine
        days = boards.of_days(board)
        rows = [(day, times) for day, all in days.items() for times in all if times.stars]
        ranked = boards.ranked(boards.overall(board), "score", together=True)
        members = [times.member for times in ranked]
        names = {member.id: member.name + " (you)" * (member.id in mine) for member in members}
        # The best have a colour, oneself always.
        best = sorted(ranked, key=lambda times: times.member.id not in mine)[: palette.HUES]
        best.sort(key=ranked.index)
        hues = {times.member.id: f"member {palette.hue(place)}" for place, times in enumerate(best)}
        kinds = {id: f"{hues.get(id, 'others')}{' own' if id in mine else ''}" for id in names}
        # One's own lie above the others, and the best above the rest.
        ordered = sorted(rows, key=lambda row: (row[1].member.id in mine, row[1].member.id in hues))
        scale = svg.spanning([time for _, each in rows for time in (each.part1, each.part2) if time])
        across = Scale(0.5, board.days + 0.5, False, 13, 99)
        inside = [each for each in _TICKS if scale.low < each[0] < scale.high]
        ticks = inside[:: 1 + len(inside) // _MOST_TICKS]
        marked = [day for day in days if day == 1 or day % 5 == 0 or board.days <= 12]
        body = svg.levels([(_TOP + scale.down(seconds, _HEIGHT), label) for seconds, label in ticks])
        body += svg.below([(across.at(day), str(day)) for day in marked], _TOP + _HEIGHT, "day")
        # The members of a day stand side by side.
        step = (across.at(2) - across.at(1)) / (len(best) + 2)
        aside = {times.member.id: step * (at - (len(best) - 1) / 2) for at, times in enumerate(best)}
        for day, times in ordered:
            x = across.at(day) + aside.get(times.member.id, 0)
            body += _mark(x, day, times, scale, kinds[times.member.id])
        y = _TOP + _HEIGHT + 62
        # A member's colour and name, two in a row.
        for place, times in enumerate(best):
            name, row = names[times.member.id], y + place // 2 * 18
            dot = svg.mark(f"<circle cx=5 cy={row - 4} r=4 />", name, kinds[times.member.id])
            label = words("16", row, cut(name, 22))
            body += f"<svg x={percent(50 * (place % 2))}>{dot}{label}</svg>"
        yield Chart(
            name=f"standings-{board.year}-{standings.number}",
            title=f"{standings.site.TITLE} {board.year}, leaderboard {standings.number}: time to each star",
            summary=f"{count(len(board.members), 'member')}, from the unlocking of each day to the "
            "first star (ring) and to the second (dot), on a logarithmic scale.",
            body=body,
            height=y + -(-len(best) // 2) * 18 - 8,
            head=_HEAD,
            rows=[
                (str(day), names[times.member.id], *_clocks(times), str(times.score)) for day, times in rows
            ],
            view="standings",
            tables=_tables(ranked, days, names),
        )


def _tables(
    ranked: Sequence[Times], days: Mapping[int, Sequence[Times]], names: Mapping[int, str]
) -> list[ChartTable]:
    """Return the ranks with their medals, and who had the medals of each day."""
    podiums = {day: boards.podium(of_day) for day, of_day in days.items()}
    medals = Counter(
        (times.member.id, place) for podium in podiums.values() for place, times in enumerate(podium)
    )
    overall = [
        (
            str(rank),
            names[id := times.member.id],
            str(times.score),
            str(times.stars),
            " · ".join(str(medals[id, place]) for place in range(3)),
            *_clocks(times),
        )
        for rank, times in enumerate(ranked, start=1)
    ]
    of_days = [
        (str(day), *first, *("" for _ in range(3 - len(first))))
        for day, podium in podiums.items()
        if (first := [f"{names[each.member.id]} {clock(each.part2)}" for each in podium])
    ]
    return [
        ChartTable(_OVERALL_HEAD, overall, "All days together", "narrow"),
        ChartTable(_PODIUM_HEAD, of_days, "The first three of each day", "narrow"),
    ]


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
