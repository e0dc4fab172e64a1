"""The ranking behind the leaderboard: the records that still hold, by their times."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Call, Selection, plan, runnable
from puzzle_runner.model import Case, Clock, Puzzle, TaskKey, Verdict
from puzzle_runner.settings import Settings
from puzzle_runner.sites.site import identify
from puzzle_runner.timing import machine, sampling
from puzzle_runner.timing.records import Record, RecordStore

RANKED = (Verdict.RIGHT, Verdict.UNKNOWN)


# What ranks a solution: its calls in fresh processes, or the best of repeated ones.
COLD, WARM = "cold", "warm"


class Row(NamedTuple):
    """One line of the leaderboard. `rank` is None if the answer is not right; `ratio` is to the fastest.

    `by` tells which time ranks it.

    Times are in seconds on this machine; those of other machines are scaled to it.
    """

    rank: int | None
    puzzle: str
    part: int
    solution: str
    case: str
    account: str | None
    verdict: str
    median: float
    low: float
    high: float
    minimum: float
    warm: float | None
    warm_low: float | None
    warm_high: float | None
    ratio: float
    peak_bytes: int | None
    machine: str
    python: str
    revision: str | None
    taken: float
    timed: str = Clock.CALL
    by: str = COLD

    @property
    def figure(self) -> float:
        """The seconds that rank it."""
        return self.warm if self.by == WARM and self.warm is not None else self.median


class Current(NamedTuple):
    """The records that still hold, and what was measured but has changed since."""

    records: list[Record]
    stale: list[TaskKey]


class Total(NamedTuple):
    """The fastest solutions of all parts of a puzzle, a kind or a year, added up."""

    rank: int
    name: str
    parts: int
    seconds: float
    ratio: float


def current(
    store: RecordStore,
    workspace: Workspace,
    puzzles: Iterable[Puzzle],
    everywhere: bool = False,
    case: str | None = None,
) -> Current:
    """Return the newest record of each solution that still holds: its code and its input are the same.

    `case` is the name of a case; without it, each puzzle's real one is taken. With `everywhere`, records of
    other machines count as well, scaled to this machine's speed.
    """
    choice = Selection(solution=None, case=case)
    records: list[Record] = []
    stale: list[TaskKey] = []
    for puzzle in puzzles:
        for key, holding in _current(store, workspace, puzzle, choice, everywhere):
            records += holding
            if not holding and store.is_measured(key, None if everywhere else machine.identity()):
                stale.append(key)
    return Current(at_one_pace(records) if everywhere else records, stale)


def rows(records: Iterable[Record]) -> list[Row]:
    """Return records as rows: part after part, each in the order of rank."""
    parts: dict[tuple[str, int], list[Record]] = {}
    for record in records:
        parts.setdefault((record.puzzle, record.part), []).append(record)
    return [row for part in parts.values() for row in _ranked(part)]


def _ranked(records: Sequence[Record]) -> Iterator[Row]:
    by = _ways(records)
    rows = [_row(record, by) for record in records]
    rows.sort(key=lambda row: (row.rank is None, row.figure))
    fastest = rows[0].figure
    for rank, row in enumerate(rows, start=1):
        ratio = row.figure / fastest if fastest else 1.0
        yield row._replace(rank=rank if row.rank else None, ratio=ratio)


def _row(record: Record, by: str) -> Row:
    """Return a record as a row, with 1 for its rank if it takes part."""
    ignores = judge.IGNORES_INPUT in record.notes
    values = record._asdict() | {
        "rank": 1 if _is_ranked(record) else None,
        "verdict": judge.IGNORES_INPUT if ignores and record.verdict in RANKED else record.verdict,
        "ratio": 1.0,
        "revision": marked(record.revision, record.dirty),
        "by": by if _is_short(record) and record.warm is not None else COLD,
    }
    return Row(**{field: values[field] for field in Row._fields})


def _ways(records: Iterable[Record]) -> str:
    """Return what ranks the short solutions of a part: repeated calls, if all of them were measured so.

    In a call of microseconds, what a fresh process takes is page faults more than the solution.
    """
    short = [record for record in records if _is_ranked(record) and _is_short(record)]
    return WARM if all(record.warm_low is not None for record in short) else COLD


def _is_short(record: Record) -> bool:
    return record.median < sampling.SHORT


def _is_ranked(record: Record) -> bool:
    """Tell whether a solution takes part: its answer may be right, and depends on its input."""
    return record.verdict in RANKED and judge.IGNORES_INPUT not in record.notes


def marked(revision: str | None, dirty: bool) -> str | None:
    """Return a revision, with the ending `-dirty` if the sources differ from that commit."""
    return f"{revision}-dirty" if revision and dirty else revision


def _current(
    store: RecordStore, workspace: Workspace, puzzle: Puzzle, choice: Selection, everywhere: bool
) -> Iterator[tuple[TaskKey, list[Record]]]:
    """Yield each task of a puzzle with its newest record that still holds; with those of all machines."""
    lists = store.sources(puzzle.id)
    if not lists:
        return
    hashes = sorted({hash for files in lists for hash in store.hashes(_paths(workspace, files))})
    for task in runnable(plan(workspace, puzzle, choice, Settings().limits(None))):
        records = [record for hash in hashes for record in _records(store, task, hash, everywhere)]
        newest = {record.machine: record for record in sorted(records, key=lambda record: record.taken)}
        yield task.key, list(newest.values())


def _paths(workspace: Workspace, files: Iterable[str]) -> list[Path]:
    return [workspace.puzzles / file for file in files]


def _records(store: RecordStore, task: Call, source_hash: str, everywhere: bool) -> Iterator[Record]:
    input_hash = digest.arguments(task.job.text, task.job.keywords)
    machines = store.machines(task.key, source_hash, input_hash) if everywhere else [machine.identity()]
    for name in machines:
        if record := store.newest(task.key, source_hash, input_hash, name):
            yield _judged(record, task.case)


def holding(
    store: RecordStore, records: Iterable[Record], tasks: Iterable[Call], workspace: Workspace
) -> list[Record]:
    """Return the newest record of each task, by machine, whose code and input are still what they were.

    As `current`, from records that were read already.
    """
    planned = {task.key: task for task in tasks}
    inputs = {key: digest.arguments(task.job.text, task.job.keywords) for key, task in planned.items()}
    hashes = cache(lambda files: store.hashes(_paths(workspace, files)))
    newest: dict[tuple[TaskKey, str], Record] = {}
    for record in records:
        key = record.key
        if inputs.get(key) == record.input_hash and record.source_hash in hashes(record.sources):
            before = newest.get((key, record.machine))
            if not before or before.taken <= record.taken:
                newest[key, record.machine] = record
    return [_judged(record, planned[key].case) for (key, _), record in newest.items()]


def _judged(record: Record, case: Case) -> Record:
    (verdict,) = judge.recorded([judge.Recorded(record.key, case, record.answer, record.verdict)])
    return record._replace(verdict=str(verdict))


def at_one_pace(records: Sequence[Record]) -> list[Record]:
    """Return records with their times scaled to the speed of one machine, by their calibration figures.

    That is this machine if it has a record, else the machine of the newest record.
    """
    if not records:
        return []
    of_this_machine = [record for record in records if record.machine == machine.identity()]
    newest = max(of_this_machine or records, key=lambda record: record.taken)
    return [_scaled(record, newest.calibration / record.calibration) for record in records]


def _scaled(record: Record, factor: float) -> Record:
    return record._replace(
        median=record.median * factor,
        low=record.low * factor,
        high=record.high * factor,
        minimum=record.minimum * factor,
        warm=_times(record.warm, factor),
        warm_low=_times(record.warm_low, factor),
        warm_high=_times(record.warm_high, factor),
    )


def _times(seconds: float | None, factor: float) -> float | None:
    return None if seconds is None else seconds * factor


def totals(rows: Iterable[Row], by: str) -> list[Total]:
    """Return the sum of the fastest times by `puzzle`, `kind` or `year`, the least first."""
    groups: dict[str, list[float]] = {}
    for row in rows:
        if row.rank == 1:
            groups.setdefault(group(row.puzzle, by), []).append(row.figure)
    ordered = sorted(groups.items(), key=lambda item: sum(item[1]))
    fastest = sum(ordered[0][1]) if ordered else 0.0
    return [
        Total(rank, name, len(times), sum(times), sum(times) / fastest if fastest else 1.0)
        for rank, (name, times) in enumerate(ordered, start=1)
    ]


def group(puzzle: str, by: str) -> str:
    """Return what a puzzle counts for: itself, its kind, or its year if its kind has years."""
    if by == "puzzle":
        return puzzle
    kind, id = identify(puzzle)
    return kind.NAME if by == "kind" else kind.group(id)
