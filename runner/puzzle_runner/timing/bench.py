"""From tasks to records and comparisons: what `puzzles bench` does."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog import git, modules
from puzzle_runner.catalog.git import Commit
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import results
from puzzle_runner.checking.plan import Planned
from puzzle_runner.errors import Exit
from puzzle_runner.model import Job, Result, TaskKey
from puzzle_runner.timing import machine, sampling
from puzzle_runner.timing.comparison import DEFAULT_SOLUTION, Baseline, Comparison, at_pace, compared, samples
from puzzle_runner.timing.records import Record
from puzzle_runner.timing.sampling import Competitor, Effort
from puzzle_runner.timing.stats import Samples

# Below this many seconds a fork's page faults show, and repeated calls are worth a look.
SHORT = 1e-3
# Two medians known this well give a ratio known to within 2 %.
NARROW_TO_COMPARE = sampling.NARROW / 2**0.5

Keep = Callable[[Iterable[Record]], object]
Recall = Callable[[str, TaskKey], Record | None]


class Circumstances(NamedTuple):
    """What all records of one call of the command have in common."""

    workspace: Workspace
    head: Commit | None
    load: float | None
    notes: tuple[str, ...]
    name: str | None = None


class Entry(NamedTuple):
    """One solution in a measurement; `then` is the same one in the revision that it is compared with."""

    task: Planned
    now: Competitor
    then: Competitor | None


class Measured(NamedTuple):
    """What became of an entry: the record, and the row that says what is wrong with it, if anything.

    `old` is the record of the same solution in another revision.
    """

    entry: Entry
    record: Record | None
    old: Record | None
    problem: Result | None

    @property
    def task(self) -> Planned:
        """What was measured."""
        return self.entry.task


def circumstances(workspace: Workspace, name: str | None) -> Circumstances:
    """Return the state of the machine and the repository now; `name` is what the records are saved under."""
    load = machine.load()
    notes = tuple(machine.disturbances(load))
    return Circumstances(workspace, git.find(workspace.root), load, notes, name)


def groups(tasks: Iterable[Planned]) -> list[list[Planned]]:
    """Return the tasks that compete: those of one part on one case."""

    def competition(task: Planned) -> tuple[object, ...]:
        key = task.key
        return modules.natural(key.puzzle), key.part, key.case, key.account or ""

    ordered = sorted(tasks, key=competition)
    return [[*group] for _, group in groupby(ordered, competition)]


class Group:
    """The solutions of one part on one case, measured side by side, with what they are compared to."""

    def __init__(self, tasks: Sequence[Planned], baseline: Baseline, circumstances: Circumstances) -> None:
        self.baseline = baseline
        self.circumstances = circumstances
        self.entries = [Entry(task, Competitor(task.job), _then(task, baseline)) for task in tasks]

    def measure(self, effort: Effort, keep: Keep) -> list[Measured]:
        """Take the samples and keep the records, also those of a measurement that is interrupted."""
        before = machine.calibrate()
        try:
            self._take_samples(effort)
        except BaseException:
            keep(_records(self._measured(before, before)))
            raise
        measured = self._measured(before, machine.calibrate())
        keep(_records(measured))
        return measured

    def _take_samples(self, effort: Effort) -> None:
        competitors = [competitor for entry in self.entries for competitor in entry[1:] if competitor]
        sampling.measure(competitors, effort)
        for _, now, _ in self.entries:
            if now.blocks and not now.failed and now.summary().median < SHORT:
                now.warm = sampling.warm(now.job)

    def _measured(self, before: float, after: float) -> list[Measured]:
        """Return what there is of each entry, given the calibration figures around the samples."""
        doubts = filter(None, [machine.unsteady(before, after), self._crowded()])
        now = self.circumstances._replace(notes=(*self.circumstances.notes, *doubts))
        return [self._entry(entry, now, (before + after) / 2) for entry in self.entries]

    def _entry(self, entry: Entry, now: Circumstances, calibration: float) -> Measured:
        record = old = None
        if entry.now.blocks:
            record = _record(entry.task, entry.now, now, calibration)
        if entry.then and entry.then.blocks and self.baseline.checkout and self.baseline.commit:
            commit = self.baseline.commit
            then = now._replace(workspace=self.baseline.checkout, head=commit, name=None)
            old = _record(entry.task, entry.then, then, calibration)
            old = old._replace(revision=commit.id, committed=commit.time, dirty=False)
        return Measured(entry, record, old, _problem(entry, record))

    def _crowded(self) -> str:
        """Return a sentence where other programs had the processor for much of the time, else nothing."""
        outcomes = [outcome for entry in self.entries for outcome in entry.now.outcomes]
        total = sum(outcome.seconds or 0.0 for outcome in outcomes)
        return machine.crowded(sum(outcome.waited_seconds for outcome in outcomes) / total if total else 0.0)

    def comparisons(self, measured: Sequence[Measured], recall: Recall) -> Iterator[Comparison]:
        """Yield how each solution compares, where there is something to compare it with.

        `recall` finds a saved record.
        """
        for each in measured:
            if each.record and (others := self._others(each, measured, recall)):
                yield compared(each.record, self.baseline.label, others)

    def _others(self, each: Measured, measured: Sequence[Measured], recall: Recall) -> Samples | None:
        """Return the samples that a solution is compared with."""
        record, then, baseline = each.record, each.entry.then, self.baseline
        if then:
            return then.samples if then.blocks else None
        if record and baseline.saved:
            saved = recall(baseline.saved, record.key)
            return at_pace(saved, record) if saved and saved.input_hash == record.input_hash else None
        if not record or baseline.commit or record.solution == baseline.solution:
            return None
        records = (other.record for other in measured if other.record)
        return next((samples(other) for other in records if other.solution == baseline.solution), None)

    def not_compared(self, measured: Sequence[Measured], comparisons: Sequence[Comparison]) -> Iterator[str]:
        """Yield a sentence for each solution that was to be compared, and had nothing to be compared with."""
        if self.baseline == DEFAULT_SOLUTION:
            return
        compared = {comparison.solution for comparison in comparisons}
        for record in (each.record for each in measured if each.record):
            if record.solution not in (*compared, self.baseline.solution):
                what = f"{record.puzzle} part {record.part} {record.solution}"
                yield f"{what} is not compared: {self.baseline.label} has none, or not on this input."


def _then(task: Planned, baseline: Baseline) -> Competitor | None:
    """Return the same solution in the baseline's revision; None where it has none."""
    job = _job_then(task, baseline.checkout) if baseline.checkout else None
    return Competitor(job) if job else None


def _job_then(task: Planned, checkout: Workspace) -> Job | None:
    path = modules.paths(checkout.puzzles).get(task.puzzle.id)
    if not path:
        return None
    functions = {solution.function: solution for solution in modules.read(task.puzzle.id, path).solutions}
    if not (solution := functions.get(task.job.function)):
        return None
    return task.job._replace(path=path, text=task.job.text if solution.takes_input else None)


def _records(measured: Iterable[Measured]) -> list[Record]:
    return [record for each in measured for record in (each.record, each.old) if record]


def _problem(entry: Entry, record: Record | None) -> Result | None:
    if entry.now.failed:
        return results.result(entry.task, entry.now.failed)
    if record and record.verdict not in results.PASSING:
        return _worst(entry.task, entry.now)
    return None


def _worst(task: Planned, competitor: Competitor) -> Result:
    """Return the row for the first answer that is not right, else for the first."""
    first = {outcome.answer: outcome for outcome in reversed(competitor.outcomes)}
    rows = [results.result(task, outcome) for outcome in first.values()]
    return max(rows, key=lambda result: result.exit is not Exit.RIGHT)


def _record(task: Planned, competitor: Competitor, now: Circumstances, calibration: float) -> Record:
    figures, outcomes = competitor.summary(), competitor.outcomes
    result = _worst(task, competitor)
    files = [Path(file) for file in outcomes[0].sources] or [competitor.job.path]
    return Record(
        *task.key,
        verdict=str(competitor.failed.failure if competitor.failed else result.verdict),
        answer=result.answer,
        median=figures.median,
        low=figures.low,
        high=figures.high,
        minimum=figures.minimum,
        warm=competitor.warm,
        peak_bytes=max((outcome.peak_bytes for outcome in outcomes if outcome.peak_bytes), default=None),
        collects=outcomes[0].collects,
        sources=tuple(file.relative_to(now.workspace.puzzles).as_posix() for file in files),
        source_hash=digest.sources(files),
        input_hash=digest.text(competitor.job.text),
        machine=machine.identity(),
        python=machine.interpreter(),
        revision=now.head.id if now.head else None,
        dirty=bool(now.head) and git.changed(now.workspace.root, files),
        committed=now.head.time if now.head else None,
        calibration=calibration,
        load=now.load,
        notes=now.notes,
        taken=time.time(),
        name=now.name,
        samples=tuple(map(tuple, competitor.samples.seconds)),
        waits=tuple(map(tuple, competitor.samples.waits)),
        cpu_samples=tuple(tuple(o.cpu_seconds or 0.0 for o in block) for block in competitor.blocks),
    )
