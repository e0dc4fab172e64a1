"""Remembered verdicts: a database in the data folder, from which `check` learns what it need not run."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner.model import Result, Verdict
from puzzle_runner.storage import database

# The others may be mended from outside of what is hashed, by a free core, more memory or a missing module.
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
)
_SAID = ("verdict", "answer", "seconds", "cpu_seconds", "peak_bytes", "message", "output")


class Key(NamedTuple):
    """What a verdict is about."""

    puzzle: str
    part: int
    solution: str
    case: str
    account: str


class Remembered(NamedTuple):
    """A verdict, and the hashes by which one knows whether it still holds.

    `circumstances` covers all but the sources; `sources` are paths relative to the workspace's puzzles;
    `said` holds the verdict and what else a result says, as JSON, which can hold any text.
    """

    circumstances: str
    sources: tuple[str, ...]
    source_hash: str
    said: str

    def result(self, row: Result) -> Result:
        """Return a row with what is remembered of it."""
        said = json.loads(self.said)
        return row._replace(**said | {"verdict": Verdict(said["verdict"]), "cached": True})


def said(result: Result) -> str:
    """Return what is to be remembered of a result."""
    row: dict[str, Any] = result._asdict()
    return json.dumps({name: row[name] for name in _SAID})


def read(folder: Path, workspace: Path) -> dict[Key, Remembered]:
    """Return what is remembered of a workspace. Raises StoreFailed."""
    if not os.path.exists(folder / FILE):
        return {}
    with database.connect(folder / FILE, MIGRATIONS) as connection:
        rows = connection.execute(
            'SELECT puzzle, part, solution, "case", account, circumstances, sources, source_hash, said '
            "FROM verdicts WHERE workspace = ?",
            (str(workspace),),
        )
        return {Key(*row[:5]): Remembered(row[5], tuple(row[6].split("\n")), *row[7:]) for row in rows}


def write(folder: Path, workspace: Path, verdicts: Mapping[Key, Remembered]) -> None:
    """Remember verdicts, each in the place of the one before. Raises StoreFailed."""
    with database.connect(folder / FILE, MIGRATIONS) as connection, database.writing(connection):
        connection.executemany(
            "INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            _rows(workspace, verdicts),
        )


def _rows(workspace: Path, verdicts: Mapping[Key, Remembered]) -> Iterable[tuple[str | int, ...]]:
    for key, (circumstances, sources, source_hash, said) in verdicts.items():
        yield (str(workspace), *key, circumstances, "\n".join(sources), source_hash, said)
