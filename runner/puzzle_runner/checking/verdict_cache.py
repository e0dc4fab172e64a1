"""The database of the verdicts that `check` remembers.

What a database needs is imported where one is opened: `run` needs none unless a part fails.
"""

import os
from collections.abc import Iterable, Mapping
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


def forget_failure(root: Path, result: Result) -> None:
    """Forget the verdict on a part that has failed now, or whose answer is in doubt, unless it says so.

    A remembered `wrong` stays: without it, `report` would show what else is remembered of the part. The next
    check tells of a database that fails.
    """
    path = settings.data_folder() / FILE
    has_failed = result.exit or result.doubt
    if not (has_failed and result.part and result.solution and result.case and os.path.exists(path)):
        return
    from puzzle_runner.storage import database

    key = TaskKey(result.puzzle, result.part, result.solution, result.case, result.account)
    delete = f"DELETE FROM verdicts WHERE {_TASK} AND json_extract(fields, '$.verdict') != ?"
    with (
        suppress(StoreFailed),
        database.connect(path, MIGRATIONS) as connection,
        database.writing(connection),
    ):
        connection.execute(delete, (*_task(root, key), result.verdict))


def _task(root: Path, key: TaskKey) -> tuple[str, str, str]:
    import json

    # As JSON: file names may be of any bytes, and a database holds text alone.
    return json.dumps(str(root)), json.dumps(key.puzzle), json.dumps(key)
