"""`puzzles records`: manage the stored measurements."""

import shlex
from datetime import datetime
from typing import Annotated

from puzzle_runner import settings, typer
from puzzle_runner.catalog import lookup
from puzzle_runner.commands import person
from puzzle_runner.commands.options import Words
from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.output.render import Report, shown
from puzzle_runner.text import count
from puzzle_runner.timing.records import open_records

Measured = Annotated[
    list[str],
    typer.Argument(metavar="SELECTOR", help="The puzzles: an id, a kind, a year, a range or a glob."),
    Words.MEASURED,
]
Before = Annotated[
    str | None, typer.Option(metavar="DATE", help="Only records from before this date, such as 2026-11-22.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Delete them without asking.")]

ORDER = 330


def register(program: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Manage stored measurements.", no_args_is_help=True)
    group.callback()(records)
    group.command()(shown(drop))
    program.add_typer(group, name="records")


def records() -> None:
    """Manage stored measurements."""


def drop(selectors: Measured, before: Before = None, yes: Yes = False) -> Report:
    """Delete the measurements of puzzles permanently."""
    try:
        moment = None if before is None else datetime.fromisoformat(before).timestamp()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f'--before needs a date such as 2026-11-22, not "{before}".') from None
    with open_records() as store:
        measured = store.puzzles()
        try:
            puzzles = list(lookup.select(measured, selectors, settings.data_folder()))
        except NoSuchPuzzle:
            there = f" of {' '.join(selectors)}, but of: {', '.join(measured)}" if measured else " yet"
            raise NoSuchPuzzle(f"There are no records{there}.") from None
        if not yes:
            date = ["--before", before] if before else []
            command = shlex.join(["puzzles", "records", "drop", *selectors, *date, "--yes"])
            without = f'Without a terminal, records are deleted only with --yes: "{command}".'
            number = count(store.count(puzzles, moment), "record")
            question = f"Delete {number} of {', '.join(puzzles)} permanently?"
            person.agree(question, without, consequence="Nothing was deleted.")
        dropped = store.drop(puzzles, moment)
    return Report({"dropped": dropped}, [f"{count(dropped, 'record')} deleted."])
