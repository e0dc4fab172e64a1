"""The format that github-action-benchmark calls `customSmallerIsBetter`."""

import json
from collections.abc import Iterable, Iterator

from puzzle_runner.timing.records import Record

EVERY_RECORD = False
WITH_SAMPLES = True


def export(records: Iterable[Record], /) -> Iterator[str]:
    """Yield a JSON document with an entry for each record, in milliseconds."""
    entries = [
        {
            "name": record.label,
            "unit": "ms",
            "value": record.figures.median * 1000,
            "range": f"{record.figures.low * 1000:.6g} to {record.figures.high * 1000:.6g}",
            "extra": f"{sum(map(len, record.samples.seconds))} samples, {record.python}, {record.machine}",
        }
        for record in records
    ]
    yield json.dumps(entries, indent=2)
