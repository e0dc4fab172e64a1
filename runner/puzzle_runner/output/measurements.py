"""The output of `bench`: a table for each part with the comparisons of its solutions, and its JSON."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from puzzle_runner.checking import wording
from puzzle_runner.model import Clock, Verdict
from puzzle_runner.output.terminal import wrapped
from puzzle_runner.text import (
    case_label,
    columns,
    count,
    duration,
    factor,
    interval,
    parsed,
    printable,
    shortened,
    size,
    speed,
    width,
)
from puzzle_runner.timing.bench import Benchmark, runs_in
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.records import Record, flat
from puzzle_runner.timing.stats import Difference

_HEAD = ("", "median", "95 % interval", "minimum", "memory", "samples", "")
# The places of the columns that go first where there is no room.
_SPARE = (4, 3, 5)
# The remarks on how the time of a program was taken.
_MARKS: dict[str, str] = {
    Clock.PROCESS: ", whole program",
    Clock.OWN: ", own time",
    Clock.PROCESS_BOTH: ", whole program, both parts",
    Clock.OWN_BOTH: ", own time, both parts",
}
_KEYS = (
    "puzzle", "part", "solution", "case", "samples", "median", "low", "high", "minimum", "parse",
    "peak_bytes", "machine", "python", "revision", "source_hash", "timed",
)  # fmt: skip


def lines(benchmark: Benchmark, room: int | None = None) -> list[str]:
    """Return the lines of one part on one case: its solutions with their comparisons, then the problems.

    Where a line would be longer than `room`, figures are left out, and comparisons stand below.
    """
    first = benchmark.measurements[0].task
    title = f"{first.puzzle.id} part {first.solution.part}, {case_label(first.case.name, first.case.account)}"
    differences = {
        (comparison.solution, comparison.python): difference(comparison)
        for comparison in benchmark.comparisons
    }
    rows, steps, problems = [], [], []
    for task, entrant, record, _, problem in benchmark.measurements:
        if record:
            figures, summary = record.figures, entrant.summary()
            outliers = f", {count(summary.outliers, 'outlier')}" if summary.outliers else ""
            rows.append(
                (
                    labelled(record, benchmark.several),
                    duration(figures.median),
                    interval(figures.low, figures.high),
                    duration(figures.minimum),
                    size(figures.peak_bytes),
                    f"{summary.number}{outliers}",
                    differences.get((record.solution, record.python), ""),
                )
            )
            if figures.parse is not None:
                steps.append(f"{named(record, benchmark.several)}: {parsed(figures.parse, figures.median)}")
        if problem:
            details = wording.explain(problem)
            if problem.verdict is Verdict.WRONG:
                details = details.replace("\n", " ")
            details = shortened(details.partition("\n")[0], 200)
            colon = f": {printable(details)}" if details else ""
            name = task.solution.name + (f" ({runs_in(task)})" if benchmark.several else "")
            mark = "?" if problem.doubt else "✗"
            problems.append(f"{mark} {name}: {problem.verdict}{colon}")
    inside = None if room is None else room - 2
    table = columns([_HEAD, *rows]) if rows else []
    if inside is not None and any(width(line) > inside for line in table):
        table = columns([cells[:-1] for cells in (_HEAD, *rows)], inside, _SPARE)
        table += (f"{row[0]}: {row[-1]}" for row in rows if row[-1])
    below = [f"  {piece}" for line in (*table, *steps, *problems) for piece in wrapped(line, inside)]
    return [title, *below]


def named(what: Record | Comparison, several: bool) -> str:
    """Return the name of a solution; with what it runs in, if its part has `several` interpreters."""
    return f"{what.solution} ({what.python})" if several else what.solution


def labelled(record: Record, several: bool) -> str:
    """Return the name of a solution; for a program with its language, and how its time was taken."""
    if record.timed == Clock.CALL:
        return named(record, several)
    return f"{record.solution} ({record.python}{_MARKS[record.timed]})"


def difference(comparison: Comparison) -> str:
    """Return a comparison in words, with the interval of its ratio."""
    against = comparison.against
    low, high = comparison.low, comparison.high
    if low is None or high is None:
        return f"not enough samples to compare with {against}"
    if comparison.verdict is Difference.SAME:
        return f"same as {against} ({factor(low)} to {factor(high)}×)"
    if comparison.verdict is Difference.UNCLEAR:
        if low <= 1 <= high:
            return f"too uncertain to compare with {against} ({factor(low)} to {factor(high)}×)"
        return f"about {speed(comparison.ratio)} than {against}"
    if comparison.verdict is Difference.FASTER:
        low, high = 1 / high, 1 / low
    return f"{speed(comparison.ratio)} than {against} ({factor(low)} to {factor(high)}×)"


def document(benchmarks: Iterable[Benchmark]) -> dict[str, Any]:
    """Return the JSON of `bench`."""
    benchmarks = list(benchmarks)
    plain = []
    for each in (each for benchmark in benchmarks for each in benchmark.measurements):
        if each.record:
            fields = flat(each.record) | {
                "samples": [*chain.from_iterable(each.record.samples.seconds)],
                "revision": each.record.marked_revision,
            }
            doubt = each.problem and each.problem.doubt
            plain.append({key: fields[key] for key in _KEYS} | {"doubt": doubt and doubt.reason})
    compared = [each._asdict() for benchmark in benchmarks for each in benchmark.comparisons]
    return {"benchmarks": plain, "comparisons": compared}
