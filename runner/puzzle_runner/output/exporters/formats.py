"""The formats in which a board can be written: the one list of them."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from puzzle_runner.output.exporters import csv, json, markdown
from puzzle_runner.output.exporters.board import Board
from puzzle_runner.output.exporters.table import Table

Value = TypeVar("Value", contravariant=True)


class Exporter(Protocol[Value]):
    """Writes a value in one format.

    A module with a function `export` is an exporter; one that has options is an object with such a method.
    """

    def export(self, value: Value, /) -> str:
        """Return the whole text, without a newline at its end."""


# A command that knows its terminal takes Table(room) instead of the table here.
FORMATS: Mapping[str, Exporter[Board[Any]]] = {
    "table": Table(),
    "json": json,
    "csv": csv,
    "markdown": markdown,
}
