"""The format of `hyperfine --export-json`."""

import json
import statistics
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from puzzle_runner.timing.records import Record

EVERY_RECORD = False


def export(records: Iterable[Record], /) -> Iterator[str]:
    """Yield a JSON document with a result for each record."""
    yield json.dumps({"results": [_result(record) for record in records]}, indent=2)


def _result(record: Record) -> dict[str, Any]:
    samples, cpu = ([*chain.from_iterable(blocks)] for blocks in (record.samples.seconds, record.samples.cpu))
    return {
        "command": record.label,
        "mean": statistics.fmean(samples),
        "stddev": statistics.stdev(samples) if len(samples) > 1 else None,
        "median": statistics.median(samples),
        "user": statistics.fmean(cpu) if cpu else 0.0,
        "system": 0.0,
        "min": min(samples),
        "max": max(samples),
        "times": samples,
        "exit_codes": [0] * len(samples),
    }
