"""The files of a report: pictures, and the block of a README."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from puzzle_runner.output import readme_blocks
from puzzle_runner.output.report import palette, svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.storage import atomic

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
