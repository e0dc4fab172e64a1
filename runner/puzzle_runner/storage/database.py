"""SQLite databases in the user's data folder, migrated when they are opened and shared by processes."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from puzzle_runner import interruption
from puzzle_runner.errors import StoreFailed
from puzzle_runner.storage import atomic


@contextmanager
def connect(path: Path, migrations: Sequence[str]) -> Iterator[sqlite3.Connection]:
    """Open a database, and close it at the end; make it if there is none.

    `migrations` are SQL scripts. The database stores how many of them were run, and the others are run now.
    Raises StoreFailed, also for a database that a newer version has written.
    """
    interruption.check()
    try:
        atomic.make_folder(path.parent)
        if not path.exists():
            # SQLite would make it with the mode of any new file. Files beside it get the mode of this one.
            path.touch(atomic.PRIVATE)
    except OSError as error:
        raise StoreFailed(f"{path} cannot be made: {error.strerror}.") from error
    try:
        with closing(sqlite3.connect(path, timeout=atomic.PATIENCE, isolation_level=None)) as connection:
            # It stays so for ever. Where another process is just doing it, this fails.
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            _migrate(connection, path, migrations)
            yield connection
    except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
        # A number or a text that SQLite cannot hold raises one of the last two.
        raise StoreFailed(f"{path} cannot be used: {error}.") from error


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the body in one transaction that locks the database from its start."""
    interruption.check()
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[str]) -> None:
    version = "PRAGMA user_version"
    if connection.execute(version).fetchone()[0] == len(migrations):
        return
    with writing(connection):
        # Read again under the lock: another process may have migrated it in the meantime.
        done = connection.execute(version).fetchone()[0]
        if done > len(migrations):
            raise StoreFailed(
                f"{path} was written by a newer version of puzzles (format {done}, this one knows "
                f"{len(migrations)}). Install the newest version from its repository."
            )
        for script in migrations[done:]:
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
