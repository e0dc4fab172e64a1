"""The files of a report: pictures, badges, the block of a README."""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from puzzle_runner.output import readme_blocks
from puzzle_runner.output.report import palette, svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import PartState, PartSummary
from puzzle_runner.storage import atomic
from puzzle_runner.text import duration

# The chart that stands in a README.
README_CHART = "calendar"


def write(path: Path, text: str) -> Path:
    """Write a file, and return its path. Raises StoreFailed."""
    atomic.write(path, text.encode("utf-8", "replace"))
    return path


def pictures(charts: Sequence[Chart], folder: Path) -> list[Path]:
    """Write every chart as a file of its own. Raises StoreFailed."""
    style = palette.of_file()
    return [write(folder / f"{chart.name}.svg", svg.file(chart, style)) for chart in charts]


def badges(data: Data, folder: Path) -> list[Path]:
    """Write a badge for all puzzles and for each calendar, as shields.io reads it. Raises StoreFailed.

    https://shields.io/badges/endpoint-badge
    """
    right, total, seconds = data.totals
    every = [part for calendar in data.calendars for part in calendar.parts]
    shown = [("puzzles", "puzzles", f"{right} of {total}", _colour(right, total, every))]
    if seconds:
        shown.append(("time", "all puzzles", duration(seconds), "blue"))
    for calendar in data.calendars:
        name, title = calendar.block.name, calendar.block.title
        right, total = calendar.right, calendar.total
        shown.append((name, title, f"{right} of {total}", _colour(right, total, calendar.parts)))
        if calendar.seconds is not None:
            shown.append((f"{name}-time", title, duration(calendar.seconds), "blue"))
    written = []
    for name, label, message, colour in shown:
        badge = {"schemaVersion": 1, "label": label, "message": message, "color": colour}
        written.append(write(folder / f"{name}.json", json.dumps(badge) + "\n"))
    return written


def _colour(right: int, total: int, parts: Iterable[PartSummary]) -> str:
    if failed := sum(part.state is PartState.FAILED for part in parts):
        return "yellow" if failed == 1 else "red"
    return "brightgreen" if right == total else "green" if right else "lightgrey"


def update(charts: Iterable[Chart], readme: Path, folder: Path | None) -> list[Path]:
    """Rewrite the block of a README, and the picture it shows: in a folder, else beside the README.

    Raises Unreadable or UsageError where it has no place for it, and StoreFailed.
    """
    chart = next(chart for chart in charts if chart.name == README_CHART)
    picture = (folder or readme.parent) / f"{chart.name}.svg"
    place = Path(os.path.relpath(picture, readme.parent)).as_posix()
    words = "".join(f"\\{sign}" if sign in "\\[]<>" else sign for sign in f"{chart.title}: {chart.summary}")
    block = [f"![{words}]({quote(place)})"]
    # The README comes first: where it has no place for the picture, nothing is written.
    changed = readme_blocks.update(readme, "report", block)
    write(picture, svg.file(chart, palette.of_file()))
    return [picture, readme] if changed else [picture]
