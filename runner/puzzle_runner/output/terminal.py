"""Output to a terminal or a pipe: characters, colour, width, the last line."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from puzzle_runner import interruption, sessions
from puzzle_runner.text import printable, width

# A terminal without Unicode gets plain characters instead of our signs.
_PLAIN = str.maketrans("✓✗★µ·×→", "+x*u-x>")
# What may stand in a line beside printable characters; in groups, as lines are split at it.
_TAB, _TAB_OR_COLOUR = re.compile(r"(\t)"), re.compile(r"(\t|\x1b\[[0-9;]*m)")
# The width of a progress bar.
BAR = 20


def coloured(stream: TextIO | None = None) -> bool:
    """Tell whether to use colour: the stream, stdout by default, is a terminal, and `NO_COLOR` is not set."""
    stream = stream or sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def room(stream: TextIO | None = None) -> int | None:
    """Return how many columns a line of stdout may take; None if any number will do, as in a pipe."""
    if not (stream or sys.stdout).isatty():
        return None
    # Imported here: a pipe has no width.
    import shutil

    return shutil.get_terminal_size().columns


def say(text: str, stream: TextIO | None = None) -> None:
    """Print lines, on stdout by default; characters that the stream cannot encode are replaced.

    What a puzzle, a site or a file is called may have any characters: of those that mean something to the
    terminal, only tabs and colours stay.
    """
    stream = stream or sys.stdout
    lines = []
    for line in text.split("\n"):
        if not line.isprintable():
            kept = _TAB_OR_COLOUR if coloured(stream) else _TAB
            pieces = kept.split(line)
            line = "".join(piece if kept.fullmatch(piece) else printable(piece) for piece in pieces)
        lines.append(line)
    _put(harmless("\n".join(lines)), stream)


def command_github(line: str) -> None:
    """Print a line on stderr that is a command of ours to GitHub Actions."""
    _put(line, sys.stderr)


def _put(text: str, stream: TextIO) -> None:
    interruption.check()
    text = sessions.removed(text)
    encoding = stream.encoding or "ascii"
    if not encoding.lower().startswith("utf"):
        text = text.translate(_PLAIN)
    # The newline is a part of the text: an unbuffered stream makes a system call of each piece.
    stream.write(f"{text}\n".encode(encoding, "backslashreplace").decode(encoding))


def harmless(text: str) -> str:
    """Return lines that GitHub Actions, if it reads them, does not take for commands.

    A command begins with two colons, after any white space, or in the older form with ##[ anywhere.
    https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
    """
    if not is_read_by_github():
        return text
    return re.sub(r"(?m)^([^\S\n]*):(?=:)", r"\1:\\", text).replace("##[", "##\\[")


def is_read_by_github() -> bool:
    """Tell whether GitHub Actions reads what is printed."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def marked(show: Callable[[str], object]) -> Callable[[str], object]:
    """Return a function that shows output; GitHub Actions finds a mark before each line and piece."""

    def show_marked(text: str) -> None:
        lines = [f"| {line}" for line in text.splitlines(keepends=True)]
        show("".join(lines).replace("##[", "##\\["))

    return show_marked if is_read_by_github() else show


def say_all(lines: Iterable[str]) -> None:
    """Print lines on stdout, at once."""
    if text := "\n".join(lines):
        say(text)


def warn(text: str) -> None:
    """Print lines on stderr, apart from the output of the command, with control characters spelt out.

    In a terminal they are wrapped at words. Where both go into one pipe, they stand in order.
    """
    # Whether stdout can be written is told at the end.
    with suppress(OSError):
        sys.stdout.flush()
    for line in text.removesuffix("\n").split("\n"):
        for piece in wrapped(printable(line), room(sys.stderr)):
            say(piece, sys.stderr)


def wrapped(text: str, room: int | None, indent: str = "") -> list[str]:
    """Return a sentence as lines of `room` columns, broken at words; `indent` is before all but the first.

    Without `room` it is one line. A word that is longer, such as a path, stays whole.
    """
    if room is None or width(text) <= room:
        return [text]
    import textwrap

    margin = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(
        text,
        max(room, 20),
        subsequent_indent=margin + indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def sentences(*texts: str) -> list[str]:
    """Return sentences as lines that fit stdout: in a terminal they are wrapped at words."""
    return [line for text in texts for line in wrapped(text, room(), indent="  ")]


def markdown(text: str) -> list[str]:
    """Return Markdown as lines that fit stdout, with control characters spelt out."""
    lines: list[str] = []
    for line in text.splitlines():
        lines += wrapped(printable(line), room())
    return lines


@contextmanager
def status(text: str) -> Iterator[None]:
    """Show a line on stderr while the body runs, if that is a terminal."""
    shown = sys.stderr.isatty()
    if shown:
        overwrite(printable(text))
    try:
        yield
    finally:
        if shown:
            overwrite("")


def overwrite(text: str) -> None:
    """Show printable text on stderr, a terminal, in place of the line that is there."""
    print(f"\r\x1b[2K{sessions.removed(text)}", end="", file=sys.stderr, flush=True)


def bar(done: int, total: int) -> str:
    """Return how far a job is: `[=====...............] 7 of 25`."""
    full = BAR * done // total
    return f"[{'=' * full}{'.' * (BAR - full)}] {done} of {total}"
