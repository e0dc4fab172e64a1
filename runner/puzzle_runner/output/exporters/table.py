"""A board as an aligned table for a terminal."""

from typing import Any, NamedTuple

from puzzle_runner.output.exporters.board import Board
from puzzle_runner.output.terminal import wrapped
from puzzle_runner.text import aligned, columns, width

NARROWEST_BAR, WIDEST_BAR = 4, 16


class Table(NamedTuple):
    """The exporter of tables, for a terminal with `room` columns: bars give way. None is no limit."""

    room: int | None = None

    def export(self, board: Board[Any], /) -> str:
        """Return the title, the table with a bar in each line, and the notes."""
        spare = sorted(
            (place for place, column in enumerate(board.columns) if column.spare),
            key=lambda place: -board.columns[place].spare,
        )
        lines = columns([[column.head for column in board.columns], *board.cells()], self.room, spare)
        widest = max(map(width, lines))
        bar_width = WIDEST_BAR if self.room is None else min(WIDEST_BAR, self.room - widest - 2)
        if board.bar and bar_width >= NARROWEST_BAR:
            bars = ["", *board.bars(bar_width)]
            lines = [aligned(cells, (widest, bar_width)) for cells in zip(lines, bars, strict=True)]
        above, below = (
            [piece for line in texts for piece in wrapped(line, self.room)]
            for texts in ([board.title] if board.title else [], board.notes)
        )
        return "\n".join([*above, *lines, *below])
