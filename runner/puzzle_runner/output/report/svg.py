"""Pictures as SVG text: elements, scales, axes, marks. Nothing here knows what is shown.

Charts are as wide as what they stand in: across, places are per cent; up and down, pixels. Paths cannot be in
per cent, so they are drawn in a nested picture that is stretched; their strokes are not.
"""

import re
from collections.abc import Iterable
from html import escape
from math import ceil, floor, log, log10
from pathlib import Path

from puzzle_runner.output.report.chart import Chart
from puzzle_runner.text import duration, printable

# The width of a file, in pixels, of a chart that stretches.
FILE_WIDTH = 800
# The signs of the states of a part, each with a shape of its own, not only a colour; and a line across.
SIGNS = (
    '<path id="right" d="M0-6 1.7-2.1 5.9-1.8 2.7 1 3.7 5.1 0 2.9-3.7 5.1-2.7 1-5.9-1.8-1.7-2.1z"/>'
    '<path id="failed" d="M-4-4 4 4M4-4-4 4"/><circle id="unknown" r="4"/>'
    '<circle id="unchecked" r="2"/><path id="unwritten" d="M-3 0h6"/><line id="l" x1="10%" x2="100%"/>'
)
# The ticks of a decade that are tried. Two of the first ones lie between a value and its double.
_STEPS = ((1, 1.5, 2, 3, 4, 5, 6, 8), (1, 2, 5), (1,))


class Scale:
    """From values above 0 to per cent of the width, on a logarithmic scale."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def at(self, value: float) -> float:
        """Return where a value lies."""
        whole = log(self.high / self.low)
        below = log(value / self.low)
        return 100 * below / whole

    def down(self, value: float, height: float) -> float:
        """Return how many pixels a value lies below the top of a picture whose scale goes upwards."""
        return height * (1 - self.at(value) / 100)

    def ticks(self, most: int = 6) -> list[float]:
        """Return some round values along the scale, over a factor of at least two."""
        first, last = floor(log10(self.low)), ceil(log10(self.high))
        ticks: list[float] = []
        for steps in _STEPS:
            ticks = []
            for power in range(first, last + 1):
                ticks += [step * 10.0**power for step in steps]
            ticks = [tick for tick in ticks if self.low <= tick <= self.high]
            if len(ticks) <= most:
                return ticks
        # Of many decades, every second or third will do.
        return ticks[:: ceil(len(ticks) / most)]


def spanning(values: Iterable[float]) -> Scale:
    """Return a logarithmic scale on which some values have room, over a factor of at least two."""
    values = list(values)
    low = min(values) / 1.12
    high = max(values) * 1.12
    middle = (low * high) ** 0.5
    return Scale(
        min(low, middle / 1.42),
        max(high, middle * 1.42),
    )


def tick(seconds: float) -> str:
    """Return a round time as the label of a tick: `10 ms`."""
    number, unit = duration(seconds).split(" ", 1)
    if " " in unit:
        return f"{seconds:g} s"
    return f"{float(number):g} {unit}"


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


def element(name: str, inside: str = "", **attributes: object) -> str:
    """Return an element; a number is as exact as one can see, and an empty attribute is left out."""
    head = name
    for key, value in attributes.items():
        if isinstance(value, float):
            value = number(value)
        if value not in ("", None):
            head += f' {key.rstrip("_").replace("_", "-")}="{value}"'
    return f"<{head}>{inside}</{name}>" if inside else f"<{head}/>"


def words(x: object, y: float, text: str, classes: str = "") -> str:
    """Return a line of text; the class `e` puts its end at `x`."""
    return element("text", escaped(text), x=x, y=y, class_=classes)


def clipped(width: str, inside: str) -> str:
    """Return shapes without what has no room: a name may be of any length, and the table has all of it."""
    return element("svg", inside, width=width, class_="cut")


def axis(scale: Scale, top: float, bottom: float, most: int = 6) -> str:
    """Return the ticks of a scale of times, from `top` to `bottom`, labelled below."""
    drawn = ""
    for value in scale.ticks(most):
        x = scale.at(value)
        anchor = ""
        if x < 4:
            anchor = "f"
        elif x > 96:
            anchor = "e"
        rule = element("path", d=f"M0 {top:g}V{bottom:g}")
        label = element("text", escaped(tick(value)), y=bottom + 14, class_=anchor)
        drawn += element("svg", rule + label, x=percent(round(x, 1)))
    return element("g", drawn, class_="a")


def inline(chart: Chart) -> str:
    """Return a chart as it stands in a page. One that has links is a group, another a picture."""
    size: dict[str, object] = {"height": chart.height}
    if chart.width:
        size["width"] = chart.width
        size["viewBox"] = f"0 0 {chart.width} {chart.height}"
    return element(
        "svg",
        chart.body,
        class_="chart",
        **size,
        role="group" if "<a " in chart.body else "img",
        aria_label=escaped(f"{chart.title}: {chart.summary}"),
    )


def style() -> str:
    """Return the rules of all charts, and of the colours, light or dark as the reader's system is."""
    return Path(__file__).with_name("chart.css").read_text("utf-8")


def file(chart: Chart) -> str:
    """Return a chart as a file of its own, with its title and the rules of its colours."""
    width = chart.width or FILE_WIDTH
    body = re.sub("<a [^>]*>", "<g>", chart.body).replace("</a>", "</g>")
    height = chart.height + 62
    size = f'width="{width}" height="{chart.height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 32} {height}" '
        f'width="{width + 32}" height="{height}" role="img" aria-labelledby="title desc">'
        f'<title id="title">{escaped(chart.title)}</title><desc id="desc">{escaped(chart.summary)}</desc>'
        f"<style>{escape(style(), quote=False)}</style><defs>{SIGNS}</defs>"
        f'<rect width="100%" height="100%" rx="8" class="paper"/>'
        f"{words('16', 25, chart.title, 'title')}{words('16', 43, chart.summary, 'time')}"
        f'<svg class="chart" x="16" y="54" {size}>{body}</svg></svg>\n'
    )
