"""The data of a report: what the workspace, the verdicts and the store tell of some puzzles."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import regression
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Result
from puzzle_runner.output.report import overview
from puzzle_runner.output.report.overview import Calendar, PartSummary
from puzzle_runner.timing import history, machine, ranking
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.ranking import Row
from puzzle_runner.timing.records import open_records

# So many puzzles have a picture of their history; `puzzles history ID` shows that of any.
MOST_HISTORIES = 50


class Data(NamedTuple):
    """All that a report shows: the leaderboard of one machine as `rows`, results and histories by puzzle.

    `results` are the verdicts that still hold; it was `made` at a moment, in seconds since 1970.
    """

    puzzles: Sequence[Puzzle]
    rows: Sequence[Row]
    results: Mapping[str, Sequence[Result]]
    histories: Mapping[str, Sequence[Series]]
    made: float
    calendars: Sequence[Calendar]

    @property
    def totals(self) -> tuple[int, int, float | None]:
        """How many parts are right, how many are written, the seconds of the fastest of each."""
        written: list[PartSummary] = []
        right = 0
        for calendar in self.calendars:
            written += calendar.written
            right += calendar.right
        return right, len(written), overview.total_seconds(written)


def collect(workspace: Workspace, selectors: Sequence[str]) -> Data:
    """Return what is known of the selected puzzles; nothing is run. Raises NoSuchPuzzle, StoreFailed."""
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(workspace, selectors)]
    with open_records() as store:
        records, _ = ranking.valid_records(store, workspace, puzzles, everywhere=True)
        # The times of different machines are not compared: one has all that are shown.
        reference = ranking.reference(records)
        place = machine.identity()
        if reference:
            place = reference.machine
        records.sort(key=lambda record: record.taken, reverse=True)
        ids = [record.puzzle for record in records]
        ids += [puzzle.id for puzzle in puzzles]
        histories: dict[str, Sequence[Series]] = {}
        for id in ids:
            if len(histories) < MOST_HISTORIES:
                histories[id] = history.series(store, id, place)
    rows = ranking.rows(record for record in records if record.machine == place)
    results = regression.known(workspace, puzzles)
    parts = overview.states(puzzles, results, rows)
    calendars = overview.calendars(puzzles, parts)
    return Data(puzzles, rows, results, histories, time.time(), calendars)


def document(data: Data) -> dict[str, Any]:
    """Return the figures of a report as JSON has them, times in seconds."""
    right, parts_written, seconds = data.totals
    groups = []
    for calendar in data.calendars:
        puzzles = []
        for cell in calendar.cells:
            parts = [part._asdict() for part in cell.parts]
            puzzles.append({"puzzle": cell.puzzle, "seconds": cell.seconds, "parts": parts})
        group = {
            "group": calendar.name,
            "kind": calendar.site,
            "right": calendar.right,
            "total": calendar.total,
            "seconds": overview.total_seconds(calendar.written),
            "all_measured": all(part.seconds is not None for part in calendar.written),
            "puzzles": puzzles,
        }
        groups.append(group)
    return {
        "totals": {"right": right, "parts": parts_written, "seconds": seconds or 0.0},
        "overview": groups,
        "leaderboard": [row.flat() for row in data.rows],
    }
