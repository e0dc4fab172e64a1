"""The format of `hyperfine --export-json`."""

import json
import statistics
from collections.abc import Iterable, Iterator
from itertools import chain

from puzzle_runner.timing.records import Record

EVERY_RECORD = False
WITH_SAMPLES = True


def export(records: Iterable[Record], /) -> Iterator[str]:
    """Yield a JSON document with a result for each record."""
    results = []
    for record in records:
        samples = [*chain.from_iterable(record.samples.seconds)]
        cpu = [*chain.from_iterable(record.samples.cpu)]
        results.append(
            {
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
        )
    yield json.dumps({"results": results}, indent=2)
