"""A board: rows with columns, as a table for a terminal, Markdown or CSV."""

import csv as writing
import io
from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import Any, Generic, NamedTuple, TypeVar

from puzzle_runner.output.terminal import wrapped
from puzzle_runner.text import aligned, columns, csv_cell, printable, width

Row = TypeVar("Row")
# Columns of a bar.
NARROWEST_BAR, WIDEST_BAR, WIDEST_BAR_IN_MARKDOWN = 4, 16, 10
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Column(NamedTuple, Generic[Row]):
    """A column for people: its head, and the function that makes a cell of a row.

    `right` aligns it in Markdown; a table that aligns numbers pads its cells itself. Where there is no room
    for all columns, those with the greatest `spare` go first; without it, a column stays.
    """

    head: str
    cell: Callable[[Row], str]
    right: bool = False
    spare: int = 0


class Board(NamedTuple, Generic[Row]):
    """Rows, the columns that people read, the fields that programs read, and the JSON document.

    `fields` are the columns of CSV with their plain values, in seconds and bytes. `bar` returns what the bar
    of a row shows; bars are the last column, on a logarithmic scale. `title` stands above a table for a
    terminal, `notes` stand below tables.
    """

    rows: Sequence[Row]
    columns: Sequence[Column[Row]]
    fields: Mapping[str, Callable[[Row], Any]]
    document: Mapping[str, Any]
    bar: Callable[[Row], float] | None = None
    title: str = ""
    notes: Sequence[str] = ()

    def cells(self) -> list[list[str]]:
        """Return the cells of each row as people read them, without the bars."""
        return [[column.cell(row) for column in self.columns] for row in self.rows]

    def bars(self, width: int) -> list[str]:
        """Return a bar for each row, at most `width` columns wide; no bars if the board has none."""
        if self.bar is None:
            return []
        values = [self.bar(row) for row in self.rows]
        high = max(values, default=0.0)
        # A scale of less than a factor of ten would make much of a small difference.
        low = min([*values, high / 10])
        return [bar(value, low, high, width) for value in values]


def bar(value: float, low: float, high: float, width: int) -> str:
    """Return a bar for a value from `low` to `high`, 1 to `width` columns long.

    The scale is logarithmic because times span many magnitudes.
    """
    share = log(value / low) / log(high / low) if 0 < low < high and value > 0 else 1.0
    eighths = max(1, round((1 + (width - 1) * share) * 8))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def table(board: Board[Any], room: int | None = None) -> str:
    """Return an aligned table with a bar in each line, for `room` columns, or any number: bars give way."""
    spare = sorted(
        (place for place, column in enumerate(board.columns) if column.spare),
        key=lambda place: -board.columns[place].spare,
    )
    lines = columns([[column.head for column in board.columns], *board.cells()], room, spare)
    widest = max(map(width, lines))
    bar_width = WIDEST_BAR if room is None else min(WIDEST_BAR, room - widest - 2)
    if board.bar and bar_width >= NARROWEST_BAR:
        bars = ["", *board.bars(bar_width)]
        lines = [aligned(cells, (widest, bar_width)) for cells in zip(lines, bars, strict=True)]
    above, below = (
        [piece for line in texts for piece in wrapped(line, room)]
        for texts in ([board.title] if board.title else [], board.notes)
    )
    return "\n".join([*above, *lines, *below])


def markdown(board: Board[Any]) -> str:
    """Return a table with its notes below it. What comes from a row cannot end a cell or begin a tag."""
    heads = [column.head for column in board.columns]
    alignments = ["---:" if column.right else ":---" for column in board.columns]
    body = board.cells()
    if board.bar:
        heads, alignments = [*heads, ""], [*alignments, ":---"]
        bars = board.bars(WIDEST_BAR_IN_MARKDOWN)
        body = [[*cells, bar] for cells, bar in zip(body, bars, strict=True)]
    safe = ([printable(cell).replace("|", "\\|").replace("<", "&lt;") for cell in cells] for cells in body)
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, alignments, *safe)]
    notes = ["", *map(printable, board.notes)] if board.notes else []
    return "\n".join([*lines, *notes])


def csv(board: Board[Any]) -> str:
    """Return the fields as plain values: the head and a line for each row."""
    text = io.StringIO()
    writer = writing.writer(text, lineterminator="\n")
    writer.writerow(board.fields)
    writer.writerows([csv_cell(value(row)) for value in board.fields.values()] for row in board.rows)
    return text.getvalue().removesuffix("\n")


# The formats of a board: functions that return the whole text, without a newline at its end.
FORMATS: Mapping[str, Callable[[Board[Any]], str]] = {
    "table": table,
    "csv": csv,
    "markdown": markdown,
}
