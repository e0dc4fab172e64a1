"""The output of `bench`: a table for each part with the comparisons of its solutions, and its JSON."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from puzzle_runner.model import Result, Verdict
from puzzle_runner.output.leaderboard import labelled
from puzzle_runner.text import (
    case_label,
    columns,
    duration,
    factor,
    interval,
    printable,
    shortened,
    size,
    speed,
)
from puzzle_runner.timing.bench import Measured
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.ranking import marked
from puzzle_runner.timing.records import Record
from puzzle_runner.timing.stats import Difference

_HEAD = ("", "median", "95 % interval", "minimum", "warm", "memory", "samples", "")
_KEYS = (
    "puzzle", "part", "solution", "case", "samples", "median", "low", "high", "minimum", "peak_bytes",
    "machine", "python", "revision", "source_hash", "timed",
)  # fmt: skip


def lines(group: Sequence[Measured], comparisons: Sequence[Comparison]) -> list[str]:
    """Return the lines of one part on one case: its solutions with their comparisons, then the problems."""
    first = group[0].task
    title = f"{first.puzzle.id} part {first.solution.part}, {case_label(first.case.name, first.case.account)}"
    differences = {comparison.solution: difference(comparison) for comparison in comparisons}
    rows = [_cells(solution, solution.record, differences) for solution in group if solution.record]
    table = columns([_HEAD, *rows]) if rows else []
    problems = [
        f"✗ {solution.task.solution.name}: {_problem(solution.problem)}"
        for solution in group
        if solution.problem
    ]
    return [title, *(f"  {line}" for line in (*table, *problems))]


def _problem(result: Result) -> str:
    details = ""
    if result.verdict is not Verdict.WRONG:
        details = printable(result.message.partition("\n")[0])
    elif result.expected is not None:
        details = printable(
            f"{shortened(result.answer or '', 80)}, expected {shortened(result.expected, 80)}"
        )
    return f"{result.verdict}: {details}" if details else str(result.verdict)


def _cells(measured: Measured, record: Record, differences: dict[str, str]) -> tuple[str, ...]:
    figures = measured.entry.now.summary()
    outliers = f", {figures.outliers} far out" if figures.outliers else ""
    return (
        labelled(record),
        duration(figures.median),
        interval(figures.low, figures.high),
        duration(figures.minimum),
        duration(record.warm),
        size(record.peak_bytes),
        f"{figures.number}{outliers}",
        differences.get(record.solution, ""),
    )


def difference(comparison: Comparison) -> str:
    """Return a comparison in words, with the interval of its ratio."""
    against = comparison.against
    low, high = sorted((factor(comparison.low), factor(comparison.high)), key=float)
    match comparison.verdict:
        case Difference.SAME:
            return f"same as {against} ({low} to {high} times)"
        case Difference.UNCLEAR:
            return f"not enough samples to compare with {against} ({low} to {high} times)"
        case Difference.FASTER:
            low, high = factor(1 / comparison.high), factor(1 / comparison.low)
    return f"{speed(comparison.ratio)} as {against} ({low} to {high})"


def document(records: Iterable[Record], comparisons: Iterable[Comparison]) -> dict[str, Any]:
    """Return the JSON of `bench`."""
    return {
        "benchmarks": [_plain(record) for record in records],
        "comparisons": [comparison._asdict() for comparison in comparisons],
    }


def _plain(record: Record) -> dict[str, Any]:
    fields = record._asdict()
    changed = {
        "samples": [*chain.from_iterable(record.samples)],
        "revision": marked(record.revision, record.dirty),
    }
    return {key: (fields | changed)[key] for key in _KEYS}
