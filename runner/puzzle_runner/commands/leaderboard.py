"""`puzzles leaderboard`: rank solutions by their measured times."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from puzzle_runner.catalog import lookup
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Case, Selectors
from puzzle_runner.declare import Option
from puzzle_runner.output import leaderboard as output
from puzzle_runner.output import terminal
from puzzle_runner.output.board import csv, markdown, table
from puzzle_runner.output.render import Report
from puzzle_runner.storage import memo
from puzzle_runner.text import count
from puzzle_runner.timing import ranking
from puzzle_runner.timing.records import open_records

By = StrEnum("By", ["solution", "puzzle", "kind", "year"])
ByOption = Annotated[By, Option("--by", help="What one row is for.")]
Format = StrEnum("Format", ["table", "csv", "markdown"])
FormatOption = Annotated[Format, Option("--format", help="The format of the output.")]
Slowest = Annotated[bool, Option(help="Sort all parts together, the slowest first.")]
Normalize = Annotated[bool, Option(help="Include records of other machines, scaled to this one's speed.")]
Update = Annotated[Path | None, Option(metavar="README.md", help="Rewrite the block in a file.")]

ORDER = 320
EXAMPLE = "puzzles leaderboard aoc2021 --slowest"


def leaderboard(
    selectors: Selectors = None,
    case: Case = None,
    by: ByOption = By.solution,
    format: FormatOption = Format.table,
    slowest: Slowest = False,
    normalize: Normalize = False,
    update: Update = None,
) -> Report:
    """Rank solutions by their measured times. Stale records, of other sources or input, are left out."""
    workspace = options.workspace(selectors)
    with terminal.status("Reading the records ..."), memo.open(), open_records() as store:
        puzzles = [puzzle for puzzle, _ in lookup.puzzles(workspace, selectors or [])]
        records, stale = ranking.valid_records(store, workspace, puzzles, case=case, everywhere=normalize)
    if normalize:
        records = ranking.normalize(records)
    rows = ranking.rows(records)
    if by is By.solution:
        if slowest:
            rows = sorted(rows, key=lambda row: row.record.median, reverse=True)
        board = output.solutions(rows, stale)
    else:
        totals = ranking.totals(rows, by, puzzles)
        if slowest:
            totals = totals[::-1]
        board = output.totals(totals, by)
    if stale:
        terminal.warn(output.stale(stale))
    elif not rows:
        terminal.warn('Nothing here has been measured as it is now. Run "puzzles bench".')
    if update:
        changed = output.update(update, board)
        state = " is up to date."
        if changed:
            state = f": the leaderboard has {count(len(board.rows), 'row')} now."
        document = {"updated": str(update), "changed": changed}
        return Report(document, [f"{update}{state}"])
    if format is Format.csv:
        lines = csv(board)
    elif format is Format.markdown:
        lines = markdown(board)
    elif board.rows:
        lines = table(board, terminal.room())
    else:
        lines = []
    return Report(board.document, lines)
