"""`puzzles history`: the times of a puzzle over commits."""

import sys
import time
from collections.abc import Sequence

from puzzle_runner.catalog import git, lookup
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
    found: list[Series] = []
    with open_records() as store:
        for each in ids:
            states = [state for state in store.states(each) if state.machine == machine.identity()]
            found += histories.series(workspace, store, each, states)
    if not found:
        terminal.warn(f'{ids[0]} has not been measured on this machine. Run "puzzles bench {ids[0]}".')
    plain = []
    for series in found:
        points = [point._asdict() for point in series.points]
        for fields in points:
            del fields["state"]
        plain.append(series._asdict() | {"points": points})
    return Report({"history": plain}, paragraphs(map(_lines, found)))


def _lines(series: Series) -> list[str]:
    """Return the lines of one solution: a sparkline, its times over commits, the steps among them."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    spark = sparkline([point.median for point in series.points])
    cells = []
    for point in series.points:
        minute = time.strftime("%Y-%m-%d %H:%M", time.localtime(point.moment))
        revision = point.revision[:10] if point.revision else "-"
        mark = "*" if point.revision and point.dirty else ""
        times = duration(point.median), interval(point.low, point.high)
        cells.append((minute, f"{revision}{mark}", *times, point.subject))
    room = terminal.room(sys.stdout)
    rows = zip(series.points, columns(cells, room and room - 4, (3,)), strict=True)
    title = printable(f"{series.puzzle} part {series.part}{solution}, {series.case}")
    # The newest are at its end.
    shown = spark if room is None else spark[-max(1, room - width(title) - 2) :]
    steps = [f"    {point.step}" for point in series.points if point.step]
    return [
        f"{title}  {shown}",
        *(f"  {'→' if point.step else ' '} {row}" for point, row in rows),
        *(piece for step in steps for piece in terminal.wrapped(step, room)),
    ]


def sparkline(values: Sequence[float]) -> str:
    """Return a line of small columns from 0 up, the highest for the greatest value."""
    greatest = max(values, default=0.0) or 1.0
    return "".join(LEVELS[min(7, int(8 * value / greatest))] for value in values)
