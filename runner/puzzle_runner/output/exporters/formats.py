"""The formats in which a board can be written: the one list of them."""

from collections.abc import Mapping
from typing import Any

from puzzle_runner.output.exporters import csv, json, markdown
from puzzle_runner.output.exporters.board import Board
from puzzle_runner.output.exporters.exporter import Exporter
from puzzle_runner.output.exporters.table import Table

# A command that knows its terminal takes Table(room) instead of the table here.
FORMATS: Mapping[str, Exporter[Board[Any]]] = {
    "table": Table(),
    "json": json,
    "csv": csv,
    "markdown": markdown,
}
