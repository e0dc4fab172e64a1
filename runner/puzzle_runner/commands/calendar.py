"""`puzzles calendar`: a year of a site: the stars there, and what is solved here."""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands import contact
from puzzle_runner.commands.options import Account, SiteName, Words
from puzzle_runner.flows import calendar as flow
from puzzle_runner.flows import fetching
from puzzle_runner.flows.fetching import Visit
from puzzle_runner.model import Puzzle
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


ORDER = 170
READS_SESSION = True


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(calendar))


def calendar(year: Which = None, account: Account = None, site: SiteName = None) -> Report:
    """Show a year of Advent of Code: titles, stars, and what is solved here."""
    at = chosen(site, "a calendar")
    year = flow.check_year(at, year)
    where = workspace.find()
    seen = fetching.visit(at, account, contact.of(where))
    days = [*_days(where, seen, year)]
    unlocked = len(fetching.unlocked(at, [day.puzzle for day in days]))
    is_over = unlocked == len(days)
    document: dict[str, Any] = {
        "year": year,
        "account": seen.label,
        "state": "over" if is_over else "running",
        "unlocked": unlocked,
        "days": [day._asdict() for day in days],
    }
    stars, written = sum(day.stars for day in days), sum(len(day.written) for day in days)
    told = "the event is over" if is_over else f"{unlocked} of {len(days)} days are unlocked"
    heading = f"{year}  {seen.label}: {stars} of {at.PARTS * len(days)} stars there"
    rows = [
        (f"  {day.puzzle}", "*" * day.stars or ".", "*" * len(day.written) or ".", day.title) for day in days
    ]
    first = f"{heading}, {count(written, 'part')} written here; {told}"
    return Report(document, [first, *columns([("", "there", "here", ""), *rows])])


def _days(workspace: Workspace, visit: Visit, year: int) -> Iterator[Day]:
    ids = flow.ids(visit.site, year)
    here: dict[str, Puzzle] = {}
    for stem, path in lookup.paths(workspace).items():
        _, id = identify(stem)
        if id in ids.values():
            here[id] = lookup.read(workspace, stem, path)
    for number, stars in flow.stars(visit, year).items():
        id = ids[number]
        puzzle = here.get(id)
        title = (puzzle.title if puzzle else "") or flow.title(visit.site, id, visit.account)
        solutions = puzzle.solutions if puzzle else ()
        written = tuple(sorted({solution.part for solution in solutions if solution.written}))
        yield Day(id, "" if title == id else title, stars, written)
