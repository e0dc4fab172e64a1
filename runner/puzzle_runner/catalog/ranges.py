"""Which puzzles of a site a selector means, whether a workspace has them or not."""

import re

from puzzle_runner.catalog.aliases import of_day
from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.site import identify

# How many puzzles one selector may mean.
MOST = 1000
_YEARS = re.compile(r"(?:aoc)?(\d{4})(?:-(\d{4}))?", re.IGNORECASE)
_DAYS = re.compile(r"(?:aoc)?(\d{4})(?:d|/)(\d{1,2})(?:-(\d{1,2}))?", re.IGNORECASE)
_RANGE = re.compile(r"(.*?)(\d{1,9})-(\d{1,9})")


def members(text: str) -> list[str]:
    """Return the ids that an id, a range or a year means at a site; none if it means something else.

    Raises NoSuchPuzzle for a year or a day that there is not, UsageError for a range that cannot be.
    """
    kind, id = identify(text)
    if kind.SITE:
        return [id]
    if years := _YEARS.fullmatch(text):
        numbers = _between(text, years[1], years[2] or years[1])
        return [f"{aoc.NAME}{year}d{day}" for year in numbers for day in _days(year)]
    if days := _DAYS.fullmatch(text):
        return [of_day(int(days[1]), day) for day in _between(text, days[2], days[3] or days[2])]
    if found := _RANGE.fullmatch(text):
        return _numbered(found)
    return []


def _numbered(found: re.Match[str]) -> list[str]:
    """Return the ids of a range such as `euler1-50`; none if no site has them."""
    head, first, last = found.groups()
    if not identify(f"{head}{first}")[0].SITE:
        return []
    return [identify(f"{head}{number}")[1] for number in _between(found[0], first, last)]


def _between(text: str, first: str, last: str) -> range:
    numbers = range(int(first), int(last) + 1)
    if not numbers:
        raise UsageError(f'The range "{text}" ends before it begins.')
    if len(numbers) > MOST:
        raise UsageError(f'The range "{text}" has {len(numbers)} puzzles: at most {MOST} are taken at once.')
    return numbers


def _days(year: int) -> range:
    """Return the days of an event. Raises NoSuchPuzzle if there is none in a year."""
    if not aoc.FIRST_YEAR <= year <= aoc.latest():
        raise NoSuchPuzzle(
            f"There is no event of {year} yet: they go from {aoc.FIRST_YEAR} to {aoc.latest()}."
        )
    return range(1, aoc.days(year) + 1)
