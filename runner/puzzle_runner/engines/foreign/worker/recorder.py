"""What a module prints: it is passed on, and the first and the last of it are kept."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, TextIO

# Characters that are kept of the beginning of what is printed, and of the end.
LONGEST_PRINTED = 32 * 1024


class Recorder:
    """Stands for a stream: passes on what is written, and keeps the first and the last of it."""

    def __init__(self, stream: "TextIO") -> None:
        self.stream = stream
        self.head, self.size = "", 0
        self.pieces: list[str] = []

    def write(self, text: str) -> int:
        written = self.stream.write(text)
        self.pieces.append(text)
        self.size += len(text)
        if self.size > 8 * LONGEST_PRINTED:
            self.shorten()
        return written

    def writelines(self, lines: "Iterable[str]") -> None:
        for line in lines:
            self.write(line)

    def shorten(self) -> None:
        """Let go what is neither the first nor the last of it."""
        text = "".join(self.pieces)
        if not self.head:
            self.head, text = text[:LONGEST_PRINTED] + "\n", text[LONGEST_PRINTED:]
        self.pieces = [text[-LONGEST_PRINTED:]]
        self.size = len(self.pieces[0])

    def text(self) -> str:
        """Return what is kept."""
        if self.head or self.size > 2 * LONGEST_PRINTED:
            self.shorten()
        return self.head + "".join(self.pieces)

    def __getattr__(self, name: str) -> "Any":
        return getattr(self.stream, name)

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.flush()

    def __iter__(self) -> "Iterator[str]":
        return iter(self.stream)
