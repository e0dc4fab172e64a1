"""Records as text: lines of JSON, which other machines import, and CSV. No answer is in them."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from puzzle_runner.errors import Unreadable
from puzzle_runner.inputs.case_file import is_unfit
from puzzle_runner.model import LONGEST_TIME, PART_NUMBER, SHORTEST_TIME, Clock, Verdict, valid_time
from puzzle_runner.text import csv_cell
from puzzle_runner.timing.records import COLUMNS, PRIVATE, SAMPLES, Figures, Record, cells, flat, nested
from puzzle_runner.timing.stats import FEWEST

SCHEMA = 1
# Imports have limits: no number is greater.
GREATEST = LONGEST_TIME
# This moment is in the year 9000, in seconds since 1970. A text has at most so many characters.
LAST_MOMENT, LONGEST = 2.2e11, 1000


def to_jsonl(records: Iterable[Record]) -> Iterator[str]:
    """Yield a line of JSON for each record, with its samples and all else but the answer."""
    for record in records:
        fields = flat(record)
        del fields[PRIVATE]
        yield json.dumps({"schema": SCHEMA} | fields)


def to_csv(records: Iterable[Record]) -> Iterator[str]:
    """Yield the head, and a line for each record, without its samples."""
    yield ",".join(name for name in COLUMNS if name != PRIVATE)
    for record in records:
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(_row(record))
        yield line.getvalue()


def can_be_imported(line: str) -> bool:
    """Tell whether another machine takes a line of `to_jsonl`: what is stored may be older than its rules."""
    try:
        return bool([*from_jsonl([line], "")])
    except Unreadable:
        return False


def from_jsonl(lines: Iterable[str], source: str) -> Iterator[Record]:
    """Yield the records in lines that `to_jsonl` made. What later versions have added may be missing.

    Raises Unreadable, with `source`, the name of their file, and the number of the line.
    """
    types = get_type_hints(Record) | get_type_hints(Figures)
    types |= dict.fromkeys(SAMPLES, tuple[tuple[float, ...], ...])
    for name in ("figures", PRIVATE):
        del types[name]
    defaults = dict.fromkeys(types) | Record._field_defaults | Figures._field_defaults
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
        fields = defaults | fields
        for field, kind in types.items():
            if not _fits(value := fields.get(field), kind):
                raise Unreadable(f'{where} "{field}" is missing or wrong: {str(value)[:100]!r}.')
        record = nested({field: fields[field] for field in types} | {PRIVATE: None})
        if problem := _problem(record):
            raise Unreadable(f"{where} {problem}.")
        if len(record.samples.seconds) < FEWEST:
            # Earlier versions gave an interval to any number of samples.
            record = record._replace(figures=record.figures._replace(low=None, high=None))
        yield record


def _problem(record: Record) -> str:
    """Return what is out of range in a record, as it would be shown and compared for ever; else nothing."""
    samples = record.samples.seconds
    if not samples or not all(samples) or not 0 < record.calibration:
        return "a record needs samples, and a calibration figure above 0"
    median, low, high, minimum, *_ = record.figures
    if (low is None) != (high is None):
        return '"low" and "high" must both be there, or both be null'
    times = [median, low or median, high or median, minimum, record.calibration]
    if any(valid_time(time) is None for time in [*times, *chain.from_iterable(samples)]):
        return f"a time is below {SHORTEST_TIME:g} s, which no clock can measure"
    if max(record.taken, record.committed or 0) > LAST_MOMENT:
        return "it was taken after the year 9000"
    if not re.fullmatch(PART_NUMBER, str(record.part)) or is_unfit(record.solution):
        return "there is no such part or solution"
    if record.timed not in [*Clock]:
        return "there is no such way to take a time"
    if record.verdict not in [*Verdict] or is_unfit(record.puzzle) or is_unfit(record.case):
        return "there is no such verdict, puzzle or case"
    # A layout beside `puzzles/` has its files there.
    if any(Path(source).is_absolute() or ".." in Path(source).parts[1:] for source in record.sources):
        return "its sources are not below a workspace"
    seconds, waits, cpu = ([len(block) for block in blocks] for blocks in record.samples)
    if cpu != seconds or waits != seconds:
        return '"cpu_samples" and "waits" must have a figure for each of the samples'
    return ""


def _fits(value: Any, kind: Any) -> bool:
    """Tell whether a value from JSON is of a type. A list counts as a tuple, a bool never as a number."""
    if get_origin(kind) is tuple:
        return isinstance(value, list) and all(_fits(item, get_args(kind)[0]) for item in value)
    if alternatives := get_args(kind):
        return any(_fits(value, alternative) for alternative in alternatives)
    if isinstance(value, bool):
        return bool(kind is bool)
    if kind is float:
        return isinstance(value, int | float) and 0 <= value <= GREATEST
    if kind is int:
        return isinstance(value, int) and 0 <= value < 2**63
    return isinstance(value, kind) and (kind is not str or (value.isprintable() and len(value) <= LONGEST))


def _row(record: Record) -> list[Any]:
    row = cells(record)
    del row[COLUMNS.index(PRIVATE)]
    texts = [" ".join(cell) if isinstance(cell, tuple) else cell for cell in row]
    return [csv_cell(cell) if isinstance(cell, str) else cell for cell in texts]
