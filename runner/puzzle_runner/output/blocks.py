"""Blocks of the user's README, each between two markers, that are rewritten while all else stays."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.storage import atomic


class Markers(NamedTuple):
    """The comments around a block, by what it holds."""

    name: str

    @property
    def begin(self) -> str:
        """The line before the block."""
        return f"<!-- {self.name}:begin -->"

    @property
    def end(self) -> str:
        """The line after it."""
        return f"<!-- {self.name}:end -->"

    def updated(self, document: str, block: Sequence[str], path: Path) -> str:
        """Return a text with the lines between the two markers replaced, and nothing else.

        Raises UsageError where the markers are not there, once each, on lines of their own.
        """
        lines = document.splitlines(keepends=True)
        places = [
            [number for number, line in enumerate(lines) if line.strip() == marker]
            for marker in (self.begin, self.end)
        ]
        match places:
            case [begin], [end] if begin < end:
                newline = "\r\n" if lines[begin].endswith("\r\n") else "\n"
                body = [f"{line}{newline}" for line in ("", *block, "")]
                return "".join([*lines[: begin + 1], *body, *lines[end:]])
        raise UsageError(
            f"{path} has no place for the {self.name}: write {self.begin} and below it {self.end}, "
            "each once and on a line of its own."
        )

    def update(self, path: Path, block: Sequence[str]) -> bool:
        """Rewrite the block of a file; tell whether it changed.

        Raises Unreadable, UsageError, StoreFailed.
        """
        try:
            before = files.read(path, files.TABLES).decode()
        except (OSError, UnicodeDecodeError) as error:
            raise Unreadable(f"{path} cannot be updated: {reason(error)}.") from error
        after = self.updated(before, block, path)
        if after != before:
            atomic.write(path, after.encode())
        return after != before
