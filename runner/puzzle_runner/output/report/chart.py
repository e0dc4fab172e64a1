"""Charts as values. The modules of the folder `charts/` draw them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzle_runner.model import DEFAULT, MAIN
from puzzle_runner.storage import atomic
from puzzle_runner.timing.records import Record


@dataclass(frozen=True)
class Chart:
    """A picture with its words: `summary` says what it shows, `head` and `rows` are it as a table.

    `body` is SVG, `height` is in pixels, and so is `width` where the picture does not stretch. It stands in
    the section of its `puzzle`, without one in the overview.
    """

    name: str
    title: str
    summary: str
    body: str
    height: int
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    width: int | None = None
    puzzle: str = ""


def ends(record: Record) -> tuple[float, float]:
    """Return the ends of the interval of a time; the time itself where it has none."""
    if record.low is None or record.high is None:
        return record.median, record.median
    return record.low, record.high


def solution_name(part: int, solution: str, case: str) -> str:
    """Return which solution of its puzzle it is: `part 1 linear`."""
    name = f"part {part}"
    if solution != DEFAULT:
        name += f" {solution}"
    if case != MAIN:
        name += f", {case}"
    return name


def write(path: Path, text: str) -> Path:
    """Write a file of a report, and return its path. Raises StoreFailed."""
    atomic.write(path, text.encode("utf-8", "replace"))
    return path
