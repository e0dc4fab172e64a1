"""`puzzles export`: write records for other tools and other machines."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.catalog import selection
from puzzle_runner.commands.options import Selectors
from puzzle_runner.output import terminal
from puzzle_runner.timing import exchange
from puzzle_runner.timing.records import Record, open_records


class To(StrEnum):
    """The formats of an export."""

    HYPERFINE = "hyperfine"
    PYPERF = "pyperf"
    GITHUB_ACTION = "github-action"
    CSV = "csv"
    JSONL = "jsonl"


ToOption = Annotated[
    To,
    typer.Option(
        "--to", help="The format. csv and jsonl have all records, the others each solution's newest."
    ),
]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(export)


def export(to: ToOption, selectors: Selectors = None) -> None:
    """Write records to stdout for other tools, or to import them on another machine."""
    with open_records() as store:
        stems = selection.select(store.puzzles(), selectors or [], settings.data_folder())
        for text in _texts(to, store.of(stems)):
            terminal.say(text)


def _texts(to: To, records: Iterable[Record]) -> Iterable[str]:
    match to:
        case To.JSONL:
            return exchange.jsonl(records)
        case To.CSV:
            return exchange.flat_csv(records).splitlines()
        case To.HYPERFINE:
            return [exchange.hyperfine(_newest(records))]
        case To.PYPERF:
            return [exchange.pyperf(_newest(records))]
        case To.GITHUB_ACTION:
            return [exchange.github_action(_newest(records))]


def _newest(records: Iterable[Record]) -> Sequence[Record]:
    """Return the newest record of each task, from records in the order of time."""
    return list({record.key: record for record in records}.values())
