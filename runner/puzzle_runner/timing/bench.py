"""From tasks to records and comparisons: what `puzzles bench` does."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog import git, modules
from puzzle_runner.catalog.git import Commit
from puzzle_runner.checking import pipeline
from puzzle_runner.checking.pipeline import Task
from puzzle_runner.errors import Exit
from puzzle_runner.model import DEFAULT, Job, Result
from puzzle_runner.timing import machine, sampling
from puzzle_runner.timing.comparison import Comparison, at_pace, compared, samples
from puzzle_runner.timing.records import Key, Record
from puzzle_runner.timing.sampling import Effort, Series
from puzzle_runner.timing.stats import Samples

# Below this a fork's page faults show, and repeated calls are worth a look.
SHORT = 1e-3
# Two medians known this well give a ratio known to within 2 %.
NARROW_TO_COMPARE = sampling.NARROW / 2**0.5


class Measured(NamedTuple):
    """What became of one solution: the record, else the row that says why there is none."""

    task: Task
    record: Record | None
    problem: Result | None
    series: Series


class Opponent(NamedTuple):
    """What solutions are compared with; the default solution where nothing is set.

    A `solution` of the same part, the records kept as `saved`, or a `commit` whose modules lie in `folder`.
    """

    label: str = DEFAULT
    solution: str | None = DEFAULT
    saved: Callable[[Key], Record | None] | None = None
    commit: Commit | None = None
    folder: Path | None = None

    def job(self, task: Task) -> Job | None:
        """Return the job of the same solution in the other revision; None where it has none."""
        if not self.folder or not task.job:
            return None
        path = modules.paths(self.folder).get(task.puzzle.id)
        if not path:
            return None
        then = modules.read(task.puzzle.id, path, task.puzzle.kind, "")
        known = {solution.function: solution for solution in then.solutions}
        if not (solution := known.get(task.job.function)):
            return None
        return task.job._replace(path=path, text=task.job.text if solution.takes_input else None)


class Setting(NamedTuple):
    """What all records of one call of the command have in common."""

    workspace: Path
    head: Commit | None
    load: float | None
    notes: tuple[str, ...]
    name: str | None = None


def setting(workspace: Path, name: str | None) -> Setting:
    """Look at the machine and the repository."""
    load = machine.load()
    return Setting(workspace, git.find(workspace), load, tuple(machine.disturbances(load)), name)


def groups(tasks: Iterable[Task]) -> list[list[Task]]:
    """Return the tasks that compete, those of one part on one case; not those that something prevents."""
    competing = sorted(
        (task for task in tasks if task.job),
        key=lambda task: (modules.natural(task.puzzle.id), _part(task), _case(task)),
    )
    return [
        [*group] for _, group in groupby(competing, lambda task: (task.puzzle.id, _part(task), _case(task)))
    ]


def _part(task: Task) -> int:
    return task.solution.part if task.solution else 0


def _case(task: Task) -> tuple[str, str]:
    return (task.case.name, task.case.account or "") if task.case else ("", "")


class Group:
    """The solutions of one part on one case, measured side by side, with what they are compared to."""

    def __init__(self, tasks: Sequence[Task], opponent: Opponent, setting: Setting) -> None:
        self.opponent = opponent
        self.setting = setting
        self.now = [(task, Series(task.job)) for task in tasks if task.job]
        self.then = [(task, Series(job) if (job := opponent.job(task)) else None) for task, _ in self.now]

    def measure(self, effort: Effort, keep: Callable[[Iterable[Record]], object]) -> list[Measured]:
        """Take the samples and keep the records, also those of a measurement that is interrupted."""
        before = after = machine.calibrate()
        measured: list[Measured] = []
        try:
            sampling.measure([series for _, series in (*self.now, *self.then) if series], effort)
            for _, series in self.now:
                if series.blocks and not series.failed and series.summary().median < SHORT:
                    series.warm = sampling.warm(series.job)
            after = machine.calibrate()
        finally:
            speed = (before + after) / 2
            doubts = [machine.unsteady(before, after), self._crowded()]
            notes = (*self.setting.notes, *filter(None, doubts))
            measured = [self._measured(task, series, speed, notes) for task, series in self.now]
            old = [self._old(task, series, speed, notes) for task, series in self.then if series]
            keep(record for record in (*(one.record for one in measured), *old) if record)
        return measured

    def _crowded(self) -> str:
        """Return a sentence where other programs had the processor for much of the time, else nothing."""
        outcomes = [outcome for _, series in self.now for outcome in series.outcomes]
        total = sum(outcome.seconds or 0.0 for outcome in outcomes)
        return machine.crowded(sum(outcome.waited_seconds for outcome in outcomes) / total if total else 0.0)

    def _measured(self, task: Task, series: Series, speed: float, notes: tuple[str, ...]) -> Measured:
        record, problem = None, None
        if series.blocks:
            record = _record(task, series, self.setting, speed, notes)
        if series.failed or not record:
            problem = pipeline.result(task, series.failed) if series.failed else None
        elif record.verdict not in pipeline.PASSING:
            problem = _worst(task, series)
        return Measured(task, record, problem, series)

    def _old(self, task: Task, series: Series, speed: float, notes: tuple[str, ...]) -> Record | None:
        commit, folder = self.opponent.commit, self.opponent.folder
        if not series.blocks or not commit or not folder:
            return None
        setting = self.setting._replace(workspace=folder, head=commit, name=None)
        record = _record(task, series, setting, speed, notes)
        return record._replace(revision=commit.id, committed=commit.time, dirty=False)

    def alone(self, measured: Sequence[Measured], compared: Sequence[Comparison]) -> Iterator[str]:
        """Yield a sentence for each solution that was to be compared, and had nothing to be compared with."""
        known = {comparison.solution for comparison in compared}
        for record in (one.record for one in measured if one.record):
            if self.opponent != Opponent() and record.solution not in (*known, self.opponent.solution):
                what = f"{record.puzzle} part {record.part} {record.solution}"
                yield f"{what} is not compared: {self.opponent.label} has none, or not on this input."

    def comparisons(self, measured: Sequence[Measured]) -> Iterator[Comparison]:
        """Yield how each solution compares, where there is something to compare it with."""
        then = {task.solution: series for task, series in self.then}
        for one in measured:
            if one.record and (blocks := self._against(one.record, then.get(one.task.solution), measured)):
                yield compared(one.record, self.opponent.label, blocks)

    def _against(self, record: Record, then: Series | None, measured: Sequence[Measured]) -> Samples | None:
        if then:
            return then.samples if then.blocks else None
        if self.opponent.saved:
            saved = self.opponent.saved(record.key)
            if not saved or saved.input_hash != record.input_hash:
                return None
            return at_pace(saved, record)
        if self.opponent.commit or record.solution == self.opponent.solution:
            return None
        return next(
            (samples(o.record) for o in measured if o.record and o.record.solution == self.opponent.solution),
            None,
        )


def _worst(task: Task, series: Series) -> Result:
    """Return the row for the first answer that is not right, else for the first."""
    first = {outcome.answer: outcome for outcome in reversed(series.outcomes)}
    results = [pipeline.result(task, outcome) for outcome in first.values()]
    return max(results, key=lambda result: result.exit is not Exit.RIGHT)


def _record(task: Task, series: Series, setting: Setting, speed: float, notes: tuple[str, ...]) -> Record:
    assert task.case and task.solution
    figures, outcomes = series.summary(), series.outcomes
    result = _worst(task, series)
    folder = setting.workspace / "puzzles"
    files = [Path(file) for file in outcomes[0].sources] or [series.job.path]
    peaks = [outcome.peak_bytes for outcome in outcomes if outcome.peak_bytes]
    return Record(
        puzzle=task.puzzle.id,
        part=task.solution.part,
        solution=task.solution.name,
        case=task.case.name,
        account=task.case.account,
        verdict=str(series.failed.failure if series.failed else result.verdict),
        answer=result.answer,
        median=figures.median,
        low=figures.low,
        high=figures.high,
        minimum=figures.minimum,
        warm=series.warm,
        peak_bytes=max(peaks, default=None),
        collects=outcomes[0].collects,
        sources=tuple(file.relative_to(folder).as_posix() for file in files),
        source_hash=digest.sources(files),
        input_hash=digest.text(series.job.text),
        machine=machine.identity(),
        python=machine.interpreter(),
        revision=setting.head.id if setting.head else None,
        dirty=bool(setting.head) and git.changed(setting.workspace, files),
        committed=setting.head.time if setting.head else None,
        calibration=speed,
        load=setting.load,
        notes=notes,
        taken=time.time(),
        name=setting.name,
        samples=tuple(map(tuple, series.samples.seconds)),
        waits=tuple(map(tuple, series.samples.waits)),
        cpu_samples=tuple(tuple(o.cpu_seconds or 0.0 for o in block) for block in series.blocks),
    )
