"""The measured solutions, a record each; the times of other machines are brought to one pace."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner.model import DEFAULT, Clock, Puzzle, Solution, TaskKey
from puzzle_runner.output.measurements import named
from puzzle_runner.text import duration, factor, interval, size
from puzzle_runner.timing import comparison, ranking, stats
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.ranking import RANKED, Row
from puzzle_runner.timing.records import Figures, Record, RecordStore, in_several_pythons

PYTHON = "Python"
# A bootstrap takes some 10 ms, so only the pairs that differ least get one.
MOST_BOOTSTRAPS = 50
# A solution on a case, in an interpreter.
Variant = tuple[TaskKey, str]
# The heads of `Entry.cells`.
HEAD = ("part", "solution", "median", "95 % interval", "minimum", "parse", "ratio", "samples", "memory")


class Entry(NamedTuple):
    """A solution that was measured: its row of the leaderboard, whose record has all samples.

    `name` tells it from the others of its part, which may be itself in another interpreter. `stale` says that
    sources or input have changed since. `pace` is what the figures of another machine were multiplied with;
    the samples in the record were not.
    """

    row: Row
    name: str
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
            self.name,
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
    store: RecordStore, puzzles: Sequence[Puzzle], valid: Sequence[Record], tasks: Iterable[TaskKey]
) -> list[Entry]:
    """Return the solutions that have records: by puzzle and part, by rank, stale ones at the end.

    `valid` are the records that still hold, `tasks` all that have records. Of each solution, the newest
    counts, or where there is one, that of this machine, with those of other interpreters that were measured
    side by side with it. Times of other machines are brought to the pace of this one, or where it has none,
    of the machine of the newest.
    """
    newest = ranking.reference(valid)
    here = newest.machine if newest else ""
    paces: dict[Variant, float] = {}
    first: dict[TaskKey, Record] = {}
    fresh: dict[tuple[str, int], list[Record]] = {}
    pairs = zip(valid, ranking.normalize(valid), strict=True)

    def place(pair: tuple[Record, Record]) -> tuple[bool, bool, float]:
        record = pair[0]
        return record.verdict != ranking.OTHER_INPUT, record.machine == here, record.taken

    for record, scaled in sorted(pairs, key=place, reverse=True):
        beside = first.setdefault(record.key, record)
        is_beside = (record.machine, record.taken) == (beside.machine, beside.taken)
        if is_beside and variant(record) not in paces:
            foreign = record.machine != here and record.figures.median > 0
            paces[variant(record)] = scaled.figures.median / record.figures.median if foreign else 1.0
            fresh.setdefault(record.key[:2], []).append(store.whole(scaled if foreign else record))
    languages = {
        (puzzle.id, each.part, each.name): language(each) for puzzle in puzzles for each in puzzle.solutions
    }
    stale: dict[tuple[str, int], list[Record]] = {}
    last: dict[tuple[str, int, str], Record] = {}
    changed = languages.keys() - {key[:3] for key in first}
    for key in tasks:
        if key[:3] in changed:
            newer = store.last(key)
            last[key[:3]] = max(last.get(key[:3], newer), newer, key=lambda record: record.taken)
    for solution in sorted(last):
        stale.setdefault(solution[:2], []).append(last[solution])
    order = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    several = in_several_pythons(chain(*fresh.values(), *stale.values()))

    def entry(row: Row, stale: bool = False, pace: float = 1.0) -> Entry:
        record = row.record
        name = named(record, record.timed == Clock.CALL and record.key[:2] in several)
        return Entry(row, name, languages.get(record.key[:3], PYTHON), stale, pace)

    found = []
    for part in sorted({*fresh, *stale}, key=lambda part: (order[part[0]], part[1])):
        rows = ranking.rows(fresh.get(part, ()))
        found += [entry(row, pace=paces[variant(row.record)]) for row in rows]
        fastest = rows[0].record.figures.median if rows else 0.0
        for row in (row for record in stale.get(part, ()) for row in ranking.rows([record])):
            ratio = row.record.figures.median / fastest if fastest else 1.0
            row = row._replace(rank=None, ratio=ratio)
            found.append(entry(row, stale=True))
    return found


def variant(record: Record) -> Variant:
    """Return what tells an entry from the others: a solution on a case, in an interpreter."""
    return record.key, record.python


def comparisons(entries: Iterable[Entry]) -> dict[Variant, Comparison]:
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
            compared = comparison.compared(record, base.name, comparison.normalize(other, record))
        else:
            enough = all(stats.are_enough(each.samples.seconds) for each in (record, other))
            ratio = stats.compare_intervals(record.figures[:3], other.figures[:3], enough)
            compared = Comparison(*comparison.names(record), base.name, *ratio)
        found[variant(record)] = compared
    return found
