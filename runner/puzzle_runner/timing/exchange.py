"""Export of records to other tools and other machines, and import from other machines."""

import csv
import io
import json
import re
import time
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from puzzle_runner.errors import Unreadable
from puzzle_runner.inputs.cases import is_unfit
from puzzle_runner.model import PART_NUMBER, Clock, Verdict
from puzzle_runner.text import csv_cell
from puzzle_runner.timing import stats
from puzzle_runner.timing.ranking import marked
from puzzle_runner.timing.records import BULKY, FIELDS, PRIVATE, Record, as_tuples

SCHEMA = 1
# The limits of what is imported. Seconds: of one call, and of anything else.
SHORTEST, GREATEST = 1e-10, 1e12
# Seconds since 1970: in the year 9000. Characters of a text.
LAST_MOMENT, LONGEST = 2.2e11, 1000
_PORTABLE = [field for field in FIELDS if field != PRIVATE]
_FLAT = [field for field in _PORTABLE if field not in BULKY]


def jsonl(records: Iterable[Record]) -> Iterator[str]:
    """Yield a line for each record, with all fields but the answer."""
    for record in records:
        fields = record._asdict()
        yield json.dumps({"schema": SCHEMA} | {field: fields[field] for field in _PORTABLE})


def records(lines: Iterable[str], source: str) -> Iterator[Record]:
    """Yield the records in lines that `jsonl` made.

    Raises Unreadable, with `source`, the name of their file, and the number of the line.
    """
    types = {field: kind for field, kind in get_type_hints(Record).items() if field != PRIVATE}
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _read(line, f"{source}, line {number}:", types)


def _read(line: str, where: str, types: dict[str, Any]) -> Record:
    # Earlier versions timed functions only.
    fields = {"timed": Clock.CALL, "warm_low": None, "warm_high": None} | _fields(line, where)
    for field, kind in types.items():
        if not _fits(fields.get(field), kind):
            raise Unreadable(
                f'{where} "{field}" is missing, or not what it should be: {str(fields.get(field))[:100]!r}.'
            )
    record = Record(**{field: as_tuples(fields[field]) for field in types}, answer=None)
    if problem := _problem(record):
        raise Unreadable(f"{where} {problem}.")
    sizes = _sizes(record.samples)
    if _sizes(record.cpu_samples) != sizes or _sizes(record.waits) != sizes:
        raise Unreadable(f'{where} "cpu_samples" and "waits" must have a figure for each of the samples.')
    return record


def _problem(record: Record) -> str:
    """Return what is out of range in a record, as it would be shown and compared for ever; else nothing."""
    times = [record.median, record.low, record.high, record.minimum, *chain.from_iterable(record.samples)]
    if not record.samples or not all(record.samples) or not 0 < record.calibration:
        return "a record needs samples, and a calibration figure above 0"
    if min(*times, record.calibration) < SHORTEST:
        return f"a time is below {SHORTEST:g} s, which no clock can tell"
    if max(record.taken, record.committed or 0) > LAST_MOMENT:
        return "it was taken after the year 9000"
    if not re.fullmatch(PART_NUMBER, str(record.part)) or not re.fullmatch(r"\w+", record.solution):
        return "there is no such part or solution"
    if record.timed not in [*Clock]:
        return "there is no such way to take a time"
    if record.verdict not in [*Verdict] or not re.fullmatch(r"\w+", record.puzzle) or is_unfit(record.case):
        return "there is no such verdict, puzzle or case"
    if any(Path(source).is_absolute() or ".." in Path(source).parts for source in record.sources):
        return "its sources are not below a workspace"
    return ""


def _fields(line: str, where: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{where} this is no JSON: {error}.") from None
    if not isinstance(fields, dict) or "schema" not in fields:
        raise Unreadable(f'{where} this is no record of "puzzles export --to jsonl".')
    if fields["schema"] != SCHEMA:
        raise Unreadable(f"{where} a newer version of puzzles wrote this. Upgrade this one to read it.")
    return fields


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


def _sizes(blocks: stats.Blocks) -> list[int]:
    return [len(block) for block in blocks]


def flat_csv(records: Iterable[Record]) -> str:
    """Return CSV with a line for each record, without its samples."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_FLAT)
    for record in records:
        fields = record._asdict()
        writer.writerow([_cell(fields[field]) for field in _FLAT])
    return text.getvalue()


def _cell(value: Any) -> Any:
    return csv_cell(" ".join(value) if isinstance(value, tuple) else value)


def label(record: Record) -> str:
    """Return the name of a record in other tools: `euler227 part 1 linear`, then a case other than main."""
    case = "" if record.case == "main" else f" ({record.case})"
    return f"{record.puzzle} part {record.part} {record.solution}{case}"


def hyperfine(records: Iterable[Record]) -> str:
    """Return JSON in the format of `hyperfine --export-json`."""
    return json.dumps({"results": [_hyperfine(record) for record in records]}, indent=2)


def _hyperfine(record: Record) -> dict[str, Any]:
    import statistics as moments

    samples = [*chain.from_iterable(record.samples)]
    return {
        "command": label(record),
        "mean": moments.fmean(samples),
        "stddev": moments.stdev(samples) if len(samples) > 1 else None,
        "median": stats.median(samples),
        "user": moments.fmean(chain.from_iterable(record.cpu_samples)) if any(record.cpu_samples) else 0.0,
        "system": 0.0,
        "min": min(samples),
        "max": max(samples),
        "times": samples,
        "exit_codes": [0] * len(samples),
    }


def pyperf(records: Iterable[Record]) -> str:
    """Return a pyperf suite, format 1.0: a benchmark for each record, a run for each worker."""
    return json.dumps({"version": "1.0", "benchmarks": [_pyperf(record) for record in records]})


def _pyperf(record: Record) -> dict[str, Any]:
    implementation, _, version = record.python.partition(" ")
    metadata = {
        "name": label(record),
        "unit": "second",
        "loops": 1,
        "timer": "time.perf_counter_ns()",
        "cpu_model_name": record.machine,
        "python_implementation": implementation.lower(),
        "python_version": version,
        "tags": [record.puzzle],
    }
    if record.peak_bytes:
        metadata["mem_max_rss"] = record.peak_bytes
    if record.revision:
        metadata["description"] = f"commit {marked(record.revision, record.dirty)}"
    date = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.taken))
    runs = [{"metadata": {"date": date}, "values": block} for block in record.samples if block]
    return {"metadata": metadata, "runs": runs}


def github_action(records: Iterable[Record]) -> str:
    """Return JSON in the format that github-action-benchmark calls `customSmallerIsBetter`."""
    return json.dumps([_github_action(record) for record in records], indent=2)


def _github_action(record: Record) -> dict[str, Any]:
    return {
        "name": label(record),
        "unit": "ms",
        "value": record.median * 1000,
        "range": f"{record.low * 1000:.6g} to {record.high * 1000:.6g}",
        "extra": f"{sum(map(len, record.samples))} samples, {record.python}, {record.machine}",
    }
