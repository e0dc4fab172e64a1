"""The verdicts that `check` remembers: a database of them, and what tells whether they still hold.

A verdict is remembered only if all that it can depend on is known: the key says what was asked, and the trace
what the call has looked at. In doubt the part runs again.
"""

import json
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from puzzle_runner import digest, settings
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import checkers, judge
from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.errors import StoreFailed
from puzzle_runner.model import Clock, Doubt, Reason, Result, TaskKey, Verdict, valid_time
from puzzle_runner.running import fingerprint, traces
from puzzle_runner.running.call import Trace
from puzzle_runner.storage import database

T = TypeVar("T")

# The other verdicts may change while all hashes stay the same: a core is free now, or a module was installed.
MAY_BE_REMEMBERED = (Verdict.RIGHT, Verdict.WRONG, Verdict.UNKNOWN, Verdict.SKIPPED)
# The trace of an outcome that has none, such as one of a cluster that is set up in another way.
UNKNOWN = Trace(doubt="what it depends on is not known")
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
# The fields of a result that are stored.
STORED = (
    *("verdict", "answer", "seconds", "cpu_seconds", "peak_bytes"),
    *("message", "output", "timed", "reading", "doubt"),
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


class VerdictCache:
    """The cached verdicts of some puzzles of a workspace; none with `fresh`.

    If the store fails, `failed` gets the error, and nothing is stored; without it, StoreFailed is raised.
    """

    def __init__(
        self,
        workspace: Workspace,
        puzzles: Collection[str],
        *,
        fresh: bool,
        failed: Callable[[StoreFailed], object] | None,
    ) -> None:
        self.root = workspace.root
        self.failed = failed
        self.works = True
        self.entries = {} if fresh else self._attempt(lambda: read(self.root, puzzles)) or {}
        # None takes back what was remembered of a task.
        self.unwritten: dict[TaskKey, CachedVerdict | None] = {}
        self.remembered = 0
        # What all tasks have in common, and many traces: each is looked at once, before anything runs.
        self.environment = cache(fingerprint.of_calls)
        self.state = cache(traces.state)
        self.holds = cache(self._holds)
        self.keys: dict[TaskKey, str] = {}

    def recall(self, task: Task) -> Result | None:
        """Return the result of a task that need not be run; None for another."""
        if isinstance(task, Skipped):
            return judge.skipped_result(task)
        cache_key = self.keys[task.key] = self._cache_key(task)
        entry = self.entries.get(task.key)
        if not entry or entry.cache_key != cache_key or not self.holds(entry.states):
            return None
        try:
            return judge.row(task, **_parse(entry.fields), cached=True)
        except (ValueError, TypeError, LookupError):
            # It is damaged: the part runs again.
            return None

    def remember(self, task: Call, result: Result, trace: Trace | None) -> Result:
        """Remember the result of a task if it may be, and return it; else with the reason why not.

        An earlier verdict is forgotten in any case: a part that fails now and then is not green.
        """
        trace = trace or UNKNOWN
        entry = None
        if result.verdict in MAY_BE_REMEMBERED:
            if trace.doubt:
                result = result._replace(trace_doubt=trace.doubt)
            else:
                fields = json.dumps({name: getattr(result, name) for name in STORED})
                entry = CachedVerdict(self.keys[task.key], json.dumps(trace.states), fields)
        self.unwritten[task.key] = entry
        return result

    def write(self) -> None:
        """Store what is remembered."""
        self._attempt(lambda: write(self.root, self.unwritten))
        if self.works:
            self.remembered = sum(entry is not None for entry in self.unwritten.values())

    def _attempt(self, action: Callable[[], T]) -> T | None:
        if not self.works:
            return None
        try:
            return action()
        except StoreFailed as error:
            if not self.failed:
                raise
            self.works = False
            self.failed(error)
            return None

    def _holds(self, states: str) -> bool:
        """Tell whether all that a trace has looked at is as it was."""
        try:
            for kind, path, names, then in json.loads(states):
                if self.state(kind, path, tuple(names)).state != then:
                    return False
        except (ValueError, TypeError, OSError):
            # It is damaged, or what it tells of cannot be read.
            return False
        return True

    def _cache_key(self, task: Call) -> str:
        job, expected, case = task.job, task.expected, task.case
        texts = [job.text, expected and expected.text, str(expected and expected.hidden)]
        texts += [str(case.tolerance), repr(case.guesses), self.environment(job.limits)]
        if job.keywords:
            texts.append(repr(job.keywords))
        if task.checker:
            checker = checkers.job(task.checker, job, case, task.solution.part, "")
            texts.append(repr((str(checker.path), checker.data, checker.keywords)))
        return digest.text(*texts, *job.engine.identity(job))


def _parse(text: str) -> dict[str, Any]:
    """Return the stored fields of a result. Raises ValueError, TypeError or LookupError if damaged."""
    fields: dict[str, Any] = json.loads(text)
    fields["verdict"] = Verdict(fields["verdict"])
    fields["timed"] = Clock(fields.get("timed", Clock.CALL))
    if fields["doubt"]:
        reason, message, excuses = fields["doubt"]
        fields["doubt"] = Doubt(Reason(reason), message, excuses)
    if fields["seconds"] is not None and valid_time(fields["seconds"]) is None:
        raise ValueError("no clock measures this time")
    return fields


def read(root: Path, puzzles: Iterable[str]) -> dict[TaskKey, CachedVerdict]:
    """Return the cached verdicts of some puzzles of a workspace. Raises StoreFailed."""
    path = settings.data_folder() / FILE
    if not os.path.exists(path):
        return {}
    select = (
        "SELECT task, cache_key, states, fields FROM verdicts "
        "WHERE workspace = ? AND puzzle IN (SELECT value FROM json_each(?))"
    )
    values = json.dumps(str(root)), json.dumps([*map(json.dumps, puzzles)])
    with database.connect(path, MIGRATIONS) as connection:
        rows = connection.execute(select, values).fetchall()
    return {TaskKey(*json.loads(task)): CachedVerdict(*entry) for task, *entry in rows}


def write(root: Path, verdicts: Mapping[TaskKey, CachedVerdict | None]) -> None:
    """Store verdicts, or none, in place of the last one of each task. Raises StoreFailed."""
    tasks = [_task(root, key) for key in verdicts]
    rows = [(*_task(root, key), *entry) for key, entry in verdicts.items() if entry]
    path = settings.data_folder() / FILE
    with database.connect(path, MIGRATIONS) as connection, database.writing(connection):
        connection.executemany(f"DELETE FROM verdicts WHERE {_TASK}", tasks)
        connection.executemany("INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?)", rows)


def forget(root: Path, failures: Mapping[TaskKey, Verdict]) -> None:
    """Forget what is remembered of tasks that have failed, unless it is the same. Raises StoreFailed."""
    rows = [(*_task(root, key), verdict) for key, verdict in failures.items()]
    path = settings.data_folder() / FILE
    if os.path.exists(path):
        with database.connect(path, MIGRATIONS) as connection, database.writing(connection):
            is_other = "json_extract(fields, '$.verdict') != ?"
            connection.executemany(f"DELETE FROM verdicts WHERE {_TASK} AND {is_other}", rows)


def _task(root: Path, key: TaskKey) -> tuple[str, str, str]:
    # As JSON: file names may be of any bytes, and a database holds text alone.
    return json.dumps(str(root)), json.dumps(key.puzzle), json.dumps(key)
