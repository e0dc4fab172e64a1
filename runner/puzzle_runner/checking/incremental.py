"""Run only what has changed: which verdicts still hold, and what is to be remembered of the others."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from puzzle_runner import digest
from puzzle_runner.catalog import modules
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import remembered, results
from puzzle_runner.checking.plan import Obstacle, Planned, Task
from puzzle_runner.checking.remembered import LASTING, Remembered
from puzzle_runner.model import Outcome, Result, TaskKey
from puzzle_runner.running import fingerprint

# Seconds between two writes: what an interrupted check has found out is not lost.
WRITING = 1.0

Keep = Callable[[Mapping[TaskKey, Remembered]], object]


class Memory:
    """The verdicts that are remembered of a workspace, and a way to remember more."""

    def __init__(self, workspace: Workspace, entries: Mapping[TaskKey, Remembered], keep: Keep) -> None:
        self.folder = workspace.puzzles
        self.entries = entries
        self.keep = keep
        self.begun = time.time()
        # A module of this name hides one of the standard library's from its siblings.
        self.hiding = sorted(sys.stdlib_module_names & modules.paths(workspace.puzzles).keys())
        self.hash = cache(self._hash)

    def recall(self, task: Planned) -> Result | None:
        """Return the result of a task as it is remembered, where nothing it depends on has changed."""
        entry = self.entries.get(task.key)
        if not entry or entry.circumstances != self.circumstances(task):
            return None
        if entry.source_hash != self.hash(entry.sources):
            return None
        recalled = entry.result(results.pending(task))
        return recalled._replace(exit=results.exit_code(recalled.verdict))

    def entry(self, task: Planned, outcome: Outcome, result: Result) -> dict[TaskKey, Remembered]:
        """Return what to remember of a result: nothing where it, or what it ran, may not last."""
        if result.verdict not in LASTING or not outcome.sources or self._edited(outcome.sources):
            return {}
        sources = tuple(os.path.relpath(source, self.folder) for source in outcome.sources)
        kept = remembered.to_keep(result)
        return {task.key: Remembered(self.circumstances(task), sources, self.hash(sources), kept)}

    def circumstances(self, task: Planned) -> str:
        """Return the hash of all that decides a verdict, save the sources."""
        expected = task.expected
        return digest.text(
            task.job.text,
            task.job.function,
            expected and expected.text,
            str(expected and expected.hidden),
            str(task.case.tolerance),
            repr(task.case.guesses),
            str(tuple(task.job.limits)),
            fingerprint.of_installation(),
            *self.hiding,
        )

    def _hash(self, sources: tuple[str, ...]) -> str:
        return digest.sources(self.folder / source for source in sources)

    def _edited(self, sources: Sequence[str]) -> bool:
        """Tell whether a file was saved after the check began: it may not be what has been run."""
        try:
            return any(self.begun <= os.stat(source).st_mtime <= time.time() for source in sources)
        except OSError:
            return True


def settle(tasks: Sequence[Task], memory: Memory) -> list[Result | None]:
    """Return the results that are known without running anything; None for the tasks that are to run."""
    return [results.obstructed(task) if isinstance(task, Obstacle) else memory.recall(task) for task in tasks]


def to_run(tasks: Sequence[Task], settled: Sequence[Result | None]) -> list[Planned]:
    """Return the tasks that have no result yet."""
    pairs = zip(tasks, settled, strict=True)
    return [task for task, result in pairs if result is None and isinstance(task, Planned)]


def carry_out(tasks: Sequence[Planned], outcomes: Iterator[Outcome], memory: Memory) -> Iterator[Result]:
    """Yield the result of each task from its outcome, and remember it."""
    unwritten: dict[TaskKey, Remembered] = {}
    written = time.monotonic()
    try:
        for task in tasks:
            outcome = next(outcomes)
            result = results.result(task, outcome)
            unwritten |= memory.entry(task, outcome, result)
            if time.monotonic() - written > WRITING:
                memory.keep(unwritten)
                unwritten, written = {}, time.monotonic()
            yield result
    finally:
        if unwritten:
            memory.keep(unwritten)


def merged(settled: Sequence[Result | None], carried_out: Iterator[Result]) -> list[Result]:
    """Return all results in the order of the tasks."""
    return [result or next(carried_out) for result in settled]
