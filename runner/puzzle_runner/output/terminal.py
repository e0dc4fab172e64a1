"""Output to a terminal or a pipe: characters, colour, width and progress."""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from puzzle_runner.text import printable

_PLAIN = str.maketrans({"✓": "+", "✗": "x", "µ": "u", "·": "-"})


def coloured(stream: TextIO) -> bool:
    """Tell whether to use colour: the stream is a terminal, and `NO_COLOR` is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def room(stream: TextIO) -> int | None:
    """Return how many columns a line may take; None if any number will do, as in a pipe."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a line, on stdout by default; characters that the stream cannot encode are replaced."""
    stream = stream or sys.stdout
    encoding = stream.encoding or "ascii"
    if not encoding.lower().startswith("utf"):
        text = text.translate(_PLAIN)
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream)


def say_all(lines: Iterable[str]) -> None:
    """Print lines on stdout."""
    for line in lines:
        say(line)


def warn(text: str) -> None:
    """Print lines on stderr, apart from the output of the command, with control characters spelt out."""
    for line in text.split("\n"):
        say(printable(line), sys.stderr)


@contextmanager
def status(text: str) -> Iterator[None]:
    """Show a line on stderr while the body runs, if that is a terminal."""
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
    """Show a progress bar on stderr, if that is a terminal; yield a function to call for each step."""
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
