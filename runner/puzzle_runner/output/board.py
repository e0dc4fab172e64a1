"""A board: rows with columns, as a table for a terminal, Markdown or CSV."""

import csv as writing
import io
from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import Any, NamedTuple

from puzzle_runner.output.terminal import wrapped
from puzzle_runner.text import aligned, columns, csv_cell, printable, width

# Columns of a bar.
NARROWEST_BAR, WIDEST_BAR, WIDEST_BAR_IN_MARKDOWN = 4, 16, 10
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Column(NamedTuple):
    """A column for people.

    `right` aligns it in Markdown; a table that aligns numbers pads its cells itself. Where there is no room
    for all columns, those with the greatest `spare` go first; without it, a column stays.
    """

    head: str
    right: bool = False
    spare: int = 0


class Board(NamedTuple):
    """The columns and cells that people read, the rows that programs read, and the JSON document.

    The `fields` of `rows` are the columns of CSV, with plain values, in seconds and bytes. `bars` are the
    values of which each row has a bar in its last column, on a logarithmic scale; a board may have none.
    `title` stands above a table for a terminal, `notes` stand below tables.
    """

    columns: Sequence[Column]
    cells: Sequence[Sequence[str]]
    fields: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    document: Mapping[str, Any]
    bars: Sequence[float] = ()
    title: str = ""
    notes: Sequence[str] = ()

    def drawn_bars(self, width: int) -> list[str]:
        """Return a bar for each row, at most `width` columns wide; no bars if the board has none."""
        high = max(self.bars, default=0.0)
        # A scale of less than a factor of ten would make much of a small difference.
        low = min([*self.bars, high / 10])
        return [bar(value, low, high, width) for value in self.bars]


def bar(value: float, low: float, high: float, width: int) -> str:
    """Return a bar for a value from `low` to `high`, 1 to `width` columns long.

    The scale is logarithmic because times span many magnitudes.
    """
    share = 1.0
    if 0 < low < high and value > 0:
        share = log(value / low) / log(high / low)
    length = 1 + (width - 1) * share
    full, eighths = divmod(round(8 * length), 8)
    return "█" * full + _EIGHTHS[eighths].strip()


def table(board: Board, room: int | None = None) -> str:
    """Return an aligned table with a bar in each line, for `room` columns, or any number: bars give way."""
    spare = [at for at, column in enumerate(board.columns) if column.spare]
    spare.sort(key=lambda at: board.columns[at].spare, reverse=True)
    heads = [column.head for column in board.columns]
    lines = columns([heads, *board.cells], room, spare)
    widest = max(map(width, lines))
    bar_width = WIDEST_BAR
    if room is not None:
        bar_width = min(WIDEST_BAR, room - widest - 2)
    if board.bars and bar_width >= NARROWEST_BAR:
        bars = ["", *board.drawn_bars(bar_width)]
        lines = [aligned(cells, (widest, bar_width)) for cells in zip(lines, bars, strict=True)]
    if board.title:
        lines = wrapped(board.title, room) + lines
    for note in board.notes:
        lines += wrapped(note, room)
    return "\n".join(lines)


def markdown(board: Board) -> str:
    """Return a table with its notes below it. What comes from a row cannot end a cell or begin a tag."""
    heads = [column.head for column in board.columns]
    alignments = ["---:" if column.right else ":---" for column in board.columns]
    rows = [list(map(_safe, cells)) for cells in board.cells]
    if board.bars:
        heads.append("")
        alignments.append(":---")
        for row, drawn in zip(rows, board.drawn_bars(WIDEST_BAR_IN_MARKDOWN), strict=True):
            row.append(drawn)
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, alignments, *rows)]
    if board.notes:
        lines += ["", *map(printable, board.notes)]
    return "\n".join(lines)


def _safe(cell: str) -> str:
    return printable(cell).replace("|", "\\|").replace("<", "&lt;")


def csv(board: Board) -> str:
    """Return the fields as plain values: the head and a line for each row."""
    text = io.StringIO()
    writer = writing.writer(text, lineterminator="\n")
    writer.writerow(board.fields)
    for row in board.rows:
        writer.writerow([csv_cell(row[field]) for field in board.fields])
    return text.getvalue().removesuffix("\n")


# The formats of a board: functions that return the whole text, without a newline at its end.
FORMATS: Mapping[str, Callable[[Board], str]] = {
    "table": table,
    "csv": csv,
    "markdown": markdown,
}
