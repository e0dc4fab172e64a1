"""The data of a report: what the workspace, the verdicts and the store tell of some puzzles."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import regression
from puzzle_runner.flows import calendar
from puzzle_runner.inputs import cached
from puzzle_runner.model import Puzzle, Result, TaskKey
from puzzle_runner.output.report import entries, overview
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.output.report.overview import Calendar
from puzzle_runner.sites.registry import identify
from puzzle_runner.timing import history, machine, ranking
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.records import State, open_records


class Data(NamedTuple):
    """All that a report shows. Results and histories are by puzzle, entries in the puzzles' order.

    `results` are the verdicts that still hold; it was `made` at a moment, in seconds since 1970.
    """

    puzzles: Sequence[Puzzle]
    entries: Sequence[Entry]
    results: Mapping[str, Sequence[Result]]
    histories: Mapping[str, Sequence[Series]]
    made: float
    calendars: Sequence[Calendar]

    @property
    def totals(self) -> tuple[int, int, float | None]:
        """How many parts are right, how many are written, the seconds of the fastest of each."""
        parts = [part for calendar in self.calendars for part in calendar.parts]
        written = [part for part in parts if part.state is not overview.PartState.UNWRITTEN]
        right = sum(part.state is overview.PartState.RIGHT for part in written)
        return right, len(written), overview.total_seconds(written)


def collect(workspace: Workspace, selectors: Sequence[str]) -> Data:
    """Return what is known of the selected puzzles; nothing is run. Raises NoSuchPuzzle, StoreFailed."""
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(workspace, selectors)]
    with open_records() as store:
        states = {puzzle.id: store.states(puzzle.id) for puzzle in puzzles}
        place = _machine(states.values())
        valid, _ = ranking.valid_records(store, workspace, puzzles, everywhere=True)
        records = [
            record for record in valid if record.machine == place and record.verdict != ranking.OTHER_INPUT
        ]
        measured = entries.entries(store, puzzles, records)
        histories = {id: history.series(store, of_puzzle, place) for id, of_puzzle in states.items()}
    results = regression.known(workspace, puzzles)
    parts = overview.states(puzzles, results, measured)
    calendars = overview.calendars(puzzles, parts, _days(puzzles))
    return Data(puzzles, measured, results, histories, time.time(), calendars)


def _machine(states_of_puzzles: Iterable[Mapping[TaskKey, Sequence[State]]]) -> str:
    """Return the machine whose times are shown: this one, or where it has none, that of the newest record."""
    here = machine.identity()
    newest = (0.0, here)
    for states_of_tasks in states_of_puzzles:
        for states in states_of_tasks.values():
            for state in states:
                if state.machine == here:
                    return here
                newest = max(newest, (state.last, state.machine))
    return newest[1]


def _days(puzzles: Sequence[Puzzle]) -> dict[str, int]:
    """Return how many days the calendar of each year had, by its name, when it was last asked for."""
    found = {}
    for site, id in {identify(puzzle.id) for puzzle in puzzles}:
        block = site.block(id)
        if block and block.name not in found:
            owner = cached.account(None, site.NAME) or cached.shared_account()
            found[block.name] = calendar.seen(site, block.number, owner)
    return found


def document(data: Data) -> dict[str, Any]:
    """Return the figures of a report as JSON has them, times in seconds."""
    right, parts, seconds = data.totals
    return {
        "totals": {"right": right, "parts": parts, "seconds": seconds or 0.0},
        "overview": [
            {
                "group": calendar.name,
                "kind": calendar.site,
                "right": calendar.right,
                "total": calendar.total,
                "seconds": calendar.seconds,
                "all_measured": calendar.measured,
                "puzzles": [
                    {
                        "puzzle": cell.puzzle,
                        "seconds": cell.seconds,
                        "parts": [part._asdict() for part in cell.parts],
                    }
                    for cell in calendar.cells
                ],
            }
            for calendar in data.calendars
        ],
        "leaderboard": [entry.row.flat() | {"samples": len(entry.samples)} for entry in data.entries],
    }
