"""Pictures as SVG text: elements, scales, axes, marks. Nothing here knows what is shown.

Charts are as wide as what they stand in: across, places are per cent; up and down, pixels. Paths cannot be in
per cent, so they are drawn in a nested picture that is stretched; their strokes are not.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10

from puzzle_runner.output.report.chart import Chart
from puzzle_runner.text import duration, printable

# The width of the nested pictures.
UNITS = 1000
# The width of a file, in pixels, of a chart that stretches.
FILE_WIDTH = 800
# The signs of the states of a part, each with a shape of its own, not only a colour; and a line across.
SIGNS = (
    '<path id="right" d="M0-6 1.7-2.1 5.9-1.8 2.7 1 3.7 5.1 0 2.9-3.7 5.1-2.7 1-5.9-1.8-1.7-2.1z"/>'
    '<path id="failed" d="M-4-4 4 4M4-4-4 4"/><circle id="unknown" r="4"/>'
    '<circle id="unchecked" r="2"/><path id="unwritten" d="M-3 0h6"/><line id="l" x1="10%" x2="100%"/>'
)


class Scale:
    """From values to per cent of the width, `start` to `end`; logarithmic where `log`."""

    def __init__(
        self, low: float, high: float, log: bool = True, start: float = 0.0, end: float = 100.0
    ) -> None:
        self.low, self.high, self.log, self.start, self.end = low, high, log, start, end
        self._from, to = self._measure(low), self._measure(high)
        self._pace = (end - start) / (to - self._from) if to > self._from else 0.0

    def at(self, value: float) -> float:
        """Return where a value lies; what is outside lies at the edge."""
        place = self.start + self._pace * (self._measure(value) - self._from)
        return self.start if place < self.start else self.end if place > self.end else place

    def down(self, value: float, height: float) -> float:
        """Return how many pixels a value lies below the top of a picture whose scale goes upwards."""
        return height * (1 - self.at(value) / 100)

    def _measure(self, value: float) -> float:
        return log10(value if value > 1e-12 else 1e-12) if self.log else value

    def ticks(self, most: int = 6) -> list[float]:
        """Return some round values along the scale: decades, or 1, 2 and 5 of each where it is short."""
        decades = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        inside: list[float] = []
        for steps, every in (((1, 2, 5), 1), ((1, 3), 1), ((1,), 1), ((1,), 2), ((1,), 3), ((1,), 5)):
            values = [step * 10.0**power for power in decades if power % every == 0 for step in steps]
            inside = [value for value in values if self.low <= value <= self.high]
            if len(inside) <= most:
                break
        return inside if len(inside) > 1 else _linear_ticks(self.low, self.high, most)


def _linear_ticks(low: float, high: float, most: int) -> list[float]:
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    # A value at an end counts, whatever the last digit of a division.
    values = [step * number for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]
    return values if len(values) > 1 else _linear_ticks(low, high, most + 1)


def spanning(values: Iterable[float], start: float = 0.0, end: float = 100.0) -> Scale:
    """Return a logarithmic scale on which some values have room, over a factor of at least two."""
    positive = [value for value in values if value > 0] or [1e-3, 1.0]
    low, high = min(positive) / 1.12, max(positive) * 1.12
    if high / low < 2:
        middle = (low * high) ** 0.5
        low, high = middle / 1.42, middle * 1.42
    return Scale(low, high, True, start, end)


def tick(seconds: float) -> str:
    """Return a round time as the label of a tick: `10 ms`."""
    number, unit = duration(seconds).split(" ", 1)
    return f"{float(number):g} {unit}" if " " not in unit else f"{seconds:g} s"


def escaped(value: object) -> str:
    """Return a value as text that is safe inside an element and a quoted attribute."""
    return escape(printable(str(value)))


def number(value: float) -> str:
    """Return a coordinate with as many digits as one can see."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def percent(value: float) -> str:
    """Return a place across."""
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"


def of_class(classes: str) -> str:
    """Return the attribute for some classes; nothing for none."""
    return f' class="{classes}"' if classes else ""


def words(x: str, y: float, text: str, classes: str = "") -> str:
    """Return a line of text; the class `e` puts its end at `x`."""
    return f'<text x="{x}" y="{number(y)}"{of_class(classes)}>{escaped(text)}</text>'


def heading(y: float, name: str, remark: str, gap: int) -> str:
    """Return a line of text: a name, and after a gap a remark on it."""
    spans = (
        f'<tspan class="day">{escaped(name)}</tspan><tspan dx="{gap}" class="time">{escaped(remark)}</tspan>'
    )
    return f'<text y="{number(y)}">{spans}</text>'


def clipped(width: str, inside: str) -> str:
    """Return shapes without what has no room: a name may be of any length, and the table has all of it."""
    return f'<svg width="{width}" class="cut">{inside}</svg>'


def line(x1: str, y1: float, x2: str, y2: float) -> str:
    """Return a straight line."""
    return f'<line x1="{x1}" y1="{number(y1)}" x2="{x2}" y2="{number(y2)}"/>'


def mark(inside: str, title: str, classes: str = "") -> str:
    """Return shapes that tell what they stand for."""
    return f"<g{of_class(classes)}><title>{escaped(title)}</title>{inside}</g>"


def dot(x: str, y: float, radius: float) -> str:
    """Return a dot."""
    return f'<circle cx="{x}" cy="{number(y)}" r="{number(radius)}"/>'


def rectangle(x: str, y: float, width: str, height: float, classes: str, radius: int = 0) -> str:
    """Return a rectangle."""
    rounded = f' rx="{radius}"' if radius else ""
    box = f'x="{x}" y="{number(y)}" width="{width}" height="{number(height)}"'
    return f"<rect {box}{rounded}{of_class(classes)}/>"


def interval(scale: Scale, low: float, middle: float, high: float, y: float) -> str:
    """Return a value with its interval."""
    ends = percent(scale.at(low)), percent(scale.at(high))
    return line(ends[0], y, ends[1], y) + dot(percent(scale.at(middle)), y, 3.5)


def at(x: float, y: float, inside: str, title: str, classes: str = "") -> str:
    """Return a mark whose shapes are placed in pixels from a point."""
    place = f'x="{percent(round(x, 1))}" y="{number(y)}"'
    return f"<svg {place}{of_class(classes)}><title>{escaped(title)}</title>{inside}</svg>"


def path(heights: Sequence[float], start: float, end: float, y: float, height: int) -> str:
    """Return a line through points that are equally far apart, `start` to `end` in per cent of the width.

    Heights are pixels down from `y`.
    """
    places = [round(each) for each in heights]
    steps = "".join(f"L{x} {place}" for x, place in enumerate(places[1:], start=1))
    box = f'viewBox="0 0 {max(1, len(places) - 1)} {height}" preserveAspectRatio="none"'
    span = f'x="{percent(start)}" width="{percent(end - start)}"'
    drawn = f'<path class="h" d="M0 {places[0]}{steps}"/>'
    return f'<svg {span} y="{number(y)}" height="{height}" {box}>{drawn}</svg>'


def cloud(points: Iterable[tuple[float, int]], y: float, height: int) -> str:
    """Return many small dots; those in one place are one."""
    places = dict.fromkeys((round(across * UNITS / 100), down) for across, down in points)
    dots = "".join(f"M{x} {down}h0" for x, down in places)
    box = f'viewBox="0 0 {UNITS} {height}" preserveAspectRatio="none"'
    return f'<svg y="{number(y)}" height="{height}" {box}><path class="s" d="{dots}"/></svg>'


def axis(scale: Scale, top: float, bottom: float, most: int = 6) -> str:
    """Return the ticks of a scale of times, from `top` to `bottom`, labelled below."""
    drawn = ""
    for value in scale.ticks(most):
        x = scale.at(value)
        anchor = of_class("f" if x < 4 else "e" if x > 96 else "")
        label = f'<text y="{number(bottom + 14)}"{anchor}>{escaped(tick(value))}</text>'
        rule = f'<path d="M0 {number(top)}V{number(bottom)}"/>'
        drawn += f'<svg x="{percent(round(x, 1))}">{rule}{label}</svg>'
    return f'<g class="a">{drawn}</g>'


def levels(places: Iterable[tuple[float, str]]) -> str:
    """Return lines across at some heights, each with its label left of it."""
    heights = [(round(y), label) for y, label in places]
    lines = "".join(f'<use href="#l" y="{y}"/>' for y, _ in heights)
    labels = "".join(f'<text y="{y}">{escaped(label)}</text>' for y, label in heights)
    return f'{lines}<svg x="9%" class="a y">{labels}</svg>'


def inline(chart: Chart) -> str:
    """Return a chart as it stands in a page. One that has links is a group, another a picture."""
    box = f'height="{chart.height}"'
    if chart.width:
        box = f'width="{chart.width}" viewBox="0 0 {chart.width} {chart.height}"'
    role = "group" if "<a " in chart.body else "img"
    label = escaped(f"{chart.title}: {chart.summary}")
    return f'<svg class="chart" {box} role="{role}" aria-label="{label}">{chart.body}</svg>'


def file(chart: Chart, style: str) -> str:
    """Return a chart as a file of its own, with its title and the rules of its colours."""
    width = chart.width or FILE_WIDTH
    height = chart.height + 62
    size = f'width="{width}" height="{chart.height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 32} {height}" '
        f'width="{width + 32}" height="{height}" role="img" aria-labelledby="title desc">'
        f'<title id="title">{escaped(chart.title)}</title><desc id="desc">{escaped(chart.summary)}</desc>'
        f"<style>{escape(style, quote=False)}</style><defs>{SIGNS}</defs>"
        f'<rect width="100%" height="100%" rx="8" class="paper"/>'
        f"{words('16', 25, chart.title, 'title')}{words('16', 43, chart.summary, 'time')}"
        f'<svg class="chart" x="16" y="54" {size}>{_without_links(chart.body)}</svg></svg>\n'
    )


def _without_links(body: str) -> str:
    return re.sub("<a [^>]*>", "<g>", body).replace("</a>", "</g>")
