"""SQLite databases in the user's data folder: opened, brought up to date, shared by processes."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from puzzle_runner.errors import StoreFailed

# Seconds to wait for another process that is writing.
PATIENCE = 30.0


@contextmanager
def connect(path: Path, migrations: Sequence[str]) -> Iterator[sqlite3.Connection]:
    """Open a database, made where there is none, and close it.

    `migrations` are scripts; the database remembers how many of them it has had, and gets the others now.
    Raises StoreFailed, also for a database that a newer version has written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFailed(f"{path.parent} cannot be made: {error.strerror}.") from error
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
            _keep_a_log(connection)
            connection.execute("PRAGMA synchronous = NORMAL")
            _migrate(connection, path, migrations)
            yield connection
    except sqlite3.Error as error:
        raise StoreFailed(f"{path} cannot be used: {error}.") from error


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Make what is inside one transaction, taken before the first read."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. SQLite does not wait for that as it does for all else: so do it here."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[str]) -> None:
    if _version(connection) == len(migrations):
        return
    with writing(connection):
        # Asked again, as another process may have been faster.
        done = _version(connection)
        if done > len(migrations):
            raise StoreFailed(
                f"{path} was written by a newer version of puzzles (format {done}, this one knows "
                f"{len(migrations)}). Upgrade with: pip install --upgrade puzzle-runner"
            )
        for script in migrations[done:]:
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
