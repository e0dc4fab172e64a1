"""What was measured of the solutions: a record each, the times of other machines brought to one pace."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner.model import DEFAULT, Puzzle, TaskKey
from puzzle_runner.text import duration, factor, interval, size
from puzzle_runner.timing import comparison, machine, ranking, stats
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.ranking import RANKED, Row
from puzzle_runner.timing.records import Figures, Record, RecordStore

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
    def figures(self) -> Figures:
        """Its times, at the pace of the others, and its memory."""
        return self.row.figures

    @property
    def samples(self) -> list[float]:
        """All samples, at the pace of the others."""
        return [each * self.pace for each in chain.from_iterable(self.record.samples.seconds)]

    @property
    def css(self) -> str:
        """The class of its interval."""
        return "stale" if self.stale else "i" if self.row.rank else "wrong"

    @property
    def summary(self) -> str:
        """Its times in a line."""
        note = ", stale" if self.stale else "" if self.row.rank else f", {self.row.verdict}"
        return f"{duration(self.figures.median)} ({interval(self.figures.low, self.figures.high)}){note}"

    @property
    def cells(self) -> tuple[str, ...]:
        """Its row in the table of a chart."""
        row, figures = self.row, self.figures
        return (
            str(row.part),
            row.solution,
            duration(figures.median),
            interval(figures.low, figures.high),
            duration(figures.minimum),
            factor(row.ratio),
            str(len(self.samples)),
            size(figures.peak_bytes),
        )


def entries(
    store: RecordStore, puzzles: Sequence[Puzzle], records: Sequence[Record], valid: Sequence[Record]
) -> list[Entry]:
    """Return the solutions of which there are records: by puzzle and part, by rank, stale ones at the end.

    `valid` are the records that still hold.
    """
    paces = _current(valid)
    current = {record.key[:3] for record, _ in paces.values()}
    newest = {record.key[:3]: record for record in records}
    parts: dict[tuple[str, int], tuple[list[Record], list[Record]]] = {}
    for record, _ in paces.values():
        parts.setdefault((record.puzzle, record.part), ([], []))[0].append(record)
    there = {(puzzle.id, each.part, each.name) for puzzle in puzzles for each in puzzle.solutions}
    for key, record in newest.items():
        if key in there - current:
            parts.setdefault((record.puzzle, record.part), ([], []))[1].append(record)
    order = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    found = []
    for part in sorted(parts, key=lambda part: (order[part[0]], part[1])):
        fresh, stale = parts[part]
        rows = ranking.rows(fresh)
        for row in rows:
            record, pace = paces[TaskKey(row.puzzle, row.part, row.solution, row.case, row.account)]
            found.append(Entry(row, store.whole(record), pace=pace))
        for record in stale:
            (row,) = ranking.rows([record])
            fastest = rows[0].figures.median if rows else 0.0
            ratio = row.figures.median / fastest if fastest else 1.0
            found.append(Entry(row._replace(rank=None, ratio=ratio), store.whole(record), stale=True))
    return found


def _current(valid: Sequence[Record]) -> dict[TaskKey, tuple[Record, float]]:
    """Return a record of each solution and its pace; where there is one, that of this machine.

    Times of other machines are brought to the pace of this one, or where it has none, of that of the newest.
    """
    here = main_machine(valid)
    chosen: dict[TaskKey, tuple[Record, float]] = {}
    pairs = sorted(
        zip(valid, ranking.normalize(valid), strict=True),
        key=lambda pair: (pair[0].machine == here, pair[0].taken),
        reverse=True,
    )
    for record, scaled in pairs:
        foreign = record.machine != here and record.figures.median > 0
        pace = scaled.figures.median / record.figures.median if foreign else 1.0
        chosen.setdefault(record.key, (scaled if foreign else record, pace))
    return chosen


def main_machine(records: Sequence[Record]) -> str:
    """Return the machine whose times are shown as they are: this one, else that of the newest record."""
    here = machine.identity()
    if not records or any(record.machine == here for record in records):
        return here
    return max(records, key=lambda record: record.taken).machine


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
        low, high = sorted(entry.figures.median for entry in pair)
        return high / low if low else float("inf")

    pairs.sort(key=distance)
    return {
        entry.record.key: _compared(entry, base, number < MOST_BOOTSTRAPS)
        for number, (entry, base) in enumerate(pairs)
    }


def _compared(entry: Entry, base: Entry, bootstrap: bool) -> Comparison:
    row, ours, theirs = entry.row, entry.figures, base.figures
    if bootstrap or not (ours.low > 0 and theirs.low > 0):
        scaled = comparison.normalize(base.record, entry.record)
        return comparison.compared(entry.record, base.row.solution, scaled)
    enough = all(stats.are_enough(each.record.samples.seconds) for each in (entry, base))
    ratio = stats.compare_intervals(ours[:3], theirs[:3], enough)
    return Comparison(row.puzzle, row.part, row.case, row.solution, base.row.solution, *ratio)
