"""A board as a table of Markdown."""

from typing import Any

from puzzle_runner.output.exporters.board import Board
from puzzle_runner.text import printable

WIDEST_BAR = 10


def export(board: Board[Any], /) -> str:
    """Return the table with its notes below it. What comes from a row cannot end a cell or begin a tag."""
    heads = [column.head for column in board.columns]
    alignments = ["---:" if column.right else ":---" for column in board.columns]
    body = board.cells()
    if board.bar:
        heads, alignments = [*heads, ""], [*alignments, ":---"]
        body = [[*cells, bar] for cells, bar in zip(body, board.bars(WIDEST_BAR), strict=True)]
    safe = ([printable(cell).replace("|", "\\|").replace("<", "&lt;") for cell in cells] for cells in body)
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, alignments, *safe)]
    notes = ["", *map(printable, board.notes)] if board.notes else []
    return "\n".join([*lines, *notes])
