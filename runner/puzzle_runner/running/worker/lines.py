"""Standard output of parts: each line goes out at once, until there are more than anybody reads as they come.

From then on, lines go out when there are many, and at the end.
"""

import sys
from io import BufferedWriter, FileIO, TextIOWrapper

MANY = 10_000


class Lines(BufferedWriter):
    """A buffer that its text stream flushes after each line, until it has done so many times."""

    left = MANY

    def flush(self) -> None:
        super().flush()
        self.left -= 1
        if self.left == 0:
            stdout.reconfigure(line_buffering=False)


raw = FileIO(1, "w", closefd=False)
raw.name = "<stdout>"
# The puzzle may put another in its place.
stdout = TextIOWrapper(Lines(raw), encoding="utf-8", line_buffering=True)


def install() -> None:
    """Have what is printed go through `Lines`, also where the environment asks for no buffer."""
    sys.stdout = sys.__stdout__ = stdout  # type: ignore[misc]
