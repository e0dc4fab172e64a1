"""A board: rows with columns, as a table for a terminal, Markdown or CSV."""

import csv as writing
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from puzzle_runner.output.terminal import wrapped
from puzzle_runner.text import columns, csv_cell, printable


class Column(NamedTuple):
    """A column for people; `right` aligns it in Markdown."""

    head: str
    right: bool = False


class Board(NamedTuple):
    """The columns and cells that people read, the rows that programs read, and the JSON document.

    The `fields` of `rows` are the columns of CSV, with plain values, in seconds and bytes. `title` stands
    above a table for a terminal, `notes` stand below tables.
    """

    columns: Sequence[Column]
    cells: Sequence[Sequence[str]]
    fields: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    document: Mapping[str, Any]
    title: str = ""
    notes: Sequence[str] = ()


def table(board: Board, room: int | None = None) -> str:
    """Return an aligned table, for `room` columns or any number."""
    heads = [column.head for column in board.columns]
    lines = columns([heads, *board.cells], room)
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
