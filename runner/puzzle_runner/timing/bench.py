"""The measurement behind `puzzles bench`: from tasks to records and comparisons."""

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
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
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.text import is_utf_8, printable, truncate
from puzzle_runner.timing import comparison, machine, sampling
from puzzle_runner.timing.comparison import DEFAULT_SOLUTION, Baseline, Comparison
from puzzle_runner.timing.records import Record, open_records
from puzzle_runner.timing.sampling import Budget, Entrant


class Environment(NamedTuple):
    """Where solutions are measured: a workspace at a commit, or a checkout. Saved records get the `name`."""

    workspace: Workspace
    head: Commit | None
    name: str | None


class Measurement:
    """A solution that is measured, and the same one in the revision that it is compared with.

    `result` is the worst of its results. `record` and `old` are of the two, where there are samples.
    """

    def __init__(self, task: Call, then: Environment | None) -> None:
        self.task = task
        self.entrant = Entrant(task.job)
        old_job = _job_then(task, then.workspace) if then else None
        self.old_entrant = Entrant(old_job) if old_job else None
        self.result: Result | None = None
        self.record: Record | None = None
        self.old: Record | None = None

    @property
    def problem(self) -> Result | None:
        """The result, if it is not right or its answer is in doubt."""
        result = self.result
        if result and result.exit is Exit.RIGHT and not result.doubt:
            return None
        return result


class Benchmark(NamedTuple):
    """The measurements of one part on one case, compared with the baseline but for `not_compared`."""

    measurements: list[Measurement]
    comparisons: list[Comparison]
    not_compared: list[str]


def by_question(tasks: Iterable[Call]) -> list[list[Call]]:
    """Return the tasks in lists of those that are measured side by side: of one part on one case."""
    questions: dict[object, list[Call]] = {}
    for task in tasks:
        questions.setdefault(judge.question(task.key), []).append(task)
    return list(questions.values())


def measure(
    tasks: Sequence[Call], baseline: Baseline, now: Environment, then: Environment | None, budget: Budget
) -> Benchmark:
    """Measure the solutions of one part on one case side by side, and compare them with a baseline.

    If that is a commit, `then` is where it is checked out. The records are stored even if it is interrupted.
    """
    # Where the sources are the same, what is there now is newer than what there was.
    started_at = time.time()
    measurements = [Measurement(task, then) for task in tasks]
    entrants = [each.entrant for each in measurements]
    entrants += [each.old_entrant for each in measurements if each.old_entrant]
    before = after = machine.calibrate()
    try:
        sampling.measure(entrants, budget)
        after = machine.calibrate()
    finally:
        _judge(measurements)
        shared = {
            "machine": machine.identity(),
            "calibration": (before + after) / 2,
            "notes": _notes(measurements, before, after),
        }
        shared_now = shared | {"taken": time.time()}
        shared_then = shared | {"taken": started_at}
        records: list[Record] = []
        for each in measurements:
            if each.entrant.blocks and each.result:
                each.record = _record(each.task, each.entrant, each.result, now, shared_now)
                records.append(each.record)
            old = each.old_entrant
            if then and old and old.blocks:
                result, _ = judge.judge_one(each.task, _to_judge(old)[0])
                record = _record(each.task, old, result, then, shared_then)
                # A checkout is as its commit is, and no repository.
                each.old = replace(record, dirty=False)
                records.append(each.old)
        with open_records() as store:
            store.add(records)
    return _compare(measurements, baseline)


def _compare(measurements: list[Measurement], baseline: Baseline) -> Benchmark:
    comparisons: list[Comparison] = []
    not_compared: list[str] = []
    records = [each.record for each in measurements if each.record]
    with open_records() as store:
        for each in measurements:
            record = each.record
            if not record:
                continue
            other = each.old
            if baseline.saved:
                other = store.named(baseline.saved, record)
            elif baseline.solution:
                beside = [one for one in records if one.solution == baseline.solution]
                other = beside[0] if beside else None
            compared = comparison.compared(record, baseline.label, other)
            if compared:
                comparisons.append(compared)
            elif baseline != DEFAULT_SOLUTION and record.solution != baseline.solution:
                not_compared.append(f"{record.puzzle} part {record.part} {record.solution}")
    return Benchmark(measurements, comparisons, not_compared)


def _job_then(task: Call, checkout: Workspace) -> Job | None:
    """Return the job of the same solution in a checkout; None if it was not there, or cannot be built."""
    puzzle = lookup.puzzle(checkout, task.puzzle.id)
    if not puzzle:
        return None
    now = task.solution
    for solution in puzzle.solutions:
        if (solution.engine, solution.part, solution.name) != (now.engine, now.part, now.name):
            continue
        job = task.job._replace(
            path=solution.path or puzzle.path,
            data=solution.data,
            text=task.job.text if solution.takes_input else None,
            keywords=plan.keywords(task.case.parameters, solution),
        )
        [ready] = preparing.prepare([task._replace(solution=solution, job=job)])
        return ready.job if isinstance(ready, Call) else None
    return None


def _judge(measurements: Sequence[Measurement]) -> None:
    """Judge all answers together; of each solution, the worst result counts."""
    owners: list[Measurement] = []
    outcomes: list[Outcome] = []
    for each in measurements:
        for outcome in _to_judge(each.entrant):
            owners.append(each)
            outcomes.append(outcome)
    results = judge.judge_in_turn([owner.task for owner in owners], outcomes)
    for owner, result in zip(owners, results, strict=True):
        if owner.result is None or result.exit > owner.result.exit:
            owner.result = result


def _to_judge(entrant: Entrant) -> list[Outcome]:
    """Return the outcomes that tell how to judge an entrant: its failure, else the first of each answer."""
    if entrant.failed:
        return [entrant.failed]
    # A thousand samples mostly have the same answer, and judging costs time.
    first: dict[str | None, Outcome] = {}
    for outcome in entrant.outcomes:
        if outcome.answer not in first:
            first[outcome.answer] = outcome
    return [*first.values()]


def _notes(measurements: Sequence[Measurement], before: float, after: float) -> tuple[str, ...]:
    """Return what makes the figures doubtful; `before` and `after` are calibration figures, in seconds."""
    notes: list[str] = []
    if machine.is_unsteady(before, after):
        notes.append(
            "The machine's speed changed meanwhile: measure again before you trust small differences."
        )
    puzzle = measurements[0].task.puzzle.id
    if not is_utf_8(puzzle):
        notes.append(f"{printable(puzzle)} is not stored: the name of its file is not UTF-8.")
    return tuple(notes)


def _record(
    task: Call, entrant: Entrant, result: Result, environment: Environment, shared: Mapping[str, Any]
) -> Record:
    """Return the record of an entrant, which must have a sample; `shared` are fields of all records."""
    summary, outcomes = entrant.summary(), entrant.outcomes
    first = outcomes[0]
    answer = result.answer
    if entrant.failed:
        answer = first.answer
        if answer:
            answer = truncate(answer)
    files = [Path(file) for file in first.sources] or [entrant.job.path]
    # Paths are relative also if the files are elsewhere, as those of a layout may be.
    workspace, commit = environment.workspace, environment.head
    sources: list[str] = []
    for file in files:
        relative = os.path.relpath(file, workspace.puzzles)
        sources.append(Path(relative).as_posix())
    figures = [outcome.figures for outcome in outcomes]
    peaks = [each.peak_bytes for each in figures if each.peak_bytes]
    return Record(
        **task.key._asdict(),
        **shared,
        verdict=str(result.verdict),
        # Nothing is compared with an answer that is in doubt.
        answer=None if result.doubt else answer,
        median=summary.median,
        low=summary.low,
        high=summary.high,
        minimum=summary.minimum,
        peak_bytes=max(peaks, default=None),
        sources=tuple(sources),
        name=environment.name,
        source_hash=digest.code(files),
        input_hash=digest.arguments(entrant.job.text, entrant.job.keywords),
        python=task.solution.language or fingerprint.installation(task.job.limits.python).name,
        revision=commit.id if commit else None,
        committed=commit.time if commit else None,
        dirty=commit is not None and git.changed(workspace.repository, files),
        timed=figures[0].clock.value,
        samples=entrant.samples(),
        cpu_samples=entrant.samples("cpu_seconds"),
    )
