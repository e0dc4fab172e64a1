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

    `name` tells it from the others of its part, which may be itself in another interpreter.
    """

    row: Row
    name: str
    samples: Sequence[float]

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


def entries(store: RecordStore, puzzles: Sequence[Puzzle], valid: Sequence[Record]) -> list[Entry]:
    """Return the solutions that have records which still hold, `valid`: by puzzle and part, by rank.

    Times of other machines are brought to the pace of this one, or where it has no records, of the machine of
    the newest.
    """
    reference = ranking.reference(valid)
    by_part: dict[tuple[str, int], list[Record]] = {}
    samples: dict[tuple[TaskKey, str], list[float]] = {}
    for record in _chosen(valid, reference.machine if reference else ""):
        pace = 1.0
        if reference and record.machine != reference.machine:
            pace = reference.calibration / record.calibration
        whole = store.whole(record)
        samples[record.key, record.python] = [
            pace * each for each in chain.from_iterable(whole.samples.seconds)
        ]
        by_part.setdefault(record.key[:2], []).append(record._replace(figures=record.figures.times(pace)))
    several = in_several_pythons(chain(*by_part.values()))
    order = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    found = []
    for part in sorted(by_part, key=lambda part: (order[part[0]], part[1])):
        for row in ranking.rows(by_part[part]):
            record = row.record
            name = named(record, record.timed == Clock.CALL and part in several)
            found.append(Entry(row, name, samples[record.key, record.python]))
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
