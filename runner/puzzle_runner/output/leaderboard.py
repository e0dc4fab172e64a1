"""The leaderboard as a table, as JSON, CSV and Markdown, and as a block in somebody's README."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from puzzle_runner.output.blocks import Markers
from puzzle_runner.output.charts import bar
from puzzle_runner.text import aligned, columns, duration, factor, interval, size, width
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.ranking import Row, Total

MARKERS = Markers("leaderboard")
BEGIN, END = MARKERS.begin, MARKERS.end
NARROWEST_BAR, WIDEST_BAR = 4, 16
_HEAD = ("rank", "puzzle", "part", "solution", "median", "95 % interval", "ratio", "memory", "")
_TOTALS_HEAD = ("rank", "", "parts", "fastest of each, together", "ratio", "")


def table(rows: Sequence[Row], several_machines: bool = False, room: int | None = None) -> list[str]:
    """Return the lines of the leaderboard, with a bar on a logarithmic scale where there is room for one."""
    low, high = _span([row.median for row in rows])
    figures = [(*_cells(row, "✗ "), *([row.machine] if several_machines else [])) for row in rows]
    lines = columns([(*_HEAD[:-1], *([""] if several_machines else [])), *figures])
    widest = max(map(width, lines))
    wide = WIDEST_BAR if room is None else min(WIDEST_BAR, room - widest - 2)
    if wide < NARROWEST_BAR:
        return lines
    bars = ["", *(bar(row.median, low, high, wide) for row in rows)]
    return [aligned(cells, (widest, wide)) for cells in zip(lines, bars, strict=True)]


def markdown(rows: Sequence[Row]) -> list[str]:
    """Return the leaderboard as a Markdown table."""
    low, high = _span([row.median for row in rows])
    body = [(*_cells(row, ""), bar(row.median, low, high, 10)) for row in rows]
    table = _markdown(_HEAD, [":" if column in (1, 3, 8) else "-:" for column in range(9)], body)
    return [*table, *_where(rows)]


def _where(rows: Sequence[Row]) -> list[str]:
    places = sorted({f"{row.machine}, {row.python}" for row in rows})
    return ["", f"Bars are logarithmic. Measured on {'; '.join(places)}."] if places else []


def csv_of(rows: Sequence[Row] | Sequence[Total], fields: Sequence[str]) -> str:
    """Return records as CSV, seconds and bytes as plain numbers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([fields, *rows])
    return text.getvalue()


def document(rows: Iterable[Row], comparisons: Iterable[Comparison]) -> dict[str, Any]:
    """Return the JSON of `leaderboard`."""
    return {
        "leaderboard": [row._asdict() for row in rows],
        "comparisons": [comparison._asdict() for comparison in comparisons],
    }


def totals_document(totals: Iterable[Total], by: str) -> dict[str, Any]:
    """Return the JSON of `leaderboard --by`; the name stands under what it is the name of."""
    rows = [total._asdict() for total in totals]
    return {"leaderboard": [{by if key == "name" else key: row[key] for key in row} for row in rows]}


def totals_table(totals: Sequence[Total]) -> list[str]:
    """Return the lines of the totals of groups."""
    return columns([_TOTALS_HEAD, *_totals(totals)])


def totals_markdown(totals: Sequence[Total]) -> list[str]:
    """Return the totals of groups as a Markdown table."""
    return _markdown(_TOTALS_HEAD, ["-:", ":", "-:", "-:", "-:", ":"], [*_totals(totals)])


def summary(rows: Sequence[Row]) -> str:
    """Return the last line: how many there are, and how long the fastest of each part take together."""
    fastest = [row.median for row in rows if row.rank == 1]
    parts = len({(row.puzzle, row.part) for row in rows})
    solutions = f"{len(rows)} solution{'s' * (len(rows) != 1)} of {parts} part{'s' * (parts != 1)}"
    return f"{solutions} · the fastest of each part together {duration(sum(fastest))}"


def updated(document: str, block: Sequence[str], path: Path) -> str:
    """Return a text with the leaderboard between its markers. Raises UsageError where they are not there."""
    return MARKERS.updated(document, block, path)


def update(path: Path, block: Sequence[str]) -> bool:
    """Rewrite the block of a file; tell whether it changed. Raises Unreadable, UsageError, StoreFailed."""
    return MARKERS.update(path, block)


def _span(times: Sequence[float]) -> tuple[float, float]:
    return min(times, default=0.0), max(times, default=0.0)


def _cells(row: Row, wrong: str) -> tuple[str, ...]:
    return (
        str(row.rank or f"{wrong}{row.verdict}"),
        row.puzzle,
        str(row.part),
        row.solution,
        duration(row.median),
        interval(row.low, row.high),
        factor(row.ratio),
        size(row.peak_bytes),
    )


def _totals(totals: Sequence[Total]) -> list[tuple[str, ...]]:
    low, high = _span([total.seconds for total in totals])
    return [
        (
            str(total.rank),
            total.name,
            str(total.parts),
            duration(total.seconds),
            factor(total.ratio),
            bar(total.seconds, low, high),
        )
        for total in totals
    ]


def _markdown(head: Sequence[str], rules: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    rule = [f":{'-' * 3}" if rule == ":" else f"{'-' * 3}:" for rule in rules]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *body)]
