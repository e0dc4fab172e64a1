"""The solved puzzles: the days of a year, or the list of a site."""

from collections.abc import Iterator, Sequence

from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import Calendar, Cell, PartState, PartSummary, described
from puzzle_runner.output.report.svg import clipped, element, escaped, words
from puzzle_runner.text import cut, duration

WIDTH = 320
# The days in a row of a year.
COLUMNS = 5
# Pixels from one day to the next, across and down, and the size of its cell.
_ACROSS, _DOWN, _DAY_WIDTH, _DAY_HEIGHT = 65, 46, 60, 42
# Pixels from one row of a list to the next, and the height of its cell.
_ROW, _ROW_HEIGHT = 26, 22


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture of each calendar, whose cells lead to the puzzles."""
    for calendar in data.calendars:
        if calendar.days:
            body = _year(calendar)
            rows = (calendar.days + COLUMNS - 1) // COLUMNS
            height = rows * _DOWN
        else:
            body = _list(calendar)
            height = len(calendar.cells) * _ROW
        yield Chart(
            name=f"calendar-{calendar.name}",
            title=calendar.title,
            summary=f"{calendar.summary}.",
            body=body,
            height=height,
            head=("puzzle", "title", "parts", "time"),
            rows=[
                (cell.puzzle, cell.title, described(cell.parts), duration(cell.seconds))
                for cell in calendar.cells
            ],
            width=WIDTH,
        )


def _year(calendar: Calendar) -> str:
    """Return the picture of a year, also the days for which there is no puzzle yet."""
    cells = {cell.day: cell for cell in calendar.cells}
    body = ""
    for day in range(1, calendar.days + 1):
        row, column = divmod(day - 1, COLUMNS)
        x = column * _ACROSS
        y = row * _DOWN
        cell = cells.get(day)
        kind, tone = "none", "quiet"
        if cell:
            kind, tone = _kind(cell), "day"
        box = element("rect", x=x, y=y, width=_DAY_WIDTH, height=_DAY_HEIGHT, rx=5, class_=kind)
        box += words(x + 8, y + 17, str(day), tone)
        if cell:
            box += _signs(cell.parts[:2], x + 36, y + 12)
            box += _time(cell, x + 8, y + 35)
            box = _link(cell, box)
        body += box
    return body


def _list(calendar: Calendar) -> str:
    body = ""
    for row, cell in enumerate(calendar.cells):
        y = row * _ROW
        kind = _kind(cell)
        box = element("rect", x=0, y=y, width=WIDTH, height=_ROW_HEIGHT, rx=5, class_=kind)
        name = words(8, y + 15, cut(cell.puzzle, 24), "day")
        box += clipped("188", name)
        box += _signs(cell.parts[:4], 200, y + 11)
        box += _time(cell, WIDTH - 8, y + 15, " e")
        body += _link(cell, box)
    return body


def _link(cell: Cell, inside: str) -> str:
    parts = described(cell.parts)
    title = element("title", escaped(f"{cell.puzzle} {cell.title}: {parts}"))
    address = f"#{escaped(cell.puzzle)}"
    return element("a", title + inside, href=address)


def _kind(cell: Cell) -> str:
    states = {part.state for part in cell.parts}
    if PartState.FAILED in states:
        return "bad"
    if PartState.RIGHT not in states:
        return "is"
    return "all" if len(states) == 1 else "some"


def _signs(parts: Sequence[PartSummary], x: float, y: float) -> str:
    signs = ""
    for part in parts:
        signs += element("use", href=f"#{part.state.name.lower()}", x=x, y=y)
        x += 14
    return signs


def _time(cell: Cell, x: float, y: float, anchor: str = "") -> str:
    seconds = cell.seconds
    text = duration(seconds)
    if seconds is not None and seconds >= 60:
        # The whole time has no room.
        text = f"{seconds / 60:.0f} min"
    return words(x, y, text, f"time{anchor}")
