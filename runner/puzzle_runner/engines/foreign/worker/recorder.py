"""What a module prints: it is passed on, and the first and the last of it are kept."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TextIO

# Characters that are kept of the beginning of what is printed, and of the end.
LONGEST_PRINTED = 32 * 1024


class Recorder:
    """Stands for a stream: passes on what is written, and keeps the first and the last of it."""

    def __init__(self, stream: "TextIO") -> None:
        self.stream = stream
        self.pieces: list[str] = []
        self.size = 0

    def write(self, text: str) -> int:
        self.pieces.append(text)
        self.size += len(text)
        if self.size > 8 * LONGEST_PRINTED:
            self.pieces = [self.text()]
            self.size = len(self.pieces[0])
        return self.stream.write(text)

    def writelines(self, lines: "Iterable[str]") -> None:
        for line in lines:
            self.write(line)

    def text(self) -> str:
        """Return what is kept."""
        text = "".join(self.pieces)
        if len(text) <= 3 * LONGEST_PRINTED:
            return text
        return f"{text[:LONGEST_PRINTED]}\n{text[-LONGEST_PRINTED:]}"

    def __getattr__(self, name: str) -> "Any":
        return getattr(self.stream, name)
