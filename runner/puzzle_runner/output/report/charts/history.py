"""The times of a puzzle's solutions over commits, each change marked."""

from collections.abc import Iterator

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart, ends, solution_name
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, element, escaped, percent, words
from puzzle_runner.text import count, day, duration, interval, speed
from puzzle_runner.timing.history import Point, Series
from puzzle_runner.timing.records import Record

# The height of a solution, the place and height of its picture, in pixels.
_LANE, _TOP, _HEIGHT = 112, 32, 64
# Where the first commit and the last one lie, in per cent of the width.
_START, _END = 12.0, 98.0


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture of the histories of each puzzle that was measured at several commits."""
    for puzzle in data.puzzles:
        histories = [_comparable(each) for each in data.histories.get(puzzle.id, ())]
        histories = [each for each in histories if len(each) > 1]
        if not histories:
            continue
        rows: list[tuple[str, ...]] = []
        body = ""
        for place, series in enumerate(histories):
            body += _lane(series, place * _LANE)
            rows += map(_row, series)
        changes = sum(bool(point.changed) for series in histories for point in series)
        yield Chart(
            name=f"history-{puzzle.id}",
            title=f"History of {puzzle.id}",
            summary=f"{count(len(histories), 'solution')} over commits, {count(changes, 'speed change')}.",
            body=body,
            height=len(histories) * _LANE - 12,
            head=("solution", "date", "commit", "median", "95 % interval", "change"),
            rows=rows,
            puzzle=puzzle.id,
        )


def _comparable(series: Series) -> Series:
    """Return a history without the states on other inputs than the last: their times do not compare."""
    last = series[-1].record
    return [point for point in series if point.record.input_hash == last.input_hash]


def _lane(series: Series, y: int) -> str:
    records = [point.record for point in series]
    first = day(records[0].moment)
    last = day(records[-1].moment)
    remark = f"{first} to {last}, {count(len(records), 'state')}"
    name = solution_name(records[0].part, records[0].solution, records[0].case)
    lane = svg.clipped("34%", words(0, y + 12, name, "day"))
    lane += words("98%", y + 12, remark, "time e")
    times: list[float] = []
    for record in records:
        times += ends(record)
    scale = svg.spanning(times)
    top = y + _TOP
    for tick in scale.ticks(3):
        height = round(top + scale.down(tick, _HEIGHT))
        label = element("text", escaped(svg.tick(tick)), y=height)
        lane += element("use", href="#l", y=height)
        lane += element("svg", label, x="9%", class_="a y")
    # A line through points that are equally far apart.
    heights = [round(scale.down(record.median, _HEIGHT)) for record in records]
    points = "L".join(f"{number} {height}" for number, height in enumerate(heights))
    line = element("path", class_="h", d=f"M{points}")
    lane += element(
        "svg",
        line,
        viewBox=f"0 0 {len(heights) - 1} {_HEIGHT}",
        preserveAspectRatio="none",
        x=percent(_START),
        y=top,
        width=percent(_END - _START),
        height=_HEIGHT,
    )
    step = (_END - _START) / (len(records) - 1)
    x = _START
    for point in series:
        lane += _mark(point, x, top, scale)
        x += step
    return lane


def _mark(point: Point, x: float, top: float, scale: Scale) -> str:
    record = point.record
    low, high = ends(record)
    middle = scale.down(record.median, _HEIGHT)
    below = scale.down(low, _HEIGHT) - middle
    above = scale.down(high, _HEIGHT) - middle
    date = day(record.moment)
    median = duration(record.median)
    title = f"{date} {_commit(record)}: {median}"
    kind = "p"
    radius = 2.5
    if point.changed and point.ratio is not None:
        kind = "slower" if point.ratio > 1 else "faster"
        radius = 4
        title += f", {speed(point.ratio)}"
    drawn = element("title", escaped(title))
    if below - above > 2:
        drawn += element("path", d=f"M0 {above:.0f}V{below:.0f}")
    drawn += element("circle", r=radius)
    return element("svg", drawn, x=percent(round(x, 1)), y=top + middle, class_=kind)


def _commit(record: Record) -> str:
    """Return the commit of a record, with a star where the sources were not as in it."""
    if not record.revision:
        return "no commit"
    return f"{record.revision[:10]}{'*' if record.dirty else ''}"


def _row(point: Point) -> tuple[str, ...]:
    record = point.record
    return (
        solution_name(record.part, record.solution, record.case),
        day(record.moment),
        _commit(record),
        duration(record.median),
        interval(record.low, record.high),
        speed(point.ratio) if point.changed and point.ratio is not None else "",
    )
