"""Standard output of parts: each line goes out at once, until there are more than anybody reads as they come.

From then on, lines go out when there are many, and at the end.
"""

import sys
from io import BufferedWriter, FileIO, TextIOWrapper

# `print` writes a line in two pieces.
MANY_PIECES = 20_000


class Lines(TextIOWrapper):
    """A text stream that counts what is written, and not its flushes: most calls print nothing."""

    left = MANY_PIECES

    def write(self, text: str, /) -> int:
        size = super().write(text)
        self.left -= 1
        if self.left == 0:
            try:
                self.reconfigure(line_buffering=False)
            except OSError:
                # PyPy wants to know where it is in a pipe.
                pass
            # From now on nothing is counted.
            self.write = super().write  # type: ignore[method-assign]
        return size


def install() -> None:
    """Have what is printed go through `Lines`, also where the environment asks for no buffer."""
    raw = FileIO(1, "w", closefd=False)
    raw.name = "<stdout>"
    stream = Lines(BufferedWriter(raw), encoding="utf-8", line_buffering=True)
    sys.stdout = sys.__stdout__ = stream  # type: ignore[misc]
