"""The table of sites, and which of them an id belongs to."""

import os
import re
from functools import cache
from importlib import import_module
from typing import Literal

from puzzle_runner import settings
from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.sites.site import SITE, PuzzleId, Site

OWN = SITE
# The first site is meant where none is named: its accounts, its calendar, a year and a day. Folders that are
# not named here come after these.
ORDER = ["aoc", "euler", "everybody_codes", "topcoder"]
_HERE = os.path.dirname(__file__)
for _name in sorted(os.listdir(_HERE)):
    if _name not in ORDER and os.path.isfile(os.path.join(_HERE, _name, "site.py")):
        ORDER.append(_name)


@cache
def _load(folder: str) -> Site:
    site: Site = import_module(f"puzzle_runner.sites.{folder}.site").SITE
    return site


def sites() -> dict[str, Site]:
    """Return all sites by name, last the user's own puzzles, which have none."""
    return {site.NAME: site for site in (*map(_load, ORDER), OWN)}


def login_variables() -> set[str]:
    """Return the names of the environment variables that may have a session of a site."""
    names = set()
    for site in sites().values():
        if site.PERSONAL:
            names.update([site.SESSION_VARIABLE, *site.OTHER_VARIABLES])
    return names


# A command asks again and again for the same puzzles.
@cache
def identify(text: str) -> PuzzleId:
    """Return the id that was typed, or that is the stem of a file. It is asked for where that happens."""
    lower = text.lower()
    # The site that a text begins with comes first, so that the others need not be loaded.
    for folder in sorted(ORDER, key=lambda folder: not lower.startswith(folder)):
        site = _load(folder)
        canonical = site.parse(text)
        if canonical:
            return PuzzleId(text, site, canonical)
    return PuzzleId(text, OWN)


def check_exists(text: str) -> None:
    """Raise NoSuchPuzzle for a text that is spelled like an id of a site, and means no puzzle there."""
    for site in sites().values():
        if reason := site.missing(text):
            raise NoSuchPuzzle(reason)


def members(text: str, *, with_own: bool = False) -> list[PuzzleId]:
    """Return the ids that an id, a range or a year means, whether they are here or not; else none.

    These are ids of sites with an address, or of one's own puzzles and all others as well.
    Raises NoSuchPuzzle for what a site does not have, UsageError for a range that cannot be.
    """
    id = identify(text)
    if id.site.ADDRESS:
        return [id.canonical]
    check_exists(text)
    for site in sites().values():
        if site.ADDRESS or with_own:
            ids = [PuzzleId(id, site) for id in site.members(text)]
            if ids:
                return ids
    return []


def id_of(**fields: int) -> str:
    """Return the id that fields such as year, day and number mean; an empty text if no site has it."""
    for site in sites().values():
        id = site.id_of(fields)
        if id:
            return id
    return ""


def address(site: Site) -> str:
    """Return the address of a site without a final slash, which `PUZZLES_<NAME>_URL` can change."""
    return settings.site(f"PUZZLES_{site.NAME.upper()}_URL", site.ADDRESS)


def api(site: Site) -> str:
    """Return the address that gets the requests with a login, which `PUZZLES_<NAME>_API_URL` can change."""
    return settings.site(f"PUZZLES_{site.NAME.upper()}_API_URL", site.API or address(site))


def site_named(name: str) -> Site | None:
    """Return the site of a name, or of a title as in `advent-of-code`; None if there is none."""
    for site in sites().values():
        if name.lower() in (site.NAME, site.TITLE.lower().replace(" ", "-")):
            return site
    return None


def how_to_name(stem: str) -> str:
    """Return what to do if a file tells a day and no year, as a sentence; an empty text for other names."""
    day = re.fullmatch(r"(?:day|d|dec|december)?[-_ ]?0*([1-9]\d?)", stem, re.IGNORECASE)
    if not day:
        return ""
    return (
        f"It is not known which year {stem} is of: call it {id_of(year=2021, day=int(day[1]))}, put it into "
        "a folder such as 2021, write the link of its page into its docstring, or set year in "
        "[[tool.puzzles.layout]]."
    )


def chosen(name: str | None, having: Literal["accounts", "a calendar", "leaderboards"]) -> Site:
    """Return the site of a name or a title, by default the first that has something. Raises UsageError."""
    suitable = []
    for site in sites().values():
        has = {"accounts": site.PERSONAL, "a calendar": site.years(), "leaderboards": site.BOARDS}
        if has[having]:
            suitable.append(site)
    if name is None:
        return suitable[0]
    named = site_named(name)
    if named not in suitable or not named:
        names = ", ".join(site.NAME for site in suitable)
        raise UsageError(f'There is no site "{name}" with {having}. There is: {names}.')
    return named
