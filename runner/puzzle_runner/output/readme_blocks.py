"""Blocks of the user's README, each between two markers, that are rewritten while all else stays."""

from collections.abc import Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.storage import atomic


def markers(name: str) -> tuple[str, str]:
    """Return the lines around a block, by what it holds."""
    return f"<!-- {name}:begin -->", f"<!-- {name}:end -->"


def updated(document: str, name: str, block: Sequence[str], path: Path) -> str:
    """Return a text with the lines between the two markers replaced, and nothing else.

    Raises UsageError where the markers are not there, once each, on lines of their own.
    """
    lines = document.splitlines(keepends=True)
    around = markers(name)
    places = [[number for number, line in enumerate(lines) if line.strip() == marker] for marker in around]
    match places:
        case [begin], [end] if begin < end:
            newline = "\r\n" if lines[begin].endswith("\r\n") else "\n"
            body = [f"{line}{newline}" for line in ("", *block, "")]
            return "".join([*lines[: begin + 1], *body, *lines[end:]])
    raise UsageError(
        f"{path} has no place for the {name}: write {around[0]} and below it {around[1]}, "
        "each once and on a line of its own."
    )


def update(path: Path, name: str, block: Sequence[str]) -> bool:
    """Rewrite the block of a file; tell whether it changed.

    Raises Unreadable, UsageError, StoreFailed.
    """
    try:
        before = files.read(path, files.TABLES).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} cannot be updated: {reason(error)}.") from error
    after = updated(before, name, block, path)
    if after != before:
        atomic.write(path, after.encode())
    return after != before
