"""The leaderboard as a board, and as a block in the user's README."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.model import Clock, TaskKey
from puzzle_runner.output.board import Board, Column, markdown
from puzzle_runner.output.measurements import common_mark, labelled
from puzzle_runner.storage import atomic
from puzzle_runner.text import case_label, duration, factor, interval, size
from puzzle_runner.timing.ranking import ROW_FIELDS, Row, Total

# What stands around the leaderboard in the user's README.
BEGIN, END = "<!-- leaderboard:begin -->", "<!-- leaderboard:end -->"
# The most puzzles that a command line names.
MOST_IDS = 8


def solutions(rows: Sequence[Row], stale: Iterable[TaskKey] = ()) -> Board:
    """Return the board of solutions. If not all were measured in one place, a line names its own.

    Where there is no rank, the first cell is the verdict.
    """
    labels: dict[tuple[str, int], set[str]] = {}
    for row in rows:
        record = row.record
        labels.setdefault(record.part_key, set()).add(case_label(record.case, record.account))
    measured_on = places(rows)
    columns = (
        Column("rank", right=True),
        Column("puzzle"),
        Column("part", right=True),
        Column("case"),
        Column("solution"),
        Column("median", right=True),
        Column("95 % interval", right=True),
        Column("ratio", right=True),
        Column("memory", right=True),
        Column("measured on"),
    )
    table = []
    mark = common_mark(row.record for row in rows)
    for row in rows:
        record = row.record
        is_alone = len(labels[record.part_key]) == 1
        cells = [
            str(row.rank or record.verdict),
            record.puzzle,
            str(record.part),
            "" if is_alone else case_label(record.case, record.account),
            record.solution if mark else labelled(record),
            duration(record.median),
            interval(record.low, record.high),
            "" if row.ratio is None else f"{factor(row.ratio)}×",
            size(record.peak_bytes),
            "" if len(measured_on) == 1 else f"{record.machine}, {record.python}",
        ]
        table.append(cells)
    fields = [row.flat() for row in rows]
    document = {"leaderboard": fields, "stale": [task._asdict() for task in stale]}
    notes = [f"Measured on {'; '.join(measured_on)}{mark}."] if rows else []
    return Board(columns, table, ROW_FIELDS, fields, document, notes)


def totals(totals: Sequence[Total], by: str) -> Board:
    """Return the board of the totals of groups. The key of a group's name is `by`."""
    fields = ("rank", by, "parts", "seconds", "ratio", "there")
    columns = (
        Column("rank", right=True),
        Column(""),
        Column("parts", right=True),
        Column("total of the fastest", right=True),
        Column("ratio", right=True),
    )
    table = []
    rows = []
    for total in totals:
        parts = f"{total.parts} of {total.there}"
        ratio = f"{factor(total.ratio)}×"
        table.append((str(total.rank), total.name, parts, duration(total.seconds), ratio))
        rows.append(dict(zip(fields, total, strict=True)))
    return Board(columns, table, fields, rows, {"leaderboard": rows})


def places(rows: Iterable[Row]) -> list[str]:
    """Return where rows were measured: on which machines, and in which interpreters."""
    machines = set()
    of_calls = set()
    for row in rows:
        record = row.record
        machines.add(record.machine)
        if record.timed == Clock.CALL:
            of_calls.add(f"{record.machine}, {record.python}")
    return sorted(of_calls or machines)


def stale(tasks: Sequence[TaskKey]) -> str:
    """Return how many measured solutions have changed since, and the command that measures them again."""
    ids = list(dict.fromkeys(task.puzzle for task in tasks))
    more = " ..." if len(ids) > MOST_IDS else ""
    named = " ".join(ids[:MOST_IDS])
    return f"{len(tasks)} stale: puzzles bench {named}{more}"


def update(path: Path, board: Board) -> bool:
    """Rewrite the block of a file, a leaderboard; tell whether it changed.

    Raises Unreadable, StoreFailed, or UsageError if the two markers are not there, once each.
    """
    try:
        before = files.read(path, files.TABLES).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} cannot be updated: {reason(error)}.") from error
    head, _, rest = before.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end or before.count(BEGIN) > 1 or before.count(END) > 1:
        raise UsageError(
            f"{path} has no place for the leaderboard: write {BEGIN} and below it {END}, each once."
        )
    newline = "\r\n" if "\r\n" in before else "\n"
    inside = newline.join(["", "", *markdown(board), "", ""])
    after = f"{head}{BEGIN}{inside}{END}{tail}"
    if after != before:
        atomic.write(path, after.encode())
    return after != before
