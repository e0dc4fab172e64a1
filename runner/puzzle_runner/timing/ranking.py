"""The ranking behind the leaderboard: the records that still hold, by their times."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan
from puzzle_runner.checking.plan import Call, Skipped
from puzzle_runner.checking.selection import Selection
from puzzle_runner.errors import Exit
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import RANKED, TaskKey, Verdict
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.storage import memo
from puzzle_runner.timing import machine
from puzzle_runner.timing.records import Record, RecordStore

# The fields of a row in JSON and CSV, in order.
ROW_FIELDS = (
    "rank", "puzzle", "part", "solution", "case", "account", "verdict", "median", "low", "high", "minimum",
    "ratio", "peak_bytes", "machine", "python", "revision", "taken", "timed",
)  # fmt: skip


class Row(NamedTuple):
    """One line of the leaderboard. `ratio` is to the fastest on the same input; None if it is not right."""

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


def valid_records(
    store: RecordStore,
    workspace: Workspace,
    puzzles: Iterable[Puzzle],
    *,
    case: str | None = None,
    everywhere: bool = False,
) -> tuple[list[Record], list[TaskKey]]:
    """Return the newest record of each solution whose code and input are as they were, and the stale tasks.

    Without the name of a `case`, each puzzle's real one counts. With `everywhere`, records of other machines
    count as well. Verdicts are those by what is stored now.
    """
    here = machine.identity()
    choice = Selection(solution=None, case=case)
    limits = workspace.limits(None)
    valid: list[Record] = []
    stale: list[TaskKey] = []
    for puzzle in puzzles:
        measured = store.measured(puzzle.id, None if everywhere else here)
        if not measured:
            continue
        tasks = [*plan.plan(workspace, puzzle, choice, limits)]
        if any(isinstance(task, Skipped) and task.exit is Exit.UNREADABLE for task in tasks):
            stale += sorted(measured, key=str)
            continue
        newest: dict[object, list[Record]] = {}
        for record in store.made_from(puzzle.id, _source_hashes(store, workspace, puzzle)):
            if everywhere or record.machine == here:
                newest.setdefault((record.key, record.input_hash), []).append(record)
        pairs: list[tuple[Call, Record]] = []
        for call in plan.runnable(tasks):
            input_hash = digest.arguments(call.job.text, call.job.keywords)
            of_call = newest.get((call.key, input_hash), [])
            if call.key in measured and not of_call:
                stale.append(call.key)
            pairs += [(call, record) for record in of_call]
        valid += _judged(pairs)
    return valid, stale


def _judged(pairs: Sequence[tuple[Call, Record]]) -> Iterator[Record]:
    """Yield records with the verdicts on their answers by what is stored now."""
    calls = []
    results = []
    for call, record in pairs:
        verdict = Verdict(record.verdict)
        calls.append(call)
        results.append(judge.recorded_result(call, record.answer, verdict))
    judged = judge.cross_check(calls, results)
    for (_, record), result in zip(pairs, judged, strict=True):
        yield replace(record, verdict=result.verdict)


def _source_hashes(store: RecordStore, workspace: Workspace, puzzle: Puzzle) -> list[str]:
    """Return the hashes by which records of a puzzle's present sources are found."""
    hashes: set[str] = set()
    for sources in store.sources(puzzle.id):
        files = [Path(os.path.normpath(workspace.puzzles / source)) for source in sources]
        # What was imported may name any file.
        if all(file.is_relative_to(workspace.root) for file in files):
            content = digest.sources(files)
            code = memo.of(partial(digest.code, files), content.encode(), digest.__file__)
            # Earlier versions recorded the hash of the bytes.
            hashes |= {code, content}
    return sorted(hashes)


def rows(records: Iterable[Record]) -> list[Row]:
    """Return records as rows: part after part, each in the order of rank.

    Each input has ranks of its own: times of different inputs do not compare.
    """
    inputs: dict[object, list[Record]] = {}
    for record in records:
        inputs.setdefault((record.part_key, record.case, record.account), []).append(record)
    rows = []
    for same in inputs.values():
        same.sort(key=lambda record: record.median)
        rank = 0
        least = 0.0
        others = []
        for record in same:
            if record.verdict not in RANKED:
                others.append(Row(record, None, None))
                continue
            rank += 1
            least = least or record.median
            rows.append(Row(record, rank, record.median / least))
        rows += others
    return rows


def normalize(records: Sequence[Record]) -> list[Record]:
    """Return records with their times scaled to the speed of `reference`, by their calibration figures."""
    newest = reference(records)
    if not newest:
        return []
    return [record.scaled(newest.calibration / record.calibration) for record in records]


def reference(records: Iterable[Record]) -> Record | None:
    """Return the newest record of this machine, or if it has none, the newest of all."""
    here = machine.identity()
    return max(records, key=lambda record: (record.machine == here, record.taken), default=None)


def totals(rows: Iterable[Row], by: str, puzzles: Iterable[Puzzle]) -> list[Total]:
    """Return the sum of the medians of the fastest by `puzzle`, `kind` or `year`, the least first.

    A puzzle whose site has no years counts for its site by `year`. `puzzles` are all that there are.
    """
    # Of a part that was measured on several inputs, the first counts.
    fastest: dict[tuple[str, int], float] = {}
    for row in rows:
        if row.rank == 1:
            fastest.setdefault(row.record.part_key, row.record.median)
    medians: dict[str, list[float]] = {}
    for (puzzle, _), median in fastest.items():
        name = _group(identify(puzzle), by)
        medians.setdefault(name, []).append(median)
    there: Counter[str] = Counter()
    for each in puzzles:
        there[_group(each.id, by)] += len(each.parts)
    totals: list[Total] = []
    least = 0.0
    for name in sorted(medians, key=lambda name: sum(medians[name])):
        rank = len(totals) + 1
        parts = len(medians[name])
        seconds = sum(medians[name])
        least = least or seconds
        totals.append(Total(rank, name, parts, seconds, seconds / least, there[name]))
    return totals


def _group(id: PuzzleId, by: str) -> str:
    if by == "puzzle":
        return id
    return id.site.NAME if by == "kind" else id.group
