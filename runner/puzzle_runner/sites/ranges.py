"""Ranges of numbers in a selector, such as `1-5`."""

from puzzle_runner.errors import UsageError

# The most puzzles that one selector may mean.
MOST = 1000


def between(text: str, first: str, last: str) -> range:
    """Return the numbers of a range. Raises UsageError if there are none, or too many."""
    numbers = range(int(first), int(last) + 1)
    if not numbers:
        raise UsageError(f'The range "{text}" ends before it begins.')
    if len(numbers) > MOST:
        raise UsageError(f'The range "{text}" has {len(numbers)} puzzles: at most {MOST} are taken at once.')
    return numbers
