"""The times of a puzzle's solutions over commits, each lasting change marked."""

from collections.abc import Iterator, Sequence

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.aggregates import solution_name
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, words
from puzzle_runner.text import count, day, duration, factor, interval, speed
from puzzle_runner.timing.history import Point, Series

ORDER = 4
# Up to so many points, in all histories together, have a mark and a row of their own.
MOST_POINTS = 3000
_LANE, _TOP, _HEIGHT = 112, 32, 64
# Where there is room for fewer marks, a series without a lasting change is drawn small, without an axis.
_FEW, _SMALL, _SMALL_HEIGHT = 6, 46, 14
_START, _END = 12.0, 98.0


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture of the histories of each puzzle that was measured at several commits.

    Lasting changes always have a mark and a row of their own, other points as there is room.
    """
    most = MOST_POINTS // max(1, sum(len(of_puzzle) for of_puzzle in data.histories.values()))
    for puzzle in data.puzzles:
        histories = [each for each in data.histories.get(puzzle.id, ()) if len(each.points) > 1]
        if not histories:
            continue
        changes = sum(bool(point.step) for series in histories for point in series.points)
        rows = []
        body, y, before = "", 0, ""
        for series in histories:
            points, marked = series.points, _marked(series.points, most)
            rows += [_row(series, points[at]) for at in marked]
            span = f"{day(points[0].moment)} to {day(points[-1].moment)}, {count(len(points), 'state')}"
            body += words("0", y + 12, solution_name(series), "day")
            body += words("98%", y + 12, span, "time e") if span != before else ""
            before = span
            if most < _FEW and not marked:
                scale = svg.spanning([point.median for point in points])
                heights = [scale.down(point.median, _SMALL_HEIGHT) for point in points]
                body += svg.path(heights, _START, _END, y + 18, _SMALL_HEIGHT)
                y += _SMALL
            else:
                body += _lane(points, marked, y + _TOP)
                y += _LANE
        yield Chart(
            name=f"history-{puzzle.id}",
            title=f"History of {puzzle.id}",
            summary=f"{count(len(histories), 'solution')} over commits, {count(changes, 'speed change')}.",
            body=body,
            height=y - 12,
            head=("solution", "date", "commit", "median", "95 % interval", "change"),
            rows=rows,
            view="puzzles",
            puzzle=puzzle.id,
        )


def _marked(points: Sequence[Point], most: int) -> list[int]:
    """Return which points have a mark of their own: lasting changes, the ends, others as there is room."""
    telling = {at for at, point in enumerate(points) if point.step}
    if most >= _FEW and most > len(telling):
        every = max(1, -(-len(points) // (most - len(telling))))
        telling |= {*range(0, len(points), every), len(points) - 1}
    return sorted(telling)


def _lane(points: Sequence[Point], marked: Sequence[int], top: int) -> str:
    scale = svg.spanning([end for point in points for end in (point.low, point.high)])
    across = Scale(0, max(1, len(points) - 1), False, _START, _END)
    levels = svg.levels([(top + scale.down(value, _HEIGHT), svg.tick(value)) for value in scale.ticks(3)])
    line = svg.path([scale.down(point.median, _HEIGHT) for point in points], _START, _END, top, _HEIGHT)
    return levels + line + "".join(_mark(across.at(at), top, scale, points[at]) for at in marked)


def _mark(x: float, top: float, scale: Scale, point: Point) -> str:
    low, middle, high = (scale.down(each, _HEIGHT) for each in (point.low, point.median, point.high))
    times = f"{duration(point.median)} ({interval(point.low, point.high)})"
    title = f"{day(point.moment)} {_commit(point)}: {times}"
    drawn = f"<path d=M0,{high - middle:.0f}V{low - middle:.0f} />" if low - high > 2 else ""
    ratio = point.ratio
    if ratio is None:
        return svg.at(x, top + middle, f"{drawn}<circle r=2.5 />", title, "p")
    # On a phone, two have room between their commits.
    change = f"×{factor(ratio)}" if ratio > 1 else f"÷{factor(1 / ratio)}"
    kind, side = "slower" if ratio > 1 else "faster", " x=-6 class=e" if x > 60 else " x=6"
    rule = f"<path class=rule d=M0,{-12 - middle:.0f}V{_HEIGHT - middle:.0f} />"
    label = f"<text y={-5 - middle:.0f}{side}>{change}</text>"
    return svg.at(x, top + middle, f"{rule}{drawn}<circle r=4 />{label}", title, kind)


def _commit(point: Point) -> str:
    """Return the commit of a point, with a star where the sources were not as in it."""
    return f"{point.revision[:10]}{'*' if point.dirty else ''}" if point.revision else "no commit"


def _row(series: Series, point: Point) -> tuple[str, ...]:
    return (
        solution_name(series),
        day(point.moment),
        _commit(point),
        duration(point.median),
        interval(point.low, point.high),
        speed(point.ratio) if point.ratio is not None else "",
    )
