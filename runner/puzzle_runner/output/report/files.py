"""The files of a report."""

from collections.abc import Sequence
from pathlib import Path

from puzzle_runner.output.report import palette, svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.storage import atomic


def write(path: Path, text: str) -> Path:
    """Write a file, and return its path. Raises StoreFailed."""
    atomic.write(path, text.encode("utf-8", "replace"))
    return path


def pictures(charts: Sequence[Chart], folder: Path) -> list[Path]:
    """Write every chart as a file of its own. Raises StoreFailed."""
    style = palette.of_file()
    return [write(folder / f"{chart.name}.svg", svg.file(chart, style)) for chart in charts]
