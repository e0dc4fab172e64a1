"""`puzzles leaderboard`: rank what has been measured."""

import re
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.checking import pipeline
from puzzle_runner.commands.options import Case, Json, Selectors
from puzzle_runner.errors import UsageError
from puzzle_runner.output import charts, figures, terminal
from puzzle_runner.output import leaderboard as board
from puzzle_runner.timing import ranking
from puzzle_runner.timing.comparison import Against, Comparison, meant, stored
from puzzle_runner.timing.ranking import Row, Total
from puzzle_runner.timing.records import Record, RecordStore, open_records


class By(StrEnum):
    """What a line of the leaderboard stands for."""

    SOLUTION = "solution"
    PUZZLE = "puzzle"
    KIND = "kind"
    YEAR = "year"


class Format(StrEnum):
    """How the leaderboard is written."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


ByOption = Annotated[By, typer.Option("--by", help="A line for each of these.")]
FormatOption = Annotated[Format, typer.Option("--format", help="How to write it.")]
Slowest = Annotated[bool, typer.Option("--slowest", help="All in one order, the slowest first.")]
Over = Annotated[str | None, typer.Option(metavar="60s", help="Only what takes longer, such as 60s or 5ms.")]
Normalize = Annotated[
    bool, typer.Option("--normalize", help="With other machines' records, brought to this one's pace.")
]
AgainstOption = Annotated[
    str | None,
    typer.Option("--against", metavar="REV|NAME", help="With how each compares with what is stored of that."),
]
Update = Annotated[
    Path | None,
    typer.Option(metavar="README.md", help="Rewrite the block between the two markers in a file."),
]
_UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "min": 60.0, "m": 60.0}


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(leaderboard)


def leaderboard(
    selectors: Selectors = None,
    case: Case = None,
    by: ByOption = By.SOLUTION,
    format: FormatOption = Format.TABLE,
    slowest: Slowest = False,
    over: Over = None,
    normalize: Normalize = False,
    update: Update = None,
    against: AgainstOption = None,
    json: Json = False,
) -> None:
    """Rank solutions by their times, those whose sources and input are still the same."""
    longer = _seconds(over)
    workspace = settings.workspace()
    puzzles = [puzzle for puzzle, _ in pipeline.puzzles(workspace, selectors or [])]
    with open_records() as known:
        records = ranking.current(known, workspace, puzzles, normalize, case)
        rows = ranking.rows(records)
        comparisons = _compared(known, meant(against, workspace, puzzles, known), records) if against else []
    chosen = [row for row in rows if row.median > longer]
    if slowest:
        chosen.sort(key=lambda row: -row.median)
    totals = [] if by is By.SOLUTION else ranking.totals(chosen, by)
    if slowest:
        totals.reverse()
    if update:
        board.update(update, board.markdown(chosen) if by is By.SOLUTION else board.totals_markdown(totals))
        return
    form = Format.JSON if json else format
    if not rows and form is Format.TABLE:
        terminal.say(
            'Nothing here has been measured yet, or it has changed since. Run "puzzles bench".', sys.stderr
        )
    elif not chosen and form is Format.TABLE:
        terminal.say(f"Nothing takes longer than {over}.", sys.stderr)
    else:
        print_all = (
            _totals_lines(totals, by, form)
            if by is not By.SOLUTION
            else _lines(chosen, comparisons, form, normalize)
        )
        for line in print_all:
            terminal.say(line)


def _compared(known: RecordStore, against: Against, records: Sequence[Record]) -> list[Comparison]:
    whole = [known.whole(record) for record in records]
    return [found for record in whole if (found := stored(record, against, known, whole))]


def _seconds(text: str | None) -> float:
    """Return the seconds that a text such as `60s` or `1min` means; without one, less than any time."""
    if text is None:
        return -1.0
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-zµ]*)\s*", text)
    if not found or found[2] not in _UNITS:
        raise UsageError(f'--over needs a time such as 60s, 500ms or 1min, not "{text}".')
    return float(found[1]) * _UNITS[found[2]]


def _lines(
    rows: Sequence[Row], comparisons: Sequence[Comparison], form: Format, several_machines: bool
) -> list[str]:
    match form:
        case Format.JSON:
            return [figures.leaderboard(rows, comparisons)]
        case Format.CSV:
            return board.csv_of(rows, Row._fields).splitlines()
        case Format.MARKDOWN:
            return board.markdown(rows)
    verdicts = [f"{one.puzzle} part {one.part} {one.solution}: {charts.compared(one)}" for one in comparisons]
    return [
        *board.table(rows, several_machines, terminal.room(sys.stdout)),
        board.summary(rows),
        *verdicts,
    ]


def _totals_lines(totals: Sequence[Total], by: By, form: Format) -> list[str]:
    match form:
        case Format.JSON:
            return [figures.totals(totals, by)]
        case Format.CSV:
            return board.csv_of(totals, ("rank", str(by), *Total._fields[2:])).splitlines()
        case Format.MARKDOWN:
            return board.totals_markdown(totals)
    return board.totals_table(totals)
