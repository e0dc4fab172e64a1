"""The lasting changes over time: how much slower or faster each made something."""

import time
from collections.abc import Sequence

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.changes import Change
from puzzle_runner.output.report.charts import history
from puzzle_runner.output.report.svg import Chart, Scale, percent, words
from puzzle_runner.text import count, duration, factor

_TOP, _HEIGHT = 22, 150
_FACTORS = (0.001, 0.01, 0.1, 0.5, 1, 2, 10, 100, 1000)
HEAD = ("date", "solution", "change", "95 % interval", "before", "after", "what made it")


def chart(changes: Sequence[Change]) -> Chart:
    """Return the picture of some changes: slower ones point up, faster ones down."""
    most = max([2.2, *(max(change.high, 1 / change.low) for change in changes)]) * 1.1
    scale = Scale(1 / most, most)
    moments = [change.point.moment for change in changes]
    across = Scale(min(moments, default=0), max(moments, default=1), False, 12, 97)
    body = "".join(_mark(change, across, scale) for change in changes)
    slower = sum(change.ratio > 1 for change in changes)
    return Chart(
        name="changes",
        title="Lasting changes over time",
        summary=f"{count(len(changes), 'change')}: {slower} slower, {len(changes) - slower} faster. "
        "Up is slower, down is faster, on a logarithmic scale.",
        body=_axis(scale) + body + _ends(moments),
        height=_TOP + _HEIGHT + 24,
        head=HEAD,
        rows=[row_of(change) for change in changes],
    )


def _y(scale: Scale, ratio: float) -> float:
    return _TOP + _HEIGHT * (1 - scale.at(ratio) / 100)


def _axis(scale: Scale) -> str:
    ticks = [(_y(scale, value), _label(value)) for value in _FACTORS if scale.low < value < scale.high]
    lines = "".join(f'<line x1="10%" y1="{svg.number(y)}" x2="100%" y2="{svg.number(y)}"/>' for y, _ in ticks)
    labels = "".join(words("9%", y + 4, label, anchor="e") for y, label in ticks)
    sides = words("12%", 12, "slower", "slower text") + words("12%", _TOP + _HEIGHT, "faster", "faster text")
    return f'<g class="a">{lines}{labels}</g>{sides}'


def _label(value: float) -> str:
    return "same" if value == 1 else f"x {value:g}" if value > 1 else f"x 1/{1 / value:g}"


def _mark(change: Change, across: Scale, scale: Scale) -> str:
    x = across.at(change.point.moment)
    kind = "slower" if change.ratio > 1 else "faster"
    stem = svg.line(percent(x), _y(scale, 1), percent(x), _y(scale, change.ratio), f"{kind} thin")
    ends = svg.line(percent(x), _y(scale, change.low), percent(x), _y(scale, change.high), kind)
    return svg.mark(stem + ends + svg.dot(x, _y(scale, change.ratio), 3.5, kind), said(change))


def said(change: Change) -> str:
    """Return a change in a line."""
    return (
        f"{day(change)} {history.label(change.series)}: {history.change(change.ratio)} "
        f"({bounds(change)}), {change.cause}"
    )


def bounds(change: Change) -> str:
    """Return the interval of a change, in the direction in which it is told."""
    ends = (change.low, change.high) if change.ratio > 1 else (1 / change.high, 1 / change.low)
    return f"{factor(ends[0])} to {factor(ends[1])}"


def day(change: Change) -> str:
    """Return the day of a change."""
    return history.date(change.point)


def _ends(moments: Sequence[float]) -> str:
    if not moments:
        return ""
    first, last = (time.strftime("%Y-%m-%d", time.localtime(end)) for end in (min(moments), max(moments)))
    y = _TOP + _HEIGHT + 18
    return words("12%", y, first, "quiet") + (words("97%", y, last, "quiet", "e") if last != first else "")


def row_of(change: Change) -> tuple[str, ...]:
    """Return a change as a row of a table."""
    return (
        day(change),
        history.label(change.series),
        history.change(change.ratio),
        bounds(change),
        duration(change.before),
        duration(change.after),
        change.cause,
    )
