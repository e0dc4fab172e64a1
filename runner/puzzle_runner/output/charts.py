"""Measurements into text that one sees at a glance."""

import time
from collections.abc import Sequence
from math import log

from puzzle_runner.model import DEFAULT, Result
from puzzle_runner.model import Verdict as Wrong
from puzzle_runner.output.results_table import case_label
from puzzle_runner.text import columns, duration, factor, interval, printable, size
from puzzle_runner.timing.bench import Measured
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.history import Point, Series
from puzzle_runner.timing.stats import Verdict

_EIGHTHS = " ▏▎▍▌▋▊▉"
_LEVELS = "▁▂▃▄▅▆▇█"


def bar(value: float, low: float, high: float, width: int = 16) -> str:
    """Return a bar for a value between two others, on a logarithmic scale: times span many magnitudes."""
    share = log(value / low) / log(high / low) if 0 < low < high and value > 0 else 1.0
    eighths = max(1, round((1 + (width - 1) * share) * 8))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def sparkline(values: Sequence[float]) -> str:
    """Return a line of small columns, the highest for the greatest value, from 0."""
    greatest = max(values, default=0.0)
    if not greatest:
        return _LEVELS[0] * len(values)
    return "".join(_LEVELS[min(7, int(8 * value / greatest))] for value in values)


def measured(group: Sequence[Measured], comparisons: Sequence[Comparison]) -> list[str]:
    """Return the lines for one part: what was measured, and how it compares."""
    first = group[0].task
    assert first.case and first.solution
    label = case_label(first.case.name, first.case.account)
    verdicts = {comparison.solution: compared(comparison) for comparison in comparisons}
    head = ("", "median", "95 % interval", "minimum", "warm", "memory", "samples", "")
    lines = columns([head, *(_measured(one, verdicts) for one in group if one.record)])
    problems = [
        f"  ✗ {one.task.solution.name}: {_problem(one.problem)}"
        for one in group
        if one.problem and one.task.solution
    ]
    title = f"{first.puzzle.id} part {first.solution.part}, {label}"
    return [title, *(f"  {line}" for line in lines if len(lines) > 1), *problems]


def _problem(result: Result) -> str:
    expected = f"{result.answer}, expected {result.expected}" if result.expected is not None else ""
    reason = printable(result.message.partition("\n")[0])
    details = expected if result.verdict is Wrong.WRONG else reason
    return f"{result.verdict}: {details}".removesuffix(": ")


def _measured(one: Measured, verdicts: dict[str, str]) -> tuple[str, ...]:
    record, figures = one.record, one.series.summary()
    assert record
    outliers = f", {figures.outliers} far out" if figures.outliers else ""
    return (
        record.solution,
        duration(figures.median),
        interval(figures.low, figures.high),
        duration(figures.minimum),
        duration(record.warm),
        size(record.peak_bytes),
        f"{figures.number}{outliers}",
        verdicts.get(record.solution, ""),
    )


def compared(comparison: Comparison) -> str:
    """Return a comparison as a person would say it, with the interval of its ratio."""
    ends = sorted((factor(comparison.low), factor(comparison.high)), key=float)
    ratio, against = factor(comparison.ratio), comparison.against
    match comparison.verdict:
        case Verdict.SAME:
            return f"same as {against} ({ends[0]} to {ends[1]} times)"
        case Verdict.UNCLEAR:
            return f"not enough samples to compare with {against} ({ends[0]} to {ends[1]} times)"
        case Verdict.FASTER:
            low, high = factor(1 / comparison.high), factor(1 / comparison.low)
            return f"{factor(1 / comparison.ratio)} times as fast as {against} ({low} to {high})"
    return f"{ratio} times as slow as {against} ({ends[0]} to {ends[1]})"


def history(series: Series) -> list[str]:
    """Return the lines for one solution: a sparkline, its times over commits, the steps among them."""
    title = f"{series.puzzle} part {series.part}{'' if series.solution == DEFAULT else f' {series.solution}'}"
    rows = columns([_point(point) for point in series.points])
    marked = [f"  {'→' if point.step else ' '} {row}" for point, row in zip(series.points, rows, strict=True)]
    spark = sparkline([point.median for point in series.points])
    causes = [f"    {point.step}" for point in series.points if point.step]
    return [f"{title}, {series.case}  {spark}", *marked, *causes]


def _point(point: Point) -> tuple[str, ...]:
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(point.moment))
    revision = f"{point.revision[:10]}{'*' if point.dirty else ''}" if point.revision else "-"
    return day, revision, duration(point.median), interval(point.low, point.high), point.subject
