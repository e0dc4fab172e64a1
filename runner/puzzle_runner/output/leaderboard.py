"""The leaderboard as a board, and as a block in the user's README."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from puzzle_runner.model import Clock, TaskKey
from puzzle_runner.output.board import Board, Column
from puzzle_runner.output.measurements import labelled
from puzzle_runner.text import case_label, count, duration, factor, interval, size
from puzzle_runner.timing.ranking import OTHER_INPUT, ROW_FIELDS, Row, Total, fastest_of_parts
from puzzle_runner.timing.records import in_several_pythons

# The most puzzles that a command line names.
MOST_IDS = 8


def solutions(
    rows: Sequence[Row],
    stale: Iterable[TaskKey] = (),
    *,
    marked: bool = False,
    several_machines: bool = False,
) -> Board[Row]:
    """Return the board of solutions; with `several_machines`, a line names its machine.

    Where there is no rank, the first cell is the verdict, which for a terminal is `marked`.
    """
    cases: dict[tuple[object, ...], set[str]] = {}
    for row in rows:
        label = case_label(row.record.case, row.record.account)
        cases.setdefault(row.record.part_key, set()).add(label)
    several = in_several_pythons(row.record for row in rows)

    def rank(row: Row) -> str:
        if row.rank is None:
            wrong = "✗ " if marked and row.record.verdict != OTHER_INPUT else ""
            return f"{wrong}{row.record.verdict}"
        return str(row.rank)

    def case(row: Row) -> str:
        is_one = len(cases[row.record.part_key]) == 1
        return "" if is_one else case_label(row.record.case, row.record.account)

    columns: list[Column[Row]] = [
        Column("rank", rank, right=True),
        Column("puzzle", lambda row: row.record.puzzle),
        Column("part", lambda row: str(row.record.part), right=True),
        *([Column("case", case)] if any(len(labels) > 1 for labels in cases.values()) else []),
        Column("solution", lambda row: labelled(row.record, row.record.part_key in several)),
        Column("median", lambda row: duration(row.record.median), right=True),
        Column("95 % interval", lambda row: interval(row.record.low, row.record.high), True, spare=3),
        Column("ratio", lambda row: "" if row.ratio is None else f"{factor(row.ratio)}×", True, spare=2),
        Column("memory", lambda row: size(row.record.peak_bytes), right=True, spare=4),
    ]
    if several_machines:
        columns.append(Column("", lambda row: row.record.machine, spare=1))
    document = {
        "leaderboard": [row.flat() for row in rows],
        "stale": [task._asdict() for task in stale],
    }
    fields = ROW_FIELDS
    return Board(rows, columns, fields, document, bar=lambda row: row.record.median)


def totals(totals: Sequence[Total], by: str) -> Board[Total]:
    """Return the board of the totals of groups. The key of a group's name is `by`."""
    columns: list[Column[Total]] = [
        Column("rank", lambda total: str(total.rank), right=True),
        Column("", lambda total: total.name),
        Column("parts", lambda total: f"{total.parts} of {total.there}", right=True),
        Column("total of the fastest", lambda total: duration(total.seconds), right=True),
        Column("ratio", lambda total: f"{factor(total.ratio)}×", right=True),
    ]
    fields = {by if name == "name" else name: attrgetter(name) for name in Total._fields}
    document = {"leaderboard": [{name: value(total) for name, value in fields.items()} for total in totals]}
    return Board(totals, columns, fields, document, bar=lambda total: total.seconds)


def machines(rows: Iterable[Row]) -> list[str]:
    """Return the note below a board in Markdown: where its rows were measured."""
    records = [row.record for row in rows]
    called = {f"{record.machine}, {record.python}" for record in records if record.timed == Clock.CALL}
    machines = sorted(called or {record.machine for record in records})
    return [f"Bars are logarithmic. Measured on {'; '.join(machines)}."] if machines else []


def summary(rows: Sequence[Row]) -> str:
    """Return the last line: how many solutions and parts, and the sum of the medians of the fastest."""
    parts = {row.record.part_key for row in rows}
    fastest = fastest_of_parts(rows).values()
    solutions = f"{count(len({row.record.key for row in rows}), 'solution')} of {count(len(parts), 'part')}"
    pythons = {row.record.python for row in rows if row.record.timed == Clock.CALL}
    if len(pythons) > 1:
        solutions += f" in {len(pythons)} interpreters"
    return f"{solutions} · total of the fastest {duration(sum(fastest))}"


def stale(tasks: Sequence[TaskKey]) -> str:
    """Return how many measured solutions have changed since, and the command that measures them again."""
    ids = list(dict.fromkeys(task.puzzle for task in tasks))
    named = ids if len(ids) <= MOST_IDS else [*ids[:MOST_IDS], "..."]
    return f"{len(tasks)} stale: puzzles bench {' '.join(named)}"
