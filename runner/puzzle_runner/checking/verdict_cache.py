"""The verdicts that `check` remembers: a database of them, and what tells whether they still hold.

A verdict is remembered only if all that it can depend on is known: the key says what was asked, and the trace
what the call has looked at. In doubt the part runs again.
"""

import json
import os
import time
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import digest, settings
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.errors import StoreFailed
from puzzle_runner.model import Clock, Doubt, Reason, Result, TaskKey, Verdict, valid_time
from puzzle_runner.running import fingerprint, traces
from puzzle_runner.running.call import Trace
from puzzle_runner.storage import database

# Seconds between two writes, so that a check that is killed loses little; each costs what a few parts cost.
WRITING = 5.0
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


class CachedVerdict(NamedTuple):
    """A verdict, and what tells whether it still holds.

    `cache_key` is the hash of what was asked: the input, the expected answer, the limits. `states` are those
    of a trace, as JSON. So are `fields`, the verdict and other fields of the result: it can hold any text.
    """

    cache_key: str
    states: str
    fields: str

    @property
    def verdict(self) -> str:
        """The verdict; empty if it is damaged."""
        try:
            return str(json.loads(self.fields)["verdict"])
        except (ValueError, TypeError, LookupError):
            return ""


class VerdictCache:
    """The cached verdicts of some puzzles of a workspace; none with `fresh`.

    If the store fails, `failed` is called once with the error, and nothing is stored; without it, StoreFailed
    is raised.
    """

    def __init__(
        self,
        workspace: Workspace,
        puzzles: Collection[str],
        *,
        fresh: bool,
        failed: Callable[[StoreFailed], object] | None,
    ) -> None:
        self.workspace = workspace
        self.folder = settings.data_folder()
        self.failed = failed
        self.works = True
        self.entries: Mapping[TaskKey, CachedVerdict] = {}
        if not fresh:
            try:
                self.entries = read(self.folder, workspace.root, puzzles)
            except StoreFailed as error:
                self._fail(error)
        # None takes back what was remembered of a task.
        self.unwritten: dict[TaskKey, CachedVerdict | None] = {}
        self.remembered = 0
        self.written = time.monotonic()
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
        self.unwritten[task.key] = None
        if result.verdict in MAY_BE_REMEMBERED:
            if trace.doubt:
                result = result._replace(trace_doubt=trace.doubt)
            else:
                fields = json.dumps({name: getattr(result, name) for name in STORED})
                entry = CachedVerdict(self.keys[task.key], json.dumps(trace.states), fields)
                self.unwritten[task.key] = entry
        if time.monotonic() - self.written > WRITING:
            self.write()
        return result

    def write(self) -> None:
        """Store what is remembered since this was done last."""
        if self.unwritten and self.works:
            try:
                write(self.folder, self.workspace.root, self.unwritten)
                self.remembered += sum(entry is not None for entry in self.unwritten.values())
            except StoreFailed as error:
                self._fail(error)
        self.unwritten = {}
        self.written = time.monotonic()

    def _fail(self, error: StoreFailed) -> None:
        if not self.failed:
            raise error
        self.works = False
        self.failed(error)

    def _holds(self, states: str) -> bool:
        """Tell whether all that a trace has looked at is as it was."""
        try:
            return all(
                self.state(kind, path, (*names,)).state == then
                for kind, path, names, then in json.loads(states)
            )
        except (ValueError, TypeError, OSError):
            # It is damaged, or what it tells of cannot be read.
            return False

    def _cache_key(self, task: Call) -> str:
        """Return the hash of everything that a verdict depends on, except what the call looks at."""
        job, expected = task.job, task.expected
        texts = [job.text, expected and expected.text, str(expected and expected.hidden)]
        texts += [str(task.case.tolerance), repr(task.case.guesses)]
        texts.append(self.environment(job.limits))
        if job.keywords:
            texts.append(repr(job.keywords))
        checker = task.judging("")
        if checker:
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


def read(folder: Path, workspace: Path, puzzles: Collection[str]) -> dict[TaskKey, CachedVerdict]:
    """Return the cached verdicts of some puzzles of a workspace. Raises StoreFailed."""
    if not os.path.exists(folder / FILE):
        return {}
    select = (
        "SELECT task, cache_key, states, fields FROM verdicts "
        "WHERE workspace = ? AND puzzle IN (SELECT value FROM json_each(?))"
    )
    values = json.dumps(str(workspace)), json.dumps([*map(json.dumps, puzzles)])
    with database.connect(folder / FILE, MIGRATIONS) as connection:
        rows = connection.execute(select, values).fetchall()
    return {TaskKey(*json.loads(task)): CachedVerdict(*entry) for task, *entry in rows}


def write(folder: Path, workspace: Path, verdicts: Mapping[TaskKey, CachedVerdict | None]) -> None:
    """Store verdicts, or none, in place of the last one of each task. Raises StoreFailed."""
    tasks, rows = [], []
    for key, entry in verdicts.items():
        # As JSON: file names may be of any bytes, and a database holds text alone.
        task = json.dumps(str(workspace)), json.dumps(key.puzzle), json.dumps(key)
        tasks.append(task)
        if entry:
            rows.append((*task, *entry))
    with database.connect(folder / FILE, MIGRATIONS) as connection, database.writing(connection):
        connection.executemany("DELETE FROM verdicts WHERE workspace = ? AND puzzle = ? AND task = ?", tasks)
        connection.executemany("INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?)", rows)


def forget(workspace: Workspace, failures: Mapping[TaskKey, Verdict]) -> None:
    """Forget the verdicts of tasks that have failed, unless they are the same. Raises StoreFailed."""
    folder = settings.data_folder()
    entries = read(folder, workspace.root, {key.puzzle for key in failures})
    outdated = [key for key in failures if key in entries and entries[key].verdict != failures[key]]
    if outdated:
        write(folder, workspace.root, dict.fromkeys(outdated))
