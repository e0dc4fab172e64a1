"""The solutions of a puzzle side by side: medians with intervals, all samples as dots, memory beside."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.material import Entry
from puzzle_runner.output.report.svg import Chart, Scale, percent, words
from puzzle_runner.text import case_label, count, duration, factor, interval, size

# Where times end and memory begins, in per cent of the width.
_TIMES, _MEMORY = 72.0, 78.0
_PART, _LANE = 26, 52
_LAYERS = 4
HEAD = ("part", "solution", "median", "95 % interval", "minimum", "ratio", "samples", "memory")


def chart(puzzle: str, entries: Sequence[Entry]) -> Chart:
    """Return the picture of a puzzle's solutions, all parts on one axis."""
    scale = svg.spanning([time for entry in entries for time in _times(entry)], 1, _TIMES)
    memory = Scale(0, max((entry.row.peak_bytes or 0 for entry in entries), default=1), False, _MEMORY, 100)
    body = ""
    y = 0
    for part, of_part in groupby(entries, key=lambda entry: entry.row.part):
        body += words("0", y + 14, f"Part {part}", "part")
        y += _PART
        for entry in of_part:
            body += _lane(entry, y, scale, memory)
            y += _LANE
    return Chart(
        name=f"times-{puzzle}",
        title=f"Times and memory of {puzzle}",
        summary=_summary(entries),
        body=svg.axis(scale, 4, y, 5) + body + _edge(y),
        height=y + 22,
        head=HEAD,
        rows=[row_of(entry) for entry in entries],
    )


def _edge(y: float) -> str:
    return words(percent(_MEMORY), y + 14, "memory, from 0", "quiet") if y else ""


def _summary(entries: Sequence[Entry]) -> str:
    fastest = [entry for entry in entries if entry.row.rank == 1]
    told = "; ".join(
        f"part {entry.row.part}: {entry.row.solution} is fastest with {duration(entry.row.median)}"
        for entry in fastest
    )
    return f"{count(len(entries), 'solution')} on a logarithmic scale. {told}."


def _times(entry: Entry) -> Iterator[float]:
    samples = entry.samples
    yield from (entry.row.low, entry.row.high, *((min(samples), max(samples)) if samples else ()))


def said(entry: Entry) -> str:
    """Return the times of a solution in a line."""
    row = entry.row
    stale = ", stale" if entry.stale else "" if row.rank else f", {row.verdict}"
    return f"{duration(row.median)} ({interval(row.low, row.high)}){stale}"


def _lane(entry: Entry, y: float, scale: Scale, memory: Scale) -> str:
    row = entry.row
    kind = "stale" if entry.stale else "i" if row.rank else "wrong"
    name = f"{row.solution} {case_label(row.case, row.account) if row.case != 'main' else ''}".strip()
    told = f"part {row.part} {name}: {said(entry)}, {count(len(entry.samples), 'sample')}"
    lane = y + 40
    x = percent(scale.at(row.median))
    # Text ends beside what it belongs to, so that a narrow screen has room for it.
    label = f'<text x="0" y="{svg.number(y + 14)}"><tspan class="day">{svg.text_of(name)}</tspan>'
    label += f'<tspan dx="8" class="time">{svg.text_of(said(entry))}</tspan></text>'
    marks = svg.interval(scale, row.low, row.median, row.high, lane, kind)
    median = svg.line(x, lane - 19, x, lane + 6, f"{kind} thin")
    return label + _samples(entry, scale, lane) + svg.mark(marks + median, told) + _memory(entry, memory, y)


def _samples(entry: Entry, scale: Scale, lane: float) -> str:
    """Return every sample as a dot above the interval, in layers, so that they do not hide one another."""
    places = ((scale.at(sample), 2 + 4 * (number % _LAYERS)) for number, sample in enumerate(entry.samples))
    return f'<svg y="{svg.number(lane - 20)}" class="n">{svg.cloud(places, 16)}</svg>'


def _memory(entry: Entry, scale: Scale, y: float) -> str:
    peak = entry.row.peak_bytes
    if not peak:
        return ""
    width = percent(scale.at(peak) - _MEMORY)
    bar = svg.rectangle(percent(_MEMORY), y + 22, width, 14, "memory", 2)
    label = words(percent(_MEMORY), y + 14, size(peak), "time")
    return label + svg.mark(bar, f"part {entry.row.part} {entry.row.solution}: {size(peak)}")


def row_of(entry: Entry) -> tuple[str, ...]:
    """Return a solution as a row of a table."""
    row = entry.row
    return (
        str(row.part),
        row.solution,
        duration(row.median),
        interval(row.low, row.high),
        duration(row.minimum),
        factor(row.ratio),
        str(len(entry.samples)),
        size(row.peak_bytes),
    )
