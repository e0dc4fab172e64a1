"""The output of `bench`: a table for each part with the comparisons of its solutions, and its JSON."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from puzzle_runner.checking import wording
from puzzle_runner.model import Clock
from puzzle_runner.output.terminal import wrapped
from puzzle_runner.text import (
    case_label,
    columns,
    count,
    duration,
    factor,
    interval,
    printable,
    shortened,
    size,
    speed,
)
from puzzle_runner.timing.bench import Benchmark
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.records import Record
from puzzle_runner.timing.stats import Difference

_HEAD = ("", "median", "95 % interval", "minimum", "memory", "samples")
# The remarks on how the time of a program was taken.
_MARKS: dict[str, str] = {
    Clock.PROCESS: ", whole program",
    Clock.OWN: ", own time",
    Clock.PROCESS_BOTH: ", whole program, both parts",
    Clock.OWN_BOTH: ", own time, both parts",
}
_KEYS = (
    "puzzle", "part", "solution", "case", "samples", "median", "low", "high", "minimum",
    "peak_bytes", "machine", "python", "revision", "source_hash", "timed",
)  # fmt: skip


def lines(benchmark: Benchmark, room: int | None = None) -> list[str]:
    """Return the lines of one part on one case: a table of its solutions, their comparisons, the problems."""
    key = benchmark.measurements[0].task.key
    rows: list[tuple[str, ...]] = [_HEAD]
    common = common_mark(each.record for each in benchmark.measurements if each.record)
    below = [f"{each.solution}: {difference(each)}" for each in benchmark.comparisons]
    problems = []
    for measurement in benchmark.measurements:
        record = measurement.record
        problem = measurement.problem
        if record:
            summary = measurement.entrant.summary()
            samples = str(summary.number)
            if summary.outliers:
                samples += f", {count(summary.outliers, 'outlier')}"
            times = interval(record.low, record.high)
            memory = size(record.peak_bytes)
            minimum = duration(record.minimum)
            name = record.solution if common else labelled(record)
            rows.append((name, duration(record.median), times, minimum, memory, samples))
        if problem:
            mark = "?" if problem.doubt else "✗"
            line = f"{mark} {measurement.task.solution.name}: {problem.verdict}"
            details = wording.explain(problem).replace("\n", " ")
            if details:
                line += f": {printable(shortened(details, 200))}"
            problems.append(line)
    inside = room and room - 2
    table = columns(rows, inside) if len(rows) > 1 else []
    case = case_label(key.case, key.account)
    lines = [f"{key.puzzle} part {key.part}, {case}{common}"]
    for line in (*table, *below, *problems):
        lines += [f"  {piece}" for piece in wrapped(line, inside)]
    return lines


def labelled(record: Record) -> str:
    """Return the name of a solution; for a program with its language, and how its time was taken."""
    return f"{record.solution}{_mark(record)}"


def common_mark(records: Iterable[Record]) -> str:
    """Return what the labels of all these solutions end with: it is shown once, as tables are narrow."""
    marks = {_mark(record) for record in records}
    return marks.pop() if len(marks) == 1 else ""


def _mark(record: Record) -> str:
    return "" if record.timed == Clock.CALL else f" ({record.python}{_MARKS[record.timed]})"


def difference(comparison: Comparison) -> str:
    """Return a comparison in words, with the interval of its ratio."""
    against = comparison.against
    low, high = comparison.low, comparison.high
    if low is None or high is None:
        return f"not enough samples to compare with {against}"
    verdict = comparison.verdict
    if verdict is Difference.FASTER:
        low, high = 1 / high, 1 / low
    ends = f"({factor(low)} to {factor(high)}×)"
    if verdict is Difference.SAME:
        return f"same as {against} {ends}"
    if verdict is not Difference.UNCLEAR:
        return f"{speed(comparison.ratio)} than {against} {ends}"
    if low <= 1 <= high:
        return f"too uncertain to compare with {against} {ends}"
    return f"about {speed(comparison.ratio)} than {against}"


def document(benchmarks: Iterable[Benchmark]) -> dict[str, Any]:
    """Return the JSON of `bench`."""
    documents = []
    comparisons = []
    for benchmark in benchmarks:
        comparisons += [each._asdict() for each in benchmark.comparisons]
        for measurement in benchmark.measurements:
            record, problem = measurement.record, measurement.problem
            if record:
                fields = {key: getattr(record, key) for key in _KEYS}
                fields["samples"] = list(chain.from_iterable(record.samples))
                fields["revision"] = record.marked_revision
                fields["doubt"] = problem.doubt.reason if problem and problem.doubt else None
                documents.append(fields)
    return {"benchmarks": documents, "comparisons": comparisons}
