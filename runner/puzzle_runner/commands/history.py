"""`puzzles history`: the times of a puzzle over commits."""

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.commands.options import OrLast
from puzzle_runner.output import history as output
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report, shown
from puzzle_runner.text import paragraphs
from puzzle_runner.timing import history as histories
from puzzle_runner.timing import machine
from puzzle_runner.timing.records import open_records

ORDER = 60


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(history))


def history(id: OrLast = None) -> Report:
    """Show a puzzle's times over commits, and the commits that changed them."""
    where = workspace.find()
    ids = [puzzle.id for puzzle, _ in lookup.puzzles(where, [id or lookup.edited_last(where)])]
    with open_records() as store:
        records = [record for record in store.of(ids) if record.machine == machine.identity()]
    series = histories.series(where, records)
    if not series:
        terminal.warn(f'{ids[0]} has not been measured on this machine. Run "puzzles bench {ids[0]}".')
    return Report(output.document(series), paragraphs(map(output.lines, series)))
