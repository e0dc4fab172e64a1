"""The lasting changes over time: how much slower or faster each made something."""

import time
from collections.abc import Sequence

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.changes import Change
from puzzle_runner.output.report.charts import history
from puzzle_runner.output.report.svg import Chart, Scale, percent, words
from puzzle_runner.text import count, duration, factor

_TOP, _HEIGHT = 22, 150
# Those that tell what they are, the greatest; the others are dots.
MOST_MARKS = 300
_FACTORS = (0.001, 0.01, 0.1, 0.5, 1, 2, 10, 100, 1000)
HEAD = ("date", "solution", "change", "95 % interval", "times", "what made it")


def chart(changes: Sequence[Change]) -> Chart:
    """Return the picture of some changes: slower ones point up, faster ones down."""
    most = max([2.2, *(max(change.high, 1 / change.low) for change in changes)]) * 1.1
    scale = Scale(1 / most, most)
    moments = [change.point.moment for change in changes]
    across = Scale(min(moments, default=0), max(moments, default=1), False, 12, 97)
    greatest = sorted(changes, key=lambda change: -max(change.ratio, 1 / change.ratio))
    marked = sorted(greatest[:MOST_MARKS], key=lambda change: change.point.moment)
    dots = [(across.at(each.point.moment), round(_down(scale, each.ratio))) for each in greatest[MOST_MARKS:]]
    slower = sum(change.ratio > 1 for change in changes)
    return Chart(
        name="changes",
        title="Lasting changes over time",
        summary=f"{count(len(changes), 'change')}: {slower} slower, {len(changes) - slower} faster. "
        "Up is slower, down is faster, on a logarithmic scale.",
        body=_axis(scale)
        + (svg.cloud(dots, _TOP, _HEIGHT) if dots else "")
        + "".join(_mark(change, across, scale) for change in marked)
        + _ends(moments),
        height=_TOP + _HEIGHT + 24,
        head=HEAD,
        rows=[row_of(change) for change in changes],
    )


def _down(scale: Scale, ratio: float) -> float:
    return _HEIGHT * (1 - scale.at(ratio) / 100)


def _axis(scale: Scale) -> str:
    inside = [value for value in _FACTORS if scale.low < value < scale.high]
    sides = words("12%", 12, "slower", "slower") + words("12%", _TOP + _HEIGHT, "faster", "faster")
    return svg.levels([(_TOP + _down(scale, value), _label(value)) for value in inside]) + sides


def _label(value: float) -> str:
    return "same" if value == 1 else f"x {value:g}" if value > 1 else f"x 1/{1 / value:g}"


def _mark(change: Change, across: Scale, scale: Scale) -> str:
    x = percent(round(across.at(change.point.moment), 1))
    same, low, middle, high = (
        _TOP + _down(scale, each) for each in (1, change.low, change.ratio, change.high)
    )
    ends = svg.line(x, low, x, high) if low - high > 2 else ""
    drawn = svg.line(x, same, x, middle, "thin") + ends + svg.dot(x, middle, 3.5)
    return svg.mark(drawn, said(change), kind(change))


def kind(change: Change) -> str:
    """Return the class of a change."""
    return "slower" if change.ratio > 1 else "faster"


def said(change: Change) -> str:
    """Return a change in a line."""
    return f"{history.date(change.point)} {label(change)}: {history.change(change.ratio)} ({bounds(change)})"


def label(change: Change) -> str:
    """Return which solution has changed: `euler227 part 1 linear`."""
    return f"{change.series.puzzle} {history.label(change.series)}"


def bounds(change: Change) -> str:
    """Return the interval of a change, in the direction in which it is told."""
    ends = (change.low, change.high) if change.ratio > 1 else (1 / change.high, 1 / change.low)
    return f"{factor(ends[0])} to {factor(ends[1])}"


def _ends(moments: Sequence[float]) -> str:
    first, last = (time.strftime("%Y-%m-%d", time.localtime(end)) for end in (min(moments), max(moments)))
    y = _TOP + _HEIGHT + 18
    return words("12%", y, first, "quiet") + (words("97%", y, last, "quiet e") if last != first else "")


def row_of(change: Change) -> tuple[str, ...]:
    """Return a change as a row of a table."""
    return (
        history.date(change.point),
        label(change),
        history.change(change.ratio),
        bounds(change),
        f"{duration(change.before)} → {duration(change.after)}",
        change.cause,
    )
