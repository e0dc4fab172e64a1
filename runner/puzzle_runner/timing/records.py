"""The records of all measurements: one database, to which records are only added."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import digest, settings
from puzzle_runner.model import Clock, TaskKey
from puzzle_runner.storage import database
from puzzle_runner.timing.schema import MIGRATIONS

FILE = "timings.db"


class Record(NamedTuple):
    """One measurement of one solution on one case. Times are in seconds, moments in seconds since 1970.

    `samples` are in the order in which they were taken, in blocks: one for each worker. `cpu_samples` and
    `waits` have the same shape: the processor time of each sample, and how long it waited for a core.
    `sources` are the paths below the workspace's `puzzles/` whose code has the hash `source_hash`.
    `committed` is the time of the commit `revision`; `dirty` is true if the sources differed from it. `timed`
    is a `Clock`.
    """

    puzzle: str
    part: int
    solution: str
    case: str
    account: str | None
    verdict: str
    answer: str | None
    median: float
    low: float
    high: float
    minimum: float
    warm: float | None
    warm_low: float | None
    warm_high: float | None
    peak_bytes: int | None
    collects: bool
    sources: tuple[str, ...]
    source_hash: str
    input_hash: str
    machine: str
    python: str
    revision: str | None
    dirty: bool
    committed: float | None
    calibration: float
    load: float | None
    notes: tuple[str, ...]
    taken: float
    name: str | None = None
    timed: str = Clock.CALL
    samples: tuple[tuple[float, ...], ...] = ()
    cpu_samples: tuple[tuple[float, ...], ...] = ()
    waits: tuple[tuple[float, ...], ...] = ()

    @property
    def key(self) -> TaskKey:
        """The task that was measured."""
        return TaskKey(*self[:5])


FIELDS = Record._fields
BULKY = ("samples", "cpu_samples", "waits")
# An answer may be personal, so it never leaves the data folder.
PRIVATE = "answer"
_AS_JSON = ("sources", "notes", *BULKY)
# Lists of files, and notes, are the same in many records.
_SHORT = 1000
_AS_BOOL = ("collects", "dirty")
_AS_EVER = (("timed", Clock.CALL), ("warm_low", None), ("warm_high", None))
_TAKEN = "puzzle = ? AND (? IS NULL OR taken < ?)"
_TASK = 'puzzle = ? AND part = ? AND solution = ? AND "case" = ? AND account IS ?'


class RecordStore:
    """The open database. Every method raises StoreFailed if the database cannot be used."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def add(self, records: Iterable[Record]) -> int:
        """Append records, all or none; return how many of them are new."""
        columns = ", ".join(f'"{field}"' for field in ("fingerprint", *FIELDS))
        statement = f"INSERT OR IGNORE INTO records ({columns}) VALUES ({', '.join('?' * (len(FIELDS) + 1))})"
        added, sources = 0, set()
        with database.writing(self.connection):
            for record in records:
                row = _row(record)
                added += self.connection.execute(statement, (_fingerprint(row), *row)).rowcount
                sources.add((record.puzzle, json.dumps(record.sources)))
            # In a table of their own, so that they are found without reading all records of the puzzle.
            self.connection.executemany("INSERT OR IGNORE INTO sources VALUES (?, ?)", sorted(sources))
        return added

    def count(self, puzzles: Iterable[str], before: float | None = None) -> int:
        """Return how many records of some puzzles there are: all, or those taken before a moment."""
        statement = f"SELECT count(*) FROM records WHERE {_TAKEN}"
        counts = (self.connection.execute(statement, (puzzle, before, before)) for puzzle in puzzles)
        return sum(number for ((number,),) in counts)

    def drop(self, puzzles: Iterable[str], before: float | None = None) -> int:
        """Delete the records that `count` counts; return how many they were."""
        dropped = 0
        with database.writing(self.connection):
            for puzzle in puzzles:
                values = (puzzle, before, before)
                dropped += self.connection.execute(f"DELETE FROM records WHERE {_TAKEN}", values).rowcount
                self.connection.execute(
                    "DELETE FROM sources WHERE puzzle = ? AND files NOT IN "
                    "(SELECT sources FROM records WHERE puzzle = ?)",
                    (puzzle, puzzle),
                )
        return dropped

    def sources(self, puzzle: str) -> list[tuple[str, ...]]:
        """Return the lists of source files that a puzzle's records were made from."""
        rows = self.connection.execute("SELECT files FROM sources WHERE puzzle = ?", (puzzle,))
        return [tuple(json.loads(files)) for (files,) in rows]

    def hashes(self, paths: Sequence[Path]) -> tuple[str, str]:
        """Return the two hashes by which records of these sources are found.

        One is that of their code, the other, which older versions recorded, that of their bytes.
        """
        content = digest.sources(paths)
        row = self.connection.execute("SELECT source_hash FROM code WHERE content_hash = ?", (content,))
        for (code,) in row:
            return code, content
        code = digest.code(paths)
        # Where the database cannot be written, they are parsed each time.
        with suppress(sqlite3.OperationalError):
            self.connection.execute("INSERT OR IGNORE INTO code VALUES (?, ?)", (content, code))
        return code, content

    def is_measured(self, task: TaskKey, machine: str | None) -> bool:
        """Tell whether there is any record of a task; with `machine`, any of that machine."""
        statement = f"SELECT 1 FROM records WHERE {_TASK} AND (? IS NULL OR machine = ?) LIMIT 1"
        return bool(self.connection.execute(statement, (*task, machine, machine)).fetchone())

    def puzzles(self) -> list[str]:
        """Return the ids of the puzzles that have records."""
        return [puzzle for (puzzle,) in self.connection.execute("SELECT DISTINCT puzzle FROM sources")]

    def whole(self, record: Record) -> Record:
        """Return a record with its samples that was read without them."""
        where = f"{_TASK} AND source_hash = ? AND input_hash = ? AND machine = ? AND taken = ?"
        made_from = (record.source_hash, record.input_hash, record.machine, record.taken)
        stored = next(self._records(where, (*record.key, *made_from)))
        return record._replace(samples=stored.samples, cpu_samples=stored.cpu_samples, waits=stored.waits)

    def newest(self, task: TaskKey, source_hash: str, input_hash: str, machine: str) -> Record | None:
        """Return the newest record of these sources on this input, without its samples."""
        where = f"{_TASK} AND source_hash = ? AND input_hash = ? AND machine = ?"
        return self._newest(where, (*task, source_hash, input_hash, machine), bulky=False)

    def machines(self, task: TaskKey, source_hash: str, input_hash: str) -> list[str]:
        """Return the machines that have records of these sources on this input."""
        statement = (
            f"SELECT DISTINCT machine FROM records WHERE {_TASK} AND source_hash = ? AND input_hash = ?"
        )
        return [
            machine for (machine,) in self.connection.execute(statement, (*task, source_hash, input_hash))
        ]

    def named(self, name: str, task: TaskKey) -> Record | None:
        """Return the newest record of a task that was saved under a name."""
        return self._newest(f"name = ? AND {_TASK}", (name, *task))

    def committed(self, revision: str, task: TaskKey, machine: str) -> Record | None:
        """Return the newest record of the sources as of a commit."""
        where = f"{_TASK} AND machine = ? AND revision = ? AND NOT dirty"
        return self._newest(where, (*task, machine, revision))

    def names(self) -> list[str]:
        """Return the names that records were saved under."""
        rows = self.connection.execute(
            "SELECT DISTINCT name FROM records WHERE name IS NOT NULL ORDER BY name"
        )
        return [name for (name,) in rows]

    def history(self, puzzle: str, machine: str) -> list[Record]:
        """Return the records of a puzzle on a machine, the oldest first, without their samples."""
        where = "puzzle = ? AND machine = ? ORDER BY taken, id"
        return list(self._records(where, (puzzle, machine), bulky=False))

    def light(self, puzzles: Iterable[str]) -> Iterator[Record]:
        """Yield all records of some puzzles without their samples, in one walk, the oldest of each first."""
        wanted = set(puzzles)
        records = self._records("1 ORDER BY puzzle, taken, id", (), bulky=False)
        return (record for record in records if record.puzzle in wanted)

    def of(self, puzzles: Iterable[str]) -> Iterator[Record]:
        """Yield all records of some puzzles with their samples, the oldest of each puzzle first."""
        for puzzle in puzzles:
            yield from self._records("puzzle = ? ORDER BY taken, id", (puzzle,))

    def _newest(self, where: str, values: Sequence[object], bulky: bool = True) -> Record | None:
        return next(self._records(f"{where} ORDER BY taken DESC LIMIT 1", values, bulky), None)

    def _records(self, where: str, values: Sequence[object], bulky: bool = True) -> Iterator[Record]:
        """Yield the records that a condition selects; without their samples if not `bulky`."""
        fields = FIELDS if bulky else FIELDS[: -len(BULKY)]
        columns = ", ".join(f'"{field}"' for field in fields)
        statement = f"SELECT {columns} FROM records WHERE {where}"
        return map(_record, self.connection.execute(statement, values))


_JSON_AT = [FIELDS.index(field) for field in _AS_JSON]
_BOOL_AT = [FIELDS.index(field) for field in _AS_BOOL]


@contextmanager
def open_records() -> Iterator[RecordStore]:
    """Open the database in the user's data folder; make it if there is none. Raises StoreFailed."""
    with database.connect(settings.data_folder() / FILE, MIGRATIONS) as connection:
        yield RecordStore(connection)


def _row(record: Record) -> list[Any]:
    fields = record._asdict()
    return [json.dumps(value) if field in _AS_JSON else value for field, value in fields.items()]


def _record(row: Sequence[Any]) -> Record:
    """Return a record from its columns; it may lack the last ones, the samples."""
    values = list(row)
    for place in _JSON_AT:
        if place < len(values):
            text = values[place]
            values[place] = _parsed(text) if len(text) < _SHORT else as_tuples(json.loads(text))
    for place in _BOOL_AT:
        values[place] = bool(values[place])
    return Record._make(values) if len(values) == len(FIELDS) else Record(*values)


@cache
def _parsed(text: str) -> Any:
    return as_tuples(json.loads(text))


def as_tuples(value: Any) -> Any:
    """Return a value from JSON with its lists, and the lists in them, as tuples."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def _fingerprint(row: Sequence[Any]) -> str:
    """Return a hash by which a record that is imported twice is found out.

    The answer is left out because it is not exported. So is how the time of a function was taken, and an
    interval of the warm time that is not there: records of earlier versions do not say it.
    """
    pairs = zip(FIELDS, row, strict=True)
    exported = (value for field, value in pairs if field != PRIVATE and (field, value) not in _AS_EVER)
    return digest.text(*(None if value is None else str(value) for value in exported))
