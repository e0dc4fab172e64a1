"""The output of `history`: times over commits with the steps among them, and their JSON."""

import time
from collections.abc import Iterable
from typing import Any

from puzzle_runner.model import DEFAULT
from puzzle_runner.output.charts import sparkline
from puzzle_runner.text import columns, duration, interval, printable
from puzzle_runner.timing.history import Point, Series


def lines(series: Series) -> list[str]:
    """Return the lines of one solution: a sparkline, its times over commits, the steps among them."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    spark = sparkline([point.median for point in series.points])
    rows = zip(series.points, columns([_cells(point) for point in series.points]), strict=True)
    return [
        printable(f"{series.puzzle} part {series.part}{solution}, {series.case}  {spark}"),
        *(f"  {'→' if point.step else ' '} {row}" for point, row in rows),
        *(f"    {point.step}" for point in series.points if point.step),
    ]


def _cells(point: Point) -> tuple[str, ...]:
    minute = time.strftime("%Y-%m-%d %H:%M", time.localtime(point.moment))
    revision = point.revision[:10] if point.revision else "-"
    mark = "*" if point.revision and point.dirty else ""
    times = duration(point.median), interval(point.low, point.high)
    return minute, f"{revision}{mark}", *times, point.subject


def document(histories: Iterable[Series]) -> dict[str, Any]:
    """Return the JSON of `history`: series with their points, without the records of these."""
    return {"history": [_plain(series) for series in histories]}


def _plain(series: Series) -> dict[str, Any]:
    return series._asdict() | {"points": [_plain_point(point) for point in series.points]}


def _plain_point(point: Point) -> dict[str, Any]:
    fields = point._asdict()
    del fields["records"]
    return fields
