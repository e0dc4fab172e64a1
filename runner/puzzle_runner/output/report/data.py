"""The data of a report: what the workspace, the verdicts and the store tell of some puzzles."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.git import Log
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import regression
from puzzle_runner.flows import calendar, standings
from puzzle_runner.flows.standings import Standings
from puzzle_runner.inputs import cached
from puzzle_runner.model import Puzzle, Result
from puzzle_runner.output.report import aggregates, entries, overview, palette
from puzzle_runner.output.report.aggregates import Change, Share
from puzzle_runner.output.report.entries import Entry, Variant
from puzzle_runner.output.report.overview import Calendar
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.values import Shape
from puzzle_runner.timing import history, machine, ranking
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.records import open_records


class Data(NamedTuple):
    """All that a report shows. Results and histories are by puzzle, entries in the puzzles' order.

    `results` are the verdicts that still hold, `records` is how many measurements are stored.
    """

    puzzles: Sequence[Puzzle]
    entries: Sequence[Entry]
    results: Mapping[str, Sequence[Result]]
    histories: Mapping[str, Sequence[Series]]
    comparisons: Mapping[Variant, Comparison]
    standings: Sequence[Standings]
    records: int
    made: float
    calendars: Sequence[Calendar]
    changes: Sequence[Change]
    shares: Sequence[Share]

    @property
    def hues(self) -> dict[str, str]:
        """The languages with the class of their hue, the commonest first."""
        cells = [cell for calendar in self.calendars for cell in calendar.cells]
        common = Counter(language for cell in cells for language in cell.languages).most_common()
        return {language: palette.hue(place) for place, (language, _) in enumerate(common)}

    @property
    def totals(self) -> tuple[int, int, float]:
        """How many parts are right, how many there are, the seconds of the fastest of each."""
        return overview.totals(self.calendars)


def collect(workspace: Workspace, selectors: Sequence[str]) -> Data:
    """Return what is known of the selected puzzles; nothing is run. Raises NoSuchPuzzle, StoreFailed."""
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(workspace, selectors)]
    with open_records() as store:
        states_of = {puzzle.id: store.states(puzzle.id) for puzzle in puzzles}
        tasks = [task for of_puzzle in states_of.values() for task in of_puzzle]
        valid, _ = ranking.valid_records(store, workspace, puzzles, everywhere=True)
        measured = entries.entries(store, puzzles, valid, tasks)
        here = machine.identity()
        seen = [state for of_puzzle in states_of.values() for of in of_puzzle.values() for state in of]
        # Histories are of this machine, or where it has no records, of the machine of the newest record.
        if seen and not any(state.machine == here for state in seen):
            here = max(seen, key=attrgetter("last")).machine
        revisions = {state.revision for state in seen if state.revision}
        log = Log(workspace.repository if seen else None, revisions)
        histories = {
            id: history.series(workspace, store, of_puzzle, here, log) for id, of_puzzle in states_of.items()
        }
        number = store.count(puzzle.id for puzzle in puzzles)
    results = regression.known(workspace, puzzles)
    identified = {puzzle.id: identify(puzzle.id) for puzzle in puzzles}
    owners = {
        site: cached.account(None, site.NAME) or cached.shared_account()
        for site in {site for site, _ in identified.values()}
    }
    took = {puzzle: calendar.took(site, id, owners[site]) for puzzle, (site, id) in identified.items()}
    blocks = {(site, site.block(id)) for site, id in identified.values()}
    days = {
        block.name: calendar.seen(site, block.number, owners[site])
        for site, block in blocks
        if block and block.shape is Shape.DAYS
    }
    states = overview.states(puzzles, results, measured, took)
    return Data(
        puzzles,
        measured,
        results,
        histories,
        entries.comparisons(measured),
        standings.here(),
        number,
        time.time(),
        overview.calendars(puzzles, states, measured, days),
        aggregates.changes(histories.values()),
        aggregates.shares(measured),
    )


def document(data: Data) -> dict[str, Any]:
    """Return the figures of a report as JSON has them, times in seconds."""
    return {
        "totals": dict(zip(("right", "parts", "seconds"), data.totals, strict=True)),
        "overview": [
            {
                "group": calendar.block.name,
                "kind": calendar.kind,
                "right": calendar.right,
                "total": calendar.total,
                "seconds": calendar.seconds,
                "all_measured": calendar.measured,
                "puzzles": [
                    {
                        "puzzle": cell.puzzle,
                        "seconds": cell.seconds,
                        "languages": cell.languages,
                        "parts": [part._asdict() for part in cell.parts],
                    }
                    for cell in calendar.cells
                ],
            }
            for calendar in data.calendars
        ],
        "leaderboard": [
            entry.row.flat() | {"stale": entry.stale, "samples": len(entry.samples)} for entry in data.entries
        ],
        "comparisons": [comparison._asdict() for comparison in data.comparisons.values()],
        "changes": [change._asdict() for change in data.changes],
        "slowest": [share._asdict() for share in data.shares],
        "places": [machine._asdict() for machine in aggregates.machines(data.entries)],
        "notes": [{"note": note, "times": times} for note, times in aggregates.notes(data.entries)],
    }
