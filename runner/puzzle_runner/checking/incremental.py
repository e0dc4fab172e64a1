"""Run only what has changed: which verdicts still hold, and what is to be remembered of the others."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from puzzle_runner import digest
from puzzle_runner.catalog import modules
from puzzle_runner.checking import pipeline, remembered
from puzzle_runner.checking.pipeline import Task
from puzzle_runner.checking.remembered import LASTING, Key, Remembered
from puzzle_runner.model import Outcome, Result
from puzzle_runner.running import fingerprint

# Seconds between two writings: what an interrupted check has found out is not lost.
WRITING = 1.0

Keep = Callable[[Mapping[Key, Remembered]], object]


class Memory:
    """What is remembered of a workspace, and a way to remember more."""

    def __init__(self, workspace: Path, known: Mapping[Key, Remembered], keep: Keep) -> None:
        self.folder = workspace / "puzzles"
        self.known = known
        self.keep = keep
        self.begun = time.time()
        self.hidden = sorted(sys.stdlib_module_names & modules.paths(workspace).keys())
        self.hash = cache(self._hash)

    def recall(self, task: Task) -> Result | None:
        """Return the result of a task as it is remembered, where nothing it depends on has changed."""
        if task.job is None:
            return None
        known = self.known.get(_key(task))
        if not known or known.circumstances != self.circumstances(task):
            return None
        if known.source_hash != self.hash(known.sources):
            return None
        result = known.result(pipeline.row(task))
        return result._replace(exit=pipeline.exit_code(result.verdict))

    def remembered(self, task: Task, outcome: Outcome, result: Result) -> dict[Key, Remembered]:
        """Return what to remember of a result: nothing where it, or what it ran, may not last."""
        if result.verdict not in LASTING or not outcome.sources or self._edited(outcome.sources):
            return {}
        sources = tuple(os.path.relpath(source, self.folder) for source in outcome.sources)
        entry = Remembered(self.circumstances(task), sources, self.hash(sources), remembered.said(result))
        return {_key(task): entry}

    def circumstances(self, task: Task) -> str:
        """Return the hash of all that decides a verdict, save the sources."""
        assert task.job and task.case and task.solution
        expected = task.case.answers.get(task.solution.part)
        return digest.text(
            task.job.text,
            task.job.function,
            expected and expected.text,
            str(expected and expected.hidden),
            str(task.case.tolerance),
            repr(task.case.guesses),
            str(tuple(task.job.limits)),
            fingerprint.of_installation(),
            *self.hidden,
        )

    def _hash(self, sources: tuple[str, ...]) -> str:
        return digest.sources(self.folder / source for source in sources)

    def _edited(self, sources: Sequence[str]) -> bool:
        """Tell whether a file was saved after the check began: it may not be what has been run."""
        try:
            return any(self.begun <= os.stat(source).st_mtime <= time.time() for source in sources)
        except OSError:
            return True


def _key(task: Task) -> Key:
    assert task.solution and task.case
    return Key(
        task.puzzle.id, task.solution.part, task.solution.name, task.case.name, task.case.account or ""
    )


def results(
    tasks: Sequence[Task], recalled: Sequence[Result | None], outcomes: Iterator[Outcome], memory: Memory
) -> Iterator[Result]:
    """Yield the result of every task, in order: what is recalled, else its outcome, which is remembered."""
    fresh: dict[Key, Remembered] = {}
    written = time.monotonic()
    try:
        for task, known in zip(tasks, recalled, strict=True):
            if settled := task.problem or known:
                yield settled
                continue
            outcome = next(outcomes)
            result = pipeline.result(task, outcome)
            fresh |= memory.remembered(task, outcome, result)
            if time.monotonic() - written > WRITING:
                memory.keep(fresh)
                fresh, written = {}, time.monotonic()
            yield result
    finally:
        if fresh:
            memory.keep(fresh)
