"""The leaderboard in the user's README, which is rewritten between two markers while all else stays."""

from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.storage import atomic

# What stands around it.
BEGIN, END = "<!-- leaderboard:begin -->", "<!-- leaderboard:end -->"


def update(path: Path, block: str) -> bool:
    """Rewrite the block of a file; tell whether it changed.

    Raises Unreadable, StoreFailed, or UsageError if the two markers are not there, once each.
    """
    try:
        before = files.read(path, files.TABLES).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} cannot be updated: {reason(error)}.") from error
    head, _, rest = before.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end or before.count(BEGIN) > 1 or before.count(END) > 1:
        raise UsageError(
            f"{path} has no place for the leaderboard: write {BEGIN} and below it {END}, each once."
        )
    inside = f"\n\n{block}\n\n"
    if "\r\n" in before:
        inside = inside.replace("\n", "\r\n")
    after = f"{head}{BEGIN}{inside}{END}{tail}"
    if after != before:
        atomic.write(path, after.encode())
    return after != before
