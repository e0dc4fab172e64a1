"""Which puzzles of a site a selector means, whether a workspace has them or not."""

import re
from typing import TYPE_CHECKING

from puzzle_runner.errors import UsageError

if TYPE_CHECKING:
    from puzzle_runner.sites.site import Site

# How many puzzles one selector may mean.
MOST = 1000
_RANGE = re.compile(r"(.*?)(\d{1,9})-(\d{1,9})")


def members(text: str) -> list[str]:
    """Return the ids that an id, a range or a year means at a site; none if it means something else.

    Raises NoSuchPuzzle for what a site does not have, UsageError for a range that cannot be.
    """
    from puzzle_runner.sites.site import identify, sites

    site, id = identify(text)
    if site.ADDRESS:
        return [id]
    return next((ids for site in sites().values() if site.ADDRESS and (ids := site.members(text))), [])


def numbered(site: "Site", text: str) -> list[str]:
    """Return the ids of a range such as `euler1-50`; none if the site has none of them."""
    found = _RANGE.fullmatch(text)
    if not found or not site.parse(f"{found[1]}{found[2]}"):
        return []
    numbers = between(text, found[2], found[3])
    return [id for number in numbers if (id := site.parse(f"{found[1]}{number}"))]


def between(text: str, first: str, last: str) -> range:
    """Return the numbers of a range. Raises UsageError if there are none, or too many."""
    numbers = range(int(first), int(last) + 1)
    if not numbers:
        raise UsageError(f'The range "{text}" ends before it begins.')
    if len(numbers) > MOST:
        raise UsageError(f'The range "{text}" has {len(numbers)} puzzles: at most {MOST} are taken at once.')
    return numbers
