"""The records of all measurements: one database, to which records are only added."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import chain
from typing import Any

from puzzle_runner import settings
from puzzle_runner.model import LONGEST_TIME, SHORTEST_TIME, Clock, TaskKey, valid_time
from puzzle_runner.storage import database
from puzzle_runner.text import is_utf_8
from puzzle_runner.timing.schema import MIGRATIONS

FILE = "timings.db"
# Samples in blocks, one for each worker, in the order in which they were taken.
Samples = tuple[tuple[float, ...], ...]
# The answer of a record may be personal, so it never leaves the data folder.
PRIVATE = "answer"
# The fields of a record that are lists of samples.
SAMPLES = ("samples", "cpu_samples")


@dataclass(frozen=True, kw_only=True)
class Record:
    """One measurement of one solution on one case: its fields are those of JSON, in order.

    Times are in seconds, moments in seconds since 1970, the memory is in bytes. The median lies between `low`
    and `high` at 95 %; both are None if there are too few samples. `sources` are paths below the workspace's
    `puzzles/`. `committed` is the time of the commit `revision`; `dirty` is true if the sources differed from
    it. `timed` is a `Clock`. The samples of stored records are read only where they are asked for.
    """

    puzzle: str
    part: int
    solution: str
    case: str
    account: str | None
    verdict: str
    answer: str | None
    median: float
    low: float | None
    high: float | None
    minimum: float
    peak_bytes: int | None = None
    sources: tuple[str, ...]
    source_hash: str
    input_hash: str
    machine: str
    python: str
    revision: str | None
    dirty: bool
    committed: float | None
    calibration: float
    notes: tuple[str, ...]
    taken: float
    name: str | None = None
    timed: str = Clock.CALL
    samples: Samples = ()
    cpu_samples: Samples = ()

    @property
    def key(self) -> TaskKey:
        """The task that was measured."""
        return TaskKey(self.puzzle, self.part, self.solution, self.case, self.account)

    @property
    def part_key(self) -> tuple[str, int]:
        """The part that was measured: its puzzle and its number."""
        return self.puzzle, self.part

    @property
    def moment(self) -> float:
        """The time of the commit, else of the measurement."""
        if self.committed and not self.dirty:
            return self.committed
        return self.taken

    @property
    def marked_revision(self) -> str | None:
        """The revision, with the ending `-dirty` if the sources differ from that commit."""
        if self.revision and self.dirty:
            return f"{self.revision}-dirty"
        return self.revision

    def scaled(self, factor: float) -> "Record":
        """Return the record of a machine that takes `factor` times as long."""
        times: dict[str, Any] = {}
        for field in ("median", "low", "high", "minimum"):
            seconds = getattr(self, field)
            times[field] = None if seconds is None else seconds * factor
        return replace(self, **times)


# The columns of the table of records, which are those of CSV.
COLUMNS = [field.name for field in fields(Record) if field.name not in SAMPLES]
_QUOTED = ", ".join(f'"{column}"' for column in COLUMNS)
_VALUES = ", ".join(f":{column}" for column in COLUMNS)
# The records whose times can have been measured: earlier versions stored whatever a program said.
_POSSIBLE = " AND ".join(
    f"{time} BETWEEN {SHORTEST_TIME} AND {LONGEST_TIME}"
    for time in ("median", "minimum", "coalesce(low, median)", "coalesce(high, median)")
)
_TASK = (
    'puzzle = :puzzle AND part = :part AND solution = :solution AND "case" = :case AND account IS :account'
)
# What no two measurements have in common; times may be scaled.
_SAME = (
    f"{_TASK} AND source_hash = :source_hash AND input_hash = :input_hash AND machine = :machine "
    "AND python = :python AND revision IS :revision AND dirty = :dirty AND taken = :taken AND name IS :name"
)


def no_waits(record: Record) -> list[list[float]]:
    """Return a wait of zero for each sample: earlier versions export and import no record without them."""
    return [[0.0] * len(block) for block in record.samples]


class RecordStore:
    """The open database. Every method raises StoreFailed if the database cannot be used."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        connection.row_factory = sqlite3.Row

    def add(self, records: Iterable[Record]) -> int:
        """Append records with their samples, all or none; return how many of them are new."""
        # Three columns are of earlier versions: the fingerprint must be another one for each record.
        insert = (
            f"INSERT INTO records (fingerprint, collects, {_QUOTED}) "
            f"SELECT hex(randomblob(16)), 1, {_VALUES} "
            f"WHERE NOT EXISTS (SELECT 1 FROM records WHERE {_SAME} AND median = :median)"
        )
        added = 0
        with database.writing(self.connection):
            for record in records:
                # SQLite cannot hold the name of a file that is not UTF-8.
                if not is_utf_8(record.puzzle + record.solution):
                    continue
                values = vars(record) | {"waits": json.dumps(no_waits(record))}
                for field in ("sources", "notes", *SAMPLES):
                    values[field] = json.dumps(values[field])
                inserted = self.connection.execute(insert, values)
                if inserted.rowcount:
                    added += 1
                    values["record"] = inserted.lastrowid
                    self.connection.execute(
                        "INSERT INTO samples (record, seconds, cpu, waits) "
                        "VALUES (:record, :samples, :cpu_samples, :waits)",
                        values,
                    )
                # They have a table of their own, to be found without reading all records of the puzzle.
                self.connection.execute("INSERT OR IGNORE INTO sources VALUES (:puzzle, :sources)", values)
        return added

    def drop(self, puzzles: Iterable[str]) -> int:
        """Delete the records of some puzzles; return how many they were."""
        dropped = 0
        with database.writing(self.connection):
            for puzzle in puzzles:
                ids = "SELECT id FROM records WHERE puzzle = ?"
                self.connection.execute(f"DELETE FROM samples WHERE record IN ({ids})", (puzzle,))
                dropped += self.connection.execute("DELETE FROM records WHERE puzzle = ?", (puzzle,)).rowcount
                self.connection.execute("DELETE FROM sources WHERE puzzle = ?", (puzzle,))
        return dropped

    def sources(self, puzzle: str) -> list[tuple[str, ...]]:
        """Return the lists of source files that a puzzle's records were made from."""
        rows = self.connection.execute("SELECT files FROM sources WHERE puzzle = ?", (puzzle,))
        return [_parsed_once(row["files"]) for row in rows]

    def measured(self, puzzle: str, machine: str | None) -> set[TaskKey]:
        """Return the tasks of a puzzle that have records; with `machine`, records of that machine."""
        if not is_utf_8(puzzle):
            return set()
        rows = self.connection.execute(
            'SELECT DISTINCT puzzle, part, solution, "case", account FROM records '
            "WHERE puzzle = :puzzle AND (:machine IS NULL OR machine = :machine)",
            {"puzzle": puzzle, "machine": machine},
        )
        return {TaskKey(*row) for row in rows}

    def puzzles(self) -> list[str]:
        """Return the ids of the puzzles that have records."""
        return [row["puzzle"] for row in self.connection.execute("SELECT DISTINCT puzzle FROM sources")]

    def made_from(self, puzzle: str, source_hashes: Sequence[str]) -> list[Record]:
        """Return the last record of each task, input and machine with some hashes, oldest first."""
        marks = ", ".join("?" * len(source_hashes))
        # The index alone tells which these are.
        where = (
            "id IN (SELECT id FROM (SELECT id, max(taken) FROM records "
            f"WHERE puzzle = ? AND source_hash IN ({marks}) "
            'GROUP BY part, solution, "case", account, input_hash, machine)) ORDER BY taken, id'
        )
        return list(self._records(where, (puzzle, *source_hashes)))

    def named(self, name: str, like: Record) -> Record | None:
        """Return the newest record of a task that was saved under a name, with its samples."""
        where = f"name = :name AND {_TASK} ORDER BY taken DESC LIMIT 1"
        values = vars(like) | {"name": name}
        return next(self._records(where, values, samples=True), None)

    def names(self) -> list[str]:
        """Return the names that records were saved under."""
        rows = self.connection.execute(
            "SELECT DISTINCT name FROM records WHERE name IS NOT NULL ORDER BY name"
        )
        return [row["name"] for row in rows]

    def of(self, puzzles: Iterable[str], *, samples: bool = False) -> Iterator[Record]:
        """Yield all records of some puzzles, the oldest of each puzzle first; if so, with their samples."""
        for puzzle in puzzles:
            yield from self._records("puzzle = ? ORDER BY taken, id", (puzzle,), samples=samples)

    def states(self, puzzle: str, machine: str) -> dict[TaskKey, list[Record]]:
        """Return the newest record of each state of sources, input, interpreter and commit, oldest first."""
        # The index alone tells which these are.
        where = (
            "id IN (SELECT id FROM (SELECT id, max(taken) FROM records "
            "WHERE puzzle = :puzzle AND machine = :machine "
            'GROUP BY part, solution, "case", account, source_hash, input_hash, python, revision, dirty)) '
            "ORDER BY taken, id"
        )
        states: dict[TaskKey, list[Record]] = {}
        for record in self._records(where, {"puzzle": puzzle, "machine": machine}):
            states.setdefault(record.key, []).append(record)
        return states

    def ratios_of_unchanged(self, task: TaskKey, machine: str) -> list[float]:
        """Return the ratios of consecutive medians of a task that the same sources had on a machine.

        Input and interpreter are the same, too. The last record of a day counts: within an hour, times differ
        less than from day to day. Records of few samples, without an interval, do not count.
        """
        rows = self.connection.execute(
            "SELECT median / lag(median) OVER (PARTITION BY source_hash, input_hash, python ORDER BY day) "
            "AS ratio FROM (SELECT source_hash, input_hash, python, CAST(taken / 86400 AS INTEGER) AS day, "
            f"median, max(taken) FROM records WHERE {_TASK} AND {_POSSIBLE} AND machine = :machine "
            "AND low IS NOT NULL GROUP BY source_hash, input_hash, python, day)",
            task._asdict() | {"machine": machine},
        )
        return [row["ratio"] for row in rows if row["ratio"]]

    def _records(
        self, where: str, values: Mapping[str, object] | Sequence[object], *, samples: bool = False
    ) -> Iterator[Record]:
        """Yield the records that a condition holds for; `values` are those of its parameters."""
        columns, tables = _QUOTED, "records"
        if samples:
            columns = f"{columns}, seconds, cpu"
            tables = "records JOIN samples ON record = id"
        rows = self.connection.execute(
            f"SELECT {columns} FROM {tables} WHERE {_POSSIBLE} AND {where}", values
        )
        for row in rows:
            fields_of_row = {column: row[column] for column in COLUMNS}
            for field in ("sources", "notes"):
                fields_of_row[field] = _parsed_once(row[field])
            fields_of_row["dirty"] = bool(row["dirty"])
            if samples:
                fields_of_row["samples"] = _parsed(row["seconds"])
                fields_of_row["cpu_samples"] = _parsed(row["cpu"])
            record = Record(**fields_of_row)
            if all(map(valid_time, chain.from_iterable(record.samples))):
                yield record


@contextmanager
def open_records() -> Iterator[RecordStore]:
    """Open the database in the user's data folder; make it if there is none. Raises StoreFailed."""
    with database.connect(settings.data_folder() / FILE, MIGRATIONS) as connection:
        yield RecordStore(connection)


def _parsed(text: str) -> Any:
    return as_tuples(json.loads(text))


# Lists of files, and notes, are the same in many records.
_parsed_once = cache(_parsed)


def as_tuples(value: Any) -> Any:
    """Return a value from JSON with its lists, and the lists in them, as tuples."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value
