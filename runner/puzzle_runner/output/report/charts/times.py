"""The solutions of a puzzle side by side: medians with intervals, all samples as dots, memory beside."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from puzzle_runner.model import DEFAULT
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.output.report.svg import Scale, percent, words
from puzzle_runner.text import case_label, count, duration, factor, interval, size

ORDER = 2
HEAD = ("part", "solution", "median", "95 % interval", "minimum", "ratio", "samples", "memory", "verdict")
# Times end and memory begins at these per cents of the width.
_TIMES, _MEMORY = 72.0, 78.0
# The heights of the title of a part, and of a solution, in pixels.
_PART, _LANE = 26, 52
# Samples lie above the interval, in so many layers, so that they do not hide one another.
_LAYERS = 4


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture for each measured puzzle, all parts on one axis."""
    for puzzle, of_puzzle in groupby(data.entries, key=lambda entry: entry.record.puzzle):
        entries = list(of_puzzle)
        times = [time for e in entries for time in (e.record.median, *e.samples)]
        scale = svg.spanning(times, 1, _TIMES)
        memory = Scale(0, max(entry.record.peak_bytes or 0 for entry in entries), False, _MEMORY, 100)
        several = max(Counter(entry.record.part for entry in entries).values()) > 1
        body = ""
        y = 0
        for part, of_part in groupby(entries, key=lambda entry: entry.record.part):
            if several:
                body += words("0", y + 14, f"Part {part}", "part")
                y += _PART
            for entry in of_part:
                body += _lane(entry, "" if several else f"part {part} ", y, scale, memory)
                y += _LANE
        fastest = [f"part {e.record.part} {duration(e.record.median)}" for e in entries if e.row.rank == 1]
        yield Chart(
            name=f"times-{puzzle}",
            title=f"Times of {puzzle}, and memory",
            summary=f"{', '.join(fastest) or count(len(entries), 'solution')}.",
            body=svg.axis(scale, 4, y, 3) + body + words("100%", y + 14, "memory", "quiet e"),
            height=y + 22,
            head=HEAD,
            rows=[_row(entry) for entry in entries],
            puzzle=puzzle,
        )


def _lane(entry: Entry, part: str, y: int, scale: Scale, memory: Scale) -> str:
    record = entry.record
    case = f", {case_label(record.case, record.account)}" if record.case != "main" or record.account else ""
    # A part with one solution needs no name of it.
    name = f"{part}{'' if part and entry.name == DEFAULT else entry.name}{case}"
    summary = f"{duration(record.median)} ({interval(record.low, record.high)})"
    if not entry.row.rank:
        summary += f", {record.verdict}"
    dots = [(scale.at(sample), 2 + 4 * (at % _LAYERS)) for at, sample in enumerate(entry.samples)]
    ends = record.median, record.median
    if record.low is not None and record.high is not None:
        ends = record.low, record.high
    marks = svg.interval(scale, ends[0], record.median, ends[1], y + 40)
    kind = "i" if entry.row.rank else "wrong"
    lane = (
        svg.clipped(f"{_MEMORY - 1:g}%", svg.heading(y + 14, name, summary, 8))
        + svg.cloud(dots, y + 20, 16)
        + svg.mark(marks, count(len(dots), "sample"), kind)
    )
    if not record.peak_bytes:
        return lane
    start = percent(_MEMORY)
    width = percent(round(memory.at(record.peak_bytes) - _MEMORY, 1))
    bar = svg.rectangle(start, y + 22, width, 14, "memory")
    return lane + words(start, y + 14, size(record.peak_bytes), "time") + bar


def _row(entry: Entry) -> tuple[str, ...]:
    record = entry.record
    return (
        str(record.part),
        entry.label,
        duration(record.median),
        interval(record.low, record.high),
        duration(record.minimum),
        "" if entry.row.ratio is None else factor(entry.row.ratio),
        str(len(entry.samples)),
        size(record.peak_bytes),
        record.verdict,
    )
