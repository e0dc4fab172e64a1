"""The speed changes, commit by commit: how much slower or faster each made something."""

from collections.abc import Iterator, Sequence

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.aggregates import Change, solution_name
from puzzle_runner.output.report.chart import Chart, ChartTable, PuzzleLink
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, percent, words
from puzzle_runner.text import count, day, duration, factor, speed

ORDER = 5
_TOP, _HEIGHT = 22, 150
_BOTTOM = _TOP + _HEIGHT
# The greatest changes have marks with titles; the others are dots.
MOST_MARKS = 300
# The newest changes have rows; the JSON has all.
MOST_ROWS = 200
# So many names of commits have room below the picture on a phone.
_MOST_NAMES = 5
# The levels that have a line, and what they are called.
_FACTORS = {1 / value: f"1/{value}" for value in (1000, 100, 10, 2)} | {1: "same"}
_FACTORS |= {value: f"{value}×" for value in (2, 10, 100, 1000)}
_HEAD = ("date", "solution", "change", "95 % interval", "times", "what made it")


def charts(data: Data) -> Iterator[Chart]:
    """Yield the picture of the changes that the sources made: slower ones point up, faster ones down."""
    if not data.changes:
        return
    changes = [change for change in data.changes if not change.same_sources]
    slower = [change for change in changes if change.ratio > 1]
    faster = [change for change in changes if change.ratio <= 1]
    others = [change for change in data.changes if change.same_sources]
    lists = (
        (f"{len(slower)} slower", "down", slower),
        (f"{len(faster)} faster", "up", faster),
        (f"{len(others)} without a change of the sources", "", others),
    )
    yield Chart(
        name="changes",
        title="Speed changes by commit",
        summary=f"{count(len(changes), 'change')}: {len(slower)} slower, {len(faster)} faster. "
        "Up is slower, down is faster, on a logarithmic scale.",
        body=_picture(changes) if changes else "",
        height=_BOTTOM + 42 if changes else 0,
        view="changes",
        caption=f"{len(slower)} slower, {len(faster)} faster, on a logarithmic scale.",
        tables=[
            ChartTable(
                _HEAD, [_row(change) for change in some[:MOST_ROWS]], title, kind, folded=some is others
            )
            for title, kind, some in lists
            if some
        ],
    )


def _picture(changes: Sequence[Change]) -> str:
    """Return changes as marks: from left to right by commit, up and down by their factors."""
    commits: dict[str, list[Change]] = {}
    for change in sorted(changes, key=lambda change: change.moment):
        # One that is not committed has the name of its day.
        name = change.commits[-1][:7] if change.commits else day(change.moment)
        commits.setdefault(name, []).append(change)
    most = max([2.2, *(max(change.high, 1 / change.low) for change in changes)]) * 1.1
    scale = Scale(1 / most, most)
    across = Scale(-0.5, len(commits) - 0.5, False, 12, 98)
    levels = [
        (_TOP + scale.down(value, _HEIGHT), label)
        for value, label in _FACTORS.items()
        if scale.low < value < scale.high
    ]
    every = -(-len(commits) // _MOST_NAMES)
    names = [(across.at(at), name) for at, name in enumerate(commits) if at % every == 0]
    # The changes of a commit stand side by side.
    places = {
        change: across.at(at - 0.4 + 0.8 * number / (len(of_commit) + 1))
        for at, of_commit in enumerate(commits.values())
        for number, change in enumerate(of_commit, start=1)
    }
    greatest = sorted(changes, key=lambda change: -max(change.ratio, 1 / change.ratio))
    marked, dots = sorted(greatest[:MOST_MARKS], key=places.__getitem__), greatest[MOST_MARKS:]
    return "".join(
        (
            svg.levels(levels),
            words("0", 12, "slower", "slower"),
            words("0", _BOTTOM + 4, "faster", "faster"),
            svg.below(names, _BOTTOM + 4, "commits that changed a time, the oldest first"),
            svg.cloud(((places[dot], round(scale.down(dot.ratio, _HEIGHT))) for dot in dots), _TOP, _HEIGHT),
            *(_mark(change, places[change], scale) for change in marked),
        )
    )


def _mark(change: Change, place: float, scale: Scale) -> str:
    x = percent(round(place, 1))
    same, low, middle, high = (
        _TOP + scale.down(each, _HEIGHT) for each in (1, change.low, change.ratio, change.high)
    )
    ends = svg.line(x, low, x, high) if low - high > 2 else ""
    drawn = svg.line(x, same, x, middle, "thin") + ends + svg.dot(x, middle, 3.5)
    title = f"{day(change.moment)} {_name(change)}: {speed(change.ratio)} ({_bounds(change)}), {change.cause}"
    return svg.mark(drawn, title, "slower" if change.ratio > 1 else "faster")


def _name(change: Change) -> str:
    return f"{change.puzzle} {solution_name(change)}"


def _bounds(change: Change) -> str:
    """Return the interval of a change, in the direction that its words have."""
    ends = (change.low, change.high) if change.ratio > 1 else (1 / change.high, 1 / change.low)
    return f"{factor(ends[0])} to {factor(ends[1])}"


def _row(change: Change) -> tuple[str | PuzzleLink, ...]:
    return (
        day(change.moment),
        PuzzleLink(_name(change), change.puzzle),
        speed(change.ratio),
        _bounds(change),
        f"{duration(change.before)} → {duration(change.after)}",
        change.cause,
    )
