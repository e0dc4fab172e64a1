"""The leaderboard as a table, as JSON, CSV and Markdown, and as a block in the user's README."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from puzzle_runner.model import Clock, TaskKey
from puzzle_runner.output.blocks import Markers
from puzzle_runner.output.charts import bar
from puzzle_runner.text import (
    aligned,
    columns,
    count,
    csv_cell,
    duration,
    factor,
    interval,
    printable,
    size,
    width,
)
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.ranking import WARM, Row, Total
from puzzle_runner.timing.records import Record

MARKERS = Markers("leaderboard")
BEGIN, END = MARKERS.begin, MARKERS.end
# Columns of a terminal.
NARROWEST_BAR, WIDEST_BAR = 4, 16
# What a program is marked with after its language.
_MARKS: dict[str, str] = {
    Clock.PROCESS: "",
    Clock.OWN: ", own time",
    Clock.PROCESS_BOTH: ", both parts",
    Clock.OWN_BOTH: ", own time, both parts",
}
# How many puzzles a command line names.
MOST_IDS = 8
# How Markdown aligns a column.
_LEFT, _RIGHT = ":---", "---:"
# The heads of the columns and their alignment; the last column is the bar's.
_COLUMNS = (
    ("rank", _RIGHT),
    ("puzzle", _LEFT),
    ("part", _RIGHT),
    ("solution", _LEFT),
    ("median", _RIGHT),
    ("95 % interval", _RIGHT),
    ("warm", _RIGHT),
    ("ranked by", _LEFT),
    ("ratio", _RIGHT),
    ("memory", _RIGHT),
    ("", _LEFT),
)
# Those that a leaderboard without short solutions does without.
_OF_SHORT = ("warm", "ranked by")
_TOTALS_COLUMNS = (
    ("rank", _RIGHT),
    ("", _LEFT),
    ("parts", _RIGHT),
    ("fastest of each, together", _RIGHT),
    ("ratio", _RIGHT),
    ("", _LEFT),
)


def table(rows: Sequence[Row], several_machines: bool = False, room: int | None = None) -> list[str]:
    """Return the lines of the leaderboard, with a logarithmic bar each if `room`, in columns, is enough.

    With `several_machines`, a line names its machine. Without `room`, a line may be of any width.
    """
    heads = _heads(rows)
    head = [name for name, _ in heads[:-1]]
    body = [_cells(row, "✗ ", heads) for row in rows]
    if several_machines:
        head.append("")
        for cells, row in zip(body, rows, strict=True):
            cells.append(row.machine)
    lines = columns([head, *body])
    widest = max(map(width, lines))
    bar_width = WIDEST_BAR if room is None else min(WIDEST_BAR, room - widest - 2)
    if bar_width < NARROWEST_BAR:
        return lines
    low, high = _span([row.figure for row in rows])
    bars = ["", *(bar(row.figure, low, high, bar_width) for row in rows)]
    return [aligned(cells, (widest, bar_width)) for cells in zip(lines, bars, strict=True)]


def markdown(rows: Sequence[Row]) -> list[str]:
    """Return the leaderboard as a Markdown table, and a sentence with the machines."""
    low, high = _span([row.figure for row in rows])
    heads = _heads(rows)
    body = [(*_cells(row, "", heads), bar(row.figure, low, high, 10)) for row in rows]
    lines = _markdown(heads, body)
    called = [row for row in rows if row.timed == Clock.CALL]
    machines = sorted({f"{row.machine}, {row.python}" for row in called} or {row.machine for row in rows})
    if machines:
        lines += ["", printable(f"Bars are logarithmic. Measured on {'; '.join(machines)}.")]
    return lines


def csv_of(rows: Sequence[Row] | Sequence[Total], fields: Sequence[str]) -> str:
    """Return rows as CSV with a head of `fields`; seconds and bytes are plain numbers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([fields, *(map(csv_cell, row) for row in rows)])
    return text.getvalue()


def document(
    rows: Iterable[Row], comparisons: Iterable[Comparison], stale: Iterable[TaskKey] = ()
) -> dict[str, Any]:
    """Return the JSON of `leaderboard`."""
    return {
        "leaderboard": [row._asdict() for row in rows],
        "comparisons": [comparison._asdict() for comparison in comparisons],
        "stale": [task._asdict() for task in stale],
    }


def totals_document(totals: Iterable[Total], by: str) -> dict[str, Any]:
    """Return the JSON of `leaderboard --by`. The key of a group's name is `by`."""
    return {"leaderboard": [dict(zip(totals_fields(by), total, strict=True)) for total in totals]}


def totals_fields(by: str) -> tuple[str, ...]:
    """Return the names of the fields of a total. The group's name is called after what it names."""
    return tuple(by if field == "name" else field for field in Total._fields)


def totals_table(totals: Sequence[Total]) -> list[str]:
    """Return the lines of the totals of groups."""
    return columns([[head for head, _ in _TOTALS_COLUMNS], *_totals(totals)])


def totals_markdown(totals: Sequence[Total]) -> list[str]:
    """Return the totals of groups as a Markdown table."""
    return _markdown(_TOTALS_COLUMNS, _totals(totals))


def summary(rows: Sequence[Row], ranked: Iterable[Row]) -> str:
    """Return the last line: the number of solutions and parts, and the sum of each part's fastest time.

    `ranked` are all rows, as the fastest of a part may not be shown.
    """
    parts = {(row.puzzle, row.part) for row in rows}
    fastest = [row.figure for row in ranked if row.rank == 1 and (row.puzzle, row.part) in parts]
    solutions = f"{count(len(rows), 'solution')} of {count(len(parts), 'part')}"
    return f"{solutions} · the fastest of each part together {duration(sum(fastest))}"


def stale(tasks: Sequence[TaskKey]) -> str:
    """Return how many measured solutions have changed since, and the command that measures them again."""
    ids = list(dict.fromkeys(task.puzzle for task in tasks))
    named = ids if len(ids) <= MOST_IDS else [*ids[:MOST_IDS], "..."]
    return f"{len(tasks)} stale: puzzles bench {' '.join(named)}"


def update_summary(path: Path, rows: Sequence[object], changed: bool) -> str:
    """Return what became of a file that the leaderboard is written into."""
    if not changed:
        return f"{path} is up to date."
    return f"{path}: the leaderboard has {count(len(rows), 'row')} now."


def not_compared(solutions: Sequence[str], against: str) -> str:
    """Return a sentence about solutions that are not compared, and the command that does it."""
    more = len(solutions) - MOST_IDS
    named = [*solutions[:MOST_IDS], f"{more} more"] if more > 0 else solutions
    return (
        f"Not compared with {against}, which has no other record of them: {', '.join(named)}. "
        f'"puzzles bench --against {against}" compares them.'
    )


def updated(document: str, block: Sequence[str], path: Path) -> str:
    """Return a text with the leaderboard between its markers. Raises UsageError where they are not there."""
    return MARKERS.updated(document, block, path)


def update(path: Path, block: Sequence[str]) -> bool:
    """Rewrite the block in a file; tell whether it changed. Raises Unreadable, UsageError, StoreFailed."""
    return MARKERS.update(path, block)


def labelled(measured: Row | Record) -> str:
    """Return the name of a solution; for a program with its language, and how its time was taken."""
    if measured.timed == Clock.CALL:
        return measured.solution
    return f"{measured.solution} ({measured.python}{_MARKS[measured.timed]})"


def _span(times: Sequence[float]) -> tuple[float, float]:
    return min(times, default=0.0), max(times, default=0.0)


def _heads(rows: Iterable[Row]) -> list[tuple[str, str]]:
    """Return the heads of the columns and their alignment. A few are there for short solutions only."""
    short = any(row.by == WARM for row in rows)
    return [head for head in _COLUMNS if short or head[0] not in _OF_SHORT]


def _cells(row: Row, mark: str, heads: Iterable[tuple[str, str]]) -> list[str]:
    """Return the cells of a row below some heads; without a rank, the first is the verdict after a mark."""
    cells = {
        "rank": str(row.rank) if row.rank else f"{mark}{row.verdict}",
        "puzzle": row.puzzle,
        "part": str(row.part),
        "solution": labelled(row),
        "median": duration(row.median),
        "95 % interval": interval(row.low, row.high),
        "warm": duration(row.warm),
        "ranked by": row.by,
        "ratio": factor(row.ratio),
        "memory": size(row.peak_bytes),
    }
    return [cells[name] for name, _ in heads if name]


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


def _markdown(columns: Iterable[tuple[str, str]], body: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table, given the head and the alignment of each column."""
    heads, alignments = zip(*columns, strict=True)
    safe = ([printable(cell).replace("|", "\\|").replace("<", "&lt;") for cell in cells] for cells in body)
    return [f"| {' | '.join(cells)} |" for cells in (heads, alignments, *safe)]
