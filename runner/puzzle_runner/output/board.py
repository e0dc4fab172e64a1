"""A board: rows with columns, as a table for a terminal, Markdown or CSV."""

import csv as writing
import io
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from puzzle_runner.output.terminal import wrapped
from puzzle_runner.text import columns, csv_cell, printable


class Column(NamedTuple):
    """A column for people; `right` aligns it in Markdown."""

    head: str
    right: bool = False


class Board(NamedTuple):
    """The columns and cells that people read, notes below them, rows for programs, and the JSON document.

    A column whose cells are all empty is not shown. The `fields` of `rows` are the columns of CSV.
    """

    columns: Sequence[Column]
    cells: Sequence[Sequence[str]]
    fields: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    document: Mapping[str, Any]
    notes: Sequence[str] = ()

    def shown(self) -> tuple[list[Column], list[list[str]]]:
        """Return the columns that are shown, and their cells in rows."""
        columns = []
        cells = []
        for number, column in enumerate(self.columns):
            texts = [row[number] for row in self.cells]
            if any(texts) or not texts:
                columns.append(column)
                cells.append(texts)
        return columns, [list(row) for row in zip(*cells, strict=True)]


def table(board: Board, room: int | None = None) -> list[str]:
    """Return the lines of an aligned table, for `room` columns or any number."""
    shown, rows = board.shown()
    lines = columns([[column.head for column in shown], *rows], room)
    for note in board.notes:
        lines += wrapped(note, room)
    return lines


def markdown(board: Board) -> list[str]:
    """Return the lines of a table and its notes. What comes from a row cannot end a cell or begin a tag."""
    shown, rows = board.shown()
    heads = [column.head for column in shown]
    alignments = ["---:" if column.right else ":---" for column in shown]
    lines = []
    for row in (heads, alignments, *rows):
        cells = [printable(cell).replace("|", "\\|").replace("<", "&lt;") for cell in row]
        lines.append(f"| {' | '.join(cells)} |")
    if board.notes:
        lines += ["", *map(printable, board.notes)]
    return lines


def csv(board: Board) -> list[str]:
    """Return the fields as plain values: the head and a line for each row."""
    text = io.StringIO()
    writer = writing.writer(text, lineterminator="\n")
    writer.writerow(board.fields)
    for row in board.rows:
        writer.writerow([csv_cell(row[field]) for field in board.fields])
    return text.getvalue().splitlines()
