"""The solutions of a puzzle side by side: medians with intervals, all samples as dots, memory beside."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from puzzle_runner.model import DEFAULT
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
    memory = Scale(
        0, max((entry.row.figures.peak_bytes or 0 for entry in entries), default=1), False, _MEMORY, 100
    )
    parts = [(part, list(of_part)) for part, of_part in groupby(entries, key=lambda entry: entry.row.part)]
    several = any(len(of_part) > 1 for _, of_part in parts)
    body, y = "", 0
    for part, of_part in parts:
        body += words("0", y + 14, f"Part {part}", "part") if several else ""
        y += _PART if several else 0
        for entry in of_part:
            body += _lane(entry, "" if several else f"part {part} ", y, scale, memory)
            y += _LANE
    edge = words("100%", y + 14, "memory, from 0", "quiet e")
    return Chart(
        name=f"times-{puzzle}",
        title=f"Times of {puzzle}, and memory",
        summary=_summary(entries),
        body=svg.axis(scale, 4, y, 3) + body + edge,
        height=y + 22,
        head=HEAD,
        rows=[row_of(entry) for entry in entries],
    )


def _summary(entries: Sequence[Entry]) -> str:
    told = ", ".join(
        f"part {entry.row.part} {duration(entry.row.figures.median)}"
        for entry in entries
        if entry.row.rank == 1
    )
    return f"{told or count(len(entries), 'solution')}."


def _times(entry: Entry) -> Iterator[float]:
    samples = entry.samples
    yield from (
        entry.row.figures.low,
        entry.row.figures.high,
        *((min(samples), max(samples)) if samples else ()),
    )


def kind(entry: Entry) -> str:
    """Return the class of a solution's interval."""
    return "stale" if entry.stale else "i" if entry.row.rank else "wrong"


def said(entry: Entry) -> str:
    """Return the times of a solution in a line."""
    row = entry.row
    stale = ", stale" if entry.stale else "" if row.rank else f", {row.verdict}"
    return f"{duration(row.figures.median)} ({interval(row.figures.low, row.figures.high)}){stale}"


def _lane(entry: Entry, part: str, y: int, scale: Scale, memory: Scale) -> str:
    row = entry.row
    case = f", {case_label(row.case, row.account)}" if row.case != "main" or row.account else ""
    # Where each part has one solution, its part says all.
    name = f"{part}{'' if part and row.solution == DEFAULT else row.solution}{case}"
    told = f"{said(entry)}, {count(len(entry.samples), 'sample')}"
    label = f"<text y={svg.number(y + 14)}><tspan class=day>{svg.text_of(name)}</tspan>"
    label += f"<tspan dx=8 class=time>{svg.text_of(said(entry))}</tspan></text>"
    marks = svg.interval(scale, row.figures.low, row.figures.median, row.figures.high, y + 40)
    return (
        label
        + _samples(entry, scale, y + 20)
        + svg.mark(marks, told, kind(entry))
        + _memory(row.figures.peak_bytes, memory, y)
    )


def _samples(entry: Entry, scale: Scale, y: float) -> str:
    """Return every sample as a dot above the interval, in layers, so that they do not hide one another."""
    places = ((scale.at(sample), 2 + 4 * (at % _LAYERS)) for at, sample in enumerate(entry.samples))
    return svg.cloud(places, y, 16)


def _memory(peak: int | None, scale: Scale, y: float) -> str:
    if not peak:
        return ""
    bar = svg.rectangle("78%", y + 22, percent(round(scale.at(peak) - _MEMORY, 1)), 14, "memory")
    return words("78%", y + 14, size(peak), "time") + bar


def row_of(entry: Entry) -> tuple[str, ...]:
    """Return a solution as a row of a table."""
    row = entry.row
    return (
        str(row.part),
        row.solution,
        duration(row.figures.median),
        interval(row.figures.low, row.figures.high),
        duration(row.figures.minimum),
        factor(row.ratio),
        str(len(entry.samples)),
        size(row.figures.peak_bytes),
    )
