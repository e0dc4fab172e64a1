"""Charts as values, and the folder `charts/`, whose modules draw them.

A new chart is a new module there: nothing else names it.
"""

import pkgutil
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from puzzle_runner.output.report import charts as folder
from puzzle_runner.output.report.data import Data


class PuzzleLink(NamedTuple):
    """A cell of a table that leads to a puzzle."""

    text: str
    puzzle: str


class ChartTable(NamedTuple):
    """A table below a chart, whose first rows need no click to be seen, unless it is `folded`.

    `kind` is a class of it: `up`, `down`, or `narrow` for one whose first columns have room on a phone.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str | PuzzleLink]]
    title: str = ""
    kind: str = ""
    folded: bool = False


class Badge(NamedTuple):
    """A mark behind what a chart says; it leads to a puzzle if it names one."""

    text: str
    bad: bool = False
    puzzle: str = ""


class Chart(NamedTuple):
    """A picture with its words: `summary` says what it shows, `head` and `rows` are it as a table.

    `body` is SVG; `height` is in pixels, and so is `width` where the picture does not stretch. It stands in a
    `view` of the page, below a `puzzle` where the view has puzzles; without a view it is only written as a
    file. `caption` stands above it, with the badges behind.
    """

    name: str
    title: str
    summary: str
    body: str
    height: int
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    width: int | None = None
    view: str = ""
    puzzle: str = ""
    caption: str = ""
    badges: Sequence[Badge] = ()
    tables: Sequence[ChartTable] = ()


class Drawer(Protocol):
    """A module of the folder: a number that orders it among the others, and a function that draws."""

    ORDER: int

    def charts(self, data: Data, /) -> Iterator[Chart]:
        """Yield the charts of some data; none where there is nothing to draw."""


def charts(data: Data) -> list[Chart]:
    """Return the charts of all modules of the folder, in their order."""
    names = [module.name for module in pkgutil.iter_modules(folder.__path__)]
    drawers = [cast(Drawer, import_module(f"{folder.__name__}.{name}")) for name in names]
    drawers.sort(key=lambda drawer: drawer.ORDER)
    return [chart for drawer in drawers for chart in drawer.charts(data)]
