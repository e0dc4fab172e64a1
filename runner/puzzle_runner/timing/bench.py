"""The measurement behind `puzzles bench`: from tasks to records and comparisons."""

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog import git, lookup
from puzzle_runner.catalog.git import Commit
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.plan import Call
from puzzle_runner.errors import Exit
from puzzle_runner.model import Result
from puzzle_runner.running import fingerprint
from puzzle_runner.running.call import Answered, Job, Outcome
from puzzle_runner.text import is_utf_8, natural, printable, truncate
from puzzle_runner.timing import comparison, machine, sampling
from puzzle_runner.timing.comparison import DEFAULT_SOLUTION, Baseline, Comparison
from puzzle_runner.timing.records import Record, open_records
from puzzle_runner.timing.sampling import Budget, Entrant

# Two medians within this share of their true values give a ratio within 2 %.
NARROW_TO_COMPARE = sampling.NARROW / 2**0.5


class Environment(NamedTuple):
    """The facts that all records of a contest share: `load` is the machine's; None if unknown."""

    workspace: Workspace
    head: Commit | None
    load: float | None
    notes: tuple[str, ...]
    name: str | None = None


class Measurement:
    """A solution that is measured, and the same one in the revision that it is compared with.

    `result` is the worst of its results. `record` and `old` are of the two, where there are samples.
    """

    def __init__(self, task: Call, checkout: Workspace | None) -> None:
        self.task = task
        self.entrant = Entrant(task.job)
        self.old_entrant: Entrant | None = None
        old_job = _job_then(task, checkout) if checkout else None
        if old_job:
            self.old_entrant = Entrant(old_job)
        self.result: Result | None = None
        self.record: Record | None = None
        self.old: Record | None = None

    @property
    def problem(self) -> Result | None:
        """The result, if it is not right or its answer is in doubt."""
        if self.result and (self.result.exit is not Exit.RIGHT or self.result.doubt):
            return self.result
        return None


class Benchmark(NamedTuple):
    """The measurements of one part on one case, and their comparisons with the baseline.

    `not_compared` names the solutions that a chosen baseline has no samples for.
    """

    measurements: list[Measurement]
    comparisons: list[Comparison]
    not_compared: list[str]

    @property
    def records(self) -> list[Record]:
        """The records of what is there now, without those of another revision."""
        return [each.record for each in self.measurements if each.record]


def environment(workspace: Workspace, name: str | None) -> Environment:
    """Return the present state of the machine and the repository; `name` is the name of saved records."""
    load = machine.load()
    note = machine.busy(load)
    return Environment(workspace, git.find(workspace.repository), load, (note,) if note else (), name)


def by_question(tasks: Iterable[Call]) -> list[list[Call]]:
    """Return the tasks in lists of those that are measured side by side: of one part on one case."""
    questions: dict[Any, list[Call]] = {}
    for task in tasks:
        questions.setdefault(_order(task), []).append(task)
    return [questions[question] for question in sorted(questions)]


def _order(task: Call) -> Any:
    key = task.key
    return natural(key.puzzle), key.part, natural(key.case), key.account or ""


class Contest:
    """The solutions of one part on one case, measured side by side and compared with a baseline."""

    def __init__(self, tasks: Sequence[Call], baseline: Baseline, environment: Environment) -> None:
        self.measurements = [Measurement(task, baseline.checkout) for task in tasks]
        self.baseline = baseline
        self.environment = environment
        self.started_at = time.time()

    def run(self, budget: Budget) -> Benchmark:
        """Take the samples, store the records, also when the measurement is interrupted, and compare them."""
        entrants = [each.entrant for each in self.measurements]
        entrants += [each.old_entrant for each in self.measurements if each.old_entrant]
        before = after = machine.calibrate()
        try:
            sampling.measure(entrants, budget)
            after = machine.calibrate()
        finally:
            self._judge()
            self._record(before, after)
            records = [each.record for each in self.measurements if each.record]
            old_records = [each.old for each in self.measurements if each.old]
            with open_records() as store:
                store.add([*records, *old_records])
        comparisons: list[Comparison] = []
        with open_records() as store:
            for each in self.measurements:
                compared = None
                if each.record and each.old:
                    compared = comparison.compared(each.record, self.baseline.label, each.old)
                elif each.record and not self.baseline.commit:
                    compared = comparison.with_stored(each.record, self.baseline, store, records)
                if compared:
                    comparisons.append(compared)
        missing = []
        if self.baseline != DEFAULT_SOLUTION:
            missing = comparison.not_compared(records, self.baseline, comparisons)
        return Benchmark(self.measurements, comparisons, missing)

    def _judge(self) -> None:
        """Judge all answers together; of each solution, the worst result counts."""
        owners: list[Measurement] = []
        outcomes: list[Outcome] = []
        for each in self.measurements:
            for outcome in _outcomes_to_judge(each.entrant):
                owners.append(each)
                outcomes.append(outcome)
        results = judge.judge_all([owner.task for owner in owners], outcomes)
        for owner, result in zip(owners, results, strict=True):
            if owner.result is None or result.exit > owner.result.exit:
                owner.result = result

    def _record(self, before: float, after: float) -> None:
        """Make the records; `before` and `after` are calibration figures, in seconds."""
        conditions: dict[str, Any] = {
            "machine": machine.identity(),
            "calibration": (before + after) / 2,
            "load": self.environment.load,
            "notes": self._notes(before, after),
        }
        now = conditions | _commit(self.environment.head)
        now |= {"taken": time.time(), "name": self.environment.name}
        # Where the sources are the same, what is there now is the newer one.
        then = conditions | _commit(self.baseline.commit) | {"taken": self.started_at}
        workspace, checkout = self.environment.workspace, self.baseline.checkout
        for each in self.measurements:
            if not each.result:
                continue
            if each.entrant.blocks:
                each.record = _record(each.task, each.entrant, each.result, workspace, now)
            if checkout and each.old_entrant and each.old_entrant.blocks:
                old_result, _ = judge.judge_one(each.task, _outcomes_to_judge(each.old_entrant)[0])
                old = _record(each.task, each.old_entrant, old_result, checkout, then)
                # A checkout is as its commit is, and no repository.
                each.old = replace(old, dirty=False)

    def _notes(self, before: float, after: float) -> tuple[str, ...]:
        seconds = waited = 0.0
        for each in self.measurements:
            for outcome in each.entrant.outcomes:
                seconds += outcome.figures.seconds
                waited += outcome.figures.cpu_wait
        notes = [*self.environment.notes, machine.unsteady(before, after)]
        if seconds:
            notes.append(machine.crowded(waited / seconds))
        puzzle = self.measurements[0].task.puzzle.id
        if not is_utf_8(puzzle):
            notes.append(f"{printable(puzzle)} is not stored: the name of its file is not UTF-8.")
        return tuple(filter(None, notes))


def _commit(commit: Commit | None) -> dict[str, Any]:
    if commit is None:
        return {"revision": None, "committed": None}
    return {"revision": commit.id, "committed": commit.time}


def _job_then(task: Call, checkout: Workspace) -> Job | None:
    """Return the job of the same solution in a checkout, with what it needs built from the sources of then.

    None if there was no such solution, or it cannot be built.
    """
    path = lookup.paths(checkout).get(task.puzzle.id)
    if not path:
        return None
    now = task.solution
    for solution in lookup.read(checkout, task.puzzle.id, path).solutions:
        if solution.engine == now.engine and (solution.part, solution.name) == (now.part, now.name):
            job = task.job._replace(
                path=solution.path or path,
                data=solution.data,
                text=task.job.text if solution.takes_input else None,
                keywords=plan.keywords(task.case, solution),
            )
            [ready] = preparing.prepare([task._replace(solution=solution, job=job)])
            return ready.job if isinstance(ready, Call) else None
    return None


def _outcomes_to_judge(entrant: Entrant) -> list[Outcome]:
    """Return the outcomes that tell how to judge an entrant: its failure, else the first of each answer."""
    if entrant.failed:
        return [entrant.failed]
    # A thousand samples mostly have the same answer, and judging costs time.
    first: dict[str | None, Answered] = {}
    for outcome in entrant.outcomes:
        first.setdefault(outcome.answer, outcome)
    return list(first.values())


def _answer(entrant: Entrant, result: Result) -> str | None:
    """Return the answer that a record keeps: nothing is compared with one that is in doubt."""
    if result.doubt:
        return None
    first = entrant.outcomes[0].answer
    return first and truncate(first) if entrant.failed else result.answer


def _record(
    task: Call, entrant: Entrant, result: Result, workspace: Workspace, shared: Mapping[str, Any]
) -> Record:
    """Return the record of an entrant, which must have a sample, and the fields that all share."""
    summary, outcomes = entrant.summary(), entrant.outcomes
    first = outcomes[0]
    files = [Path(file) for file in first.sources] or [entrant.job.path]
    # Paths are relative also if the files are elsewhere, as those of a layout may be.
    sources = [Path(os.path.relpath(file, workspace.puzzles)).as_posix() for file in files]
    figures = [outcome.figures for outcome in outcomes]
    parses = [each.parse_seconds for each in figures if each.parse_seconds is not None]
    peaks = [each.peak_bytes for each in figures if each.peak_bytes]
    return Record(
        **task.key._asdict(),
        **shared,
        verdict=str(result.verdict),
        answer=_answer(entrant, result),
        median=summary.median,
        low=summary.low,
        high=summary.high,
        minimum=summary.minimum,
        parse=median(parses) if parses else None,
        peak_bytes=max(peaks, default=None),
        collects=figures[0].gc_enabled,
        sources=tuple(sources),
        source_hash=digest.code(files),
        input_hash=digest.arguments(entrant.job.text, entrant.job.keywords),
        python=task.solution.language or fingerprint.installation(task.job.limits.python).name,
        dirty=bool(shared["revision"]) and git.changed(workspace.repository, files),
        timed=figures[0].clock.value,
        samples=entrant.samples(),
        cpu_samples=entrant.samples("cpu_seconds"),
        waits=entrant.samples("cpu_wait"),
    )
