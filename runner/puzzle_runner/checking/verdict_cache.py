"""The database of the verdicts that `check` remembers.

What a database needs is imported where one is opened: `run` needs none unless a part fails.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import settings
from puzzle_runner.errors import StoreFailed
from puzzle_runner.model import Result, TaskKey

FILE = "verdicts.sqlite"
MIGRATIONS = (
    # What these formats held is of no use in the one of now: parts run again.
    "",
    "",
    "",
    """
    DROP TABLE IF EXISTS traces;
    DROP TABLE IF EXISTS verdicts;
    CREATE TABLE verdicts (
        workspace TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        task TEXT NOT NULL,
        cache_key TEXT NOT NULL,
        states TEXT NOT NULL,
        fields TEXT NOT NULL,
        PRIMARY KEY (workspace, puzzle, task)
    ) STRICT, WITHOUT ROWID
    """,
)
_TASK = "workspace = ? AND puzzle = ? AND task = ?"


class CachedVerdict(NamedTuple):
    """A verdict, and what tells whether it still holds.

    `cache_key` is the hash of what was asked. As JSON, which can hold any text, there are the `states` of the
    trace and some `fields` of the result.
    """

    cache_key: str
    states: str
    fields: str


def read(root: Path, puzzles: Iterable[str]) -> dict[TaskKey, CachedVerdict]:
    """Return the cached verdicts of some puzzles of a workspace. Raises StoreFailed."""
    import json

    from puzzle_runner.storage import database

    path = settings.data_folder() / FILE
    if not os.path.exists(path):
        return {}
    select = (
        "SELECT task, cache_key, states, fields FROM verdicts "
        "WHERE workspace = ? AND puzzle IN (SELECT value FROM json_each(?))"
    )
    names = [json.dumps(puzzle) for puzzle in puzzles]
    values = json.dumps(str(root)), json.dumps(names)
    verdicts = {}
    with database.connect(path, MIGRATIONS) as connection:
        for task, *entry in connection.execute(select, values):
            key = TaskKey(*json.loads(task))
            verdicts[key] = CachedVerdict(*entry)
    return verdicts


def write(root: Path, verdicts: Mapping[TaskKey, CachedVerdict | None]) -> None:
    """Store verdicts, or none, in place of the last one of each task. Raises StoreFailed."""
    from puzzle_runner.storage import database

    tasks = []
    rows = []
    for key, entry in verdicts.items():
        task = _task(root, key)
        tasks.append(task)
        if entry:
            rows.append((*task, *entry))
    path = settings.data_folder() / FILE
    with database.connect(path, MIGRATIONS) as connection, database.writing(connection):
        connection.executemany(f"DELETE FROM verdicts WHERE {_TASK}", tasks)
        connection.executemany("INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?)", rows)


def forget_failures(root: Path, results: Iterable[Result]) -> None:
    """Forget the verdicts of parts that have failed now, or whose answers are in doubt, unless these say so.

    The next check tells of a database that fails.
    """
    failures = []
    for result in results:
        if result.part and result.solution and result.case and (result.exit or result.doubt):
            key = TaskKey(result.puzzle, result.part, result.solution, result.case, result.account)
            failures.append((*_task(root, key), result.verdict))
    path = settings.data_folder() / FILE
    if not failures or not os.path.exists(path):
        return
    from puzzle_runner.storage import database

    delete = f"DELETE FROM verdicts WHERE {_TASK} AND json_extract(fields, '$.verdict') != ?"
    with (
        suppress(StoreFailed),
        database.connect(path, MIGRATIONS) as connection,
        database.writing(connection),
    ):
        connection.executemany(delete, failures)


def retracting(root: Path, results: Iterable[Result]) -> Iterator[Result]:
    """Yield results; forget the verdict of each that has failed."""
    for result in results:
        forget_failures(root, [result])
        yield result


def _task(root: Path, key: TaskKey) -> tuple[str, str, str]:
    import json

    # As JSON: file names may be of any bytes, and a database holds text alone.
    return json.dumps(str(root)), json.dumps(key.puzzle), json.dumps(key)
