"""Text that fits a terminal, or a pipe: units, widths, columns, colour, progress."""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

_PLAIN = str.maketrans({"✓": "+", "✗": "x", "µ": "u", "·": "-"})


def coloured(stream: TextIO) -> bool:
    """Tell whether a stream wants colour: a terminal, and `NO_COLOR` is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def room(stream: TextIO) -> int | None:
    """Return how many columns a line may take; None where that does not matter, as in a pipe."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a line, in the letters that the stream can take."""
    stream = stream or sys.stdout
    encoding = stream.encoding or "ascii"
    if not encoding.lower().startswith("utf"):
        text = text.translate(_PLAIN)
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream)


def duration(seconds: float | None) -> str:
    """Return a time with three digits in the unit that fits: `36.1 µs`."""
    if seconds is None:
        return ""
    for size, unit in ((1e-6, "ns"), (1e-3, "µs"), (1, "ms")):
        if seconds < 0.9995 * size:
            return f"{_digits(seconds / size * 1000)} {unit}"
    if seconds < 60:
        return f"{_digits(seconds)} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def _digits(value: float) -> str:
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def printable(text: str) -> str:
    """Return a line in which nothing can move the cursor: control characters are spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def width(text: str) -> int:
    """Return how many columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns, two spaces apart."""
    table = list(rows)
    widest = [max(map(width, cells)) for cells in zip(*table, strict=True)]
    return [aligned(row, widest) for row in table]


def aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells as one line, each padded to its column."""
    return "  ".join(
        cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True)
    ).rstrip()


@contextmanager
def status(text: str) -> Iterator[None]:
    """Show a line on a terminal's stderr as long as something goes on."""
    shown = sys.stderr.isatty()
    if shown:
        print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)


@contextmanager
def progress(total: int) -> Iterator[Callable[[], object]]:
    """Show on a terminal's stderr how much of `total` is done; yield what to call as each ends."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)
