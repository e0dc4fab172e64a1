"""All solutions on one scale of times: as intervals in the rows of a table, and as a picture of their own."""

from collections.abc import Sequence

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.charts import times
from puzzle_runner.output.report.material import Entry
from puzzle_runner.output.report.svg import Chart, Scale, percent, words
from puzzle_runner.text import count, duration

# Of a picture; the table has them all.
MOST_LANES = 60
_LANE = 22


def scale(entries: Sequence[Entry], start: float = 2.0, end: float = 98.0) -> Scale:
    """Return the scale that all solutions share."""
    return svg.spanning(
        [time for e in entries for time in (e.row.figures.low, e.row.figures.high)], start, end
    )


def cell(entry: Entry, common: Scale) -> str:
    """Return the interval of a solution as it stands in its row."""
    row = entry.row
    low, middle, high = (
        percent(common.at(each)) for each in (row.figures.low, row.figures.median, row.figures.high)
    )
    drawn = f"<line x1={low} x2={high} /><circle cx={middle} r=3.5 />"
    return f"<svg class={times.kind(entry)}>{drawn}</svg>"


def grid(common: Scale) -> str:
    """Return the rule for the lines behind the intervals, which all rows have in common."""
    line = "linear-gradient(var(--line),var(--line))"
    lines = ",".join(
        f"{line} {percent(common.at(value))} 0/1px 100% repeat-y content-box border-box"
        for value in common.ticks(5)
    )
    return f"#board td:nth-child(5){{background:{lines}}}"


def head(common: Scale) -> str:
    """Return the labels of the scale, for the head of the table."""
    ticks = [(common.at(value), svg.tick(value)) for value in common.ticks(5)]
    labels = (words(percent(x), 11, label, "" if x < 8 else "e" if x > 92 else "c") for x, label in ticks)
    return f"<svg class=a aria-hidden=true>{''.join(labels)}</svg>"


def chart(entries: Sequence[Entry]) -> Chart:
    """Return the fastest and the slowest solutions as a picture: for a README."""
    shown = entries[:MOST_LANES]
    common = scale(shown, 45, 98)
    body = "".join(_lane(entry, place * _LANE, common) for place, entry in enumerate(shown))
    bottom = len(shown) * _LANE
    left = f"; the first {len(shown)} of them" if len(entries) > len(shown) else ""
    return Chart(
        name="leaderboard",
        title="Times, medians with 95 % intervals",
        summary=f"{count(len(entries), 'solution')} on a logarithmic scale{left}.",
        body=svg.axis(common, 0, bottom) + body,
        height=bottom + 22,
        head=("puzzle", *times.HEAD),
        rows=[(entry.row.puzzle, *times.row_of(entry)) for entry in shown],
    )


def _lane(entry: Entry, y: float, common: Scale) -> str:
    row = entry.row
    name = f"<text y={y + 15}><tspan class=day>{svg.text_of(row.puzzle)}</tspan>"
    name += f"<tspan dx=6 class=time>part {row.part} {svg.text_of(row.solution)}</tspan></text>"
    time = words("43%", y + 15, duration(row.figures.median), "time e")
    marks = svg.interval(common, row.figures.low, row.figures.median, row.figures.high, y + 11)
    told = f"{row.puzzle} part {row.part} {row.solution}: {times.said(entry)}"
    return name + time + svg.mark(marks, told, times.kind(entry))
