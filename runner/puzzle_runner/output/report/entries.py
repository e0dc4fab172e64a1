"""The measured solutions of one machine, a record each."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from puzzle_runner.model import Puzzle
from puzzle_runner.output.measurements import labelled
from puzzle_runner.timing import ranking
from puzzle_runner.timing.ranking import Row
from puzzle_runner.timing.records import Record, RecordStore, State


class Entry(NamedTuple):
    """A solution that was measured: its row of the leaderboard, and all samples, in seconds."""

    row: Row
    samples: Sequence[float]

    @property
    def record(self) -> Record:
        """The record of its row."""
        return self.row.record

    @property
    def label(self) -> str:
        """Its name, for a program with its language, and how its time was taken."""
        return labelled(self.record)


def entries(store: RecordStore, puzzles: Sequence[Puzzle], records: Sequence[Record]) -> list[Entry]:
    """Return the solutions that have records: by puzzle in the given order, then by part, then by rank."""
    by_puzzle: dict[str, list[Record]] = {puzzle.id: [] for puzzle in puzzles}
    for record in records:
        by_puzzle[record.puzzle].append(record)
    entries = []
    for records_of_puzzle in by_puzzle.values():
        records_of_puzzle.sort(key=lambda record: record.part)
        for row in ranking.rows(records_of_puzzle):
            samples = chain.from_iterable(store.whole(row.record).samples)
            entries.append(Entry(row, list(samples)))
    return entries


def ends(measured: Record | State) -> tuple[float, float]:
    """Return the ends of the interval of a time; the time itself where it has none."""
    if measured.low is None or measured.high is None:
        return measured.median, measured.median
    return measured.low, measured.high
