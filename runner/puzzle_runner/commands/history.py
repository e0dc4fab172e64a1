"""`puzzles history`: the times of a puzzle over commits."""

import time
from collections.abc import Mapping
from typing import Any

from puzzle_runner.catalog import git, lookup
from puzzle_runner.commands.options import OrLast
from puzzle_runner.model import DEFAULT
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.text import case_label, columns, duration, factor, interval, printable
from puzzle_runner.timing import history as histories
from puzzle_runner.timing import machine
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.records import open_records

# What JSON has of a record.
FIELDS = ("moment", "revision", "dirty", "median", "low", "high")

ORDER = 330
EXAMPLE = "puzzles history 2021/3"


def history(id: OrLast = None) -> LiveReport[Series]:
    """Show a puzzle's times over commits, each beside the one before."""
    workspace = lookup.workspace_of([id])
    if not workspace.repository:
        terminal.warn(git.NOT_ASKED)
    ids = [puzzle.id for puzzle, _ in lookup.puzzles(workspace, [id or lookup.edited_last(workspace)])]
    history: list[Series] = []
    with terminal.status("Reading the records ..."), open_records() as store:
        for each in ids:
            history += histories.series(store, each, machine.identity())
    if not history:
        terminal.warn(f'{ids[0]} has not been measured on this machine. Run "puzzles bench {ids[0]}".')
    revisions = set[str]()
    for series in history:
        revisions.update(point.record.revision for point in series if point.record.revision)
    subjects = git.subjects(workspace.repository, revisions)
    return LiveReport(
        history,
        document=lambda history: {"history": [_document(series, subjects) for series in history]},
        lines=lambda series: _lines(series, subjects),
        apart=True,
    )


def _document(series: Series, subjects: Mapping[str, str]) -> dict[str, Any]:
    points = []
    for record, ratio, changed in series:
        fields = {name: getattr(record, name) for name in FIELDS}
        fields["subject"] = subjects.get(record.revision or "", "")
        fields["ratio"] = ratio
        fields["changed"] = changed
        points.append(fields)
    key = series[0].record.key
    return {**key._asdict(), "points": points}


def _lines(series: Series, subjects: Mapping[str, str]) -> list[str]:
    """Return the lines of one solution: its times over commits, and the ratio of each to the one before."""
    first = series[0].record
    solution = "" if first.solution == DEFAULT else f" {first.solution}"
    title = printable(f"{first.puzzle} part {first.part}{solution}, {case_label(first.case, first.account)}")
    cells = []
    for record, ratio, changed in series:
        revision = (record.revision or "-")[:10]
        if record.revision and record.dirty:
            revision += "*"
        difference = ""
        if ratio is not None:
            difference = f"{factor(ratio)}× changed" if changed else f"{factor(ratio)}×"
        cells.append(
            (
                time.strftime("%Y-%m-%d %H:%M", time.localtime(record.moment)),
                revision,
                duration(record.median),
                interval(record.low, record.high),
                difference,
                subjects.get(record.revision or "", ""),
            )
        )
    room = terminal.room()
    return [title, *(f"  {row}" for row in columns(cells, room and room - len("  ")))]
