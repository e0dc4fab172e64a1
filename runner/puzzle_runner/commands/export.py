"""`puzzles export`: write records for spreadsheets and for other machines."""

from enum import StrEnum
from typing import Annotated

from puzzle_runner import settings
from puzzle_runner.catalog import lookup
from puzzle_runner.commands.options import Selectors
from puzzle_runner.declare import Option
from puzzle_runner.output import terminal
from puzzle_runner.sites.registry import identify
from puzzle_runner.timing import exchange
from puzzle_runner.timing.records import open_records

Format = StrEnum("Format", ["csv", "jsonl"])
To = Annotated[Format, Option(help="jsonl has all samples, for another machine; csv is for spreadsheets.")]

ORDER = 440
EXAMPLE = "puzzles export --to csv"


def export(to: To, selectors: Selectors = None) -> None:
    """Write records for another machine or for a spreadsheet."""
    with open_records() as store:
        measured = [identify(stem) for stem in store.puzzles()]
        puzzles = lookup.select(measured, selectors or [], settings.data_folder())
        if to is Format.csv:
            lines = exchange.to_csv(store.of(puzzles))
        else:
            lines = exchange.to_jsonl(store.of(puzzles, samples=True))
        for line in lines:
            terminal.say(line)
