"""The leaderboard in the user's README, which is rewritten between two markers while all else stays."""

from collections.abc import Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.storage import atomic

# The lines around it.
BEGIN, END = "<!-- leaderboard:begin -->", "<!-- leaderboard:end -->"


def updated(document: str, block: Sequence[str], path: Path) -> str:
    """Return a text with the lines between the two markers replaced, and nothing else.

    Raises UsageError where the markers are not there, once each, on lines of their own.
    """
    lines = document.splitlines(keepends=True)
    stripped = [line.strip() for line in lines]
    if stripped.count(BEGIN) == stripped.count(END) == 1:
        begin, end = stripped.index(BEGIN), stripped.index(END)
        if begin < end:
            newline = "\r\n" if lines[begin].endswith("\r\n") else "\n"
            body = [f"{line}{newline}" for line in ("", *block, "")]
            return "".join([*lines[: begin + 1], *body, *lines[end:]])
    raise UsageError(
        f"{path} has no place for the leaderboard: write {BEGIN} and below it {END}, "
        "each once and on a line of its own."
    )


def update(path: Path, block: Sequence[str]) -> bool:
    """Rewrite the block of a file; tell whether it changed.

    Raises Unreadable, UsageError, StoreFailed.
    """
    try:
        before = files.read(path, files.TABLES).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} cannot be updated: {reason(error)}.") from error
    after = updated(before, block, path)
    if after != before:
        atomic.write(path, after.encode())
    return after != before
