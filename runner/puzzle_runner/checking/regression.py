"""A check of many tasks: verdicts that are remembered and hold, and outcomes of calls for all others.

A verdict is remembered only if all that it can depend on is known: the key says what was asked, and the trace
what the call has looked at. In doubt the part runs again.
"""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from functools import cache
from typing import Any

from puzzle_runner import digest, interruption, settings
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import checkers, judge, plan, verdict_cache
from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.checking.selection import EVERYTHING
from puzzle_runner.checking.verdict_cache import CachedVerdict
from puzzle_runner.errors import StoreFailed
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Clock, Doubt, Reason, Result, TaskKey, Verdict, valid_time
from puzzle_runner.running import fingerprint, traces
from puzzle_runner.running.call import Answered, Job, Trace
from puzzle_runner.running.pool import Ended

BYTECODE = "bytecode"
# Seconds between two writes: a check that is killed loses little.
WRITING = 5.0
# The other verdicts may change while all hashes stay the same: a core is free now, or a module was installed.
MAY_BE_REMEMBERED = (Verdict.RIGHT, Verdict.WRONG, Verdict.UNKNOWN, Verdict.SKIPPED)
# The trace of an outcome that has none, such as one of a cluster that is set up in another way.
UNKNOWN = Trace(doubt="what it depends on is not known")
# Runs jobs, and yields their outcomes as they come.
RunAll = Callable[[Sequence[Job]], Ended]
# The fields of a result that are stored.
STORED = (
    *("verdict", "answer", "seconds", "cpu_seconds", "peak_bytes"),
    *("message", "output", "timed", "reading", "doubt"),
)


class Regression:
    """Tasks with the results that are known so far: at first those that need no call, or less if `fresh`.

    `calls` are those to be made, by the index of the task. `problem` is why the store fails, if it does:
    nothing is remembered then.
    """

    def __init__(self, workspace: Workspace, tasks: Sequence[Task], *, fresh: bool = False) -> None:
        self.workspace = workspace
        self.tasks = tasks
        self.problem: StoreFailed | None = None
        self.entries: dict[TaskKey, CachedVerdict] = {}
        if not fresh:
            puzzles = {task.puzzle.id for task in tasks}
            try:
                self.entries = verdict_cache.read(workspace.root, puzzles)
            except StoreFailed as error:
                self.problem = error
        # What all tasks have in common, and many traces: each is looked at once, before anything runs.
        self.environment = cache(fingerprint.of_calls)
        self.state = cache(traces.state)
        self.holds = cache(self._holds)
        self.keys: dict[TaskKey, str] = {}
        self.results: list[Result | None] = []
        self.calls: dict[int, Call] = {}
        for index, task in enumerate(tasks):
            result = judge.skipped_result(task) if isinstance(task, Skipped) else self._recall(task)
            self.results.append(result)
            if isinstance(task, Call) and not result:
                self.calls[index] = task

    def carry_out(self, run: RunAll, check: RunAll, done: Callable[[], object]) -> None:
        """Have all calls run; judge and remember their outcomes as they come, and call `done` after each.

        `check` runs the checkers of their answers. Without a call, no cluster is asked for.
        """
        if not self.calls:
            return
        indices = [*self.calls]
        bytecode = settings.data_folder() / BYTECODE
        # Without the folder, each module is compiled each time.
        with suppress(OSError):
            bytecode.mkdir(parents=True, exist_ok=True)
        calls = []
        for call in self.calls.values():
            kept = "" if call.job.limits.untrusted else str(bytecode)
            job = call.job._replace(traced=str(self.workspace.root), bytecode=kept)
            calls.append(call._replace(job=job))
        # None takes back what was remembered of a task: a part that fails now and then is not green.
        entries: dict[TaskKey, CachedVerdict | None] = {}
        written = time.monotonic()
        try:
            with closing(_checked(calls, run, check)) as outcomes:
                for number, outcome in outcomes:
                    key = calls[number].key
                    result, trace = judge.judge_one(calls[number], outcome)
                    trace = trace or UNKNOWN
                    entries[key] = None
                    if result.verdict in MAY_BE_REMEMBERED and trace.doubt:
                        result = result._replace(trace_doubt=trace.doubt)
                    elif result.verdict in MAY_BE_REMEMBERED:
                        fields = {name: getattr(result, name) for name in STORED}
                        states = json.dumps(trace.states)
                        entries[key] = CachedVerdict(self.keys[key], states, json.dumps(fields))
                    self.results[indices[number]] = result
                    if time.monotonic() - written > WRITING:
                        self._write(entries)
                        written = time.monotonic()
                    done()
        finally:
            self._write(entries)
        interruption.check()

    def judged(self, *, strict: bool = False) -> tuple[list[Task], list[Result]]:
        """Return the tasks whose results are known, and the last word on these."""
        tasks: list[Task] = []
        results: list[Result] = []
        for task, result in zip(self.tasks, self.results, strict=True):
            if result:
                tasks.append(task)
                results.append(result)
        return tasks, judge.cross_check(tasks, results, strict=strict)

    def _recall(self, task: Call) -> Result | None:
        job = task.job
        case = task.case
        # The key is of everything that a verdict depends on, except what the call looks at.
        texts = [job.text, self.environment(job.limits), *job.engine.identity(job)]
        texts.append(repr((task.expected, case.tolerance, case.guesses, job.keywords)))
        if task.checker:
            checker = checkers.job(task.checker, job, case, task.solution.part, "")
            texts.append(repr((checker.path, checker.data, checker.keywords)))
        cache_key = digest.text(*texts)
        self.keys[task.key] = cache_key
        entry = self.entries.get(task.key)
        if not entry or entry.cache_key != cache_key or not self.holds(entry.states):
            return None
        try:
            return judge.row(task, **_parse(entry.fields), cached=True)
        except (ValueError, TypeError, LookupError):
            # It is damaged: the part runs again.
            return None

    def _holds(self, states: str) -> bool:
        try:
            for kind, path, names, then in json.loads(states):
                if self.state(kind, path, tuple(names)) != (kind, path, tuple(names), then):
                    return False
        except (ValueError, TypeError, OSError):
            # It is damaged, or what it tells of cannot be read.
            return False
        return True

    def _write(self, entries: dict[TaskKey, CachedVerdict | None]) -> None:
        if self.problem:
            return
        try:
            verdict_cache.write(self.workspace.root, entries)
            entries.clear()
        except StoreFailed as error:
            self.problem = error


def _checked(calls: Sequence[Call], run: RunAll, check: RunAll) -> Ended:
    """Yield the outcomes of calls as they come, with their places; those that have a checker come last."""
    unchecked: list[tuple[int, Answered, Job]] = []
    with closing(run([call.job for call in calls])) as outcomes:
        for number, outcome in outcomes:
            to_check = judge.to_check(calls[number], outcome)
            if to_check:
                unchecked.append((number, *to_check))
            else:
                yield number, outcome
    if unchecked:
        with closing(check([job for _, _, job in unchecked])) as outcomes:
            for place, checked in outcomes:
                number, answered, job = unchecked[place]
                yield number, checkers.join(answered, job, checked)


def _parse(text: str) -> dict[str, Any]:
    """Return the stored fields of a result. Raises ValueError, TypeError or LookupError."""
    fields: dict[str, Any] = json.loads(text)
    fields["verdict"] = Verdict(fields["verdict"])
    fields["timed"] = Clock(fields["timed"])
    if fields["doubt"]:
        reason, message, excuses = fields["doubt"]
        fields["doubt"] = Doubt(Reason(reason), message, excuses)
    seconds = fields["seconds"]
    if seconds is not None and valid_time(seconds) is None:
        raise ValueError("no clock measures this time")
    return fields


def known(workspace: Workspace, puzzles: Iterable[Puzzle]) -> dict[str, list[Result]]:
    """Return the remembered verdicts of puzzles that hold, of all solutions and cases. Raises StoreFailed."""
    limits = workspace.limits(None)
    tasks: list[Task] = []
    for puzzle in puzzles:
        tasks += plan.plan(workspace, puzzle, EVERYTHING, limits)
    regression = Regression(workspace, tasks)
    if regression.problem:
        raise regression.problem
    results: dict[str, list[Result]] = {}
    for result in regression.judged()[1]:
        results.setdefault(result.puzzle, []).append(result)
    return results
