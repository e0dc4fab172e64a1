"""What a report is written to: the page, pictures, badges, the block of a README."""

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from puzzle_runner.output.blocks import Markers
from puzzle_runner.output.report import document, palette, svg
from puzzle_runner.output.report.charts import calendar
from puzzle_runner.output.report.views import Views
from puzzle_runner.storage import atomic

MARKERS = Markers("report")


def write(path: Path, text: str) -> Path:
    """Write a file, and return its path. Raises StoreFailed."""
    atomic.write(path, text.encode("utf-8", "replace"))
    return path


def pictures(views: Views, folder: Path) -> list[Path]:
    """Write every chart as a file of its own. Raises StoreFailed."""
    style = palette.of_file()
    return [write(folder / f"{chart.name}.svg", svg.file(chart, style)) for chart in views.charts()]


def badges(views: Views, folder: Path) -> list[Path]:
    """Write the files that shields.io draws badges of. Raises StoreFailed."""
    return [write(folder / name, text) for name, text in document.badges(views)]


def update(views: Views, readme: Path, folder: Path | None) -> list[Path]:
    """Rewrite the block of a README, and the picture it shows: in a folder, else beside the README.

    Raises Unreadable or UsageError where it has no place for it, and StoreFailed.
    """
    picture = (folder or readme.parent) / "calendar.svg"
    block = _block(views, Path(os.path.relpath(picture, readme.parent)).as_posix())
    # A file that has no place for it is refused before anything is written.
    MARKERS.updated(MARKERS.read(readme), block, readme)
    write(picture, svg.file(calendar.together(views.groups), palette.of_file()))
    return [picture, readme] if MARKERS.update(readme, block) else [picture]


def _block(views: Views, place: str) -> Sequence[str]:
    chart = calendar.together(views.groups)
    words = "".join(f"\\{sign}" if sign in "\\[]<>" else sign for sign in f"{chart.title}: {chart.summary}")
    return [f"![{words}]({quote(place)})"]
