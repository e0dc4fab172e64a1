"""What `history` shows: times over commits with the steps among them, and their JSON."""

import time
from collections.abc import Iterable
from typing import Any

from puzzle_runner.model import DEFAULT
from puzzle_runner.output.charts import sparkline
from puzzle_runner.text import columns, duration, interval
from puzzle_runner.timing.history import Point, Series


def lines(series: Series) -> list[str]:
    """Return the lines for one solution: a sparkline, its times over commits, the steps among them."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    spark = sparkline([point.median for point in series.points])
    rows = columns([_cells(point) for point in series.points])
    return [
        f"{series.puzzle} part {series.part}{solution}, {series.case}  {spark}",
        *(f"  {'→' if point.step else ' '} {row}" for point, row in zip(series.points, rows, strict=True)),
        *(f"    {point.step}" for point in series.points if point.step),
    ]


def _cells(point: Point) -> tuple[str, ...]:
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(point.moment))
    revision = f"{point.revision[:10]}{'*' if point.dirty else ''}" if point.revision else "-"
    return day, revision, duration(point.median), interval(point.low, point.high), point.subject


def document(histories: Iterable[Series]) -> dict[str, Any]:
    """Return the JSON of `history`; `step` says what changed at a point, `ratio` by how much."""
    return {"history": [_plain(series) for series in histories]}


def _plain(series: Series) -> dict[str, Any]:
    points = [
        {key: value for key, value in point._asdict().items() if key != "records"} for point in series.points
    ]
    return series._asdict() | {"points": points}
