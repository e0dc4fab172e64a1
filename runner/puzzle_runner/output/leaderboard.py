"""The leaderboard as a board, and as a block in the user's README."""

from collections.abc import Iterable, Sequence

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
) -> Board:
    """Return the board of solutions; with `several_machines`, a line names its machine.

    Where there is no rank, the first cell is the verdict, which for a terminal is `marked`.
    """
    labels: dict[tuple[str, int], set[str]] = {}
    for row in rows:
        labels.setdefault(row.record.part_key, set()).add(_case(row))
    has_cases = any(len(cases) > 1 for cases in labels.values())
    several = in_several_pythons(row.record for row in rows)
    columns = [Column("rank", right=True), Column("puzzle"), Column("part", right=True)]
    if has_cases:
        columns.append(Column("case"))
    columns += [
        Column("solution"),
        Column("median", right=True),
        Column("95 % interval", right=True, spare=3),
        Column("ratio", right=True, spare=2),
        Column("memory", right=True, spare=4),
    ]
    if several_machines:
        columns.append(Column("", spare=1))
    table = []
    for row in rows:
        record = row.record
        cells = [_rank(row, marked), record.puzzle, str(record.part)]
        if has_cases:
            cells.append(_case(row) if len(labels[record.part_key]) > 1 else "")
        cells += [
            labelled(record, record.part_key in several),
            duration(record.median),
            interval(record.low, record.high),
            "" if row.ratio is None else f"{factor(row.ratio)}×",
            size(record.peak_bytes),
        ]
        if several_machines:
            cells.append(record.machine)
        table.append(cells)
    fields = [row.flat() for row in rows]
    document = {"leaderboard": fields, "stale": [task._asdict() for task in stale]}
    bars = [row.record.median for row in rows]
    return Board(columns, table, ROW_FIELDS, fields, document, bars)


def _rank(row: Row, marked: bool) -> str:
    if row.rank is not None:
        return str(row.rank)
    verdict = row.record.verdict
    return f"✗ {verdict}" if marked and verdict != OTHER_INPUT else verdict


def _case(row: Row) -> str:
    return case_label(row.record.case, row.record.account)


def totals(totals: Sequence[Total], by: str) -> Board:
    """Return the board of the totals of groups. The key of a group's name is `by`."""
    columns = [
        Column("rank", right=True),
        Column(""),
        Column("parts", right=True),
        Column("total of the fastest", right=True),
        Column("ratio", right=True),
    ]
    table = []
    rows = []
    for total in totals:
        parts = f"{total.parts} of {total.there}"
        ratio = f"{factor(total.ratio)}×"
        table.append((str(total.rank), total.name, parts, duration(total.seconds), ratio))
        rows.append(
            {
                "rank": total.rank,
                by: total.name,
                "parts": total.parts,
                "seconds": total.seconds,
                "ratio": total.ratio,
                "there": total.there,
            }
        )
    fields = ("rank", by, "parts", "seconds", "ratio", "there")
    bars = [total.seconds for total in totals]
    return Board(columns, table, fields, rows, {"leaderboard": rows}, bars)


def machines(rows: Iterable[Row]) -> list[str]:
    """Return the note below a board in Markdown: where its rows were measured."""
    records = [row.record for row in rows]
    places = {f"{record.machine}, {record.python}" for record in records if record.timed == Clock.CALL}
    if not places:
        places = {record.machine for record in records}
    if not places:
        return []
    return [f"Bars are logarithmic. Measured on {'; '.join(sorted(places))}."]


def summary(rows: Sequence[Row]) -> str:
    """Return the last line: how many solutions and parts, and the sum of the medians of the fastest."""
    records = [row.record for row in rows]
    parts = len({record.part_key for record in records})
    solutions = len({record.key for record in records})
    pythons = len({record.python for record in records if record.timed == Clock.CALL})
    seconds = sum(fastest_of_parts(rows).values())
    interpreters = f" in {pythons} interpreters" if pythons > 1 else ""
    line = f"{count(solutions, 'solution')} of {count(parts, 'part')}{interpreters}"
    return f"{line} · total of the fastest {duration(seconds)}"


def stale(tasks: Sequence[TaskKey]) -> str:
    """Return how many measured solutions have changed since, and the command that measures them again."""
    ids = list(dict.fromkeys(task.puzzle for task in tasks))
    if len(ids) > MOST_IDS:
        ids = [*ids[:MOST_IDS], "..."]
    return f"{len(tasks)} stale: puzzles bench {' '.join(ids)}"
