"""The lasting changes over time: how much slower or faster each made something."""

from collections.abc import Iterator

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.aggregates import Change, solution_name
from puzzle_runner.output.report.chart import Chart, ChartTable, PuzzleLink
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, percent, words
from puzzle_runner.text import count, day, duration, factor, speed

ORDER = 5
_TOP, _HEIGHT = 22, 150
# The greatest changes have marks with titles; the others are dots.
MOST_MARKS = 300
_FACTORS = (0.001, 0.01, 0.1, 0.5, 1, 2, 10, 100, 1000)
_HEAD = ("date", "solution", "change", "95 % interval", "times", "what made it")


def charts(data: Data) -> Iterator[Chart]:
    """Yield the picture of all lasting changes: slower ones point up, faster ones down."""
    changes = data.changes
    if not changes:
        return
    most = max([2.2, *(max(change.high, 1 / change.low) for change in changes)]) * 1.1
    scale = Scale(1 / most, most)
    moments = [change.moment for change in changes]
    first, last = min(moments), max(moments)
    across = Scale(first, last, False, 12, 97)
    inside = [value for value in _FACTORS if scale.low < value < scale.high]
    labels = [
        f"x {value:g}" if value > 1 else f"x 1/{1 / value:g}" if value < 1 else "same" for value in inside
    ]
    heights = [_TOP + scale.down(value, _HEIGHT) for value in inside]
    bottom = _TOP + _HEIGHT
    body = svg.levels(zip(heights, labels, strict=True))
    body += words("12%", 12, "slower", "slower") + words("12%", bottom, "faster", "faster")
    body += words("12%", bottom + 18, day(first), "quiet")
    body += words("97%", bottom + 18, day(last), "quiet e") if day(first) != day(last) else ""
    greatest = sorted(changes, key=lambda change: -max(change.ratio, 1 / change.ratio))
    body += svg.cloud(
        ((across.at(each.moment), round(scale.down(each.ratio, _HEIGHT))) for each in greatest[MOST_MARKS:]),
        _TOP,
        _HEIGHT,
    )
    for change in sorted(greatest[:MOST_MARKS], key=lambda change: change.moment):
        body += _mark(change, across, scale)
    slower = [change for change in changes if change.ratio > 1]
    faster = [change for change in changes if change.ratio <= 1]
    summary = (
        f"{count(len(changes), 'change')}: {len(slower)} slower, {len(faster)} faster. "
        "Up is slower, down is faster, on a logarithmic scale."
    )
    yield Chart(
        name="changes",
        title="Speed changes over time",
        summary=summary,
        body=body,
        height=bottom + 24,
        view="changes",
        caption=f"{summary} The tables below have the figures.",
        tables=[
            ChartTable(_HEAD, [_row(change) for change in some], title, kind)
            for title, kind, some in (("Slower", "down", slower), ("Faster", "up", faster))
            if some
        ],
    )


def _mark(change: Change, across: Scale, scale: Scale) -> str:
    x = percent(round(across.at(change.moment), 1))
    same, low, middle, high = (
        _TOP + scale.down(each, _HEIGHT) for each in (1, change.low, change.ratio, change.high)
    )
    ends = svg.line(x, low, x, high) if low - high > 2 else ""
    drawn = svg.line(x, same, x, middle, "thin") + ends + svg.dot(x, middle, 3.5)
    title = f"{day(change.moment)} {_name(change)}: {speed(change.ratio)} ({_bounds(change)})"
    return svg.mark(drawn, title, "slower" if change.ratio > 1 else "faster")


def _name(change: Change) -> str:
    return f"{change.puzzle} {solution_name(change)}"


def _bounds(change: Change) -> str:
    """Return the interval of a change, in the direction that its words have."""
    ends = (change.low, change.high) if change.ratio > 1 else (1 / change.high, 1 / change.low)
    return f"{factor(ends[0])} to {factor(ends[1])}"


def _row(change: Change) -> tuple[str | PuzzleLink, ...]:
    return (
        day(change.moment),
        PuzzleLink(_name(change), change.puzzle),
        speed(change.ratio),
        _bounds(change),
        f"{duration(change.before)} → {duration(change.after)}",
        change.cause,
    )
