"""The output of `history`: times over commits with the steps among them, and their JSON."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

from puzzle_runner.model import DEFAULT
from puzzle_runner.text import columns, duration, interval, printable
from puzzle_runner.timing.history import Series

_LEVELS = "▁▂▃▄▅▆▇█"


def lines(series: Series) -> list[str]:
    """Return the lines of one solution: a sparkline, its times over commits, the steps among them."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    spark = sparkline([point.median for point in series.points])
    cells = []
    for point in series.points:
        minute = time.strftime("%Y-%m-%d %H:%M", time.localtime(point.moment))
        revision = point.revision[:10] if point.revision else "-"
        mark = "*" if point.revision and point.dirty else ""
        times = duration(point.median), interval(point.low, point.high)
        cells.append((minute, f"{revision}{mark}", *times, point.subject))
    rows = zip(series.points, columns(cells), strict=True)
    return [
        printable(f"{series.puzzle} part {series.part}{solution}, {series.case}  {spark}"),
        *(f"  {'→' if point.step else ' '} {row}" for point, row in rows),
        *(f"    {point.step}" for point in series.points if point.step),
    ]


def document(histories: Iterable[Series]) -> dict[str, Any]:
    """Return the JSON of `history`: series with their points, without the records of these."""
    plain = []
    for series in histories:
        points = [point._asdict() for point in series.points]
        for fields in points:
            del fields["records"]
        plain.append(series._asdict() | {"points": points})
    return {"history": plain}


def sparkline(values: Sequence[float]) -> str:
    """Return a line of small columns from 0 up, the highest for the greatest value."""
    greatest = max(values, default=0.0)
    if not greatest:
        return _LEVELS[0] * len(values)
    return "".join(_LEVELS[min(7, int(8 * value / greatest))] for value in values)
