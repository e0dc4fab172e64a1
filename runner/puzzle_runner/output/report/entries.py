"""What was measured of the solutions: a record each, the times of other machines brought to one pace."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner.model import DEFAULT, Puzzle, TaskKey
from puzzle_runner.text import duration, factor, interval, size
from puzzle_runner.timing import comparison, machine, ranking, stats
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.ranking import RANKED, Row
from puzzle_runner.timing.records import Record, RecordStore

# A bootstrap takes some 10 ms: of many pairs, only those are given one that differ least.
MOST_BOOTSTRAPS = 50
# The heads of `Entry.cells`.
HEAD = ("part", "solution", "median", "95 % interval", "minimum", "ratio", "samples", "memory")


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
        return [each * self.pace for each in chain.from_iterable(self.record.samples)]

    @property
    def css(self) -> str:
        """The class of its interval."""
        return "stale" if self.stale else "i" if self.row.rank else "wrong"

    @property
    def said(self) -> str:
        """Its times in a line."""
        row = self.row
        note = ", stale" if self.stale else "" if row.rank else f", {row.verdict}"
        return f"{duration(row.median)} ({interval(row.low, row.high)}){note}"

    @property
    def cells(self) -> tuple[str, ...]:
        """Its row in the table of a chart."""
        row = self.row
        return (
            str(row.part),
            row.solution,
            duration(row.median),
            interval(row.low, row.high),
            duration(row.minimum),
            factor(row.ratio),
            str(len(self.samples)),
            size(row.peak_bytes),
        )


class _Measured(NamedTuple):
    record: Record
    stale: bool
    pace: float


def entries(
    store: RecordStore, puzzles: Sequence[Puzzle], records: Sequence[Record], valid: Sequence[Record]
) -> list[Entry]:
    """Return the solutions of which there are records: by puzzle and part, by rank, stale ones at the end.

    `valid` are the records that still hold.
    """
    current = _current(valid)
    parts: dict[tuple[str, int], list[_Measured]] = {}
    for each in (*current, *_stale(records, current, puzzles)):
        parts.setdefault((each.record.puzzle, each.record.part), []).append(each)
    order = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    ordered = sorted(parts, key=lambda key: (order[key[0]], key[1]))
    return [entry for key in ordered for entry in _of_part(store, parts[key])]


def _current(valid: Sequence[Record]) -> list[_Measured]:
    """Return a record of each solution, one of this machine where there is one.

    Times of other machines are brought to the pace of this one, or where it has none, of that of the newest.
    """
    here = main_machine(valid)
    chosen: dict[TaskKey, _Measured] = {}
    for record, scaled in zip(valid, ranking.at_one_pace(valid), strict=True):
        before = chosen.get(record.key)
        if before and (before.record.machine == here, before.record.taken) >= (
            record.machine == here,
            record.taken,
        ):
            continue
        foreign = record.machine != here and record.median > 0
        pace = scaled.median / record.median if foreign else 1.0
        chosen[record.key] = _Measured(scaled if foreign else record, False, pace)
    return list(chosen.values())


def main_machine(records: Sequence[Record]) -> str:
    """Return the machine whose times are shown as they are: this one, else that of the newest record."""
    here = machine.identity()
    if not records or any(record.machine == here for record in records):
        return here
    return max(records, key=lambda record: record.taken).machine


def _stale(
    records: Iterable[Record], current: Iterable[_Measured], puzzles: Iterable[Puzzle]
) -> list[_Measured]:
    """Return the newest record of each solution that is still there but has no valid record."""
    there = {(puzzle.id, each.part, each.name) for puzzle in puzzles for each in puzzle.solutions}
    there -= {each.record.key[:3] for each in current}
    newest = {record.key[:3]: record for record in records}
    return [_Measured(record, True, 1.0) for key, record in newest.items() if key in there]


def _of_part(store: RecordStore, measured: Sequence[_Measured]) -> list[Entry]:
    by_key = {each.record.key: each for each in measured}
    fresh = ranking.rows(each.record for each in measured if not each.stale)
    fastest = fresh[0].median if fresh else None
    stale = [
        row._replace(rank=None, ratio=row.median / fastest if fastest else 1.0)
        for each in measured
        if each.stale
        for row in ranking.rows([each.record])
    ]
    found = [
        (row, by_key[TaskKey(row.puzzle, row.part, row.solution, row.case, row.account)])
        for row in (*fresh, *stale)
    ]
    return [Entry(row, store.whole(each.record), each.stale, each.pace) for row, each in found]


def comparisons(entries: Iterable[Entry]) -> dict[TaskKey, Comparison]:
    """Return how solutions compare with the default of their part, or where it has none, with the fastest."""
    parts: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries:
        if not entry.stale and entry.row.verdict in RANKED:
            parts.setdefault((entry.row.puzzle, entry.row.part), []).append(entry)
    pairs = []
    for of_part in parts.values():
        base = next((entry for entry in of_part if entry.row.solution == DEFAULT), of_part[0])
        pairs += [(entry, base) for entry in of_part if entry is not base]

    def distance(pair: tuple[Entry, Entry]) -> float:
        low, high = sorted(entry.row.median for entry in pair)
        return high / low if low else float("inf")

    pairs.sort(key=distance)
    return {
        entry.record.key: _compared(entry, base, number < MOST_BOOTSTRAPS)
        for number, (entry, base) in enumerate(pairs)
    }


def _compared(entry: Entry, base: Entry, bootstrap: bool) -> Comparison:
    row, other = entry.row, base.row
    if bootstrap or not (row.low > 0 and other.low > 0):
        scaled = comparison.at_pace(base.record, entry.record)
        return comparison.compared(entry.record, other.solution, scaled)
    enough = all(stats.are_enough(each.record.samples) for each in (entry, base))
    ratio = stats.compare_intervals(
        (row.median, row.low, row.high), (other.median, other.low, other.high), enough
    )
    return Comparison(row.puzzle, row.part, row.case, row.solution, other.solution, *ratio)
