"""Who is fastest: the records that still hold, ranked."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import results
from puzzle_runner.checking.plan import Choice, Planned, plan, runnable
from puzzle_runner.model import Case, Outcome, Puzzle, TaskKey, Verdict
from puzzle_runner.settings import Settings
from puzzle_runner.timing import machine
from puzzle_runner.timing.records import Record, RecordStore

RANKED = (Verdict.RIGHT, Verdict.UNKNOWN)


class Row(NamedTuple):
    """One line of the leaderboard. `rank` is None where the answer is wrong; `ratio` is to the fastest.

    Seconds are this machine's, or as on it where records of others were brought to its pace.
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
    ratio: float
    peak_bytes: int | None
    machine: str
    python: str
    revision: str | None
    taken: float


class Total(NamedTuple):
    """The fastest solutions of a puzzle's, a kind's or a year's parts, together."""

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
) -> list[Record]:
    """Return the newest record of each solution that still holds, on a case of some puzzles or the real one.

    Records of other machines count where they are wanted from `everywhere`, at this machine's pace.
    """
    choice = Choice(solution=None, case=case)
    records = [
        record for puzzle in puzzles for record in _current(store, workspace, puzzle, choice, everywhere)
    ]
    return at_one_pace(records) if everywhere else records


def rows(records: Iterable[Record]) -> list[Row]:
    """Return records as rows, each part's by rank."""
    parts: dict[tuple[str, int], list[Record]] = {}
    for record in records:
        parts.setdefault((record.puzzle, record.part), []).append(record)
    return [row for part in parts.values() for row in _ranked(part)]


def _ranked(records: Sequence[Record]) -> Iterator[Row]:
    ordered = sorted(records, key=lambda record: (record.verdict not in RANKED, record.median))
    fastest = ordered[0].median
    for rank, record in enumerate(ordered, start=1):
        values = record._asdict() | {
            "rank": rank if record.verdict in RANKED else None,
            "ratio": record.median / fastest if fastest else 1.0,
            "revision": marked(record.revision, record.dirty),
        }
        yield Row(**{field: values[field] for field in Row._fields})


def marked(revision: str | None, dirty: bool) -> str | None:
    """Return a revision with the mark of sources that are not as they were committed."""
    return f"{revision}-dirty" if revision and dirty else revision


def _current(
    store: RecordStore, workspace: Workspace, puzzle: Puzzle, choice: Choice, everywhere: bool
) -> Iterator[Record]:
    """Yield the newest record of each solution whose sources and input are still what they were."""
    lists = store.sources(puzzle.id)
    hashes = sorted({digest.sources(workspace.puzzles / file for file in files) for files in lists})
    tasks = plan(workspace, puzzle, choice, Settings().limits(None)) if hashes else ()
    for task in runnable(tasks):
        for source_hash in hashes:
            yield from _records(store, task, source_hash, everywhere)


def _records(store: RecordStore, task: Planned, source_hash: str, everywhere: bool) -> Iterator[Record]:
    input_hash = digest.text(task.job.text)
    places = store.machines(task.key, source_hash, input_hash) if everywhere else [machine.identity()]
    for place in places:
        if record := store.newest(task.key, source_hash, input_hash, place):
            yield _judged(record, task.case)


def holding(records: Iterable[Record], tasks: Iterable[Planned], workspace: Workspace) -> list[Record]:
    """Return the newest record of each task, by machine, whose sources and input are still what they were.

    As `current`, from records that were read already.
    """
    planned = {task.key: task for task in tasks}
    inputs = {key: digest.text(task.job.text) for key, task in planned.items()}
    source_hash = cache(lambda files: digest.sources(workspace.puzzles / file for file in files))
    newest: dict[tuple[TaskKey, str], Record] = {}
    for record in records:
        key = record.key
        if inputs.get(key) == record.input_hash and source_hash(record.sources) == record.source_hash:
            before = newest.get((key, record.machine))
            if not before or before.taken <= record.taken:
                newest[key, record.machine] = record
    return [_judged(record, planned[key].case) for (key, _), record in newest.items()]


def _judged(record: Record, case: Case) -> Record:
    """Return a record with the verdict by what is stored now, where that can be told at a glance."""
    expected = case.answers.get(record.part)
    if record.answer is None or not expected or expected.hidden:
        return record
    verdict, _ = results.verdict(Outcome(answer=record.answer), expected, case.tolerance)
    return record._replace(verdict=str(verdict))


def at_one_pace(records: Sequence[Record]) -> list[Record]:
    """Return records with their times as on one machine, by their calibration figures.

    That machine is this one where it has a record, else the one of the newest.
    """
    here = [record for record in records if record.machine == machine.identity()]
    if not (candidates := here or records):
        return []
    pace = max(candidates, key=lambda record: record.taken).calibration
    return [_scaled(record, pace / record.calibration) for record in records]


def _scaled(record: Record, factor: float) -> Record:
    return record._replace(
        median=record.median * factor,
        low=record.low * factor,
        high=record.high * factor,
        minimum=record.minimum * factor,
        warm=record.warm * factor if record.warm is not None else None,
    )


def totals(rows: Iterable[Row], by: str) -> list[Total]:
    """Return the fastest solutions of each part together, by `puzzle`, `kind` or `year`, sorted."""
    groups: dict[str, list[float]] = {}
    for row in rows:
        if row.rank == 1:
            groups.setdefault(group(row.puzzle, by), []).append(row.median)
    ordered = sorted(groups.items(), key=lambda item: sum(item[1]))
    fastest = sum(ordered[0][1]) if ordered else 0.0
    return [
        Total(rank, name, len(times), sum(times), sum(times) / fastest if fastest else 1.0)
        for rank, (name, times) in enumerate(ordered, start=1)
    ]


def group(puzzle: str, by: str) -> str:
    """Return what a puzzle belongs to: itself, its kind, or its year where its kind has years."""
    kind, id = identify(puzzle)
    return {"puzzle": puzzle, "kind": kind.NAME, "year": kind.group(id)}[by]
