"""The puzzles of a site that a selector means, whether a workspace has them or not."""

from puzzle_runner.errors import UsageError
from puzzle_runner.sites.site import identify, sites

# The most puzzles that one selector may mean.
MOST = 1000


def members(text: str) -> list[str]:
    """Return the ids that an id, a range or a year means at a site; none if it means something else.

    Raises NoSuchPuzzle for what a site does not have, UsageError for a range that cannot be.
    """
    site, id = identify(text)
    if site.ADDRESS:
        return [id]
    return next((ids for site in sites().values() if site.ADDRESS and (ids := site.members(text))), [])


def between(text: str, first: str, last: str) -> range:
    """Return the numbers of a range. Raises UsageError if there are none, or too many."""
    numbers = range(int(first), int(last) + 1)
    if not numbers:
        raise UsageError(f'The range "{text}" ends before it begins.')
    if len(numbers) > MOST:
        raise UsageError(f'The range "{text}" has {len(numbers)} puzzles: at most {MOST} are taken at once.')
    return numbers
