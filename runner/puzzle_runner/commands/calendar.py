"""`puzzles calendar`: a year of a site: the stars there, and what is solved here."""

from typing import Annotated, Any, NamedTuple

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.commands.options import Account, SiteName, Words
from puzzle_runner.flows import calendar as flow
from puzzle_runner.flows import fetching
from puzzle_runner.output.render import Report, shown
from puzzle_runner.sites.site import chosen, identify
from puzzle_runner.text import columns, count

Which = Annotated[
    int | None,
    typer.Argument(metavar="[YEAR]", help="The year. Default: the latest.", show_default=False),
    Words.YEAR,
]


class Day(NamedTuple):
    """A day of a year: the stars that the account has there, and the parts that are written here."""

    puzzle: str
    title: str
    stars: int
    written: tuple[int, ...]


ORDER = 70
ALSO = {"status": "calendar", "stars": "calendar"}
READS_SESSION = True


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(calendar))


def calendar(year: Which = None, account: Account = None, site: SiteName = None) -> Report:
    """Show a year of Advent of Code: titles, stars, and what is solved here."""
    at = chosen(site, "a calendar")
    year = flow.check_year(at, year)
    where = workspace.find()
    seen = fetching.visit(at, account, where.settings.contact)
    ids = flow.ids(at, year)
    paths = {identify(stem)[1]: (stem, path) for stem, path in lookup.paths(where).items()}
    days = []
    for number, stars in flow.stars(seen, year).items():
        id = ids[number]
        puzzle = lookup.read(where, *paths[id]) if id in paths else None
        title = (puzzle.title if puzzle else "") or flow.title(at, id, seen.account)
        solutions = puzzle.solutions if puzzle else ()
        written = tuple(sorted({solution.part for solution in solutions if solution.written}))
        days.append(Day(id, "" if title == id else title, stars, written))
    unlocked = len(fetching.unlocked(at, [day.puzzle for day in days]))
    is_over = unlocked == len(days)
    document: dict[str, Any] = {
        "year": year,
        "account": seen.label,
        "state": "over" if is_over else "running",
        "unlocked": unlocked,
        "days": [day._asdict() for day in days],
    }
    there, here = sum(day.stars for day in days), sum(len(day.written) for day in days)
    told = "the event is over" if is_over else f"{unlocked} of {len(days)} days are unlocked"
    heading = f"{year}  {seen.label}: {there} of {at.PARTS * len(days)} stars there"
    rows = [
        (f"  {day.puzzle}", "*" * day.stars or ".", "*" * len(day.written) or ".", day.title) for day in days
    ]
    first = f"{heading}, {count(here, 'part')} written here; {told}"
    return Report(document, [first, *columns([("", "there", "here", ""), *rows])])
