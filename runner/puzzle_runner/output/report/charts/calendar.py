"""What is solved: the days of a year, a hundred problems, or rows; and all of them as one picture."""

from collections.abc import Callable, Iterator, Sequence

from puzzle_runner.output.report.overview import Cell, Group
from puzzle_runner.output.report.states import PartState, State, standing
from puzzle_runner.output.report.svg import Chart, mark, number, rectangle, text_of, words
from puzzle_runner.sites.values import Shape
from puzzle_runner.text import duration

WIDTH = 320
_DAYS, _TENS = 5, 10
_CLASSES = {
    State.RIGHT: "right",
    State.FAILED: "failed",
    State.UNKNOWN: "unknown",
    State.UNCHECKED: "unchecked",
    State.UNWRITTEN: "unwritten",
}


def chart(group: Group, linked: bool = True) -> Chart:
    """Return the picture of a group; each cell leads to its puzzle where it is to be `linked`."""
    draw, height = _drawn(group)
    body = "".join(draw(cell, linked) for cell in group.cells)
    return Chart(
        name=f"calendar-{group.name}",
        title=group.title,
        summary=f"{group.said}.",
        body=_empty(group) + body,
        height=height,
        head=("puzzle", "title", "parts", "time"),
        rows=[_row(cell) for cell in group.cells],
        width=WIDTH,
        linked=linked,
    )


def _drawn(group: Group) -> tuple[Callable[[Cell, bool], str], int]:
    """Return what draws a cell of a group, and the height of them all."""
    match group.block.shape:
        case Shape.DAYS:
            return _day, 46 * -(-group.block.size // _DAYS)
        case Shape.GRID:
            return _problem, 26 * _TENS
    places = {cell.puzzle: place for place, cell in enumerate(group.cells)}
    return lambda cell, linked: _line(cell, places[cell.puzzle], linked), 26 * group.block.size


def _row(cell: Cell) -> tuple[str, ...]:
    return cell.puzzle, cell.title, standing(cell.parts), duration(cell.seconds)


def _empty(group: Group) -> str:
    """Return the places for which there is no puzzle yet."""
    there = {cell.place for cell in group.cells}
    block = group.block
    missing = [place for place in range(block.first, block.first + block.size) if place not in there]
    if block.shape is Shape.DAYS:
        drawn = (
            rectangle(number(x), y, "60", 42, "none", 5) + words(number(x + 8), y + 17, str(day), "quiet")
            for day in missing
            for x, y in (_at_day(day),)
        )
        return "".join(drawn)
    if block.shape is Shape.GRID:
        return "".join(rectangle(number(x), y, "28", 22, "none", 3) for x, y in map(_at_problem, missing))
    return ""


def _at_day(day: int) -> tuple[float, float]:
    row, column = divmod(day - 1, _DAYS)
    return column * 65, row * 46


def _at_problem(problem: int) -> tuple[float, float]:
    row, column = divmod((problem - 1) % 100, _TENS)
    return column * 32.4, row * 26


def _day(cell: Cell, linked: bool) -> str:
    x, y = _at_day(cell.place)
    pips = "".join(_pip(x + 38 + 14 * place, y + 12, part) for place, part in enumerate(cell.parts[:2]))
    inside = (
        rectangle(number(x), y, "60", 42, _background(cell), 5)
        + words(number(x + 8), y + 17, str(cell.place), "day")
        + pips
        + _time(cell, x + 8, y + 35)
    )
    return _cell(cell, inside, linked)


def _problem(cell: Cell, linked: bool) -> str:
    x, y = _at_problem(cell.place)
    slow = words(number(x + 25), y + 8, "!", "slow e") if cell.slow else ""
    label = words(number(x + 14), y + 15, str(cell.place), "small c")
    return _cell(cell, rectangle(number(x), y, "28", 22, _background(cell), 3) + label + slow, linked)


def _line(cell: Cell, place: int, linked: bool) -> str:
    y = place * 26
    pips = "".join(_pip(200 + 14 * at, y + 11, part) for at, part in enumerate(cell.parts[:4]))
    inside = (
        rectangle("0", y, str(WIDTH), 22, _background(cell), 5)
        + words("8", y + 15, _short(cell.puzzle, 24), "day")
        + pips
        + _time(cell, WIDTH - 8, y + 15, " e")
    )
    return _cell(cell, inside, linked)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _time(cell: Cell, x: float, y: float, anchor: str = "") -> str:
    return words(number(x), y, _brief(cell.seconds), f"{'slow' if cell.slow else 'time'}{anchor}")


def _brief(seconds: float | None) -> str:
    """Return a time that fits a cell: above a minute, `1m 21s`."""
    if seconds is None or seconds < 60:
        return duration(seconds)
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}m {rest}s" if minutes < 100 else f"{minutes // 60}h {minutes % 60}m"


def _background(cell: Cell) -> str:
    states = {part.state for part in cell.parts}
    if State.FAILED in states:
        return "bad"
    right = sum(part.state is State.RIGHT for part in cell.parts)
    return "all" if right == len(cell.parts) else "some" if right else "is"


def _pip(x: float, y: float, part: PartState) -> str:
    """Return the sign of a part: each state has a shape of its own, not only a colour."""
    return f"<use href=#{_CLASSES[part.state]} x={number(x)} y={number(y)} />"


def _cell(cell: Cell, inside: str, linked: bool) -> str:
    if not linked:
        return mark(inside, cell.said)
    return f'<a href="#{text_of(cell.puzzle)}"><title>{text_of(cell.said)}</title>{inside}</a>'


def together(groups: Sequence[Group], columns: int = 3) -> Chart:
    """Return one picture of all groups, for a README."""
    drawn = [(group, chart(group, linked=False)) for group in groups]
    across = min(columns, max(1, len(drawn)))
    heights = [0.0] * across
    body = "".join(_placed(drawn, heights))
    return Chart(
        name="calendar",
        title="Solved and right",
        summary="; ".join(f"{group.title}: {group.said}" for group in groups) or "There is no puzzle yet.",
        body=body,
        height=round(max(heights)) - 20 if drawn else 10,
        head=("group", "solved and right"),
        rows=[(group.title, group.said) for group in groups],
        width=across * (WIDTH + 32) - 32,
    )


def _placed(drawn: Sequence[tuple[Group, Chart]], heights: list[float]) -> Iterator[str]:
    """Yield each group in the column that is the shortest so far."""
    for group, of_group in drawn:
        column = heights.index(min(heights))
        x, y = column * (WIDTH + 32), heights[column]
        head = words(number(x), y + 16, group.title, "day") + words(number(x), y + 33, group.said, "time")
        inside = f"<svg x={x} y={number(y + 44)} width={WIDTH} height={of_group.height}>"
        yield f"{head}{inside}{of_group.body}</svg>"
        heights[column] += of_group.height + 72
