"""The data of a report: what the workspace, the verdicts and the store tell of some puzzles."""

import time
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner import settings
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.git import Log
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge, plan
from puzzle_runner.checking.memory import Memory
from puzzle_runner.checking.plan import Selection, Task
from puzzle_runner.flows import standings
from puzzle_runner.flows.standings import Standings
from puzzle_runner.model import Puzzle, Result, TaskKey
from puzzle_runner.output.report import aggregates, entries, overview
from puzzle_runner.output.report.aggregates import Change, Share
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.output.report.overview import Calendar
from puzzle_runner.output.report.states import PartState
from puzzle_runner.timing import history, ranking
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.records import Record, open_records


class Data(NamedTuple):
    """All that a report shows. Results, histories and states are by puzzle, entries in the puzzles' order.

    `results` are the verdicts that still hold, `records` is how many measurements are stored.
    """

    puzzles: Sequence[Puzzle]
    entries: Sequence[Entry]
    results: Mapping[str, Sequence[Result]]
    histories: Mapping[str, Sequence[Series]]
    comparisons: Mapping[TaskKey, Comparison]
    standings: Sequence[Standings]
    records: int
    made: float
    states: Mapping[str, Sequence[PartState]]
    calendars: Sequence[Calendar]
    changes: Sequence[Change]
    shares: Sequence[Share]

    @property
    def totals(self) -> tuple[int, int, float]:
        """How many parts are right, how many there are, the seconds of the fastest of each."""
        return overview.totals(self.calendars)


def collect(workspace: Workspace, selectors: Sequence[str]) -> Data:
    """Return what is known of the selected puzzles; nothing is run. Raises NoSuchPuzzle, StoreFailed."""
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(workspace, selectors)]
    limits = workspace.settings.limits(None)
    selection = Selection(solution=None, every_case=True)
    tasks = {puzzle.id: list(plan.plan(workspace, puzzle, selection, limits)) for puzzle in puzzles}
    with open_records() as store:
        records = list(store.of(tasks))
        valid, _ = ranking.valid_records(store, workspace, puzzles, everywhere=True)
        measured = entries.entries(store, puzzles, records, valid)
    results = _results(workspace, list(chain.from_iterable(tasks.values())))
    histories = _histories(workspace, records)
    states = overview.states(puzzles, results, measured)
    return Data(
        puzzles,
        measured,
        results,
        histories,
        entries.comparisons(measured),
        standings.here(),
        len(records),
        time.time(),
        states,
        overview.calendars(puzzles, states),
        aggregates.changes(histories.values()),
        aggregates.shares(measured),
    )


def _results(workspace: Workspace, tasks: Sequence[Task]) -> dict[str, list[Result]]:
    """Return the verdicts that still hold, by puzzle."""
    recalled = Memory(workspace, settings.data_folder()).recall(tasks)
    known = [(task, result) for task, result in zip(tasks, recalled, strict=True) if result]
    results: dict[str, list[Result]] = {}
    for result in judge.together([task for task, _ in known], [result for _, result in known]):
        results.setdefault(result.puzzle, []).append(result)
    return results


def _histories(workspace: Workspace, records: Sequence[Record]) -> dict[str, list[Series]]:
    """Return the histories on this machine, or where it has no records, on that of the newest, by puzzle."""
    if not records:
        return {}
    machine = entries.main_machine(records)
    of_puzzle: dict[str, list[Record]] = {}
    for record in records:
        if record.machine == machine:
            of_puzzle.setdefault(record.puzzle, []).append(record)
    log = Log(workspace.root, sorted({record.revision for record in records if record.revision}))
    return {puzzle: history.series(workspace, of_one, log) for puzzle, of_one in of_puzzle.items()}
