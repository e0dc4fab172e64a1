"""The records of all measurements: one database, to which records are only added."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import digest, settings
from puzzle_runner.model import LONGEST_TIME, SHORTEST_TIME, Clock, TaskKey, valid_time
from puzzle_runner.storage import database
from puzzle_runner.timing.schema import MIGRATIONS
from puzzle_runner.timing.stats import Samples, median

FILE = "timings.db"


class Figures(NamedTuple):
    """The figures of a measurement: floats are seconds, the memory is in bytes.

    The median lies between `low` and `high` at 95 %; both are None if there are too few samples. `parse` is
    the median of what the module's `parse` took of the samples, where it has one.
    """

    median: float
    low: float | None
    high: float | None
    minimum: float
    parse: float | None = None
    peak_bytes: int | None = None

    @property
    def are_valid(self) -> bool:
        """Tell whether they can have been measured: earlier versions stored whatever a program said."""
        times = (self.median, self.minimum, self.low or self.median, self.high or self.median)
        return all(valid_time(time) for time in times)

    def times(self, factor: float) -> "Figures":
        """Return the figures of a machine that takes `factor` times as long."""
        return Figures._make(value * factor if isinstance(value, float) else value for value in self)


class Record(NamedTuple):
    """One measurement of one solution on one case. Times are in seconds, moments in seconds since 1970.

    `sources` are the paths below the workspace's `puzzles/` whose code has the hash `source_hash`.
    `committed` is the time of the commit `revision`; `dirty` is true if the sources differed from it. `timed`
    is a `Clock`. A record is read without its `samples`: `RecordStore.whole` adds them.
    """

    puzzle: str
    part: int
    solution: str
    case: str
    account: str | None
    verdict: str
    answer: str | None
    figures: Figures
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
    samples: Samples = Samples()

    @property
    def key(self) -> TaskKey:
        """The task that was measured."""
        return TaskKey(*self[:5])

    @property
    def marked_revision(self) -> str | None:
        """The revision, with the ending `-dirty` if the sources differ from that commit."""
        return f"{self.revision}-dirty" if self.revision and self.dirty else self.revision


class State(NamedTuple):
    """What was measured of a task in one state of its sources, its input and its interpreter, on one machine.

    The times are the medians of its records' figures, in seconds; `low` and `high` are None if a record has
    none. `first` and `last` are moments.
    """

    source_hash: str
    input_hash: str
    machine: str
    python: str
    revision: str | None
    dirty: bool
    first: float
    last: float
    committed: float | None
    median: float
    low: float | None
    high: float | None

    @property
    def moment(self) -> float:
        """The time of the commit, else of the first measurement."""
        return (not self.dirty and self.committed) or self.first


def in_several_pythons(records: Iterable[Record]) -> set[tuple[str, int]]:
    """Return the parts, by puzzle and number, whose functions were called in several interpreters."""
    found = {(record.key[:2], record.python) for record in records if record.timed == Clock.CALL}
    return {part for part, number in Counter(part for part, _ in found).items() if number > 1}


# An answer may be personal, so it never leaves the data folder.
PRIVATE = "answer"
# The names of samples in JSON, in order, and their names here.
SAMPLES = {"samples": "seconds", "cpu_samples": "cpu", "waits": "waits"}


# The names of all fields in JSON, CSV and the database, in order, and where a record has them: there, each
# figure and each list of samples is a field of its own.
_NESTED = {
    "figures": {name: f"figures.{name}" for name in Figures._fields},
    "samples": {name: f"samples.{place}" for name, place in SAMPLES.items()},
}
FIELDS = {name: path for field in Record._fields for name, path in _NESTED.get(field, {field: field}).items()}
COLUMNS = tuple(name for name in FIELDS if name not in SAMPLES)
_FIGURES_AT = Record._fields.index("figures")
_FIGURES_END = _FIGURES_AT + len(Figures._fields)
_JSON_AT = [COLUMNS.index(field) for field in ("sources", "notes")]
_BOOL_AT = [COLUMNS.index(field) for field in ("collects", "dirty")]
# The records whose times can have been measured.
_VALID = f"median BETWEEN {SHORTEST_TIME} AND {LONGEST_TIME}"
_TASK = 'puzzle = ? AND part = ? AND solution = ? AND "case" = ? AND account IS ?'
# What no two measurements have in common; times may be scaled.
_SAME = (
    f"{_TASK} AND source_hash = ? AND input_hash = ? AND machine = ? AND python = ? AND taken = ? "
    "AND name IS ?"
)


def flat(record: Record) -> dict[str, Any]:
    """Return the fields of a record by their names in JSON."""
    return {name: attrgetter(path)(record) for name, path in FIELDS.items()}


def cells(record: Record) -> list[Any]:
    """Return the values of a record in the order of `COLUMNS`."""
    return [*record[:_FIGURES_AT], *record.figures, *record[_FIGURES_AT + 1 : -1]]


def nested(fields: Mapping[str, Any]) -> Record:
    """Return the record that `flat` was given, also if its tuples have become lists in JSON.

    What later versions have added may be missing.
    """
    fields = {name: as_tuples(value) for name, value in fields.items()}
    return Record(
        **{name: fields[name] for name in Record._fields if name in fields and name != "samples"},
        figures=Figures(**{name: fields[name] for name in Figures._fields if name in fields}),
        samples=Samples(**{field: fields[name] for name, field in SAMPLES.items()}),
    )


def _identity(record: Record) -> tuple[object, ...]:
    """Return the values of `_SAME` for a record."""
    made_from = (record.source_hash, record.input_hash, record.machine, record.python, record.taken)
    return (*record.key, *made_from, record.name)


class RecordStore:
    """The open database. Every method raises StoreFailed if the database cannot be used."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def add(self, records: Iterable[Record]) -> int:
        """Append records with their samples, all or none; return how many of them are new."""
        columns = ", ".join(f'"{column}"' for column in ("fingerprint", *COLUMNS))
        statement = (
            f"INSERT INTO records ({columns}) SELECT {', '.join('?' * (1 + len(COLUMNS)))} "
            f"WHERE NOT EXISTS (SELECT 1 FROM records WHERE {_SAME} AND median = ?)"
        )
        added, sources = 0, set()
        with database.writing(self.connection):
            for record in records:
                fields = flat(record)
                fields |= {field: json.dumps(fields[field]) for field in ("sources", "notes", *SAMPLES)}
                same = (*_identity(record), record.figures.median)
                # Earlier versions found by a fingerprint of all fields what is imported twice.
                fingerprint = digest.text(*(None if value is None else str(value) for value in same))
                row = (fingerprint, *(fields[column] for column in COLUMNS), *same)
                inserted = self.connection.execute(statement, row)
                if inserted.rowcount:
                    added += 1
                    samples = (inserted.lastrowid, *(fields[field] for field in SAMPLES))
                    self.connection.execute("INSERT INTO samples VALUES (?, ?, ?, ?)", samples)
                sources.add((record.puzzle, fields["sources"]))
            # They have a table of their own, to be found without reading all records of the puzzle.
            self.connection.executemany("INSERT OR IGNORE INTO sources VALUES (?, ?)", sorted(sources))
        return added

    def count(self, puzzles: Iterable[str]) -> int:
        """Return how many records of some puzzles there are."""
        statement = "SELECT count(*) FROM records WHERE puzzle = ?"
        counts = (self.connection.execute(statement, (puzzle,)) for puzzle in puzzles)
        return sum(number for ((number,),) in counts)

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

    def measured(self, puzzle: str, machine: str | None) -> set[TaskKey]:
        """Return the tasks of a puzzle that have records; with `machine`, records of that machine."""
        rows = self.connection.execute(
            'SELECT DISTINCT puzzle, part, solution, "case", account FROM records '
            "WHERE puzzle = ? AND (? IS NULL OR machine = ?)",
            (puzzle, machine, machine),
        )
        return {TaskKey._make(row) for row in rows}

    def puzzles(self) -> list[str]:
        """Return the ids of the puzzles that have records."""
        return [puzzle for (puzzle,) in self.connection.execute("SELECT DISTINCT puzzle FROM sources")]

    def whole(self, record: Record) -> Record:
        """Return a stored record with its samples."""
        statement = (
            f"SELECT seconds, waits, cpu FROM samples JOIN records ON id = record WHERE {_SAME} LIMIT 1"
        )
        row = self.connection.execute(statement, _identity(record)).fetchone()
        return record._replace(samples=_samples(row))

    def made_from(self, puzzle: str, source_hashes: Sequence[str]) -> list[Record]:
        """Return the records of a puzzle that were made from sources of some hashes, oldest first.

        Of each task on an input, it has the last of each machine and interpreter.
        """
        # The index alone tells which these are.
        where = (
            "id IN (SELECT id FROM (SELECT id, max(taken) FROM records WHERE puzzle = ? AND "
            f"{_VALID} AND source_hash IN ("
            f"{', '.join('?' * len(source_hashes))}) "
            'GROUP BY part, solution, "case", account, input_hash, machine, python)) ORDER BY taken, id'
        )
        return [*self._records(where, (puzzle, *source_hashes))]

    def named(self, name: str, like: Record) -> Record | None:
        """Return the newest record of a task that was saved under a name, if possible of that interpreter."""
        return self._newest(f"name = ? AND {_TASK}", (name, *like.key), like.python)

    def names(self) -> list[str]:
        """Return the names that records were saved under."""
        rows = self.connection.execute(
            "SELECT DISTINCT name FROM records WHERE name IS NOT NULL ORDER BY name"
        )
        return [name for (name,) in rows]

    def of(self, puzzles: Iterable[str], *, samples: bool = False) -> Iterator[Record]:
        """Yield all records of some puzzles, the oldest of each puzzle first; if so, with their samples."""
        for puzzle in puzzles:
            yield from self._records("puzzle = ? ORDER BY taken, id", (puzzle,), samples=samples)

    def states(self, puzzle: str) -> dict[TaskKey, list[State]]:
        """Return the states in which each task of a puzzle was measured, also on other machines.

        Of those that were measured side by side in several interpreters, it has the first.
        """
        return {task: self._states(task) for task in sorted(self.measured(puzzle, None), key=str)}

    def _states(self, task: TaskKey) -> list[State]:
        # The index has all of it, in this order.
        of_state = "source_hash, input_hash, machine, python, revision, dirty"
        rows = self.connection.execute(
            f"SELECT {of_state}, id, taken, committed, median, low, high FROM records "
            f"WHERE {_TASK} AND {_VALID} ORDER BY {of_state}",
            task,
        )
        states: dict[int, State] = {}
        for (*sources, dirty), records in groupby(rows, itemgetter(0, 1, 2, 3, 4, 5)):
            ids, taken, committed, medians, lows, highs = zip(*(row[6:] for row in records), strict=True)
            known = [moment for moment in committed if moment is not None]
            moments = (min(taken), max(taken), max(known, default=None))
            ends = (None, None) if None in lows else (median(lows), median(highs))
            states[min(ids)] = State._make([*sources, bool(dirty), *moments, median(medians), *ends])
        first: dict[State, State] = {}
        for _, state in sorted(states.items()):
            first.setdefault(state._replace(python="", committed=None, median=0, low=None, high=None), state)
        return [*first.values()]

    def ratios_of_unchanged(self, task: TaskKey, machine: str, *, few: bool) -> list[float]:
        """Return the ratios of consecutive medians of a task that the same sources had on a machine.

        Input and interpreter are the same, too. The last record of a day counts: within an hour, times differ
        less than from day to day. The records are those of `few` samples, without an interval, or the others.
        """
        rows = self.connection.execute(
            "SELECT median / lag(median) OVER (PARTITION BY source_hash, input_hash, python ORDER BY day) "
            "FROM (SELECT source_hash, input_hash, python, CAST(taken / 86400 AS INTEGER) AS day, median, "
            f"max(taken) FROM records WHERE {_TASK} AND {_VALID} AND machine = ? AND (low IS NULL) = ? "
            "GROUP BY source_hash, input_hash, python, day)",
            (*task, machine, few),
        )
        return [ratio for (ratio,) in rows if ratio]

    def _newest(self, where: str, values: Sequence[object], python: str) -> Record | None:
        order = "ORDER BY python = ? DESC, taken DESC LIMIT 1"
        return next(self._records(f"{where} {order}", (*values, python)), None)

    def _records(self, where: str, values: Sequence[object], *, samples: bool = False) -> Iterator[Record]:
        columns = ", ".join(f'"{column}"' for column in COLUMNS)
        source = "records"
        if samples:
            columns, source = f"{columns}, seconds, waits, cpu", "records JOIN samples ON record = id"
        for row in self.connection.execute(
            f"SELECT {columns} FROM {source} WHERE {_VALID} AND {where}", values
        ):
            cells = list(row[: len(COLUMNS)])
            for place in _JSON_AT:
                cells[place] = _parsed(cells[place])
            for place in _BOOL_AT:
                cells[place] = bool(cells[place])
            figures = Figures._make(cells[_FIGURES_AT:_FIGURES_END])
            stored = _samples(row[len(COLUMNS) :])
            if figures.are_valid and (stored.seconds or not samples):
                yield Record._make([*cells[:_FIGURES_AT], figures, *cells[_FIGURES_END:], stored])


@contextmanager
def open_records() -> Iterator[RecordStore]:
    """Open the database in the user's data folder; make it if there is none. Raises StoreFailed."""
    with database.connect(settings.data_folder() / FILE, MIGRATIONS) as connection:
        yield RecordStore(connection)


def _samples(texts: Sequence[str]) -> Samples:
    """Return the samples of a row: nothing, or seconds, waits and processor time as JSON.

    Those that cannot have been measured are left out.
    """
    samples = Samples(*(as_tuples(json.loads(text)) for text in texts))
    if all(valid_time(time) for block in samples.seconds for time in block):
        return samples
    blocks = []
    for block in zip(*samples, strict=True):
        valid = [each for each in zip(*block, strict=True) if valid_time(each[0])]
        blocks += [tuple(zip(*valid, strict=True))] if valid else []
    return Samples(*zip(*blocks, strict=True))


# Lists of files, and notes, are the same in many records.
@cache
def _parsed(text: str) -> Any:
    return as_tuples(json.loads(text))


def as_tuples(value: Any) -> Any:
    """Return a value from JSON with its lists, and the lists in them, as tuples."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value
