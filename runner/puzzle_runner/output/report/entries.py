"""The measured solutions, a record each; the times of other machines are brought to one pace."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner.model import Clock, Puzzle, TaskKey
from puzzle_runner.output.measurements import labelled, named
from puzzle_runner.timing import ranking
from puzzle_runner.timing.ranking import Row
from puzzle_runner.timing.records import Figures, Record, RecordStore, in_several_pythons


class Entry(NamedTuple):
    """A solution that was measured: its row of the leaderboard, and all samples, in seconds.

    `name` tells it from the others of its part, which may be itself in another interpreter. `stale` says that
    sources or input have changed since.
    """

    row: Row
    name: str
    samples: Sequence[float]
    stale: bool

    @property
    def record(self) -> Record:
        """The record of its row."""
        return self.row.record

    @property
    def figures(self) -> Figures:
        """Its times, at the pace of the others, and its memory."""
        return self.row.figures

    @property
    def label(self) -> str:
        """Its name, for a program with its language, and how its time was taken."""
        return self.name if self.record.timed == Clock.CALL else labelled(self.record, several=False)

    @property
    def remark(self) -> str:
        """Why it has no rank; an empty text if it has one."""
        return "stale" if self.stale else "" if self.row.rank else self.record.verdict


def entries(
    store: RecordStore, puzzles: Sequence[Puzzle], valid: Sequence[Record], tasks: Iterable[TaskKey]
) -> list[Entry]:
    """Return the solutions that have records: by puzzle and part, by rank, stale ones at the end.

    `valid` are the records that still hold, `tasks` all that have records. Times of other machines are
    brought to the pace of this one, or where it has no records, of the machine of the newest.
    """
    reference = ranking.reference(valid)
    fresh: dict[tuple[str, int], list[Record]] = {}
    samples: dict[tuple[TaskKey, str], list[float]] = {}
    for record in _chosen(valid, reference.machine if reference else ""):
        pace = 1.0
        if reference and record.machine != reference.machine and record.figures.median > 0:
            pace = reference.calibration / record.calibration
            record = record._replace(figures=record.figures.times(pace))
        fresh.setdefault(record.key[:2], []).append(record)
        samples[record.key, record.python] = [pace * each for each in _seconds(store.whole(record))]
    stale = _stale(store, puzzles, {record.key[:3] for record in valid}, tasks)
    several = in_several_pythons(chain(*fresh.values(), *stale.values()))
    found = []
    order = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    for part in sorted({*fresh, *stale}, key=lambda part: (order[part[0]], part[1])):
        ranked = ranking.rows(fresh.get(part, ()))
        for row in ranked:
            of_row = samples[row.record.key, row.record.python]
            found.append(Entry(row, _name(row.record, several), of_row, stale=False))
        for record in stale.get(part, ()):
            [row] = ranking.rows([record])
            ratio = row.figures.median / ranked[0].figures.median if ranked else 1.0
            row = row._replace(rank=None, ratio=ratio)
            found.append(Entry(row, _name(record, several), _seconds(record), stale=True))
    return found


def _chosen(valid: Iterable[Record], here: str) -> list[Record]:
    """Return the records that count, the newest of each solution on a case, or that of the machine `here`.

    Those of other interpreters count that were measured side by side with it. A record of another input only
    counts where there is no other.
    """

    def preference(record: Record) -> tuple[bool, bool, float]:
        return record.verdict != ranking.OTHER_INPUT, record.machine == here, record.taken

    chosen: dict[TaskKey, dict[str, Record]] = {}
    for record in sorted(valid, key=preference, reverse=True):
        by_python = chosen.setdefault(record.key, {record.python: record})
        first = next(iter(by_python.values()))
        if (record.machine, record.taken) == (first.machine, first.taken):
            by_python.setdefault(record.python, record)
    return [record for by_python in chosen.values() for record in by_python.values()]


def _stale(
    store: RecordStore,
    puzzles: Iterable[Puzzle],
    measured: Iterable[tuple[str, int, str]],
    tasks: Iterable[TaskKey],
) -> dict[tuple[str, int], list[Record]]:
    """Return by part the last records of the solutions that have records, but none that still holds."""
    written = {(puzzle.id, each.part, each.name) for puzzle in puzzles for each in puzzle.solutions}
    changed = written.difference(measured)
    last: dict[tuple[str, int, str], Record] = {}
    for key in tasks:
        if key[:3] in changed:
            record = store.last(key)
            before = last.get(key[:3])
            if not before or record.taken > before.taken:
                last[key[:3]] = record
    found: dict[tuple[str, int], list[Record]] = {}
    for solution, record in sorted(last.items()):
        found.setdefault(solution[:2], []).append(record)
    return found


def _name(record: Record, several: set[tuple[str, int]]) -> str:
    return named(record, record.timed == Clock.CALL and record.key[:2] in several)


def _seconds(record: Record) -> list[float]:
    return [*chain.from_iterable(record.samples.seconds)]
