"""The leaderboard as a board, and as a block in the user's README."""

from collections.abc import Iterable, Sequence

from puzzle_runner.model import Clock, TaskKey
from puzzle_runner.output.board import Board, Column
from puzzle_runner.output.measurements import labelled
from puzzle_runner.text import case_label, count, duration, factor, interval, size
from puzzle_runner.timing.ranking import OTHER_INPUT, ROW_FIELDS, Row, Total, fastest_of_parts

# The most puzzles that a command line names.
MOST_IDS = 8


def solutions(
    rows: Sequence[Row],
    stale: Iterable[TaskKey] = (),
    *,
    marked: bool = False,
) -> Board:
    """Return the board of solutions. If not all were measured in one place, a line names its own.

    Where there is no rank, the first cell is the verdict, which for a terminal is `marked`.
    """
    labels: dict[tuple[str, int], set[str]] = {}
    for row in rows:
        labels.setdefault(row.record.part_key, set()).add(_case(row))
    has_cases = any(len(cases) > 1 for cases in labels.values())
    columns = [Column("rank", right=True), Column("puzzle"), Column("part", right=True)]
    if has_cases:
        columns.append(Column("case"))
    columns += [
        Column("solution"),
        Column("median", right=True),
        Column("95 % interval", right=True),
        Column("ratio", right=True),
        Column("memory", right=True),
    ]
    has_places = len(places(rows)) > 1
    if has_places:
        columns.append(Column("measured on"))
    table = []
    for row in rows:
        record = row.record
        cells = [_rank(row, marked), record.puzzle, str(record.part)]
        if has_cases:
            cells.append(_case(row) if len(labels[record.part_key]) > 1 else "")
        cells += [
            labelled(record),
            duration(record.median),
            interval(record.low, record.high),
            "" if row.ratio is None else f"{factor(row.ratio)}×",
            size(record.peak_bytes),
        ]
        if has_places:
            cells.append(f"{record.machine}, {record.python}")
        table.append(cells)
    fields = [row.flat() for row in rows]
    document = {"leaderboard": fields, "stale": [task._asdict() for task in stale]}
    return Board(columns, table, ROW_FIELDS, fields, document)


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
    return Board(columns, table, fields, rows, {"leaderboard": rows})


def places(rows: Iterable[Row]) -> list[str]:
    """Return where rows were measured: on which machines, and in which interpreters."""
    records = [row.record for row in rows]
    places = {f"{record.machine}, {record.python}" for record in records if record.timed == Clock.CALL}
    return sorted(places or {record.machine for record in records})


def machines(rows: Iterable[Row]) -> list[str]:
    """Return the note below a board in Markdown: where its rows were measured."""
    names = places(rows)
    return [f"Measured on {'; '.join(names)}."] if names else []


def summary(rows: Sequence[Row]) -> str:
    """Return the last line: how many solutions and parts, and the sum of the medians of the fastest."""
    records = [row.record for row in rows]
    parts = len({record.part_key for record in records})
    solutions = len({record.key for record in records})
    seconds = sum(fastest_of_parts(rows).values())
    line = f"{count(solutions, 'solution')} of {count(parts, 'part')}"
    return f"{line} · total of the fastest {duration(seconds)}"


def stale(tasks: Sequence[TaskKey]) -> str:
    """Return how many measured solutions have changed since, and the command that measures them again."""
    ids = list(dict.fromkeys(task.puzzle for task in tasks))
    if len(ids) > MOST_IDS:
        ids = [*ids[:MOST_IDS], "..."]
    return f"{len(tasks)} stale: puzzles bench {' '.join(ids)}"
