"""The times of a puzzle's solutions by the size of the input, both logarithmic, with the exponent of each."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from puzzle_runner.model import DEFAULT
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import percent
from puzzle_runner.text import duration
from puzzle_runner.timing.growth import Growth

ORDER = 5
_TOP, _HEIGHT, _LANE = 20, 160, 20


def charts(data: Data) -> Iterator[Chart]:
    """Yield a picture for each puzzle that was measured in several sizes, all parts in one."""
    for puzzle, of_puzzle in groupby(data.growths, key=lambda growth: growth.puzzle):
        growths = list(of_puzzle)
        across = svg.spanning([n for growth in growths for n in growth.sizes], 12, 98)
        up = svg.spanning([time for growth in growths for time in growth.seconds])
        body = svg.levels((_TOP + up.down(value, _HEIGHT), svg.tick(value)) for value in up.ticks(5))
        sizes = sorted({n for growth in growths for n in growth.sizes})
        body += svg.below([(across.at(n), str(n)) for n in sizes], _TOP + _HEIGHT, "size of the input")
        y = _TOP + _HEIGHT + 56
        for growth in growths:
            points = [
                (percent(across.at(n)), _TOP + up.down(time, _HEIGHT))
                for n, time in zip(growth.sizes, growth.seconds, strict=True)
            ]
            marks = "".join(svg.line(x1, y1, x2, y2) for (x1, y1), (x2, y2) in pairwise(points))
            marks += "".join(svg.dot(x, down, 3.5) for x, down in points)
            told = f"{_name(growth)}: {growth.fit.words}"
            body += svg.mark(marks, told, "i") + svg.words("12%", y, told)
            # The name stands at the end of its line.
            body += svg.words("100%", points[-1][1] - 8, growth.solution, "time e")
            y += _LANE
        yield Chart(
            name=f"growth-{puzzle}",
            title=f"Times of {puzzle} by size",
            summary="; ".join(f"{_name(growth)} {growth.fit.words}" for growth in growths) + ".",
            body=body,
            height=y,
            head=("part", "solution", *(f"size {n}" for n in sizes), "exponent", "95 % interval", "like"),
            rows=[_row(growth, sizes) for growth in growths],
            view="puzzles",
            puzzle=puzzle,
        )


def _name(growth: Growth) -> str:
    return f"part {growth.part}" + ("" if growth.solution == DEFAULT else f" {growth.solution}")


def _row(growth: Growth, sizes: list[int]) -> tuple[str, ...]:
    times = dict(zip(growth.sizes, growth.seconds, strict=True))
    fit = growth.fit
    interval = f"{fit.low:.2f} to {fit.high:.2f}"
    cells = (duration(times.get(n)) for n in sizes)
    return (str(growth.part), growth.solution, *cells, f"{fit.exponent:.2f}", interval, fit.law)
