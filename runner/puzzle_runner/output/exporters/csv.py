"""A board as CSV: its fields as plain values."""

import csv
import io
from typing import Any

from puzzle_runner.output.exporters.board import Board
from puzzle_runner.text import csv_cell


def export(board: Board[Any], /) -> str:
    """Return the head and a line for each row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(board.fields)
    writer.writerows([csv_cell(value(row)) for value in board.fields.values()] for row in board.rows)
    return text.getvalue().removesuffix("\n")
