"""The solutions of a puzzle side by side: medians with intervals, all samples as dots, memory beside."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from puzzle_runner.model import DEFAULT, MAIN
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.entries import Entry, ends
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
    for puzzle, group in groupby(data.entries, key=lambda entry: entry.record.puzzle):
        entries = list(group)
        records = [entry.record for entry in entries]
        times = [record.median for record in records]
        for entry in entries:
            times += entry.samples
        scale = svg.spanning(times, 1, _TIMES)
        most_memory = max(record.peak_bytes or 0 for record in records)
        memory = Scale(0, most_memory, False, _MEMORY, 100)
        several = max(Counter(record.part for record in records).values()) > 1
        body = ""
        y = 0
        part = None
        for entry in entries:
            if several and entry.record.part != part:
                part = entry.record.part
                body += words("0", y + 14, f"Part {part}", "part")
                y += _PART
            body += _lane(entry, "" if several else f"part {entry.record.part} ", y, scale, memory)
            y += _LANE
        fastest = [entry.record for entry in entries if entry.row.rank == 1]
        summary = ", ".join(f"part {record.part} {duration(record.median)}" for record in fastest)
        yield Chart(
            name=f"times-{puzzle}",
            title=f"Times of {puzzle}, and memory",
            summary=f"{summary or count(len(entries), 'solution')}.",
            body=svg.axis(scale, 4, y, 3) + body + words("100%", y + 14, "memory", "quiet e"),
            height=y + 22,
            head=HEAD,
            rows=[_row(entry) for entry in entries],
            puzzle=puzzle,
        )


def _lane(entry: Entry, part: str, y: int, scale: Scale, memory: Scale) -> str:
    record = entry.record
    # A part with one solution needs no name of it.
    name = part if part and record.solution == DEFAULT else f"{part}{record.solution}"
    if record.case != MAIN or record.account:
        name += f", {case_label(record.case, record.account)}"
    summary = f"{duration(record.median)} ({interval(record.low, record.high)})"
    kind = "i"
    if not entry.row.rank:
        summary += f", {record.verdict}"
        kind = "wrong"
    lane = svg.clipped(f"{_MEMORY - 1:g}%", svg.heading(y + 14, name, summary, 8))
    dots = [(scale.at(sample), 2 + 4 * (at % _LAYERS)) for at, sample in enumerate(entry.samples)]
    lane += svg.cloud(dots, y + 20, 16)
    low, high = ends(record)
    bar = svg.interval(scale, low, record.median, high, y + 40)
    lane += svg.mark(bar, count(len(dots), "sample"), kind)
    if record.peak_bytes:
        start = percent(_MEMORY)
        width = percent(round(memory.at(record.peak_bytes) - _MEMORY, 1))
        lane += words(start, y + 14, size(record.peak_bytes), "time")
        lane += svg.rectangle(start, y + 22, width, 14, "memory")
    return lane


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
