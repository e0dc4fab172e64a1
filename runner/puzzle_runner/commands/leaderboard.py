"""`puzzles leaderboard`: rank what has been measured."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.commands.options import Case, Selectors
from puzzle_runner.errors import UsageError
from puzzle_runner.output import leaderboard as output
from puzzle_runner.output import measurements, terminal
from puzzle_runner.output.render import Report, one, shown, to_json
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


ByOption = Annotated[By, typer.Option("--by", help="A line for each of these.")]
FormatOption = Annotated[Format, typer.Option("--format", help="How to write it.")]
Slowest = Annotated[bool, typer.Option("--slowest", help="All in one order, the slowest first.")]
Over = Annotated[str | None, typer.Option(metavar="60s", help="Only what takes longer, such as 60s or 5ms.")]
Normalize = Annotated[
    bool, typer.Option("--normalize", help="With other machines' records, brought to this one's pace.")
]
Against = Annotated[
    str | None,
    typer.Option(metavar="REV|NAME", help="With how each compares with what is stored of that."),
]
Update = Annotated[
    Path | None,
    typer.Option(metavar="README.md", help="Rewrite the block between the two markers in a file."),
]
NOTHING = 'Nothing here has been measured yet, or it has changed since. Run "puzzles bench".'
_UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "min": 60.0, "m": 60.0}


Writers = Mapping[Format, Callable[[], Sequence[str]]]


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
) -> Report[Any]:
    """Rank solutions by their times, those whose sources and input are still the same."""
    longer = _seconds(over)
    ranked, comparisons = _ranked(selectors or [], case, normalize, against)
    rows = [row for row in ranked if row.median > longer]
    if slowest:
        rows.sort(key=lambda row: -row.median)
    if by is By.SOLUTION:
        document, writers = output.document(rows, comparisons), _solutions(rows, comparisons, normalize)
    else:
        totals = ranking.totals(rows, by)
        totals = totals[::-1] if slowest else totals
        document, writers = output.totals_document(totals, by), _totals(totals, by)
    if update:
        changed = output.update(update, writers[Format.MARKDOWN]())
        return one({"updated": str(update), "changed": changed})
    if format is Format.JSON:
        return Report(rows, document=lambda _: document, closing=lambda _: [to_json(document)])
    if not rows and format is Format.TABLE:
        terminal.warn(f"Nothing takes longer than {over}." if ranked else NOTHING)
        return Report(rows, document=lambda _: document)
    return Report(rows, document=lambda _: document, closing=lambda _: writers[format]())


def _ranked(
    selectors: Sequence[str], case: str | None, everywhere: bool, against: str | None
) -> tuple[list[Row], list[Comparison]]:
    """Return what has been measured and still holds, and how it compares with what is stored."""
    where = workspace.find()
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, selectors)]
    with open_records() as store:
        records = ranking.current(store, where, puzzles, everywhere, case)
        if not against:
            return ranking.rows(records), []
        baseline = comparison.baseline(against, where, puzzles, store)
        whole = [store.whole(record) for record in records]
        compared = (comparison.with_stored(record, baseline, store, whole) for record in whole)
        return ranking.rows(records), [each for each in compared if each]


def _seconds(text: str | None) -> float:
    """Return the seconds that a text such as `60s` or `1min` means; without one, less than any time."""
    if text is None:
        return -1.0
    parsed = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-zµ]*)\s*", text)
    if not parsed or parsed[2] not in _UNITS:
        raise UsageError(f'--over needs a time such as 60s, 500ms or 1min, not "{text}".')
    return float(parsed[1]) * _UNITS[parsed[2]]


def _solutions(rows: Sequence[Row], comparisons: Sequence[Comparison], several_machines: bool) -> Writers:
    """Return how to write a line for each solution."""

    def table() -> list[str]:
        differences = [
            f"{each.puzzle} part {each.part} {each.solution}: {measurements.difference(each)}"
            for each in comparisons
        ]
        lines = output.table(rows, several_machines, terminal.room(sys.stdout))
        return [*lines, output.summary(rows), *differences]

    return {
        Format.TABLE: table,
        Format.CSV: lambda: output.csv_of(rows, Row._fields).splitlines(),
        Format.MARKDOWN: lambda: output.markdown(rows),
    }


def _totals(totals: Sequence[Total], by: By) -> Writers:
    """Return how to write a line for each group of puzzles."""
    fields = ("rank", str(by), *Total._fields[2:])
    return {
        Format.TABLE: lambda: output.totals_table(totals),
        Format.CSV: lambda: output.csv_of(totals, fields).splitlines(),
        Format.MARKDOWN: lambda: output.totals_markdown(totals),
    }
