"""`puzzles history`: the times of a puzzle over commits."""

import sys
import time
from collections.abc import Mapping
from typing import Any

from puzzle_runner.catalog import git, lookup
from puzzle_runner.commands.options import OrLast
from puzzle_runner.model import DEFAULT
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.text import columns, duration, factor, interval, paragraphs, printable
from puzzle_runner.timing import history as histories
from puzzle_runner.timing import machine
from puzzle_runner.timing.history import Point, Series
from puzzle_runner.timing.records import open_records

ORDER = 330
EXAMPLE = "puzzles history 2021/3"


def history(id: OrLast = None) -> Report:
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
        revisions.update(point.record.revision for point in series.points if point.record.revision)
    subjects = git.subjects(workspace.repository, revisions)
    return Report(
        {"history": [_document(series, subjects) for series in history]},
        paragraphs(_lines(series, subjects) for series in history),
    )


def _document(series: Series, subjects: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a history as JSON has them."""
    points: list[dict[str, Any]] = []
    for record, ratio, changed in series.points:
        points.append(
            {
                "moment": record.moment,
                "revision": record.revision,
                "dirty": record.dirty,
                "subject": subjects.get(record.revision or "", ""),
                "median": record.median,
                "low": record.low,
                "high": record.high,
                "ratio": ratio,
                "changed": changed,
            }
        )
    return {**series._asdict(), "points": points}


def _lines(series: Series, subjects: Mapping[str, str]) -> list[str]:
    """Return the lines of one solution: its times over commits."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    title = printable(f"{series.puzzle} part {series.part}{solution}, {series.case}")
    cells = []
    before: Point | None = None
    for point in series.points:
        cells.append(_cells(before, point, subjects))
        before = point
    room = terminal.room(sys.stdout)
    return [title, *(f"  {row}" for row in columns(cells, room and room - len("  ")))]


def _cells(before: Point | None, point: Point, subjects: Mapping[str, str]) -> tuple[str, ...]:
    """Return the cells of a point: the minute, the commit, the time, and how it differs from the last one."""
    record = point.record
    revision = "-"
    if record.revision:
        revision = record.revision[:10] + ("*" if record.dirty else "")
    return (
        time.strftime("%Y-%m-%d %H:%M", time.localtime(record.moment)),
        revision,
        duration(record.median),
        interval(record.low, record.high),
        _difference(before, point),
        subjects.get(record.revision or "", ""),
    )


def _difference(before: Point | None, point: Point) -> str:
    """Return how the time of a point differs from that of the one before it."""
    if point.ratio is not None:
        return f"{factor(point.ratio)}×{' changed' if point.changed else ''}"
    if before and point.record.input_hash != before.record.input_hash:
        return "another input"
    return point.record.python if before and point.record.python != before.record.python else ""
