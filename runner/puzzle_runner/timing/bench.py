"""The measurement behind `puzzles bench`: from tasks to records and comparisons."""

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog import git, lookup
from puzzle_runner.catalog.git import Commit
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.errors import Exit
from puzzle_runner.model import Result
from puzzle_runner.running import fingerprint
from puzzle_runner.running.call import Job, Outcome
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


class Origin(NamedTuple):
    """Where the sources of a record lie, and when it was taken, in seconds since 1970.

    By that moment, records know with which others they were measured side by side. Sources that are
    `checked_out` are those of the commit.
    """

    workspace: Workspace
    commit: Commit | None
    checked_out: bool
    name: str | None
    taken: float


class Conditions(NamedTuple):
    """What may have slowed the machine: a calibration figure in seconds, its load, notes for people."""

    calibration: float
    load: float | None
    notes: tuple[str, ...]


class Measurement(NamedTuple):
    """A measured solution: its record, if there is a sample, and the row of a problem, if there is one.

    A doubt about its answer is a problem, too. `old` is the record of the same solution in the revision that
    it is compared with.
    """

    task: Call
    entrant: Entrant
    record: Record | None
    old: Record | None
    problem: Result | None


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

    @property
    def several(self) -> bool:
        """Tell whether functions were called in several interpreters."""
        tasks = [each.task for each in self.measurements if not each.task.solution.language]
        return len({task.job.limits.python for task in tasks}) > 1


def environment(workspace: Workspace, name: str | None) -> Environment:
    """Return the present state of the machine and the repository; `name` is the name of saved records."""
    load = machine.load()
    note = machine.busy(load)
    return Environment(workspace, git.find(workspace.repository), load, (note,) if note else (), name)


def entrants(task: Task, interpreters: Iterable[str]) -> list[Task]:
    """Return a task for each interpreter, by its path; the task itself without any, or for a program."""
    if isinstance(task, Skipped) or task.solution.language:
        return [task]
    tasks: list[Task] = []
    for python in interpreters:
        limits = task.job.limits._replace(python=python)
        tasks.append(task._replace(job=task.job._replace(limits=limits)))
    return tasks or [task]


def runs_in(task: Call) -> str:
    """Return what a solution runs in, as records name it: its language, or an interpreter."""
    return task.solution.language or fingerprint.installation(task.job.limits.python).name


def by_question(tasks: Iterable[Call]) -> list[list[Call]]:
    """Return the tasks in lists of those that are measured side by side: of one part on one case."""
    questions: dict[Any, list[Call]] = {}
    for task in tasks:
        questions.setdefault(_order(task), []).append(task)
    return [questions[question] for question in sorted(questions)]


def _order(task: Call) -> Any:
    """Return by what questions are sorted."""
    key = task.key
    return natural(key.puzzle), key.part, natural(key.case), key.account or ""


class Competitor:
    """A solution in a contest, and the same one in the revision that it is compared with, if it is there."""

    def __init__(self, task: Call, checkout: Workspace | None) -> None:
        self.task = task
        self.entrant = Entrant(task.job)
        self.old_entrant: Entrant | None = None
        old_job = _job_then(task, checkout) if checkout else None
        if old_job:
            self.old_entrant = Entrant(old_job)
        self.result: Result | None = None


class Contest:
    """The solutions of one part on one case, measured side by side and compared with a baseline."""

    def __init__(self, tasks: Sequence[Call], baseline: Baseline, environment: Environment) -> None:
        self.competitors = [Competitor(task, baseline.checkout) for task in tasks]
        self.baseline = baseline
        self.environment = environment
        self.begun = time.time()

    def run(self, budget: Budget) -> Benchmark:
        """Take the samples, store the records, also when the measurement is interrupted, and compare them."""
        entrants = [each.entrant for each in self.competitors]
        entrants += [each.old_entrant for each in self.competitors if each.old_entrant]
        before = after = machine.calibrate()
        try:
            sampling.measure(entrants, budget)
            after = machine.calibrate()
        finally:
            measurements = self._measurements(before, after)
            records = [each.record for each in measurements if each.record]
            old_records = [each.old for each in measurements if each.old]
            with open_records() as store:
                store.add([*records, *old_records])
        comparisons: list[Comparison] = []
        with open_records() as store:
            for each in measurements:
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
        return Benchmark(measurements, comparisons, missing)

    def _measurements(self, before: float, after: float) -> list[Measurement]:
        """Return what was measured; `before` and `after` are calibration figures, in seconds."""
        self._judge()
        conditions = self._conditions(before, after)
        here = self.environment
        now = Origin(here.workspace, here.head, False, here.name, time.time())
        baseline = self.baseline
        measurements = []
        for each in self.competitors:
            record = old = problem = None
            result, old_entrant = each.result, each.old_entrant
            if result and each.entrant.blocks:
                record = _record(each.task, each.entrant, result, now, conditions)
            if result and old_entrant and old_entrant.blocks and baseline.checkout:
                # Where the sources are the same, what is there now is the newer one.
                then = Origin(baseline.checkout, baseline.commit, True, None, self.begun)
                old_result, _ = judge.alone(each.task, _telling(old_entrant)[0])
                old = _record(each.task, old_entrant, old_result, then, conditions)
            if result and (result.exit is not Exit.RIGHT or result.doubt):
                problem = result
            measurements.append(Measurement(each.task, each.entrant, record, old, problem))
        return measurements

    def _judge(self) -> None:
        """Judge all answers together; of each competitor, the worst result counts."""
        owners: list[Competitor] = []
        outcomes: list[Outcome] = []
        for each in self.competitors:
            for outcome in _telling(each.entrant):
                owners.append(each)
                outcomes.append(outcome)
        results = judge.results([owner.task for owner in owners], outcomes)
        for owner, result in zip(owners, results, strict=True):
            if owner.result is None or result.exit > owner.result.exit:
                owner.result = result

    def _conditions(self, before: float, after: float) -> Conditions:
        seconds = waited = 0.0
        for each in self.competitors:
            for outcome in each.entrant.outcomes:
                seconds += outcome.seconds or 0.0
                waited += outcome.cpu_wait
        notes = [*self.environment.notes, machine.unsteady(before, after)]
        if seconds:
            notes.append(machine.crowded(waited / seconds))
        key = self.competitors[0].task.key
        if not is_utf_8(key.puzzle):
            notes.append(f"{printable(key.puzzle)} is not stored: the name of its file is not UTF-8.")
        return Conditions((before + after) / 2, self.environment.load, tuple(filter(None, notes)))


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


def _telling(entrant: Entrant) -> list[Outcome]:
    """Return the outcomes that tell how to judge an entrant: its failure, else the first of each answer."""
    if entrant.failed:
        return [entrant.failed]
    # A thousand samples mostly have the same answer, and judging costs time.
    first: dict[str | None, Outcome] = {}
    for outcome in entrant.outcomes:
        first.setdefault(outcome.answer, outcome)
    return list(first.values())


def _answer(entrant: Entrant, result: Result) -> str | None:
    """Return the answer that a record keeps: nothing is compared with one that is in doubt."""
    if result.doubt:
        return None
    first = entrant.outcomes[0].answer
    return first and truncate(first) if entrant.failed else result.answer


def _record(task: Call, entrant: Entrant, result: Result, origin: Origin, conditions: Conditions) -> Record:
    """Return the record of an entrant, which must have a sample."""
    summary, outcomes = entrant.summary(), entrant.outcomes
    files = [Path(file) for file in outcomes[0].sources] or [entrant.job.path]
    # Paths are relative also if the files are elsewhere, as those of a layout may be.
    folder = origin.workspace.puzzles
    sources = tuple(Path(os.path.relpath(file, folder)).as_posix() for file in files)
    parses = [outcome.parse_seconds for outcome in outcomes if outcome.parse_seconds is not None]
    dirty = False
    if origin.commit and not origin.checked_out:
        dirty = git.changed(origin.workspace.repository, files)
    return Record(
        **task.key._asdict(),
        verdict=str(result.verdict),
        answer=_answer(entrant, result),
        median=summary.median,
        low=summary.low,
        high=summary.high,
        minimum=summary.minimum,
        parse=median(parses) if parses else None,
        peak_bytes=max((outcome.peak_bytes for outcome in outcomes if outcome.peak_bytes), default=None),
        collects=outcomes[0].gc_enabled,
        sources=sources,
        source_hash=digest.code(files),
        input_hash=digest.arguments(entrant.job.text, entrant.job.keywords),
        machine=machine.identity(),
        python=runs_in(task),
        revision=origin.commit.id if origin.commit else None,
        dirty=dirty,
        committed=origin.commit.time if origin.commit else None,
        calibration=conditions.calibration,
        load=conditions.load,
        notes=conditions.notes,
        taken=origin.taken,
        name=origin.name,
        timed=outcomes[0].clock.value,
        samples=entrant.samples,
        cpu_samples=entrant.cpu_samples,
        waits=entrant.waits,
    )
