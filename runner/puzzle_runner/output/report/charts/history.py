"""The times of a puzzle's solutions over commits, each lasting change marked."""

import time
from collections.abc import Sequence

from puzzle_runner.model import DEFAULT
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.svg import Chart, Scale, words
from puzzle_runner.text import count, duration, factor, interval
from puzzle_runner.timing.history import Point, Series

_LANE, _TOP, _HEIGHT = 112, 32, 64
# Where there is room for fewer marks, what has no lasting change is drawn small, without an axis.
_FEW, _SMALL, _SMALL_HEIGHT = 6, 46, 14
_START, _END = 12.0, 98.0
HEAD = ("solution", "date", "commit", "median", "95 % interval", "change")


def chart(puzzle: str, histories: Sequence[Series], most: int) -> Chart:
    """Return the picture of a puzzle's histories, one above the other.

    `most` points of each have a mark and a row of their own; lasting changes always have.
    """
    shown = [(series, _shown(series.points, most)) for series in histories]
    changes = sum(bool(point.step) for series in histories for point in series.points)
    body, y, before = "", 0, ""
    for series, places in shown:
        flat = most < _FEW and not places
        span = _span(series)
        body += _head(series, "" if span == before else span, y)
        body += _small_lane(series, y) if flat else _lane(series, places, y)
        before = span
        y += _SMALL if flat else _LANE
    return Chart(
        name=f"history-{puzzle}",
        title=f"History of {puzzle}",
        summary=f"{count(len(histories), 'solution')} over commits, {count(changes, 'lasting change')}.",
        body=body,
        height=y - 12,
        head=HEAD,
        rows=[row_of(series, series.points[at]) for series, places in shown for at in places],
    )


def label(series: Series) -> str:
    """Return what a history is of, in its puzzle: `part 1 linear`."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    case = "" if series.case == "main" else f", {series.case}"
    return f"part {series.part}{solution}{case}"


def _shown(points: Sequence[Point], most: int) -> list[int]:
    """Return which points have a mark of their own: lasting changes, the ends, others as there is room."""
    telling = {at for at, point in enumerate(points) if point.step}
    if most >= _FEW and most > len(telling):
        every = max(1, -(-len(points) // (most - len(telling))))
        telling |= {*range(0, len(points), every), len(points) - 1}
    return sorted(telling)


def _lane(series: Series, shown: Sequence[int], y: int) -> str:
    points = series.points
    scale = svg.spanning([end for point in points for end in (point.low, point.high)])
    across = Scale(0, max(1, len(points) - 1), False, _START, _END)
    levels = svg.levels([(y + _TOP + _down(scale, value), svg.tick(value)) for value in scale.ticks(3)])
    line = svg.path([_down(scale, each.median) for each in points], _START, _END, y + _TOP, _HEIGHT)
    marks = "".join(_mark(across.at(at), y + _TOP, scale, points[at]) for at in shown)
    return levels + line + marks


def _small_lane(series: Series, y: int) -> str:
    scale = svg.spanning([point.median for point in series.points])
    heights = [_down(scale, each.median) * _SMALL_HEIGHT / _HEIGHT for each in series.points]
    return svg.path(heights, _START, _END, y + 18, _SMALL_HEIGHT)


def _span(series: Series) -> str:
    points = series.points
    return f"{date(points[0])} to {date(points[-1])}, {count(len(points), 'state')}"


def _head(series: Series, span: str, y: int) -> str:
    return words("0", y + 12, label(series), "day") + (words("98%", y + 12, span, "time e") if span else "")


def _down(scale: Scale, seconds: float) -> float:
    """Return how far down a time lies; the scale goes to the right, so it is turned."""
    return _HEIGHT * (1 - scale.at(seconds) / 100)


def _mark(x: float, top: float, scale: Scale, point: Point) -> str:
    low, middle, high = (_down(scale, each) for each in (point.low, point.median, point.high))
    told = f"{date(point)} {commit(point)}: {duration(point.median)} ({interval(point.low, point.high)})"
    drawn = f"<path d=M0,{high - middle:.0f}V{low - middle:.0f} />" if low - high > 2 else ""
    if point.ratio is None:
        return svg.at(x, top + middle, f"{drawn}<circle r=2.5 />", told, "p")
    kind, side = "slower" if point.ratio > 1 else "faster", " x=-6 class=e" if x > 60 else " x=6"
    rule = f"<path class=rule d=M0,{-12 - middle:.0f}V{_HEIGHT - middle:.0f} />"
    said = f"<text y={-5 - middle:.0f}{side}>{_short(point.ratio)}</text>"
    return svg.at(x, top + middle, f"{rule}{drawn}<circle r=4 />{said}", told, kind)


def _short(ratio: float) -> str:
    """Return what the times were multiplied with, where there is little room: `x 2.10`, `x 1/3.40`."""
    return f"x {factor(ratio)}" if ratio > 1 else f"x 1/{factor(1 / ratio)}"


def change(ratio: float | None) -> str:
    """Return a lasting change in words: `2.10 times as slow`."""
    if ratio is None:
        return ""
    slow = ratio > 1
    return f"{factor(ratio if slow else 1 / ratio)} times as {'slow' if slow else 'fast'}"


def date(point: Point) -> str:
    """Return the day of a point."""
    return time.strftime("%Y-%m-%d", time.localtime(point.moment))


def commit(point: Point) -> str:
    """Return the commit of a point, with a star where the sources were not as in it."""
    return f"{point.revision[:10]}{'*' if point.dirty else ''}" if point.revision else "no commit"


def row_of(series: Series, point: Point) -> tuple[str, ...]:
    """Return a point as a row of a table."""
    bounds = interval(point.low, point.high)
    return label(series), date(point), commit(point), duration(point.median), bounds, change(point.ratio)
