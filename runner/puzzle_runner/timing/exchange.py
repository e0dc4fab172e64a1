"""Records as text: lines of JSON, which other machines import, and CSV. No answer is in them."""

import csv
import dataclasses
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from puzzle_runner.errors import Unreadable
from puzzle_runner.inputs.case_file import is_unfit
from puzzle_runner.model import LONGEST_TIME, PART_NUMBER, SHORTEST_TIME, Clock, Verdict, valid_time
from puzzle_runner.text import csv_cell
from puzzle_runner.timing.records import COLUMNS, PRIVATE, Record, as_tuples, no_waits
from puzzle_runner.timing.stats import FEWEST

SCHEMA = 1
# This moment is in the year 9000, in seconds since 1970. A text has at most so many characters.
LAST_MOMENT, LONGEST = 2.2e11, 1000


def to_jsonl(records: Iterable[Record]) -> Iterator[str]:
    """Yield a line of JSON for each record, with its samples and all else but the answer."""
    for record in records:
        # Earlier versions ask for the last two fields; the first of them was always true.
        fields = {"schema": SCHEMA, **vars(record), "collects": True, "waits": no_waits(record)}
        del fields[PRIVATE]
        yield json.dumps(fields)


def to_csv(records: Iterable[Record]) -> Iterator[str]:
    """Yield the head, and a line for each record, without its samples."""
    names = [name for name in COLUMNS if name != PRIVATE]
    yield ",".join(names)
    for record in records:
        cells = []
        for name in names:
            value = getattr(record, name)
            cells.append(csv_cell(" ".join(value) if isinstance(value, tuple) else value))
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(cells)
        yield line.getvalue()


def from_jsonl(lines: Iterable[str], source: str) -> Iterator[Record]:
    """Yield the records in lines that `to_jsonl` made. What later versions have added may be missing.

    Raises Unreadable, with `source`, the name of their file, and the number of the line.
    """
    kinds = get_type_hints(Record)
    del kinds[PRIVATE]
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{source}, line {number}:"
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"{where} this is not JSON: {error}.") from None
        if not isinstance(fields, dict) or "schema" not in fields:
            raise Unreadable(f'{where} this is not a record of "puzzles export --to jsonl".')
        if fields["schema"] != SCHEMA:
            raise Unreadable(f"{where} a newer version of puzzles wrote this. Upgrade this one to read it.")
        fields = dict.fromkeys(kinds) | {"timed": Clock.CALL} | fields
        values: dict[str, Any] = {PRIVATE: None}
        for field, kind in kinds.items():
            value = fields[field]
            if not _is_of(kind, value):
                raise Unreadable(f'{where} "{field}" is missing or wrong: {str(value)[:100]!r}.')
            values[field] = as_tuples(value)
        record = Record(**values)
        problem = _problem(record)
        if problem:
            raise Unreadable(f"{where} {problem}.")
        if len(record.samples) < FEWEST:
            # Earlier versions gave an interval to any number of samples.
            record = dataclasses.replace(record, low=None, high=None)
        yield record


def _problem(record: Record) -> str:
    """Return what is out of range in a record, as it would be shown and compared for ever; else nothing."""
    if not record.samples or not all(record.samples) or not 0 < record.calibration:
        return "a record needs samples, and a calibration figure above 0"
    if (record.low is None) != (record.high is None):
        return '"low" and "high" must both be there, or both be null'
    times = [record.median, record.minimum, record.calibration, *chain.from_iterable(record.samples)]
    times += filter(None, [record.low, record.high])
    if not all(map(valid_time, times)):
        return f"a time is below {SHORTEST_TIME:g} s, which no clock can measure"
    if max(record.taken, record.committed or 0) > LAST_MOMENT:
        return "it was taken after the year 9000"
    if not re.fullmatch(PART_NUMBER, str(record.part)):
        return "there is no such part"
    if any(map(is_unfit, (record.puzzle, record.solution, record.case))):
        return "there is no such puzzle, solution or case"
    if record.verdict not in list(Verdict) or record.timed not in list(Clock):
        return "there is no such verdict or way to take a time"
    return ""


def _is_of(kind: Any, value: object) -> bool:
    """Tell whether a value from JSON is of a type, within its bounds. A list counts as a tuple."""
    choices = get_args(kind)
    if get_origin(kind) is tuple:
        return isinstance(value, list) and all(_is_of(choices[0], item) for item in value)
    if choices:
        return any(_is_of(choice, value) for choice in choices)
    if kind is NoneType or kind is bool:
        return isinstance(value, kind)
    if kind is str:
        return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST
    if isinstance(value, bool):
        # It is a number for Python.
        return False
    if kind is int:
        return isinstance(value, int) and 0 <= value < 2**63
    return isinstance(value, int | float) and 0 <= value <= LONGEST_TIME
