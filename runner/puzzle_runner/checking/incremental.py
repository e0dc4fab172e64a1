"""Run only what has changed: recall the verdicts that still hold, and remember the new ones."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from puzzle_runner import digest
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import remembered, results
from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.checking.remembered import LASTING, Remembered
from puzzle_runner.model import Limits, Outcome, Result, TaskKey
from puzzle_runner.running import fingerprint

# Seconds between two writes, so that an interrupted check loses little.
WRITING = 1.0

Keep = Callable[[Mapping[TaskKey, Remembered]], object]


class Memory:
    """The remembered verdicts of a workspace: `entries` from earlier checks; `keep` stores new ones."""

    def __init__(self, workspace: Workspace, entries: Mapping[TaskKey, Remembered], keep: Keep) -> None:
        self.folder = workspace.puzzles
        self.entries = entries
        self.keep = keep
        self.begun = _now()
        self.unwritten: dict[TaskKey, Remembered] = {}
        self.written = time.monotonic()
        # Puzzles with the name of a standard module: for their siblings, they replace that module.
        names = {name.partition(".")[0] for name in os.listdir(self.folder)}
        self.hiding = sorted(sys.stdlib_module_names & names)
        self.hash = cache(self._hash)
        self.surroundings = cache(self._surroundings)

    def recall(self, task: Call) -> Result | None:
        """Return the remembered result of a task; None if there is none or something has changed."""
        entry = self.entries.get(task.key)
        if not entry or entry.circumstances != self.circumstances(task):
            return None
        if entry.source_hash != self.hash(entry.sources):
            return None
        try:
            return entry.result(results.pending(task))
        except (ValueError, TypeError, LookupError):
            # It is damaged: the part runs again.
            return None

    def remember(self, task: Call, outcome: Outcome, result: Result) -> None:
        """Remember a result, unless its verdict or its sources may change; store it within a second or so."""
        if result.verdict in LASTING and outcome.sources and not self._edited(outcome.sources):
            sources = tuple(map(self._relative, outcome.sources))
            kept = remembered.to_keep(result)
            entry = Remembered(self.circumstances(task), sources, self.hash(sources), kept)
            self.unwritten[task.key] = entry
        if time.monotonic() - self.written > WRITING:
            self.flush()

    def flush(self) -> None:
        """Store what is not stored yet."""
        if self.unwritten:
            self.keep(self.unwritten)
        self.unwritten = {}
        self.written = time.monotonic()

    def circumstances(self, task: Call) -> str:
        """Return the hash of everything that a verdict depends on, except the sources."""
        expected = task.expected
        return digest.text(
            task.job.text,
            expected and expected.text,
            str(expected and expected.hidden),
            str(task.case.tolerance),
            repr(task.case.guesses),
            self.surroundings(task.job.limits),
            *([repr(task.job.keywords)] if task.job.keywords else []),
            *task.job.engine.identity(task.job),
        )

    def _surroundings(self, limits: Limits) -> str:
        """Return the hash of what all tasks have in common."""
        return digest.text(str(tuple(limits)), fingerprint.of_installation(), *self.hiding)

    def _relative(self, source: str) -> str:
        """Return the path of a source from the folder of puzzles."""
        top = os.path.join(self.folder, "")
        # As a rule it lies there.
        return source.removeprefix(top) if source.startswith(top) else os.path.relpath(source, self.folder)

    def _hash(self, sources: tuple[str, ...]) -> str:
        return digest.sources(os.path.join(self.folder, source) for source in sources)

    def _edited(self, sources: Sequence[str]) -> bool:
        """Tell whether a file was saved after the check began: then the part may have run an older text."""
        try:
            return any(self.begun <= os.stat(source).st_mtime <= time.time() for source in sources)
        except OSError:
            return True


def _now() -> float:
    """Return the time by the clock that file systems use, which may be some milliseconds late (Linux)."""
    if sys.platform == "linux":
        coarse = 5
        return time.clock_gettime(coarse)
    return time.time()


def settle(tasks: Sequence[Task], memory: Memory) -> list[Result | None]:
    """Return the result of each task that need not be run; None for the others."""
    return [results.obstructed(task) if isinstance(task, Skipped) else memory.recall(task) for task in tasks]


def to_run(tasks: Sequence[Task], settled: Sequence[Result | None]) -> list[Call]:
    """Return the tasks that have no result yet."""
    pairs = zip(tasks, settled, strict=True)
    return [task for task, result in pairs if result is None and isinstance(task, Call)]


def carry_out(tasks: Sequence[Call], outcomes: Iterator[Outcome], memory: Memory) -> Iterator[Result]:
    """Yield the result of each task from its outcome, and remember it, also if the check is interrupted."""
    try:
        for task in tasks:
            outcome = next(outcomes)
            result = results.result(task, outcome)
            memory.remember(task, outcome, result)
            yield result
    finally:
        memory.flush()


def merged(settled: Sequence[Result | None], carried_out: Iterator[Result]) -> list[Result]:
    """Return all results in the order of the tasks."""
    return [result or next(carried_out) for result in settled]
