"""The times of a puzzle's solutions over commits, each change marked."""

from collections.abc import Iterator

from puzzle_runner.model import DEFAULT, MAIN
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, words
from puzzle_runner.text import count, day, duration, interval, speed
from puzzle_runner.timing.history import Point, Series
from puzzle_runner.timing.records import State

ORDER = 3
# The most states, in all pictures together, that have a mark and a row, besides changes and first ones.
MOST_MARKS = 3000
# The height of a solution, the place and height of its picture, in pixels.
_LANE, _TOP, _HEIGHT = 112, 32, 64
# Where the first commit and the last one lie, in per cent of the width.
_START, _END = 12.0, 98.0


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture of the histories of each puzzle that was measured at several commits."""
    most = MOST_MARKS // max(1, sum(len(of_puzzle) for of_puzzle in data.histories.values()))
    for puzzle in data.puzzles:
        histories = [_comparable(each) for each in data.histories.get(puzzle.id, ())]
        histories = [each for each in histories if len(each.points) > 1]
        if not histories:
            continue
        rows = []
        body = ""
        for place, series in enumerate(histories):
            marked = _marked(series, most)
            body += _lane(series, marked, place * _LANE)
            rows += [_row(series, series.points[at]) for at in marked]
        changes = sum(bool(point.changed) for series in histories for point in series.points)
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
    last = series.points[-1].state
    return series._replace(
        points=[point for point in series.points if point.state.input_hash == last.input_hash]
    )


def _marked(series: Series, most: int) -> list[int]:
    """Return which states have a mark of their own: the changes, and about so many others."""
    every = -(-len(series.points) // max(1, most))
    return [at for at, point in enumerate(series.points) if point.changed or at % every == 0]


def _lane(series: Series, marked: list[int], y: int) -> str:
    """Return the picture of one solution, its name above."""
    states = [point.state for point in series.points]
    top = y + _TOP
    scale = svg.spanning([end for state in states for end in _ends(state)])
    across = Scale(0, len(states) - 1, False, _START, _END)
    span = f"{day(states[0].moment)} to {day(states[-1].moment)}, {count(len(states), 'state')}"
    name = svg.clipped("34%", words("0", y + 12, _name(series), "day")) + words("98%", y + 12, span, "time e")
    levels = svg.levels([(top + scale.down(value, _HEIGHT), svg.tick(value)) for value in scale.ticks(3)])
    line = svg.path([scale.down(state.median, _HEIGHT) for state in states], _START, _END, top, _HEIGHT)
    marks = "".join(_mark(series.points[at], across.at(at), top, scale) for at in marked)
    return name + levels + line + marks


def _mark(point: Point, x: float, top: float, scale: Scale) -> str:
    state = point.state
    middle = scale.down(state.median, _HEIGHT)
    low, high = (scale.down(end, _HEIGHT) for end in _ends(state))
    times = f"{duration(state.median)} ({interval(state.low, state.high)})"
    title = f"{day(state.moment)} {_commit(state)}: {times}"
    drawn = f'<path d="M0 {high - middle:.0f}V{low - middle:.0f}"/>' if low - high > 2 else ""
    if not point.changed or point.ratio is None:
        return svg.at(x, top + middle, f'{drawn}<circle r="2.5"/>', title, "p")
    title = f"{title}, {speed(point.ratio)}"
    kind = "slower" if point.ratio > 1 else "faster"
    return svg.at(x, top + middle, f'{drawn}<circle r="4"/>', title, kind)


def _ends(state: State) -> tuple[float, float]:
    """Return the ends of the interval of a state; its median where it has none."""
    if state.low is None or state.high is None:
        return state.median, state.median
    return state.low, state.high


def _name(series: Series) -> str:
    """Return which solution of its puzzle it is: `part 1 linear`."""
    name = "" if series.solution == DEFAULT else f" {series.solution}"
    case = "" if series.case == MAIN else f", {series.case}"
    return f"part {series.part}{name}{case}"


def _commit(state: State) -> str:
    """Return the commit of a state, with a star where the sources were not as in it."""
    return f"{state.revision[:10]}{'*' if state.dirty else ''}" if state.revision else "no commit"


def _row(series: Series, point: Point) -> tuple[str, ...]:
    state = point.state
    return (
        _name(series),
        day(state.moment),
        _commit(state),
        duration(state.median),
        interval(state.low, state.high),
        speed(point.ratio) if point.changed and point.ratio is not None else "",
    )
