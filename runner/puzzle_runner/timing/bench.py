"""The measurement behind `puzzles bench`: from tasks to records and comparisons."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog import git, lookup
from puzzle_runner.catalog.git import Commit
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge, preparing
from puzzle_runner.checking.plan import Call, keywords
from puzzle_runner.errors import Exit
from puzzle_runner.model import Job, Result, TaskKey
from puzzle_runner.running import workers
from puzzle_runner.text import natural
from puzzle_runner.timing import machine, sampling
from puzzle_runner.timing.comparison import DEFAULT_SOLUTION, Baseline, Comparison, at_pace, compared, samples
from puzzle_runner.timing.ranking import RANKED
from puzzle_runner.timing.records import Record
from puzzle_runner.timing.sampling import Competitor, Effort
from puzzle_runner.timing.stats import Samples

# Two medians within this share of their true values give a ratio within 2 %.
NARROW_TO_COMPARE = sampling.NARROW / 2**0.5

Keep = Callable[[Iterable[Record]], object]
Recall = Callable[[str, TaskKey], Record | None]


class Circumstances(NamedTuple):
    """What all records of one `puzzles bench` have in common. `load` is the machine's; None if unknown."""

    workspace: Workspace
    head: Commit | None
    load: float | None
    notes: tuple[str, ...]
    name: str | None = None


class Entry(NamedTuple):
    """One solution to measure; `then` is the same solution in the revision that it is compared with."""

    task: Call
    now: Competitor
    then: Competitor | None


class Measured(NamedTuple):
    """A measured entry: its record, if there is a sample, and the row of a problem, if there is one.

    `old` is the record of the same solution in the other revision.
    """

    entry: Entry
    record: Record | None
    old: Record | None
    problem: Result | None

    @property
    def task(self) -> Call:
        """The task that was measured."""
        return self.entry.task


def circumstances(workspace: Workspace, name: str | None) -> Circumstances:
    """Return the present state of the machine and the repository; `name` is the name of saved records."""
    load = machine.load()
    notes = tuple(machine.disturbances(load))
    return Circumstances(workspace, git.find(workspace.root), load, notes, name)


def groups(tasks: Iterable[Call]) -> list[list[Call]]:
    """Return the tasks in groups that compete: one for each part and case."""

    def competition(task: Call) -> tuple[object, ...]:
        key = task.key
        return natural(key.puzzle), key.part, key.case, key.account or ""

    ordered = sorted(tasks, key=competition)
    return [[*group] for _, group in groupby(ordered, competition)]


class Group:
    """The solutions of one part on one case, measured side by side and compared with a baseline."""

    def __init__(self, tasks: Sequence[Call], baseline: Baseline, circumstances: Circumstances) -> None:
        self.baseline = baseline
        self.circumstances = circumstances
        self.entries = [Entry(task, Competitor(task.job), _then(task, baseline)) for task in tasks]

    def measure(self, effort: Effort, keep: Keep) -> list[Measured]:
        """Take the samples and keep the records, also when the measurement is interrupted."""
        before = machine.calibrate()
        try:
            self._take_samples(effort)
        except BaseException:
            keep(_records(self._measured(before, before)))
            raise
        measured = [self._looked_at(each) for each in self._measured(before, machine.calibrate())]
        keep(_records(measured))
        return measured

    def _take_samples(self, effort: Effort) -> None:
        competitors = [entry.now for entry in self.entries]
        competitors += [entry.then for entry in self.entries if entry.then]
        sampling.measure(competitors, effort)
        for entry in self.entries:
            competitor = entry.now
            if competitor.blocks and not competitor.failed and competitor.summary().median < sampling.SHORT:
                competitor.warm = sampling.warm(competitor.job)

    def _measured(self, before: float, after: float) -> list[Measured]:
        """Return each entry with its records; `before` and `after` are calibration figures, in seconds."""
        doubts = filter(None, [machine.unsteady(before, after), self._crowded()])
        now = self.circumstances._replace(notes=(*self.circumstances.notes, *doubts))
        called = [entry for entry in self.entries if entry.now.failed or entry.now.blocks]
        by_itself = [
            judge.alone(entry.task, entry.now.failed) if entry.now.failed else _worst(entry.task, entry.now)
            for entry in called
        ]
        judged = judge.together([entry.task for entry in called], by_itself)
        rows = {entry.task.key: row for entry, row in zip(called, judged, strict=True)}
        return [
            self._entry(entry, now, (before + after) / 2, rows.get(entry.task.key)) for entry in self.entries
        ]

    def _looked_at(self, measured: Measured) -> Measured:
        """Return what was measured, with a note if the solution gives the same answer for another input."""
        record, task = measured.record, measured.entry.task
        if not record or record.answer is None or record.verdict not in RANKED:
            return measured
        other = next(judge.contrasting_calls(self.circumstances.workspace, task), None)
        built = preparing.prepare([other])[0] if other else None
        if not isinstance(built, Call) or workers.run(built.job).answer != record.answer:
            return measured
        return measured._replace(record=record._replace(notes=(*record.notes, judge.IGNORES_INPUT)))

    def _entry(self, entry: Entry, now: Circumstances, calibration: float, row: Result | None) -> Measured:
        record = old = None
        if entry.now.blocks and row:
            record = _record(entry.task, entry.now, now, calibration)._replace(verdict=str(row.verdict))
        if entry.then and entry.then.blocks and self.baseline.checkout and self.baseline.commit:
            commit = self.baseline.commit
            then = now._replace(workspace=self.baseline.checkout, head=commit, name=None)
            old = _record(entry.task, entry.then, then, calibration)
            old = old._replace(revision=commit.id, committed=commit.time, dirty=False)
        return Measured(entry, record, old, row if row and row.exit else None)

    def _crowded(self) -> str:
        """Return a sentence if other programs had the processor for much of the time, else an empty text."""
        outcomes = [outcome for entry in self.entries for outcome in entry.now.outcomes]
        total = sum(outcome.seconds or 0.0 for outcome in outcomes)
        waited = sum(outcome.cpu_wait for outcome in outcomes)
        return machine.crowded(waited / total) if total else ""

    def comparisons(self, measured: Sequence[Measured], recall: Recall) -> Iterator[Comparison]:
        """Yield the comparison of each solution with its baseline, if there is one.

        `recall` returns a saved record by its name and key.
        """
        for measurement in measured:
            others = self._others(measurement, measured, recall)
            if measurement.record and others:
                yield compared(measurement.record, self.baseline.label, others)

    def _others(self, measurement: Measured, measured: Sequence[Measured], recall: Recall) -> Samples | None:
        """Return the samples that a solution is compared with; None if there are none."""
        record, then, baseline = measurement.record, measurement.entry.then, self.baseline
        if then:
            return then.samples if then.blocks else None
        if record and baseline.saved:
            saved = recall(baseline.saved, record.key)
            return at_pace(saved, record) if saved and saved.input_hash == record.input_hash else None
        if not record or baseline.commit or record.solution == baseline.solution:
            return None
        for other in measured:
            if other.record and other.record.solution == baseline.solution:
                return samples(other.record)
        return None

    def not_compared(self, measured: Sequence[Measured], comparisons: Sequence[Comparison]) -> Iterator[str]:
        """Yield a sentence for each measured solution that the chosen baseline has no samples for."""
        if self.baseline == DEFAULT_SOLUTION:
            return
        expected = {comparison.solution for comparison in comparisons} | {self.baseline.solution}
        for measurement in measured:
            record = measurement.record
            if record and record.solution not in expected:
                what = f"{record.puzzle} part {record.part} {record.solution}"
                yield f"{what} is not compared: {self.baseline.label} has none, or not on this input."


def _then(task: Call, baseline: Baseline) -> Competitor | None:
    """Return the same solution in the baseline's revision; None if it does not exist there."""
    job = _job_then(task, baseline.checkout) if baseline.checkout else None
    return Competitor(job) if job else None


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
                keywords=keywords(task.case, solution),
            )
            ready = preparing.prepare([task._replace(solution=solution, job=job)])[0]
            return ready.job if isinstance(ready, Call) else None
    return None


def _records(measured: Iterable[Measured]) -> list[Record]:
    pairs = [(measurement.record, measurement.old) for measurement in measured]
    return [record for pair in pairs for record in pair if record]


def _worst(task: Call, competitor: Competitor) -> Result:
    """Return the row of an answer that is not right, if there is one, else of any answer."""
    # One outcome for each answer: judging costs time, and a thousand samples mostly have the same answer.
    by_answer = {outcome.answer: outcome for outcome in reversed(competitor.outcomes)}
    rows = [judge.alone(task, outcome) for outcome in by_answer.values()]
    for row in rows:
        if row.exit is not Exit.RIGHT:
            return row
    return rows[0]


def _relative(file: Path, folder: Path) -> str:
    """Return a path relative to a folder, also if it is elsewhere, as the files of a layout may be."""
    return Path(os.path.relpath(file, folder)).as_posix()


def _record(task: Call, competitor: Competitor, now: Circumstances, calibration: float) -> Record:
    """Return the record of a competitor, which must have a sample; `calibration` in seconds."""
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
        warm=competitor.warm.median if competitor.warm else None,
        warm_low=competitor.warm.low if competitor.warm else None,
        warm_high=competitor.warm.high if competitor.warm else None,
        peak_bytes=max((outcome.peak_bytes for outcome in outcomes if outcome.peak_bytes), default=None),
        collects=outcomes[0].gc_enabled,
        sources=tuple(_relative(file, now.workspace.puzzles) for file in files),
        source_hash=digest.code(files),
        input_hash=digest.arguments(competitor.job.text, competitor.job.keywords),
        machine=machine.identity(),
        python=task.solution.language or machine.interpreter(),
        revision=now.head.id if now.head else None,
        dirty=bool(now.head) and git.changed(now.workspace.root, files),
        committed=now.head.time if now.head else None,
        calibration=calibration,
        load=now.load,
        notes=now.notes,
        taken=time.time(),
        name=now.name,
        timed=outcomes[0].clock.value,
        samples=tuple(map(tuple, competitor.samples.seconds)),
        waits=tuple(map(tuple, competitor.samples.waits)),
        cpu_samples=tuple(tuple(call.cpu_seconds or 0.0 for call in block) for block in competitor.blocks),
    )
