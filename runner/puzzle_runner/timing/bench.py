"""The measurement behind `puzzles bench`: from tasks to records and comparisons."""

import os
import time
from collections.abc import Iterable, Sequence
from itertools import chain, groupby, islice
from pathlib import Path
from typing import NamedTuple

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
from puzzle_runner.text import natural, truncate
from puzzle_runner.timing import comparison, machine, sampling
from puzzle_runner.timing.comparison import DEFAULT_SOLUTION, Baseline, Comparison
from puzzle_runner.timing.records import Figures, Record, open_records
from puzzle_runner.timing.sampling import Budget, Entrant
from puzzle_runner.timing.stats import median

# Two medians within this share of their true values give a ratio within 2 %.
NARROW_TO_COMPARE = sampling.NARROW / 2**0.5


class Environment(NamedTuple):
    """The facts that all records of a contest share.

    `load` is the machine's; None if unknown. `taken` is its end, in seconds since 1970: by it, records know
    with which others they were measured side by side.
    """

    workspace: Workspace
    head: Commit | None
    load: float | None
    notes: tuple[str, ...]
    name: str | None = None
    taken: float = 0.0


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
        tasks = (each.task for each in self.measurements)
        return len({task.job.limits.python for task in tasks if not task.solution.language}) > 1


def environment(workspace: Workspace, name: str | None) -> Environment:
    """Return the present state of the machine and the repository; `name` is the name of saved records."""
    load = machine.load()
    notes = tuple(filter(None, [machine.busy(load)]))
    return Environment(workspace, git.find(workspace.repository), load, notes, name)


def entrants(task: Task, interpreters: Iterable[str]) -> list[Task]:
    """Return a task for each interpreter, by its path; the task itself without any, or for a program."""
    if isinstance(task, Skipped) or task.solution.language:
        return [task]
    limits = [task.job.limits._replace(python=python) for python in interpreters]
    return [task._replace(job=task.job._replace(limits=each)) for each in limits] or [task]


def runs_in(task: Call) -> str:
    """Return what a solution runs in, as records name it: its language, or an interpreter."""
    return task.solution.language or fingerprint.installation(task.job.limits.python).name


def by_question(tasks: Iterable[Call]) -> list[list[Call]]:
    """Return the tasks in lists of those that are measured side by side: of one part on one case."""

    def question(task: Call) -> tuple[object, ...]:
        key = task.key
        return natural(key.puzzle), key.part, natural(key.case), key.account or ""

    return [[*same] for _, same in groupby(sorted(tasks, key=question), question)]


class Contest:
    """The solutions of one part on one case, measured side by side and compared with a baseline."""

    def __init__(self, tasks: Sequence[Call], baseline: Baseline, environment: Environment) -> None:
        self.tasks = tasks
        self.baseline = baseline
        self.environment = environment
        self.begun = time.time()
        self.entrants = [Entrant(task.job) for task in tasks]
        then = [_job_then(task, baseline.checkout) if baseline.checkout else None for task in tasks]
        # These are the same solutions in the revision that they are compared with.
        self.old_entrants = [Entrant(job) if job else None for job in then]

    def run(self, budget: Budget) -> Benchmark:
        """Take the samples, store the records, also when the measurement is interrupted, and compare them."""
        before = machine.calibrate()
        try:
            sampling.measure([*self.entrants, *filter(None, self.old_entrants)], budget)
        except BaseException:
            with open_records() as store:
                store.add(_records(self._measurements(before, before)))
            raise
        measurements = self._measurements(before, machine.calibrate())
        records = [each.record for each in measurements if each.record]
        comparisons: list[Comparison] = []
        with open_records() as store:
            store.add(_records(measurements))
            for each in measurements:
                found = None
                if each.record and each.old:
                    found = comparison.compared(each.record, self.baseline.label, each.old)
                elif each.record and not self.baseline.commit:
                    found = comparison.with_stored(each.record, self.baseline, store, records)
                comparisons += [found] if found else []
        missing = comparison.not_compared(records, self.baseline, comparisons)
        return Benchmark(measurements, comparisons, [] if self.baseline == DEFAULT_SOLUTION else missing)

    def _measurements(self, before: float, after: float) -> list[Measurement]:
        """Return what was measured; `before` and `after` are calibration figures, in seconds."""
        outcomes = [outcome for entrant in self.entrants for outcome in entrant.outcomes]
        total = sum(outcome.seconds or 0.0 for outcome in outcomes)
        waited = sum(outcome.cpu_wait for outcome in outcomes)
        doubts = [
            machine.unsteady(before, after),
            machine.crowded(waited / total) if total else "",
        ]
        notes = (*self.environment.notes, *filter(None, doubts))
        now = self.environment._replace(notes=notes, taken=time.time())
        calibration, baseline = (before + after) / 2, self.baseline
        # All answers are judged together; the worst result of each entrant counts.
        telling = [_telling(entrant) for entrant in self.entrants]
        tasks = [task for task, outcomes in zip(self.tasks, telling, strict=True) for _ in outcomes]
        judged = iter(judge.results(tasks, chain.from_iterable(telling)))
        measured = []
        for task, entrant, old_entrant, outcomes in zip(
            self.tasks, self.entrants, self.old_entrants, telling, strict=True
        ):
            result = max(islice(judged, len(outcomes)), key=lambda result: result.exit, default=None)
            record = old = None
            if result and entrant.blocks:
                record = _record(task, entrant, result, now, calibration)
            if result and old_entrant and old_entrant.blocks and baseline.checkout and baseline.commit:
                # Where the sources are the same, what is there now is the newer one.
                then = now._replace(
                    workspace=baseline.checkout, head=baseline.commit, name=None, taken=self.begun
                )
                old_result, _ = judge.alone(task, _telling(old_entrant)[0])
                old = _record(task, old_entrant, old_result, then, calibration)._replace(dirty=False)
            problem = result if result and (result.exit is not Exit.RIGHT or result.doubt) else None
            measured.append(Measurement(task, entrant, record, old, problem))
        return measured


def _job_then(task: Call, checkout: Workspace) -> Job | None:
    """Return the job of the same solution in a checkout, with what it needs built from the sources of then.

    None if there was no such solution, or it cannot be built.
    """
    path, now = lookup.paths(checkout).get(task.puzzle.id), task.solution
    if not path:
        return None
    for solution in lookup.read(checkout, task.puzzle.id, path).solutions:
        if (solution.engine, solution.part, solution.name) == (now.engine, now.part, now.name):
            job = task.job._replace(
                path=solution.path or path,
                data=solution.data,
                text=task.job.text if solution.takes_input else None,
                keywords=plan.keywords(task.case, solution),
            )
            ready = preparing.prepare([task._replace(solution=solution, job=job)])[0]
            return ready.job if isinstance(ready, Call) else None
    return None


def _records(measured: Iterable[Measurement]) -> list[Record]:
    """Return all records, also those of the revision that is compared with."""
    return [record for each in measured for record in (each.record, each.old) if record]


def _telling(entrant: Entrant) -> list[Outcome]:
    """Return the outcomes that tell how to judge an entrant: its failure, else the first of each answer."""
    if entrant.failed:
        return [entrant.failed]
    # A thousand samples mostly have the same answer, and judging costs time.
    return [*{outcome.answer: outcome for outcome in reversed(entrant.outcomes)}.values()]


def _answer(entrant: Entrant, result: Result) -> str | None:
    """Return the answer that a record keeps: nothing is compared with one that is in doubt."""
    if result.doubt:
        return None
    first = entrant.outcomes[0].answer
    return first and truncate(first) if entrant.failed else result.answer


def _record(task: Call, entrant: Entrant, result: Result, now: Environment, calibration: float) -> Record:
    """Return the record of an entrant, which must have a sample; `calibration` in seconds."""
    summary, outcomes = entrant.summary(), entrant.outcomes
    files = [Path(file) for file in outcomes[0].sources] or [entrant.job.path]
    parses = [outcome.parse_seconds for outcome in outcomes if outcome.parse_seconds is not None]
    return Record(
        *task.key,
        verdict=str(result.verdict),
        answer=_answer(entrant, result),
        figures=Figures(
            median=summary.median,
            low=summary.low,
            high=summary.high,
            minimum=summary.minimum,
            parse=median(parses) if parses else None,
            peak_bytes=max((outcome.peak_bytes for outcome in outcomes if outcome.peak_bytes), default=None),
        ),
        collects=outcomes[0].gc_enabled,
        # Paths are relative also if the files are elsewhere, as those of a layout may be.
        sources=tuple(Path(os.path.relpath(file, now.workspace.puzzles)).as_posix() for file in files),
        source_hash=digest.code(files),
        input_hash=digest.arguments(entrant.job.text, entrant.job.keywords),
        machine=machine.identity(),
        python=runs_in(task),
        revision=now.head.id if now.head else None,
        dirty=bool(now.head) and git.changed(now.workspace.repository, files),
        committed=now.head.time if now.head else None,
        calibration=calibration,
        load=now.load,
        notes=now.notes,
        taken=now.taken,
        name=now.name,
        timed=outcomes[0].clock.value,
        samples=entrant.samples,
    )
