"""The ranking behind the leaderboard: the records that still hold, by their times."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import input_text, keywords
from puzzle_runner.checking.selection import Selection, chosen_cases
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.inputs.cases import of_part
from puzzle_runner.model import RANKED, Case, Puzzle, Solution, TaskKey
from puzzle_runner.sites.registry import identify
from puzzle_runner.timing import machine
from puzzle_runner.timing.records import Figures, Record, RecordStore

# The verdict on what a teammate measured with an input that is not one's own: it is shown, and has no rank.
OTHER_INPUT = "another input"


class Row(NamedTuple):
    """One line of the leaderboard. `ratio` is to the fastest on the same input.

    Both `rank` and `ratio` are None if the answer is not right. The figures may be scaled to another machine.
    """

    record: Record
    rank: int | None
    ratio: float | None

    @property
    def figures(self) -> Figures:
        """The figures of its record."""
        return self.record.figures

    def flat(self) -> dict[str, Any]:
        """Return the fields as JSON and CSV have them."""
        return {name: attrgetter(path)(self) for name, path in ROW_FIELDS.items()}


# These are the fields in JSON and CSV, in order, and where a row has them.
ROW_FIELDS = {
    "rank": "rank",
    **{name: f"record.{name}" for name in (*TaskKey._fields, "verdict")},
    **{name: f"figures.{name}" for name in Figures._fields if name != "peak_bytes"},
    "ratio": "ratio",
    "peak_bytes": "figures.peak_bytes",
    "machine": "record.machine",
    "python": "record.python",
    "revision": "record.marked_revision",
    "taken": "record.taken",
    "timed": "record.timed",
}


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
    """Return the newest record of each solution, by machine, whose code and input are still what they were.

    Those that were measured side by side with it, in other interpreters, are as new.

    The tasks that were measured but have changed since come second.

    `case` is the name of a case; without it, each puzzle's real one counts. With `everywhere`, records
    of other machines count as well, with the verdict `OTHER_INPUT` also those of the same sources with the
    input of somebody else. Verdicts are those by what is stored now.
    """
    here = machine.identity()
    choice = Selection(solution=None, case=case)
    found: list[tuple[Record, judge.Recorded]] = []
    stale: list[TaskKey] = []
    others: list[Record] = []
    for puzzle in puzzles:
        newest = _newest(store, workspace, puzzle, None if everywhere else here)
        measured = store.measured(puzzle.id, None if everywhere else here)
        hashes_of: dict[tuple[object, ...], set[str]] = {}
        for key, input_hash, of_case, checked in _tasks(workspace, puzzle, choice) if measured else ():
            valid = newest.get((key, input_hash), [])
            if valid or key in measured:
                hashes_of.setdefault(key[:4], set()).add(input_hash)
            if not valid and key in measured:
                stale.append(key)
            for record in valid:
                answer = None if checked else record.answer
                stored = judge.Recorded(key, of_case, answer, record.verdict, puzzle.from_layout)
                found.append((record, stored))
        for (key, input_hash), records in newest.items():
            if everywhere and input_hash not in hashes_of.get(key[:4], {input_hash}):
                others += [
                    record._replace(verdict=OTHER_INPUT) for record in records if record.machine != here
                ]
    verdicts = judge.recorded([stored for _, stored in found])
    judged = zip(found, verdicts, strict=True)
    return [record._replace(verdict=verdict) for (record, _), verdict in judged] + others, stale


def _newest(
    store: RecordStore, workspace: Workspace, puzzle: Puzzle, only: str | None
) -> dict[tuple[TaskKey, str], list[Record]]:
    """Return the newest records of a puzzle's present sources, by task and hash of the input.

    They are those of each machine, or of `only` one; of a moment, the first interpreter's comes first.
    """
    hashes: set[str] = set()
    for sources in store.sources(puzzle.id):
        files = [Path(os.path.normpath(workspace.puzzles / source)) for source in sources]
        # What was imported may name any file.
        if all(file.is_relative_to(workspace.root) for file in files):
            hashes.update(store.hashes(files))
    newest: dict[tuple[TaskKey, str], list[Record]] = {}
    for record in store.made_from(puzzle.id, sorted(hashes)):
        if only in (None, record.machine):
            kept = newest.setdefault((record.key, record.input_hash), [])
            kept[:] = [each for each in kept if each.machine != record.machine or each.taken == record.taken]
            kept.append(record)
    return newest


def _tasks(
    workspace: Workspace, puzzle: Puzzle, choice: Selection
) -> Iterator[tuple[TaskKey, str, Case, bool]]:
    """Yield the tasks of a puzzle that can be run: the hash of the input, the case, is there a checker."""
    solutions = [solution for solution in puzzle.solutions if solution.written]
    try:
        file = chosen_cases(workspace, puzzle, choice)
    except PuzzlesError:
        return
    for case, solution in product(file.cases, solutions):
        key = TaskKey(puzzle.id, solution.part, solution.name, case.name, case.account)
        try:
            input_hash = _input_hash(puzzle, case, solution)
        except PuzzlesError:
            # A task without its input cannot be run, and is not ranked.
            continue
        yield key, input_hash, case, bool(file.checker or puzzle.checker)


def _input_hash(puzzle: Puzzle, case: Case, solution: Solution) -> str:
    """Return the hash of what a solution is called with. Raises InputMissing or Unreadable."""
    text = input_text(puzzle, of_part(case, solution.part))[0] if solution.takes_input else None
    return digest.arguments(text, keywords(case, solution))


def rows(records: Iterable[Record]) -> list[Row]:
    """Return records as rows: part after part, each in the order of rank.

    Those on another case or of another account have ranks of their own: times of different inputs do not
    compare.
    """
    inputs: dict[tuple[object, ...], list[Record]] = {}
    for record in records:
        inputs.setdefault((record.puzzle, record.part, record.case, record.account), []).append(record)
    return [row for same in inputs.values() for row in _ranked(same)]


def _ranked(records: Sequence[Record]) -> Iterator[Row]:
    """Yield the rows of one part on one input; without a rank, those that are not right on it."""
    ordered = sorted(records, key=lambda record: record.figures.median)
    ranked = [record for record in ordered if record.verdict in RANKED]
    for rank, record in enumerate(ranked, start=1):
        yield Row(record, rank, record.figures.median / ranked[0].figures.median)
    for record in ordered:
        if record.verdict not in RANKED:
            yield Row(record, None, None)


def normalize(records: Sequence[Record]) -> list[Record]:
    """Return records with their figures scaled to the speed of `reference`, by their calibration figures."""
    newest = reference(records)
    return [
        record._replace(figures=record.figures.times(newest.calibration / record.calibration))
        for record in records
        if newest
    ]


def reference(records: Iterable[Record]) -> Record | None:
    """Return the newest record of this machine, or if it has none, the newest of all."""
    here = machine.identity()
    return max(records, key=lambda record: (record.machine == here, record.taken), default=None)


def fastest_of_parts(rows: Iterable[Row]) -> dict[tuple[str, int], float]:
    """Return the median of the fastest solution of each part; of several inputs, the first counts."""
    fastest: dict[tuple[str, int], float] = {}
    for row in rows:
        if row.rank == 1:
            fastest.setdefault((row.record.puzzle, row.record.part), row.figures.median)
    return fastest


def totals(rows: Iterable[Row], by: str, puzzles: Iterable[Puzzle]) -> list[Total]:
    """Return the sum of the medians of the fastest by `puzzle`, `kind` or `year`, the least first.

    A puzzle whose site has no years counts for its site by `year`. `puzzles` are all that there are.
    """

    def group(puzzle: str) -> str:
        site, id = identify(puzzle)
        return {"puzzle": puzzle, "kind": site.NAME}.get(by) or site.group(id)

    groups: dict[str, list[float]] = {}
    for (puzzle, _), seconds in fastest_of_parts(rows).items():
        groups.setdefault(group(puzzle), []).append(seconds)
    there = Counter(group(puzzle.id) for puzzle in puzzles for _ in {each.part for each in puzzle.solutions})
    ordered = sorted(groups.items(), key=lambda item: sum(item[1]))
    fastest = sum(ordered[0][1]) if ordered else 0.0
    return [
        Total(rank, name, len(times), sum(times), sum(times) / fastest, there[name])
        for rank, (name, times) in enumerate(ordered, start=1)
    ]
