"""The memory of `check`: a database of verdicts, and the hashes that tell whether they still hold."""

import json
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.errors import StoreFailed
from puzzle_runner.model import Clock, Outcome, Result, TaskKey, Verdict
from puzzle_runner.running import fingerprint
from puzzle_runner.storage import database
from puzzle_runner.text import is_utf_8

# Seconds between two writes, so that an interrupted check loses little.
WRITING = 1.0
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
# The fields of a result that are stored.
_STORED = (
    *("verdict", "answer", "seconds", "cpu_seconds", "peak_bytes"),
    *("message", "output", "timed", "reading"),
)


class CachedVerdict(NamedTuple):
    """A verdict, and the hashes that tell whether it still holds.

    `cache_key` is the hash of everything but the sources. `sources` are paths relative to the workspace's
    `puzzles/`. `fields` is the verdict and other fields of the result as JSON, which can hold any text.
    """

    cache_key: str
    sources: tuple[str, ...]
    source_hash: str
    fields: str


class Memory:
    """The cached verdicts of a workspace: of some `puzzles`, or of all; none with `fresh`.

    If the store fails, `failed` is told once, and nothing is stored; without it, StoreFailed is raised.
    """

    def __init__(
        self,
        workspace: Workspace,
        folder: Path,
        puzzles: Collection[str] | None = None,
        *,
        fresh: bool = False,
        failed: Callable[[StoreFailed], object] | None = None,
    ) -> None:
        self.workspace = workspace
        self.folder = folder
        self.failed = failed
        self.works = True
        self.entries: Mapping[TaskKey, CachedVerdict] = {}
        if not fresh:
            try:
                self.entries = read(folder, workspace.root, puzzles)
            except StoreFailed as error:
                self._fail(error)
        self.begun = time.time()
        if sys.platform == "linux":
            # File systems use this clock, which may be some milliseconds late.
            coarse = 5
            self.begun = time.clock_gettime(coarse)
        self.unwritten: dict[TaskKey, CachedVerdict] = {}
        self.written = time.monotonic()
        # Puzzles with the name of a standard module: for their siblings, they replace that module.
        names = {name.partition(".")[0] for name in os.listdir(workspace.puzzles)}
        self.hiding = sorted(sys.stdlib_module_names & names)
        self.hash = cache(self._hash)
        # The hash of what all tasks have in common.
        self.environment = cache(
            lambda limits: digest.text(
                str(tuple(limits)), fingerprint.of_installation(limits.python), *self.hiding
            )
        )

    def recall(self, tasks: Sequence[Task]) -> list[Result | None]:
        """Return the result of each task that need not be run; None for the others."""
        return [self._recall(task) for task in tasks]

    def _recall(self, task: Task) -> Result | None:
        if isinstance(task, Skipped):
            return judge.skipped_result(task)
        entry = self.entries.get(task.key)
        if not entry or entry.cache_key != self.cache_key(task):
            return None
        if entry.source_hash != self.hash(entry.sources):
            return None
        try:
            fields = json.loads(entry.fields)
            fields["verdict"] = Verdict(fields["verdict"])
            fields["timed"] = Clock(fields.get("timed", Clock.CALL))
            return judge.pending(task)._replace(**fields, cached=True)
        except (ValueError, TypeError, LookupError):
            # It is damaged: the part runs again.
            return None

    def carry_out(self, tasks: Sequence[Call], outcomes: Iterator[Outcome]) -> Iterator[Result]:
        """Yield the result of each task, and remember it, also if the check is interrupted."""
        try:
            for task in tasks:
                outcome = next(outcomes)
                result = judge.alone(task, outcome)
                # Others may change, as may sources that were edited while it ran.
                if result.verdict in LASTING and outcome.sources and not self._edited(outcome.sources):
                    sources = tuple(map(self._relative, outcome.sources))
                    fields = json.dumps({name: getattr(result, name) for name in _STORED})
                    entry = CachedVerdict(self.cache_key(task), sources, self.hash(sources), fields)
                    self.unwritten[task.key] = entry
                if time.monotonic() - self.written > WRITING:
                    self._write()
                yield result
        finally:
            self._write()

    def _write(self) -> None:
        if self.unwritten and self.works:
            try:
                write(self.folder, self.workspace.root, self.unwritten)
            except StoreFailed as error:
                self._fail(error)
        self.unwritten = {}
        self.written = time.monotonic()

    def _fail(self, error: StoreFailed) -> None:
        if not self.failed:
            raise error
        self.works = False
        self.failed(error)

    def cache_key(self, task: Call) -> str:
        """Return the hash of everything that a verdict depends on, except the sources."""
        expected = task.expected
        return digest.text(
            task.job.text,
            expected and expected.text,
            str(expected and expected.hidden),
            str(task.case.tolerance),
            repr(task.case.guesses),
            self.environment(task.job.limits),
            *([repr(task.job.keywords)] if task.job.keywords else []),
            *task.job.engine.identity(task.job),
        )

    def _relative(self, source: str) -> str:
        """Return the path of a source from the folder of puzzles."""
        top = os.path.join(self.workspace.puzzles, "")
        # As a rule it lies there.
        return source.removeprefix(top) if source.startswith(top) else os.path.relpath(source, top)

    def _hash(self, sources: tuple[str, ...]) -> str:
        return digest.sources(os.path.join(self.workspace.puzzles, source) for source in sources)

    def _edited(self, sources: Sequence[str]) -> bool:
        """Tell whether a file was saved after the check began: then the part may have run an older text."""
        try:
            return any(self.begun <= os.stat(source).st_mtime <= time.time() for source in sources)
        except OSError:
            return True


def read(
    folder: Path, workspace: Path, puzzles: Collection[str] | None = None
) -> dict[TaskKey, CachedVerdict]:
    """Return the cached verdicts of a workspace: of some puzzles, or of all. Raises StoreFailed."""
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
            TaskKey(puzzle, part, solution, case, account or None): CachedVerdict(
                cache_key, tuple(sources.split("\n")), source_hash, fields
            )
            for puzzle, part, solution, case, account, cache_key, sources, source_hash, fields in rows
        }


def write(folder: Path, workspace: Path, verdicts: Mapping[TaskKey, CachedVerdict]) -> None:
    """Store verdicts; each replaces the last one of its task. Raises StoreFailed.

    Those with a name that a database cannot hold, as file names may be of any bytes, are left out.
    """
    rows = [
        (_name(workspace), *key[:4], key.account or "", cache_key, "\n".join(sources), source_hash, fields)
        for key, (cache_key, sources, source_hash, fields) in verdicts.items()
        if is_utf_8("".join([*sources, key.puzzle, key.case]))
    ]
    with database.connect(folder / FILE, MIGRATIONS) as connection, database.writing(connection):
        connection.executemany("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _name(workspace: Path) -> str:
    """Return the path of a workspace as a database can hold it."""
    return str(workspace).encode("utf-8", "backslashreplace").decode()
