"""Databases in the user's data folder: made, migrated, shared, refused."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from puzzle_runner.errors import StoreFailed
from puzzle_runner.storage import database

FIRST = ("CREATE TABLE things (name TEXT)",)
SECOND = (*FIRST, "ALTER TABLE things ADD COLUMN size INTEGER; UPDATE things SET size = 1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a database is to be, in a folder that is not there yet."""
    return tmp_path / "data" / "things.db"


def names(path: Path) -> list[str]:
    with database.connect(path, FIRST) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM things ORDER BY rowid")]


def insert(path: Path, name: str) -> None:
    with database.connect(path, FIRST) as connection, database.writing(connection):
        connection.execute("INSERT INTO things VALUES (?)", (name,))
        if name == "interrupted":
            raise KeyboardInterrupt


def test_what_is_written_is_there(path: Path) -> None:
    """A database and its folder are made; what is interrupted has not happened."""
    insert(path, "one")
    insert(path, "two")
    with pytest.raises(KeyboardInterrupt):
        insert(path, "interrupted")
    assert ["one", "two"] == names(path)


def test_databases_of_other_versions(path: Path) -> None:
    """An older one gets the new scripts, never half of them, and keeps its rows; a newer is refused.

    So is what is no database: it is named, and not touched.
    """
    insert(path, "one")
    with pytest.raises(StoreFailed), database.connect(path, (*FIRST, "DROP TABLE things; NONSENSE")):
        pass
    assert ["one"] == names(path)
    for _ in range(2):
        with database.connect(path, SECOND) as connection:
            assert [("one", 1)] == connection.execute("SELECT * FROM things").fetchall()
    with pytest.raises(StoreFailed, match=r"newer version of puzzles .* Install the newest version"):
        names(path)
    content = b"This is no database, but a text that is long enough." * 100
    path.write_bytes(content)
    with pytest.raises(StoreFailed, match=r"things\.db cannot be used"):
        names(path)
    assert content == path.read_bytes()


def test_many_make_one_at_the_same_moment(tmp_path: Path) -> None:
    """A new database is made by whoever is first; the others wait for it."""
    for attempt in range(9):
        path = tmp_path / f"{attempt}.db"
        with ThreadPoolExecutor(3) as three:
            list(three.map(partial(insert, path), ["one"] * 3))
        assert ["one"] * 3 == names(path)
