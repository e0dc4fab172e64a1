"""All solutions on one scale of times, for a README: on the page, the leaderboard is a table."""

from collections.abc import Iterator

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.entries import HEAD
from puzzle_runner.output.report.svg import words
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
    body = svg.axis(scale, 0, bottom)
    for place, entry in enumerate(shown):
        y, record, figures = place * _LANE, entry.record, entry.figures
        name = f"part {record.part} {entry.name}"
        marks = svg.interval(scale, figures.low, figures.median, figures.high, y + 11)
        body += svg.heading(y + 15, record.puzzle, name, 6)
        body += words("43%", y + 15, duration(figures.median), "time e")
        body += svg.mark(marks, f"{record.puzzle} {name}: {entry.summary}", entry.css)
    yield Chart(
        name="leaderboard",
        title="Times, medians with 95 % intervals",
        summary=f"{count(len(data.entries), 'solution')} on a logarithmic scale{left}.",
        body=body,
        height=bottom + 22,
        head=("puzzle", *HEAD),
        rows=[(entry.record.puzzle, *entry.cells) for entry in shown],
    )
