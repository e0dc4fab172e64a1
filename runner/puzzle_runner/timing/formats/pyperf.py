"""A suite of pyperf, format 1.0."""

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any

from puzzle_runner.timing.records import Record

EVERY_RECORD = False
WITH_SAMPLES = True


def export(records: Iterable[Record], /) -> Iterator[str]:
    """Yield a JSON document: a benchmark for each record, a run for each worker."""
    benchmarks = []
    for record in records:
        implementation, _, version = record.python.partition(" ")
        metadata: dict[str, Any] = {
            "name": record.label,
            "unit": "second",
            "loops": 1,
            "timer": "time.perf_counter_ns()",
            "cpu_model_name": record.machine,
            "python_implementation": implementation.lower(),
            "python_version": version,
            "tags": [record.puzzle],
        }
        if record.figures.peak_bytes:
            metadata["mem_max_rss"] = record.figures.peak_bytes
        if record.revision:
            metadata["description"] = f"commit {record.marked_revision}"
        date = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.taken))
        runs = [{"metadata": {"date": date}, "values": block} for block in record.samples.seconds if block]
        benchmarks.append({"metadata": metadata, "runs": runs})
    yield json.dumps({"version": "1.0", "benchmarks": benchmarks})
