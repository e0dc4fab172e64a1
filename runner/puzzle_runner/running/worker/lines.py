"""Standard output of parts: each line goes out at once, until there are more than anybody reads."""

import sys
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from io import TextIOWrapper

# `print` writes a line in two pieces.
MANY_PIECES = 20_000


class Lines(TextIOWrapper):
    """A text stream that counts what is written, and not its flushes: most calls print nothing."""

    left = MANY_PIECES

    def write(self, text: str, /) -> int:
        size = super().write(text)
        self.left -= 1
        if self.left == 0:
            self.reconfigure(line_buffering=False)
            # From now on nothing is counted.
            self.write = super().write  # type: ignore[method-assign]
        return size


def install() -> None:
    """Have what is printed go through `Lines`, also where the environment asks for no buffer."""
    stream = Lines(open(1, "wb", closefd=False), encoding="utf-8", line_buffering=True)
    sys.stdout = sys.__stdout__ = stream  # type: ignore[misc]
