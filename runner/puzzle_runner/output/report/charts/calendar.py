"""The solved puzzles: the days of a year, a hundred problems, or rows; and all of them as one picture."""

from collections.abc import Iterator, Sequence

from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import Calendar, Cell, PartState, PartSummary, described
from puzzle_runner.output.report.svg import escaped, number, rectangle, words
from puzzle_runner.sites.values import Shape
from puzzle_runner.text import cut, duration

ORDER = 1
WIDTH = 320
_COLUMNS = 3
# The numbers are: cells in a row; pixels from cell to cell across and down; width, height, radius of a cell.
_GRIDS = {
    Shape.DAYS: (5, 65.0, 46, 60, 42, 5),
    Shape.GRID: (10, 32.4, 26, 28, 22, 3),
    Shape.ROWS: (1, 0.0, 26, WIDTH, 22, 5),
}


def charts(data: Data) -> Iterator[Chart]:
    """Yield one picture of all calendars, for a README, and one of each, whose cells lead to the puzzles."""
    pictures = [_picture(calendar) for calendar in data.calendars]
    yield _together(data.calendars, pictures)
    for calendar, (body, height) in zip(data.calendars, pictures, strict=True):
        yield Chart(
            name=f"calendar-{calendar.block.name}",
            title=calendar.block.title,
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


def _picture(calendar: Calendar) -> tuple[str, int]:
    """Return the picture of a calendar, also the places for which there is no puzzle yet, and its height."""
    block = calendar.block
    columns, across, down, width, height, radius = _GRIDS[block.shape]
    taken = {cell.place for cell in calendar.cells}
    body = ""

    def corner(place: int) -> tuple[float, float]:
        row, column = divmod((place - 1) % 100, columns)
        return column * across, row * down

    if block.shape is not Shape.ROWS:
        for place in (place for place in range(block.first, block.first + block.size) if place not in taken):
            x, y = corner(place)
            body += rectangle(number(x), y, str(width), height, "none", radius)
            body += words(number(x + 8), y + 17, str(place), "quiet") if block.shape is Shape.DAYS else ""
    for row, cell in enumerate(calendar.cells, start=1):
        x, y = corner(row if block.shape is Shape.ROWS else cell.place)
        box = rectangle(number(x), y, str(width), height, _state(cell), radius)
        match block.shape:
            case Shape.DAYS:
                inside = words(number(x + 8), y + 17, str(cell.place), "day")
                inside += _signs(cell.parts[:2], x + 36, y + 12) + _time(cell, x + 8, y + 35)
            case Shape.GRID:
                inside = words(number(x + (11 if cell.slow else 14)), y + 15, str(cell.place), "small c")
                inside += words(number(x + 27), y + 8, "!", "slow e") if cell.slow else ""
            case _:
                inside = words("8", y + 15, cut(cell.puzzle, 24), "day")
                inside += _signs(cell.parts[:4], 200, y + 11) + _time(cell, WIDTH - 8, y + 15, " e")
        title = escaped(cell.summary)
        body += f'<a href="#{escaped(cell.puzzle)}"><title>{title}</title>{box}{inside}</a>'
    return body, down * -(-block.size // columns)


def _state(cell: Cell) -> str:
    """Return the class of a cell."""
    states = [part.state for part in cell.parts]
    if PartState.FAILED in states:
        return "bad"
    right = states.count(PartState.RIGHT)
    return "all" if right == len(states) else "some" if right else "is"


def _signs(parts: Sequence[PartSummary], x: float, y: float) -> str:
    return "".join(
        f'<use href="#{part.state.symbol}" x="{number(x + 14 * at)}" y="{number(y)}"/>'
        for at, part in enumerate(parts)
    )


def _time(cell: Cell, x: float, y: float, anchor: str = "") -> str:
    """Return the time of a puzzle; above a minute it is short, such as `1m 21s`, to fit its cell."""
    text = duration(cell.seconds)
    if cell.seconds is not None and cell.seconds >= 60:
        minutes, rest = divmod(round(cell.seconds), 60)
        text = f"{minutes}m {rest}s" if minutes < 100 else f"{minutes // 60}h {minutes % 60}m"
    return words(number(x), y, text, f"{'slow' if cell.slow else 'time'}{anchor}")


def _together(calendars: Sequence[Calendar], pictures: Sequence[tuple[str, int]]) -> Chart:
    """Return one picture of all calendars, each in the column that is the shortest so far."""
    heights = [0.0] * min(_COLUMNS, max(1, len(calendars)))
    body = ""
    for calendar, (inside, height) in zip(calendars, pictures, strict=True):
        column = heights.index(min(heights))
        x, y = column * (WIDTH + 32), heights[column]
        body += words(number(x), y + 16, calendar.block.title, "day")
        body += words(number(x), y + 33, calendar.summary, "time")
        body += f'<svg x="{x}" y="{number(y + 44)}" width="{WIDTH}" height="{height}">{inside}</svg>'
        heights[column] += height + 72
    summary = "; ".join(f"{each.block.title}: {each.summary}" for each in calendars)
    return Chart(
        name="calendar",
        title="Solved and right",
        summary=summary or "There is no puzzle yet.",
        body=body,
        height=round(max(heights)) - 20 if calendars else 10,
        head=("group", "solved and right"),
        rows=[(each.block.title, each.summary) for each in calendars],
        width=len(heights) * (WIDTH + 32) - 32,
        on_page=False,
    )
