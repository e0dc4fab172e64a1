"""`puzzles history`: the times of a puzzle over commits."""

import sys
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.checking import pipeline
from puzzle_runner.commands.options import Json
from puzzle_runner.output import charts, figures, terminal
from puzzle_runner.timing import history as histories
from puzzle_runner.timing import machine
from puzzle_runner.timing.records import open_records

Id = Annotated[str, typer.Argument(metavar="ID", help="The puzzle.", show_default=False)]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(history)


def history(id: Id, json: Json = False) -> None:
    """Show a puzzle's times over commits, and the step that changed them."""
    workspace = settings.workspace()
    ids = [puzzle.id for puzzle, _ in pipeline.puzzles(workspace, [id])]
    with open_records() as known:
        records = [record for one in ids for record in known.history(one, machine.identity())]
    found = histories.series(workspace, records)
    if json:
        print(figures.history(found))
        return
    if not found:
        terminal.say(
            f'{ids[0]} has not been measured on this machine. Run "puzzles bench {ids[0]}".', sys.stderr
        )
    for number, series in enumerate(found):
        for line in ("", *charts.history(series))[number == 0 :]:
            terminal.say(line)
