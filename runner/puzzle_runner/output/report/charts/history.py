"""The times of a solution over commits, each lasting change marked."""

import time
from collections.abc import Sequence

from puzzle_runner.model import DEFAULT
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.svg import Chart, Scale, percent, words
from puzzle_runner.text import count, duration, factor, interval
from puzzle_runner.timing.history import Point, Series

_TOP, _HEIGHT = 16, 88
HEAD = ("date", "commit", "median", "95 % interval", "change")


def chart(series: Series, most: int) -> Chart:
    """Return the picture of a history; `most` of its points have a mark and a row of their own."""
    points = series.points
    scale = svg.spanning([end for point in points for end in (point.low, point.high)])
    across = Scale(0, max(1, len(points) - 1), False, 12, 98)
    shown = [(at, points[at]) for at in _shown(points, most)]
    places = [(across.at(at), _y(scale, point.median)) for at, point in enumerate(points)]
    steps = "".join(_step(across.at(at), point) for at, point in shown if point.step)
    marks = "".join(_mark(across.at(at), scale, point) for at, point in shown)
    return Chart(
        name=f"history-{series.puzzle}-part{series.part}-{series.solution}-{series.case}",
        title=f"History of {label(series)}",
        summary=_summary(series),
        body=_axis(scale) + steps + svg.path(places, _TOP + _HEIGHT + 4, "h") + marks + _ends(points),
        height=_TOP + _HEIGHT + 24,
        head=HEAD,
        rows=[row_of(point) for _, point in shown],
    )


def label(series: Series) -> str:
    """Return what a history is of: `euler227 part 1 linear`."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    case = "" if series.case == "main" else f", {series.case}"
    return f"{series.puzzle} part {series.part}{solution}{case}"


def _summary(series: Series) -> str:
    points = series.points
    changes = "; ".join(point.step for point in points if point.step)
    return (
        f"{count(len(points), 'state')} of the sources, from {duration(points[0].median)} to "
        f"{duration(points[-1].median)}, on a logarithmic scale. {changes or 'No lasting change'}."
    )


def _shown(points: Sequence[Point], most: int) -> list[int]:
    """Return which points have a mark of their own: lasting changes, the ends, others as there is room."""
    telling = {0, len(points) - 1} | {at for at, point in enumerate(points) if point.step}
    room = max(0, most - len(telling))
    if room:
        every = max(1, -(-len(points) // room))
        telling |= set(range(0, len(points), every))
    return sorted(telling)


def _y(scale: Scale, seconds: float) -> float:
    """Return the height of a time; the scale goes to the right, so it is turned."""
    return _TOP + _HEIGHT * (1 - scale.at(seconds) / 100)


def _axis(scale: Scale) -> str:
    ticks = [(_y(scale, value), svg.tick(value)) for value in scale.ticks(4)]
    lines = "".join(f'<line x1="10%" y1="{svg.number(y)}" x2="100%" y2="{svg.number(y)}"/>' for y, _ in ticks)
    return f'<g class="a">{lines}{"".join(words("9%", y + 4, said, anchor="e") for y, said in ticks)}</g>'


def _mark(x: float, scale: Scale, point: Point) -> str:
    kind = _kind(point)
    ends = svg.line(percent(x), _y(scale, point.low), percent(x), _y(scale, point.high), "h")
    told = f"{date(point)} {commit(point)}: {duration(point.median)} ({interval(point.low, point.high)})"
    told += f", {point.step}" if point.step else ""
    return svg.mark(ends + svg.dot(x, _y(scale, point.median), 4 if point.step else 2.5, kind), told)


def _step(x: float, point: Point) -> str:
    anchor = "e" if x > 60 else ""
    place = percent(x - 0.6 if anchor else x + 0.6)
    return svg.line(percent(x), _TOP - 6, percent(x), _TOP + _HEIGHT, f"{_kind(point)} rule") + words(
        place, _TOP - 5, change(point.ratio), f"{_kind(point)} text", anchor
    )


def _kind(point: Point) -> str:
    return "h" if point.ratio is None else "slower" if point.ratio > 1 else "faster"


def change(ratio: float | None) -> str:
    """Return a lasting change in words: `2.10 times as slow`."""
    if ratio is None:
        return ""
    slow = ratio > 1
    return f"{factor(ratio if slow else 1 / ratio)} times as {'slow' if slow else 'fast'}"


def _ends(points: Sequence[Point]) -> str:
    y = _TOP + _HEIGHT + 18
    return words("12%", y, date(points[0]), "quiet") + words("98%", y, date(points[-1]), "quiet", "e")


def date(point: Point) -> str:
    """Return the day of a point."""
    return time.strftime("%Y-%m-%d", time.localtime(point.moment))


def commit(point: Point) -> str:
    """Return the commit of a point, with a star where the sources were not as in it."""
    return f"{point.revision[:10]}{'*' if point.dirty else ''}" if point.revision else "no commit"


def row_of(point: Point) -> tuple[str, ...]:
    """Return a point as a row of a table."""
    return date(point), commit(point), duration(point.median), interval(point.low, point.high), point.step
