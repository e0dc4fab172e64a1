"""What a report is made from: all that store, remembered verdicts and workspace know of puzzles."""

import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner import settings
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.git import Log
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge, plan
from puzzle_runner.checking.memory import Memory
from puzzle_runner.checking.plan import Call, Selection, Task
from puzzle_runner.flows import standings
from puzzle_runner.flows.standings import Standings
from puzzle_runner.inputs import cases
from puzzle_runner.model import DEFAULT, Puzzle, Result, TaskKey
from puzzle_runner.timing import comparison, history, machine, ranking, stats
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.ranking import RANKED, Row
from puzzle_runner.timing.records import Record, RecordStore, open_records

# A bootstrap takes some 10 ms: of many pairs, only those are given one that differ least.
MOST_BOOTSTRAPS = 50


class Entry(NamedTuple):
    """A solution that was measured: its row of the leaderboard, and the record with all samples.

    `stale` says that sources or input have changed since. `pace` is what the times of another machine were
    multiplied with.
    """

    row: Row
    record: Record
    stale: bool = False
    pace: float = 1.0

    @property
    def samples(self) -> list[float]:
        """All samples, at the pace of the others."""
        return [each * self.pace for each in chain.from_iterable(self.record.samples.seconds)]


class Material(NamedTuple):
    """All that a report is made from. `results` and `histories` are by puzzle, comparisons by solution.

    A result without a verdict that still holds is not among them. `records` is how many there are.
    """

    puzzles: Sequence[Puzzle]
    entries: Sequence[Entry]
    results: Mapping[str, Sequence[Result]]
    real: frozenset[TaskKey]
    histories: Mapping[str, Sequence[Series]]
    comparisons: Mapping[TaskKey, Comparison]
    standings: Sequence[Standings]
    records: int
    made: float


class _Measured(NamedTuple):
    record: Record
    stale: bool
    pace: float


def collect(workspace: Workspace, selectors: Sequence[str]) -> Material:
    """Return what is known of the selected puzzles. Raises NoSuchPuzzle, StoreFailed."""
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(workspace, selectors)]
    limits = workspace.settings.limits(None)
    choice = Selection(solution=None, every_case=True)
    tasks = {puzzle.id: list(plan.plan(workspace, puzzle, choice, limits)) for puzzle in puzzles}
    real = [task for of_puzzle in tasks.values() for task in _real(of_puzzle)]
    with open_records() as store:
        records = list(store.of(tasks))
        current = _current(ranking.valid_records(store, workspace, puzzles, everywhere=True).records)
        entries = _entries(store, puzzles, [*current, *_stale(records, current, puzzles)])
    return Material(
        puzzles,
        entries,
        _results(workspace, list(chain.from_iterable(tasks.values()))),
        frozenset(task.key for task in real),
        _histories(workspace, records),
        _comparisons(entries),
        standings.here(),
        len(records),
        time.time(),
    )


def _real(of_puzzle: Iterable[Task]) -> list[Call]:
    """Return the tasks of a puzzle on its real case."""
    tasks = plan.runnable(of_puzzle)
    there = tuple({(task.case.name, task.case.account): task.case for task in tasks}.values())
    real = cases.real(there, cases.owner(there))
    return [task for task in tasks if task.case == real]


def _current(valid: Sequence[Record]) -> list[_Measured]:
    """Return of each solution the record that holds, of this machine where there is one.

    Times of other machines are brought to the pace of this one, or where it has none, of that of the newest.
    """
    place = _place(valid)
    chosen: dict[TaskKey, _Measured] = {}
    for record, scaled in zip(valid, ranking.normalize(valid), strict=True):
        before = chosen.get(record.key)
        if before and _nearness(before.record, place) >= _nearness(record, place):
            continue
        foreign = record.machine != place and record.figures.median > 0
        pace = scaled.figures.median / record.figures.median if foreign else 1.0
        chosen[record.key] = _Measured(scaled if foreign else record, False, pace)
    return list(chosen.values())


def _place(records: Sequence[Record]) -> str:
    """Return the machine whose times are shown as they are: this one, else that of the newest record."""
    here = machine.identity()
    if not records or any(record.machine == here for record in records):
        return here
    return max(records, key=lambda record: record.taken).machine


def _nearness(record: Record, place: str) -> tuple[bool, float]:
    return record.machine == place, record.taken


def _stale(
    records: Iterable[Record], current: Iterable[_Measured], puzzles: Iterable[Puzzle]
) -> list[_Measured]:
    """Return the newest record of each solution that is still there, and of which none holds."""
    there = {(puzzle.id, each.part, each.name) for puzzle in puzzles for each in puzzle.solutions}
    there -= {each.record.key[:3] for each in current}
    newest = {record.key[:3]: record for record in records}
    return [_Measured(record, True, 1.0) for key, record in newest.items() if key in there]


def _entries(store: RecordStore, puzzles: Iterable[Puzzle], measured: Iterable[_Measured]) -> list[Entry]:
    """Return what was measured as entries: by puzzle and part, by rank, what is stale at the end."""
    parts: dict[tuple[str, int], list[_Measured]] = {}
    for each in measured:
        parts.setdefault((each.record.puzzle, each.record.part), []).append(each)
    order = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    ordered = sorted(parts, key=lambda key: (order[key[0]], key[1]))
    return [entry for key in ordered for entry in _of_part(store, parts[key])]


def _of_part(store: RecordStore, measured: Sequence[_Measured]) -> list[Entry]:
    by_key = {each.record.key: each for each in measured}
    fresh = ranking.rows(each.record for each in measured if not each.stale)
    fastest = fresh[0].figures.median if fresh else None
    stale = [
        row._replace(rank=None, ratio=row.figures.median / fastest if fastest else 1.0)
        for each in measured
        if each.stale
        for row in ranking.rows([each.record])
    ]
    found = [
        (row, by_key[TaskKey(row.puzzle, row.part, row.solution, row.case, row.account)])
        for row in (*fresh, *stale)
    ]
    return [Entry(row, store.whole(each.record), each.stale, each.pace) for row, each in found]


def _results(workspace: Workspace, tasks: Sequence[Task]) -> dict[str, list[Result]]:
    """Return the verdicts that still hold, without running anything."""
    recalled = Memory(workspace, settings.data_folder()).recall(tasks)
    known = [(task, result) for task, result in zip(tasks, recalled, strict=True) if result]
    judged = judge.together([task for task, _ in known], [result for _, result in known])
    results: dict[str, list[Result]] = {}
    for result in judged:
        results.setdefault(result.puzzle, []).append(result)
    return results


def _histories(workspace: Workspace, records: Sequence[Record]) -> dict[str, list[Series]]:
    """Return the histories on this machine, or where it has no records, on that of the newest."""
    if not records:
        return {}
    place = _place(records)
    of_puzzle: dict[str, list[Record]] = {}
    for record in records:
        if record.machine == place:
            of_puzzle.setdefault(record.puzzle, []).append(record)
    log = Log(workspace.root, sorted({record.revision for record in records if record.revision}))
    return {puzzle: history.series(workspace, of_one, log) for puzzle, of_one in of_puzzle.items()}


def _comparisons(entries: Iterable[Entry]) -> dict[TaskKey, Comparison]:
    """Return how solutions compare with the default of their part, or where it has none, with the fastest."""
    parts: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries:
        if not entry.stale and entry.row.verdict in RANKED:
            parts.setdefault((entry.row.puzzle, entry.row.part), []).append(entry)
    pairs = [pair for of_part in parts.values() for pair in _pairs(of_part)]
    pairs.sort(key=lambda pair: _apart(*pair))
    return {
        first.record.key: _compared(first, second, number < MOST_BOOTSTRAPS)
        for number, (first, second) in enumerate(pairs)
    }


def _pairs(of_part: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    base = next((entry for entry in of_part if entry.row.solution == DEFAULT), of_part[0])
    return [(entry, base) for entry in of_part if entry is not base]


def _apart(first: Entry, second: Entry) -> float:
    low, high = sorted((first.row.figures.median, second.row.figures.median))
    return high / low if low else float("inf")


def _compared(first: Entry, second: Entry, bootstrap: bool) -> Comparison:
    against = second.row.solution
    if bootstrap or not (first.row.figures.low > 0 and second.row.figures.low > 0):
        others = comparison.normalize(second.record, first.record)
        return comparison.compared(first.record, against, others)
    enough = all(stats.are_enough(entry.record.samples.seconds) for entry in (first, second))
    row, other = first.row, second.row
    ratio = stats.compare_intervals(row.figures[:3], other.figures[:3], enough)
    return Comparison(row.puzzle, row.part, row.case, row.solution, against, *ratio)
