"""All solutions on one scale of times, for a README: on the page, the leaderboard is a table."""

from collections.abc import Iterator

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.entries import HEAD, Entry
from puzzle_runner.output.report.svg import Scale, words
from puzzle_runner.text import count, duration

ORDER = 2
MOST_LANES = 60
_LANE = 22


def charts(data: Data) -> Iterator[Chart]:
    """Yield the picture, if anything was measured."""
    if not data.entries:
        return
    shown = data.entries[:MOST_LANES]
    scale = svg.spanning([time for e in shown for time in (e.figures.low, e.figures.high)], 45, 98)
    bottom = len(shown) * _LANE
    left = f"; the first {len(shown)} of them" if len(data.entries) > len(shown) else ""
    yield Chart(
        name="leaderboard",
        title="Times, medians with 95 % intervals",
        summary=f"{count(len(data.entries), 'solution')} on a logarithmic scale{left}.",
        body=svg.axis(scale, 0, bottom)
        + "".join(_lane(entry, place * _LANE, scale) for place, entry in enumerate(shown)),
        height=bottom + 22,
        head=("puzzle", *HEAD),
        rows=[(entry.record.puzzle, *entry.cells) for entry in shown],
    )


def _lane(entry: Entry, y: float, scale: Scale) -> str:
    record, figures = entry.record, entry.figures
    name = svg.heading(y + 15, record.puzzle, f"part {record.part} {record.solution}", 6)
    time = words("43%", y + 15, duration(figures.median), "time e")
    marks = svg.interval(scale, figures.low, figures.median, figures.high, y + 11)
    title = f"{record.puzzle} part {record.part} {record.solution}: {entry.summary}"
    return name + time + svg.mark(marks, title, entry.css)
