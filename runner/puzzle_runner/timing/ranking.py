"""The ranking behind the leaderboard: the records that still hold, by their times."""

import os
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import input_text, keywords
from puzzle_runner.checking.selection import Selection, chosen_cases
from puzzle_runner.errors import InputMissing, PuzzlesError, Unreadable, UsageError
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import RANKED, Case, TaskKey
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.timing import machine
from puzzle_runner.timing.records import Record, RecordStore

# The verdict on what a teammate measured with an input that is not one's own: it is shown, and has no rank.
OTHER_INPUT = "another input"


# The fields of a row in JSON and CSV, in order.
ROW_FIELDS = (
    "rank", "puzzle", "part", "solution", "case", "account", "verdict", "median", "low", "high", "minimum",
    "parse", "ratio", "peak_bytes", "machine", "python", "revision", "taken", "timed",
)  # fmt: skip


class Row(NamedTuple):
    """One line of the leaderboard. `ratio` is to the fastest on the same input.

    Both `rank` and `ratio` are None if the answer is not right. The times may be scaled to another machine.
    """

    record: Record
    rank: int | None
    ratio: float | None

    def flat(self) -> dict[str, Any]:
        """Return the fields as JSON and CSV have them."""
        fields = {name: getattr(self.record, name, None) for name in ROW_FIELDS}
        fields["rank"] = self.rank
        fields["ratio"] = self.ratio
        fields["revision"] = self.record.marked_revision
        return fields


class Total(NamedTuple):
    """The fastest solutions of all parts of a puzzle, a kind or a year, added up.

    `parts` have been measured, of those that are `there` in the workspace.
    """

    rank: int
    name: str
    parts: int
    seconds: float
    ratio: float
    there: int


# Records by their task and the hash of its input.
_Newest = dict[tuple[TaskKey, str], list[Record]]


def valid_records(
    store: RecordStore,
    workspace: Workspace,
    puzzles: Iterable[Puzzle],
    *,
    case: str | None = None,
    everywhere: bool = False,
) -> tuple[list[Record], list[TaskKey]]:
    """Return the newest record of each solution whose code and input are still what they were.

    The tasks that were measured but have changed since come second.

    `case` is the name of a case; without it, each puzzle's real one counts. With `everywhere`, records of
    other machines count as well, and come last with the verdict `OTHER_INPUT` if their input is somebody
    else's. Verdicts are those by what is stored now.
    """
    only = None if everywhere else machine.identity()
    choice = Selection(solution=None, case=case)
    valid: list[Record] = []
    stale: list[TaskKey] = []
    others: list[Record] = []
    for puzzle in puzzles:
        measured = store.measured(puzzle.id, only)
        if not measured:
            continue
        newest = _newest(store, workspace, puzzle, only)
        try:
            tasks = list(_tasks(workspace, puzzle, choice))
        except Unreadable:
            stale += sorted(measured, key=str)
            continue
        for task in tasks:
            if task.key in measured and (task.key, task.input_hash) not in newest:
                stale.append(task.key)
        valid += _judged(puzzle, tasks, newest)
        if everywhere:
            others += _of_other_inputs(tasks, newest, measured)
    return valid + others, stale


def _newest(store: RecordStore, workspace: Workspace, puzzle: Puzzle, only: str | None) -> _Newest:
    """Return the newest records of a puzzle's present sources: those of each machine, or of `only` one."""
    hashes: set[str] = set()
    for sources in store.sources(puzzle.id):
        files = [Path(os.path.normpath(workspace.puzzles / source)) for source in sources]
        # What was imported may name any file.
        if all(file.is_relative_to(workspace.root) for file in files):
            hashes.update(store.hashes(files))
    newest: _Newest = {}
    for record in store.made_from(puzzle.id, sorted(hashes)):
        if only in (None, record.machine):
            newest.setdefault((record.key, record.input_hash), []).append(record)
    return newest


def _judged(puzzle: Puzzle, tasks: Iterable["_Task"], newest: _Newest) -> list[Record]:
    """Return the records of tasks with their verdicts by the answers that are stored now."""
    records: list[Record] = []
    answers: list[judge.SolutionAnswer] = []
    for task in tasks:
        for record in newest.get((task.key, task.input_hash), ()):
            answer = None if task.has_checker else record.answer
            records.append(record)
            answers.append(
                judge.SolutionAnswer(task.key, task.case, answer, record.verdict, puzzle.from_layout)
            )
    verdicts = judge.judge_recorded(answers)
    return [replace(record, verdict=verdict) for record, verdict in zip(records, verdicts, strict=True)]


def _of_other_inputs(
    tasks: Iterable["_Task"], newest: _Newest, measured: Collection[TaskKey]
) -> Iterator[Record]:
    """Yield what other machines measured of solutions with inputs that are not there now.

    Of a solution that was not measured with an input that is there, nobody's records count.
    """
    # The inputs that there are now of each task, whoever's they are.
    present: dict[TaskKey, set[str]] = {}
    for task in tasks:
        if task.key in measured:
            present.setdefault(task.key._replace(account=None), set()).add(task.input_hash)
    for (key, input_hash), records in newest.items():
        known = present.get(key._replace(account=None))
        if known and input_hash not in known:
            for record in records:
                if record.machine != machine.identity():
                    yield replace(record, verdict=OTHER_INPUT)


class _Task(NamedTuple):
    """A solution on a case, as it can be run now."""

    key: TaskKey
    case: Case
    input_hash: str
    has_checker: bool


def _tasks(workspace: Workspace, puzzle: Puzzle, choice: Selection) -> Iterator[_Task]:
    """Yield what can be run of a puzzle. Raises Unreadable."""
    try:
        file = chosen_cases(workspace, puzzle, choice)
    except (InputMissing, UsageError):
        # There is no such case, or none yet.
        return
    has_checker = bool(file.checker or puzzle.checker)
    for case in file.cases:
        for solution in puzzle.solutions:
            if not solution.written:
                continue
            key = TaskKey(puzzle.id, solution.part, solution.name, case.name, case.account)
            text = None
            try:
                if solution.takes_input:
                    text = input_text(puzzle, case, solution.part)
            except PuzzlesError:
                # A task without its input cannot be run, and is not ranked.
                continue
            yield _Task(key, case, digest.arguments(text, keywords(case, solution)), has_checker)


def rows(records: Iterable[Record]) -> list[Row]:
    """Return records as rows: part after part, each in the order of rank.

    Those on another case or of another account have ranks of their own: times of different inputs do not
    compare.
    """
    inputs: dict[object, list[Record]] = {}
    for record in records:
        inputs.setdefault((record.part_key, record.case, record.account), []).append(record)
    rows = []
    for same in inputs.values():
        same.sort(key=lambda record: record.median)
        ranked = [record for record in same if record.verdict in RANKED]
        others = [record for record in same if record.verdict not in RANKED]
        for rank, record in enumerate(ranked, start=1):
            rows.append(Row(record, rank, record.median / ranked[0].median))
        rows += [Row(record, None, None) for record in others]
    return rows


def normalize(records: Sequence[Record]) -> list[Record]:
    """Return records with their times scaled to the speed of `reference`, by their calibration figures."""
    newest = reference(records)
    if newest is None:
        return []
    return [record.scaled(newest.calibration / record.calibration) for record in records]


def reference(records: Iterable[Record]) -> Record | None:
    """Return the newest record of this machine, or if it has none, the newest of all."""
    here = machine.identity()
    return max(records, key=lambda record: (record.machine == here, record.taken), default=None)


def fastest_of_parts(rows: Iterable[Row]) -> dict[tuple[str, int], float]:
    """Return the median of the fastest solution of each part; of several inputs, the first counts."""
    fastest: dict[tuple[str, int], float] = {}
    for row in rows:
        if row.rank == 1:
            fastest.setdefault(row.record.part_key, row.record.median)
    return fastest


def totals(rows: Iterable[Row], by: str, puzzles: Iterable[Puzzle]) -> list[Total]:
    """Return the sum of the medians of the fastest by `puzzle`, `kind` or `year`, the least first.

    A puzzle whose site has no years counts for its site by `year`. `puzzles` are all that there are.
    """
    measured: Counter[str] = Counter()
    seconds: dict[str, float] = defaultdict(float)
    for (puzzle, _), median in fastest_of_parts(rows).items():
        name = _group(identify(puzzle), by)
        measured[name] += 1
        seconds[name] += median
    there: Counter[str] = Counter()
    for each in puzzles:
        parts = {solution.part for solution in each.solutions}
        there[_group(each.id, by)] += len(parts)
    totals: list[Total] = []
    for name in sorted(seconds, key=seconds.__getitem__):
        least = totals[0].seconds if totals else seconds[name]
        ratio = seconds[name] / least
        totals.append(Total(len(totals) + 1, name, measured[name], seconds[name], ratio, there[name]))
    return totals


def _group(id: PuzzleId, by: str) -> str:
    if by == "puzzle":
        return id
    return id.site.NAME if by == "kind" else id.group
