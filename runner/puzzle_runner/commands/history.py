"""`puzzles history`: the times of a puzzle over commits."""

import sys
import time
from collections.abc import Sequence
from typing import Any

from puzzle_runner.catalog import git, lookup
from puzzle_runner.catalog.git import Log
from puzzle_runner.commands.options import OrLast
from puzzle_runner.model import DEFAULT
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.text import columns, duration, interval, paragraphs, printable, width
from puzzle_runner.timing import history as histories
from puzzle_runner.timing import machine
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.records import open_records

ORDER = 230
LEVELS = "▁▂▃▄▅▆▇█"


def history(id: OrLast = None) -> Report:
    """Show a puzzle's times over commits, and the commits that changed them."""
    workspace = lookup.workspace_of([id])
    if not workspace.repository:
        terminal.warn(git.NOT_ASKED)
    ids = [puzzle.id for puzzle, _ in lookup.puzzles(workspace, [id or lookup.edited_last(workspace)])]
    with open_records() as store:
        seen = [store.states(each) for each in ids]
        of_all = [state for tasks in seen for states in tasks.values() for state in states]
        log = Log(workspace.repository, {state.revision for state in of_all if state.revision})
        here = machine.identity()
        found = [each for tasks in seen for each in histories.series(workspace, store, tasks, here, log)]
    if not found:
        terminal.warn(f'{ids[0]} has not been measured on this machine. Run "puzzles bench {ids[0]}".')
    return Report(
        {"history": [_document(series, log) for series in found]},
        paragraphs(_lines(series, log) for series in found),
    )


def _document(series: Series, log: Log) -> dict[str, Any]:
    """Return the fields of a history as JSON has them."""
    points = []
    for at, state in enumerate(series.states):
        step = series.steps.get(at)
        points.append(
            {
                "moment": state.moment,
                "revision": state.revision,
                "dirty": state.dirty,
                "subject": log.subject(state.revision or ""),
                "median": state.median,
                "low": state.low,
                "high": state.high,
                "ratio": step.ratio if step else None,
                "step": step.summary if step else "",
                "commits": step.commits if step else (),
            }
        )
    return dict(zip(series._fields[:4], series[:4], strict=True)) | {"points": points}


def _lines(series: Series, log: Log) -> list[str]:
    """Return the lines of one solution: a sparkline, its times over commits, the steps among them."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    spark = sparkline([state.median for state in series.states])
    cells = []
    for state in series.states:
        minute = time.strftime("%Y-%m-%d %H:%M", time.localtime(state.moment))
        revision = state.revision[:10] if state.revision else "-"
        mark = "*" if state.revision and state.dirty else ""
        times = duration(state.median), interval(state.low, state.high)
        cells.append((minute, f"{revision}{mark}", *times, log.subject(state.revision or "")))
    room = terminal.room(sys.stdout)
    rows = columns(cells, room and room - 4, (3,))
    title = printable(f"{series.puzzle} part {series.part}{solution}, {series.case}")
    # The newest are at its end.
    shown = spark if room is None else spark[-max(1, room - width(title) - 2) :]
    steps = [f"    {step.summary}" for step in series.steps.values()]
    return [
        f"{title}  {shown}",
        *(f"  {'→' if at in series.steps else ' '} {row}" for at, row in enumerate(rows)),
        *(piece for step in steps for piece in terminal.wrapped(step, room)),
    ]


def sparkline(values: Sequence[float]) -> str:
    """Return a line of small columns from 0 up, the highest for the greatest value."""
    greatest = max(values, default=0.0) or 1.0
    return "".join(LEVELS[min(7, int(8 * value / greatest))] for value in values)
