"""Measurements into JSON documents, their keys in the order that the design promises."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from puzzle_runner.output.documents import document
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.ranking import Row, Total, marked
from puzzle_runner.timing.records import Record

_BENCH = (
    "puzzle", "part", "solution", "case", "samples", "median", "low", "high", "minimum", "peak_bytes",
    "machine", "python", "revision", "source_hash",
)  # fmt: skip


def bench(records: Iterable[Record], comparisons: Iterable[Comparison]) -> str:
    """Return the JSON of `bench`."""
    compared = [comparison._asdict() for comparison in comparisons]
    return document("benchmarks", [_benchmark(record) for record in records], comparisons=compared)


def _benchmark(record: Record) -> dict[str, Any]:
    fields = record._asdict()
    changed = {
        "samples": [*chain.from_iterable(record.samples)],
        "revision": marked(record.revision, record.dirty),
    }
    return {key: (fields | changed)[key] for key in _BENCH}


def leaderboard(rows: Iterable[Row], comparisons: Iterable[Comparison]) -> str:
    """Return the JSON of `leaderboard`."""
    compared = [comparison._asdict() for comparison in comparisons]
    return document("leaderboard", [row._asdict() for row in rows], comparisons=compared)


def totals(totals: Iterable[Total], by: str) -> str:
    """Return the JSON of `leaderboard --by`; the name stands under what it is the name of."""
    rows = [total._asdict() for total in totals]
    return document("leaderboard", [{by if key == "name" else key: row[key] for key in row} for row in rows])


def history(found: Iterable[Series]) -> str:
    """Return the JSON of `history`; `step` says what changed at a point, `ratio` by how much."""
    return document("history", [_series(series) for series in found])


def _series(series: Series) -> dict[str, Any]:
    points = [
        {key: value for key, value in point._asdict().items() if key != "records"} for point in series.points
    ]
    return series._asdict() | {"points": points}
