"""`puzzles leaderboard`: rank solutions by their measured times."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.commands.options import Case, Selectors
from puzzle_runner.errors import UsageError
from puzzle_runner.model import TaskKey
from puzzle_runner.output import leaderboard as output
from puzzle_runner.output import measurements, terminal
from puzzle_runner.output.exporters.json import to_json
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.timing import comparison, ranking
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.ranking import Row, Total
from puzzle_runner.timing.records import open_records


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


ByOption = Annotated[By, typer.Option("--by", help="What a line stands for.")]
FormatOption = Annotated[Format, typer.Option("--format", help="The format of the output.")]
Slowest = Annotated[bool, typer.Option("--slowest", help="Sort all parts together, the slowest first.")]
Over = Annotated[
    str | None, typer.Option(metavar="60s", help="Show only what takes longer than this, such as 60s or 5ms.")
]
Normalize = Annotated[
    bool, typer.Option("--normalize", help="Include records of other machines, scaled to this one's speed.")
]
Against = Annotated[
    str | None,
    typer.Option(metavar="REV|NAME", help="Compare with a stored solution, saved record or git revision."),
]
Update = Annotated[
    Path | None,
    typer.Option(metavar="README.md", help="Rewrite the block between the two markers in a file."),
]
NOTHING = 'Nothing here has been measured yet. Run "puzzles bench".'
# Seconds.
_UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "min": 60.0, "m": 60.0}


class Board(NamedTuple):
    """A leaderboard: its rows, its JSON, and for each other format the function that returns its lines."""

    rows: Sequence[Row] | Sequence[Total]
    document: Mapping[str, Any]
    writers: Mapping[Format, Callable[[], Sequence[str]]]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(leaderboard))


def leaderboard(
    selectors: Selectors = None,
    case: Case = None,
    by: ByOption = By.SOLUTION,
    format: FormatOption = Format.TABLE,
    slowest: Slowest = False,
    over: Over = None,
    normalize: Normalize = False,
    update: Update = None,
    against: Against = None,
) -> Report:
    """Rank solutions by their measured times, as long as their sources and input are unchanged."""
    least = _seconds(over)
    ranked, comparisons, stale = _ranked(selectors or [], case, normalize, against)
    if by is By.SOLUTION:
        rows = [row for row in ranked if row.figure > least]
        if slowest:
            rows.sort(key=lambda row: row.figure, reverse=True)
        board = _solutions(rows, ranked, comparisons, stale, normalize)
    else:
        board = _totals([total for total in ranking.totals(ranked, by) if total.seconds > least], by, slowest)
    if stale and (update or not board.rows or format is not Format.TABLE or by is not By.SOLUTION):
        terminal.warn(output.stale(stale))
    if update:
        changed = output.update(update, board.writers[Format.MARKDOWN]())
        line = output.update_summary(update, board.rows, changed)
        return single({"updated": str(update), "changed": changed}, line)
    if not board.rows and format is Format.TABLE:
        if ranked or not stale:
            terminal.warn(f"Nothing takes longer than {over}." if ranked else NOTHING)
        return single(board.document)
    if format is Format.JSON:
        return single(board.document, to_json(board.document))
    return single(board.document, *board.writers[format]())


def _ranked(
    selectors: Sequence[str], case: str | None, everywhere: bool, against: str | None
) -> tuple[list[Row], list[Comparison], list[TaskKey]]:
    """Return the records that still hold, ranked; their comparisons with `against`; and what is stale."""
    where = workspace.find()
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, selectors)]
    with open_records() as store:
        records, stale = ranking.current(store, where, puzzles, everywhere, case)
        if not against:
            return ranking.rows(records), [], stale
        baseline = comparison.baseline(against, where, puzzles, store)
        whole = [store.whole(record) for record in records]
        compared = (comparison.with_stored(record, baseline, store, whole) for record in whole)
        comparisons = [result for result in compared if result]
    if missing := comparison.not_compared(whole, baseline, comparisons):
        terminal.warn(output.not_compared(missing, against))
    return ranking.rows(records), comparisons, stale


def _seconds(text: str | None) -> float:
    """Return the seconds that a text such as `60s` or `1min` means; -1 without a text. Raises UsageError."""
    if text is None:
        return -1.0
    parsed = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-zµ]*)\s*", text)
    if not parsed or parsed[2] not in _UNITS:
        raise UsageError(f'--over needs a time such as 60s, 500ms or 1min, not "{text}".')
    return float(parsed[1]) * _UNITS[parsed[2]]


def _solutions(
    rows: Sequence[Row],
    ranked: Sequence[Row],
    comparisons: Sequence[Comparison],
    stale: Sequence[TaskKey],
    several_machines: bool,
) -> Board:
    """Return a leaderboard with a line for each of `rows`, which are among those that are `ranked`."""

    def table() -> list[str]:
        lines = output.table(rows, several_machines, terminal.room(sys.stdout))
        last = [output.stale(stale)] if stale else []
        return [*lines, output.summary(rows, ranked), *map(_difference, comparisons), *last]

    writers: dict[Format, Callable[[], Sequence[str]]] = {
        Format.TABLE: table,
        Format.CSV: lambda: output.csv_of(rows, Row._fields).splitlines(),
        Format.MARKDOWN: lambda: output.markdown(rows),
    }
    return Board(rows, output.document(rows, comparisons, stale), writers)


def _difference(compared: Comparison) -> str:
    solution = f"{compared.puzzle} part {compared.part} {compared.solution}"
    return f"{solution}: {measurements.difference(compared)}"


def _totals(totals: list[Total], by: By, slowest: bool) -> Board:
    """Return a leaderboard with a line for each group of puzzles."""
    if slowest:
        totals.reverse()
    writers: dict[Format, Callable[[], Sequence[str]]] = {
        Format.TABLE: lambda: output.totals_table(totals),
        Format.CSV: lambda: output.csv_of(totals, output.totals_fields(by)).splitlines(),
        Format.MARKDOWN: lambda: output.totals_markdown(totals),
    }
    return Board(totals, output.totals_document(totals, by), writers)
