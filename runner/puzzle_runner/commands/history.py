"""`puzzles history`: the times of a puzzle over commits."""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from puzzle_runner.catalog import git, lookup
from puzzle_runner.commands.options import OrLast
from puzzle_runner.model import DEFAULT
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.text import columns, duration, factor, interval, paragraphs, printable, width
from puzzle_runner.timing import history as histories
from puzzle_runner.timing import machine
from puzzle_runner.timing.history import Point, Series
from puzzle_runner.timing.records import open_records

ORDER = 230
LEVELS = "▁▂▃▄▅▆▇█"


def history(id: OrLast = None) -> Report:
    """Show a puzzle's times over commits, each beside the one before."""
    workspace = lookup.workspace_of([id])
    if not workspace.repository:
        terminal.warn(git.NOT_ASKED)
    ids = [puzzle.id for puzzle, _ in lookup.puzzles(workspace, [id or lookup.edited_last(workspace)])]
    found: list[Series] = []
    with open_records() as store:
        for each in ids:
            found += histories.series(store, store.states(each), machine.identity())
    if not found:
        terminal.warn(f'{ids[0]} has not been measured on this machine. Run "puzzles bench {ids[0]}".')
    states = [point.state for series in found for point in series.points]
    subjects = git.subjects(workspace.repository, {state.revision for state in states if state.revision})
    return Report(
        {"history": [_document(series, subjects) for series in found]},
        paragraphs(_lines(series, subjects) for series in found),
    )


def _document(series: Series, subjects: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a history as JSON has them."""
    points = []
    for state, ratio, changed in series.points:
        points.append(
            {
                "moment": state.moment,
                "revision": state.revision,
                "dirty": state.dirty,
                "subject": subjects.get(state.revision or "", ""),
                "median": state.median,
                "low": state.low,
                "high": state.high,
                "ratio": ratio,
                "changed": changed,
            }
        )
    return dict(zip(series._fields[:4], series[:4], strict=True)) | {"points": points}


def _lines(series: Series, subjects: Mapping[str, str]) -> list[str]:
    """Return the lines of one solution: a sparkline, then its times over commits."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    cells = []
    before: Point | None = None
    for point in series.points:
        state = point.state
        minute = time.strftime("%Y-%m-%d %H:%M", time.localtime(state.moment))
        revision = state.revision[:10] if state.revision else "-"
        mark = "*" if state.revision and state.dirty else ""
        times = duration(state.median), interval(state.low, state.high)
        subject = subjects.get(state.revision or "", "")
        cells.append((minute, f"{revision}{mark}", *times, _difference(before, point), subject))
        before = point
    room = terminal.room(sys.stdout)
    title = printable(f"{series.puzzle} part {series.part}{solution}, {series.case}")
    spark = sparkline([point.state.median for point in series.points])
    # The newest are at its end.
    shown = spark if room is None else spark[-max(1, room - width(title) - 2) :]
    rows = columns(cells, room and room - 2, (3,))
    return [f"{title}  {shown}", *(f"  {row}" for row in rows)]


def _difference(before: Point | None, point: Point) -> str:
    """Return how the time of a point differs from that of the one before it."""
    if point.ratio is not None:
        return f"{factor(point.ratio)}×{' changed' if point.changed else ''}"
    if before and point.state.input_hash != before.state.input_hash:
        return "another input"
    return point.state.python if before and point.state.python != before.state.python else ""


def sparkline(values: Sequence[float]) -> str:
    """Return a line of small columns from 0 up, the highest for the greatest value."""
    greatest = max(values, default=0.0) or 1.0
    return "".join(LEVELS[min(7, int(8 * value / greatest))] for value in values)
