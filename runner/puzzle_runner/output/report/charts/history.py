"""The times of a puzzle's solutions over commits, each lasting change marked."""

from collections.abc import Iterator, Sequence

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.aggregates import solution_name
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, words
from puzzle_runner.text import count, day, duration, factor, interval, speed
from puzzle_runner.timing.history import Series, Step
from puzzle_runner.timing.records import State

ORDER = 4
# The most states, in all histories together, that have a mark and a row of their own.
MOST_MARKS = 3000
_LANE, _TOP, _HEIGHT = 112, 32, 64
# Where there is room for fewer marks, a series without a lasting change is drawn small, without an axis.
_FEW, _SMALL, _SMALL_HEIGHT = 6, 46, 14
_START, _END = 12.0, 98.0


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture of the histories of each puzzle that was measured at several commits.

    Lasting changes always have a mark and a row of their own, other states as there is room.
    """
    most = MOST_MARKS // max(1, sum(len(of_puzzle) for of_puzzle in data.histories.values()))
    for puzzle in data.puzzles:
        histories = [each for each in data.histories.get(puzzle.id, ()) if len(each.states) > 1]
        if not histories:
            continue
        changes = sum(len(series.steps) for series in histories)
        rows = []
        body, y, before = "", 0, ""
        for series in histories:
            states, marked = series.states, _marked(series, most)
            rows += [_row(series, at) for at in marked]
            span = f"{day(states[0].moment)} to {day(states[-1].moment)}, {count(len(states), 'state')}"
            body += words("0", y + 12, solution_name(series), "day")
            body += words("98%", y + 12, span, "time e") if span != before else ""
            before = span
            if most < _FEW and not marked:
                scale = svg.spanning([state.median for state in states])
                heights = [scale.down(state.median, _SMALL_HEIGHT) for state in states]
                body += svg.path(heights, _START, _END, y + 18, _SMALL_HEIGHT)
                y += _SMALL
            else:
                body += _lane(series, marked, y + _TOP)
                y += _LANE
        yield Chart(
            name=f"history-{puzzle.id}",
            title=f"History of {puzzle.id}",
            summary=f"{count(len(histories), 'solution')} over commits, {count(changes, 'speed change')}.",
            body=body,
            height=y - 12,
            head=("solution", "date", "commit", "median", "95 % interval", "change"),
            rows=rows,
            view="puzzles",
            puzzle=puzzle.id,
        )


def _marked(series: Series, most: int) -> list[int]:
    """Return which states have a mark of their own: lasting changes, the ends, others as there is room."""
    telling, end = {*series.steps}, len(series.states)
    if most >= _FEW and most > len(telling):
        every = max(1, -(-end // (most - len(telling))))
        telling |= {*range(0, end, every), end - 1}
    return sorted(telling)


def _lane(series: Series, marked: Sequence[int], top: int) -> str:
    states, steps = series.states, series.steps
    scale = svg.spanning([end for state in states for end in (state.low, state.high)])
    across = Scale(0, max(1, len(states) - 1), False, _START, _END)
    levels = svg.levels([(top + scale.down(value, _HEIGHT), svg.tick(value)) for value in scale.ticks(3)])
    line = svg.path([scale.down(state.median, _HEIGHT) for state in states], _START, _END, top, _HEIGHT)
    marks = [_mark(across.at(at), top, scale, states[at], steps.get(at)) for at in marked]
    return levels + line + "".join(marks)


def _mark(x: float, top: float, scale: Scale, state: State, step: Step | None) -> str:
    low, middle, high = (scale.down(each, _HEIGHT) for each in (state.low, state.median, state.high))
    times = f"{duration(state.median)} ({interval(state.low, state.high)})"
    title = f"{day(state.moment)} {_commit(state)}: {times}"
    drawn = f"<path d=M0,{high - middle:.0f}V{low - middle:.0f} />" if low - high > 2 else ""
    if not step:
        return svg.at(x, top + middle, f"{drawn}<circle r=2.5 />", title, "p")
    ratio = step.ratio
    # On a phone, two have room between their commits.
    change = f"×{factor(ratio)}" if ratio > 1 else f"÷{factor(1 / ratio)}"
    kind, side = "slower" if ratio > 1 else "faster", " x=-6 class=e" if x > 60 else " x=6"
    rule = f"<path class=rule d=M0,{-12 - middle:.0f}V{_HEIGHT - middle:.0f} />"
    label = f"<text y={-5 - middle:.0f}{side}>{change}</text>"
    return svg.at(x, top + middle, f"{rule}{drawn}<circle r=4 />{label}", title, kind)


def _commit(state: State) -> str:
    """Return the commit of a state, with a star where the sources were not as in it."""
    return f"{state.revision[:10]}{'*' if state.dirty else ''}" if state.revision else "no commit"


def _row(series: Series, at: int) -> tuple[str, ...]:
    state, step = series.states[at], series.steps.get(at)
    return (
        solution_name(series),
        day(state.moment),
        _commit(state),
        duration(state.median),
        interval(state.low, state.high),
        speed(step.ratio) if step else "",
    )
