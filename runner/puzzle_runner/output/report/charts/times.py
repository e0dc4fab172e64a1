"""The solutions of a puzzle side by side: their medians with intervals."""

from collections.abc import Iterator
from itertools import groupby

from puzzle_runner.output.measurements import labelled
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart, ends, solution_name
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, element, escaped, percent
from puzzle_runner.text import case_label, count, duration, factor, interval, size
from puzzle_runner.timing.ranking import Row

HEAD = ("part", "solution", "median", "95 % interval", "minimum", "ratio", "memory", "verdict")
# The height of a solution, in pixels.
_LANE = 34


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture for each measured puzzle, all parts on one axis."""
    for puzzle, group in groupby(data.rows, key=lambda row: row.record.puzzle):
        rows = sorted(group, key=lambda row: row.record.part)
        times: list[float] = []
        for row in rows:
            times += ends(row.record)
        scale = svg.spanning(times)
        body = ""
        for place, row in enumerate(rows):
            body += _lane(row, place * _LANE, scale)
        height = len(rows) * _LANE
        fastest = [row.record for row in rows if row.rank == 1]
        summary = ", ".join(f"part {record.part} {duration(record.median)}" for record in fastest)
        yield Chart(
            name=f"times-{puzzle}",
            title=f"Times of {puzzle}",
            summary=f"{summary or count(len(rows), 'solution')}.",
            body=svg.axis(scale, 4, height, 3) + body,
            height=height + 22,
            head=HEAD,
            rows=[_cells(row) for row in rows],
            puzzle=puzzle,
        )


def _lane(row: Row, y: int, scale: Scale) -> str:
    record = row.record
    summary = duration(record.median)
    kind = "i"
    if not row.rank:
        summary += f", {record.verdict}"
        kind = "wrong"
    case = case_label(record.case, record.account)
    name = solution_name(record.part, record.solution, case)
    words = element("tspan", escaped(name), class_="day")
    words += element("tspan", escaped(summary), dx=8, class_="time")
    text = element("text", words, y=y + 14)
    line = svg.clipped("100%", text)
    y += 24
    low, high = ends(record)
    start = percent(scale.at(low))
    middle = percent(scale.at(record.median))
    end = percent(scale.at(high))
    mark = element("title", escaped(summary))
    mark += element("line", x1=start, y1=y, x2=end, y2=y)
    mark += element("circle", cx=middle, cy=y, r=3.5)
    return line + element("g", mark, class_=kind)


def _cells(row: Row) -> tuple[str, ...]:
    record = row.record
    return (
        str(record.part),
        labelled(record),
        duration(record.median),
        interval(record.low, record.high),
        duration(record.minimum),
        "" if row.ratio is None else factor(row.ratio),
        size(record.peak_bytes),
        record.verdict,
    )
