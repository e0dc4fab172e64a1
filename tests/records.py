"""A record for tests, and what changes in it."""

from typing import Any

from puzzle_runner.timing import machine, stats
from puzzle_runner.timing.records import Record

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def record(seconds: float = 0.01, **changes: Any) -> Record:
    """Return a record of 12 samples in 6 workers about a median; `changes` have the names outside."""
    samples = tuple((seconds * (1 - 0.001 * worker), seconds * (1 + 0.001 * worker)) for worker in range(6))
    figures = stats.summary(samples)
    fields: dict[str, Any] = {
        "puzzle": "euler1",
        "part": 1,
        "solution": "default",
        "case": "main",
        "account": None,
        "verdict": "right",
        "answer": "23",
        "median": figures.median,
        "low": figures.low,
        "high": figures.high,
        "minimum": figures.minimum,
        "peak_bytes": 10_000_000,
        "sources": ("euler1.py",),
        "source_hash": "s1",
        "input_hash": "i1",
        "machine": machine.identity(),
        "python": "CPython 3.11.7",
        "revision": COMMIT,
        "dirty": False,
        "committed": 1000.0,
        "calibration": 0.001,
        "notes": (),
        "taken": 2000.0,
        "name": None,
        "samples": samples,
        "cpu_samples": samples,
    }
    return Record(**fields | changes)
