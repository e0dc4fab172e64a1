"""Pictures as SVG text: elements, scales, axes, marks. Nothing here knows what is shown.

Charts are as wide as what they stand in: across, places are per cent; up and down, pixels. Paths, which know
no per cent, are drawn in a nested picture that is stretched, with strokes that are not.
"""

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from puzzle_runner.text import duration, printable

# Of the width of what paths are drawn in.
UNITS = 1000
# The signs of how it stands with a part: each has a shape of its own, not only a colour.
SIGNS = (
    '<path id="right" d="M0-6 1.7-2.1 5.9-1.8 2.7 1 3.7 5.1 0 2.9-3.7 5.1-2.7 1-5.9-1.8-1.7-2.1z"/>'
    '<path id="failed" d="M-4-4 4 4M4-4-4 4"/><circle id="unknown" r="4"/>'
    '<circle id="unchecked" r="2"/><path id="unwritten" d="M-3 0h6"/>'
)


class Chart(NamedTuple):
    """A picture with its words: `summary` says what it shows, `head` and `rows` are it as a table.

    `body` is SVG; `height` is in pixels, and so is `width` where the picture does not stretch. `linked` tells
    that there are links in it.
    """

    name: str
    title: str
    summary: str
    body: str
    height: int
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    width: int | None = None
    linked: bool = False


class Scale(NamedTuple):
    """From values to per cent of the width, `start` to `end`; logarithmic where `log`."""

    low: float
    high: float
    log: bool = True
    start: float = 0.0
    end: float = 100.0

    def at(self, value: float) -> float:
        """Return where a value lies; what is outside lies at the edge."""
        low, high, value = (self._measure(each) for each in (self.low, self.high, value))
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + (self.end - self.start) * min(1.0, max(0.0, share))

    def _measure(self, value: float) -> float:
        return log10(max(value, 1e-12)) if self.log else value

    def ticks(self, most: int = 6) -> list[float]:
        """Return some round values along the scale: decades, or 1, 2 and 5 of each where it is short."""
        if not self.log:
            return _linear_ticks(self.low, self.high, most)
        decades = range(floor(self._measure(self.low)), ceil(self._measure(self.high)) + 1)
        for steps, every in (((1, 2, 5), 1), ((1, 3), 1), ((1,), 1), ((1,), 2), ((1,), 3), ((1,), 5)):
            values = [step * 10.0**power for power in decades if power % every == 0 for step in steps]
            if len(inside := [value for value in values if self.low <= value <= self.high]) <= most:
                break
        return inside if len(inside) > 1 else _linear_ticks(self.low, self.high, most)


def _linear_ticks(low: float, high: float, most: int) -> list[float]:
    if high <= low:
        return [low]
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


def spanning(values: Iterable[float], start: float = 0.0, end: float = 100.0) -> Scale:
    """Return a logarithmic scale on which some values have room."""
    there = [value for value in values if value > 0] or [1e-3, 1.0]
    low, high = min(there) / 1.12, max(there) * 1.12
    if high / low < 2:
        middle = (low * high) ** 0.5
        low, high = middle / 1.42, middle * 1.42
    return Scale(low, high, True, start, end)


def tick(seconds: float) -> str:
    """Return a round time as the label of a tick: `10 ms`."""
    number, unit = duration(seconds).split(" ", 1)
    return f"{float(number):g} {unit}" if " " not in unit else f"{seconds:g} s"


def text_of(value: object) -> str:
    """Return a value as text that is safe inside an element and an attribute."""
    return escape(printable(str(value)))


def number(value: float) -> str:
    """Return a coordinate with as many digits as one can see."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def percent(value: float) -> str:
    """Return a place across."""
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"


def words(x: str, y: float, said: str, kind: str = "", anchor: str = "") -> str:
    """Return a line of text; `kind` is a class, `anchor` is `e` for its end or `c` for its middle."""
    classes = " ".join(filter(None, (kind, anchor)))
    return (
        f'<text x="{x}" y="{number(y)}"{f" class={_quoted(classes)}" * bool(classes)}>{text_of(said)}</text>'
    )


def line(x1: str, y1: float, x2: str, y2: float, kind: str) -> str:
    """Return a straight line."""
    ends = f'x1="{x1}" y1="{number(y1)}" x2="{x2}" y2="{number(y2)}"'
    return f"<line {ends} class={_quoted(kind)}/>"


def mark(inside: str, said: str, kind: str = "") -> str:
    """Return shapes that tell what they stand for, to the pointer and to the keyboard."""
    classes = f" class={_quoted(kind)}" if kind else ""
    return f"<g{classes}><title>{text_of(said)}</title>{inside}</g>"


def dot(x: float, y: float, radius: float, kind: str = "") -> str:
    """Return a dot."""
    classes = f" class={_quoted(kind)}" if kind else ""
    return f'<circle cx="{percent(x)}" cy="{number(y)}" r="{number(radius)}"{classes}/>'


def rectangle(x: str, y: float, width: str, height: float, kind: str, radius: float = 0) -> str:
    """Return a rectangle."""
    rounded = f' rx="{number(radius)}"' if radius else ""
    place = f'x="{x}" y="{number(y)}" width="{width}" height="{number(height)}"'
    return f"<rect {place}{rounded} class={_quoted(kind)}/>"


def interval(scale: Scale, low: float, middle: float, high: float, y: float, kind: str = "i") -> str:
    """Return a value with its interval."""
    ends = percent(scale.at(low)), percent(scale.at(high))
    return line(ends[0], y, ends[1], y, kind) + dot(scale.at(middle), y, 3.5, kind)


def path(points: Iterable[tuple[float, float]], height: float, kind: str) -> str:
    """Return a line through points, across in per cent."""
    steps = " ".join(f"{x * UNITS / 100:.0f},{number(y)}" for x, y in points)
    return _stretched(f'<polyline points="{steps}" class={_quoted(kind)}/>', height)


def cloud(points: Iterable[tuple[float, float]], height: float) -> str:
    """Return many small dots, across in per cent; those in one place are one."""
    places = dict.fromkeys((round(x * UNITS / 100), round(y)) for x, y in points)
    return _stretched(f'<path d="{"".join(f"M{x} {y}h0" for x, y in places)}" class="s"/>', height)


def _stretched(inside: str, height: float) -> str:
    box = f'viewBox="0 0 {UNITS} {number(height)}" preserveAspectRatio="none"'
    return f'<svg {box} width="100%" height="{number(height)}" class="n">{inside}</svg>'


def axis(scale: Scale, top: float, bottom: float, most: int = 6) -> str:
    """Return the ticks of a scale of times, from `top` to `bottom`, labelled below."""
    ticks = [(percent(scale.at(value)), tick(value)) for value in scale.ticks(most)]
    lines = "".join(f'<line x1="{x}" y1="{number(top)}" x2="{x}" y2="{number(bottom)}"/>' for x, _ in ticks)
    labels = "".join(words(x, bottom + 14, label, anchor=_anchor(float(x[:-1]))) for x, label in ticks)
    return f'<g class="a">{lines}{labels}</g>'


def _anchor(x: float) -> str:
    return "" if x < 4 else "e" if x > 96 else "c"


def _quoted(classes: str) -> str:
    return f'"{classes}"'


def inline(chart: Chart) -> str:
    """Return a chart as it stands in a page. One that has links is a group of them, another a picture."""
    size = f'width="{chart.width}"' if chart.width else 'width="100%"'
    box = f' viewBox="0 0 {chart.width} {chart.height}"' if chart.width else f' height="{chart.height}"'
    role = 'role="group"' if chart.linked else 'role="img" tabindex="0"'
    label = text_of(f"{chart.title}. {chart.summary}")
    return f'<svg class="chart" {size}{box} {role} aria-label="{label}">{chart.body}</svg>'


def file(chart: Chart, style: str, width: int = 800) -> str:
    """Return a chart as a file of its own, with its title above it and the rules of its colours in it."""
    width = chart.width or width
    height = chart.height + 44
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 32} {height}" '
        f'width="{width + 32}" height="{height}" role="img" aria-labelledby="title desc">'
        f'<title id="title">{text_of(chart.title)}</title><desc id="desc">{text_of(chart.summary)}</desc>'
        f"<style>{escape(style, quote=False)}</style><defs>{SIGNS}</defs>"
        f'<rect width="100%" height="100%" rx="8" class="paper"/>'
        f"{words('16', 25, chart.title, 'title')}"
        f'<svg class="chart" x="16" y="36" width="{width}" height="{chart.height}">{chart.body}</svg></svg>\n'
    )
