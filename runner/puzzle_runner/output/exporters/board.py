"""A board: rows with columns, which every exporter of this package can write."""

from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import Any, Generic, NamedTuple, TypeVar

Row = TypeVar("Row")
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
        """Return a bar for each row, at most so many columns wide; no bars if the board has none."""
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
