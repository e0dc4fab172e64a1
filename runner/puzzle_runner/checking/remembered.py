"""Remembered verdicts: a database in the data folder, so that `check` need not run everything again."""

import json
import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.model import Clock, Result, TaskKey, Verdict
from puzzle_runner.storage import database
from puzzle_runner.text import is_utf_8

# The other verdicts may change while all hashes stay the same: a core is free now, or a module was installed.
LASTING = (Verdict.RIGHT, Verdict.WRONG, Verdict.UNKNOWN, Verdict.SKIPPED)
FILE = "verdicts.sqlite"
MIGRATIONS = (
    """
    CREATE TABLE verdicts (
        workspace TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        part INTEGER NOT NULL,
        solution TEXT NOT NULL,
        "case" TEXT NOT NULL,
        account TEXT NOT NULL,
        circumstances TEXT NOT NULL,
        sources TEXT NOT NULL,
        source_hash TEXT NOT NULL,
        said TEXT NOT NULL,
        PRIMARY KEY (workspace, puzzle, part, solution, "case", account)
    ) STRICT, WITHOUT ROWID
    """,
    # Earlier versions remembered answers of any length.
    "DELETE FROM verdicts WHERE length(said) > 1000000",
)
_KEPT = ("verdict", "answer", "seconds", "cpu_seconds", "peak_bytes", "message", "output", "timed", "reading")


class Remembered(NamedTuple):
    """A verdict, and the hashes that tell whether it still holds.

    `circumstances` is the hash of everything but the sources. `sources` are paths relative to the workspace's
    `puzzles/`. `truncate` is the verdict and other fields of the result as JSON, which can hold any text.
    """

    circumstances: str
    sources: tuple[str, ...]
    source_hash: str
    kept: str

    def result(self, row: Result) -> Result:
        """Return a pending row, completed from what is remembered.

        Raises ValueError, TypeError or LookupError if that is damaged.
        """
        kept = json.loads(self.kept)
        kept["verdict"] = Verdict(kept["verdict"])
        kept["timed"] = Clock(kept.get("timed", Clock.CALL))
        return row._replace(**kept, cached=True)


def to_keep(result: Result) -> str:
    """Return the fields of a result that are remembered, as JSON."""
    return json.dumps({name: getattr(result, name) for name in _KEPT})


def read(folder: Path, workspace: Path, puzzles: Collection[str] | None = None) -> dict[TaskKey, Remembered]:
    """Return the remembered verdicts of a workspace: of some puzzles, or of all. Raises StoreFailed."""
    if not os.path.exists(folder / FILE):
        return {}
    chosen = "" if puzzles is None else " AND puzzle IN (SELECT value FROM json_each(?))"
    values = [] if puzzles is None else [json.dumps([*filter(is_utf_8, puzzles)])]
    with database.connect(folder / FILE, MIGRATIONS) as connection:
        rows = connection.execute(
            'SELECT puzzle, part, solution, "case", account, circumstances, sources, source_hash, said '
            f"FROM verdicts WHERE workspace = ?{chosen}",
            (_name(workspace), *values),
        )
        return {
            TaskKey(puzzle, part, solution, case, account or None): Remembered(
                circumstances, tuple(sources.split("\n")), source_hash, kept
            )
            for puzzle, part, solution, case, account, circumstances, sources, source_hash, kept in rows
        }


def write(folder: Path, workspace: Path, verdicts: Mapping[TaskKey, Remembered]) -> None:
    """Store verdicts; each replaces the last one of its task. Raises StoreFailed.

    Those with a name that a database cannot hold, as file names may be of any bytes, are left out.
    """
    with database.connect(folder / FILE, MIGRATIONS) as connection, database.writing(connection):
        connection.executemany(
            "INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            _rows(workspace, verdicts),
        )


def _rows(workspace: Path, verdicts: Mapping[TaskKey, Remembered]) -> Iterable[tuple[str | int, ...]]:
    for key, (circumstances, sources, source_hash, kept) in verdicts.items():
        files, account = "\n".join(sources), key.account or ""
        if is_utf_8(files + key.puzzle + key.case):
            yield (_name(workspace), *key[:4], account, circumstances, files, source_hash, kept)


def _name(workspace: Path) -> str:
    """Return the path of a workspace as a database can hold it."""
    return str(workspace).encode("utf-8", "backslashreplace").decode()
