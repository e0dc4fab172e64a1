"""The measured solutions, a record each; the times of other machines are brought to one pace."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner.model import DEFAULT, Puzzle, Solution, TaskKey
from puzzle_runner.text import duration, factor, interval, size
from puzzle_runner.timing import comparison, ranking, stats
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.ranking import RANKED, Row
from puzzle_runner.timing.records import Figures, Record, RecordStore

PYTHON = "Python"
# A bootstrap takes some 10 ms, so only the pairs that differ least get one.
MOST_BOOTSTRAPS = 50
# The heads of `Entry.cells`.
HEAD = ("part", "solution", "median", "95 % interval", "minimum", "parse", "ratio", "samples", "memory")


class Entry(NamedTuple):
    """A solution that was measured: its row of the leaderboard, whose record has all samples.

    `stale` says that sources or input have changed since. `pace` is what the figures of another machine were
    multiplied with; the samples in the record were not.
    """

    row: Row
    language: str
    stale: bool = False
    pace: float = 1.0

    @property
    def record(self) -> Record:
        """The record of its row."""
        return self.row.record

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
        note = ", stale" if self.stale else "" if self.row.rank else f", {self.record.verdict}"
        return f"{duration(self.figures.median)} ({interval(self.figures.low, self.figures.high)}){note}"

    @property
    def cells(self) -> tuple[str, ...]:
        """Its row in the table of a chart."""
        figures = self.figures
        return (
            str(self.record.part),
            self.record.solution,
            duration(figures.median),
            interval(figures.low, figures.high),
            duration(figures.minimum),
            duration(figures.parse),
            factor(self.row.ratio),
            str(len(self.samples)),
            size(figures.peak_bytes),
        )


def language(solution: Solution) -> str:
    """Return what a solution is written in."""
    return solution.language or PYTHON


def entries(
    store: RecordStore, puzzles: Sequence[Puzzle], records: Sequence[Record], valid: Sequence[Record]
) -> list[Entry]:
    """Return the solutions that have records: by puzzle and part, by rank, stale ones at the end.

    `valid` are the records that still hold. Of each solution, the newest counts, or where there is one, that
    of this machine. Times of other machines are brought to the pace of this one, or where it has none, of the
    machine of the newest.
    """
    newest = ranking.reference(valid)
    here = newest.machine if newest else ""
    paces: dict[TaskKey, float] = {}
    fresh: dict[tuple[str, int], list[Record]] = {}
    pairs = zip(valid, ranking.normalize(valid), strict=True)

    def place(pair: tuple[Record, Record]) -> tuple[bool, bool, float]:
        record = pair[0]
        return record.verdict != ranking.OTHER_INPUT, record.machine == here, record.taken

    for record, scaled in sorted(pairs, key=place, reverse=True):
        if record.key not in paces:
            foreign = record.machine != here and record.figures.median > 0
            paces[record.key] = scaled.figures.median / record.figures.median if foreign else 1.0
            fresh.setdefault(record.key[:2], []).append(store.whole(scaled if foreign else record))
    measured = {key[:3] for key in paces}
    languages = {
        (puzzle.id, each.part, each.name): language(each) for puzzle in puzzles for each in puzzle.solutions
    }
    stale: dict[tuple[str, int], list[Record]] = {}
    for key, record in {record.key[:3]: record for record in records}.items():
        if key in languages.keys() - measured:
            stale.setdefault(record.key[:2], []).append(store.whole(record))
    order = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    found = []
    for part in sorted({*fresh, *stale}, key=lambda part: (order[part[0]], part[1])):
        rows = ranking.rows(fresh.get(part, ()))
        found += [
            Entry(row, languages.get(row.record.key[:3], PYTHON), pace=paces[row.record.key]) for row in rows
        ]
        fastest = rows[0].record.figures.median if rows else 0.0
        for row in (row for record in stale.get(part, ()) for row in ranking.rows([record])):
            ratio = row.record.figures.median / fastest if fastest else 1.0
            row = row._replace(rank=None, ratio=ratio)
            found.append(Entry(row, languages[row.record.key[:3]], stale=True))
    return found


def comparisons(entries: Iterable[Entry]) -> dict[TaskKey, Comparison]:
    """Return how solutions compare with the default of their part, or where it has none, with the fastest."""
    parts: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries:
        if not entry.stale and entry.record.verdict in RANKED:
            parts.setdefault(entry.record.key[:2], []).append(entry)
    pairs = []
    for of_part in parts.values():
        base = next((entry for entry in of_part if entry.record.solution == DEFAULT), of_part[0])
        pairs += [(entry, base) for entry in of_part if entry is not base]

    def distance(pair: tuple[Entry, Entry]) -> float:
        low, high = sorted(entry.figures.median for entry in pair)
        return high / low if low else float("inf")

    found = {}
    for number, (entry, base) in enumerate(sorted(pairs, key=distance)):
        record, other = entry.record, base.record
        if number < MOST_BOOTSTRAPS or not (record.figures.low > 0 and other.figures.low > 0):
            scaled = comparison.normalize(other, record)
            compared = comparison.compared(record, other.solution, scaled)
        else:
            enough = all(stats.are_enough(each.samples.seconds) for each in (record, other))
            ratio = stats.compare_intervals(record.figures[:3], other.figures[:3], enough)
            names = record.puzzle, record.part, record.case, record.solution, record.python
            compared = Comparison(*names, other.solution, *ratio)
        found[record.key] = compared
    return found
