"""The measured solutions of one machine, a record each."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner.model import Clock, Puzzle
from puzzle_runner.output.measurements import labelled, named
from puzzle_runner.timing import ranking
from puzzle_runner.timing.ranking import Row
from puzzle_runner.timing.records import Record, RecordStore, State, in_several_pythons


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
    def label(self) -> str:
        """Its name, for a program with its language, and how its time was taken."""
        return self.name if self.record.timed == Clock.CALL else labelled(self.record, several=False)


def entries(store: RecordStore, puzzles: Sequence[Puzzle], records: Sequence[Record]) -> list[Entry]:
    """Return the solutions that have records: by puzzle in the given order, then by part, then by rank."""
    by_puzzle: dict[str, list[Record]] = {puzzle.id: [] for puzzle in puzzles}
    for record in records:
        by_puzzle[record.puzzle].append(record)
    several = in_several_pythons(records)
    entries = []
    for records_of_puzzle in by_puzzle.values():
        records_of_puzzle.sort(key=lambda record: record.part)
        for row in ranking.rows(records_of_puzzle):
            record = row.record
            name = named(record, record.timed == Clock.CALL and record.part_key in several)
            samples = chain.from_iterable(store.whole(record).samples)
            entries.append(Entry(row, name, list(samples)))
    return entries


def ends(measured: Record | State) -> tuple[float, float]:
    """Return the ends of the interval of a time; the time itself where it has none."""
    if measured.low is None or measured.high is None:
        return measured.median, measured.median
    return measured.low, measured.high
