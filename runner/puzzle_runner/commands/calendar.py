"""`puzzles calendar`: a year of Advent of Code: the stars there, and what is solved here."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands import contact
from puzzle_runner.commands.options import Account, Words
from puzzle_runner.errors import UsageError
from puzzle_runner.flows import aoc as aoc_site
from puzzle_runner.flows import aoc_year
from puzzle_runner.flows.fetching import Visit
from puzzle_runner.model import Puzzle
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.site import identify
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


def calendar(year: Which = None, account: Account = None) -> Report:
    """Show a year of Advent of Code: titles, stars, and what is solved here."""
    year = check_year(year)
    where = workspace.find()
    visit = aoc_site.visit(account, contact.of(where))
    days = [*_days(where, visit, year)]
    state = _state(year)
    document: dict[str, Any] = {
        "year": year,
        "account": visit.label,
        "state": state,
        "unlocked": aoc_year.unlocked(year),
        "days": [day._asdict() for day in days],
    }
    return single(document, *_lines(f"{year}  {visit.label}", days, _told(year, state)))


def _days(workspace: Workspace, visit: Visit, year: int) -> Iterator[Day]:
    here = {puzzle.id: puzzle for puzzle in _modules(workspace, year)}
    for number, stars in aoc_year.stars(visit, year).items():
        id = f"{aoc.NAME}{year}d{number}"
        puzzle = here.get(id)
        title = (puzzle.title if puzzle else "") or aoc_year.title(id, visit.account)
        yield Day(id, "" if title == id else title, stars, _written(puzzle))


def _modules(workspace: Workspace, year: int) -> Iterator[Puzzle]:
    """Yield the puzzles of a year that the workspace has, each with its canonical id."""
    for stem, path in lookup.paths(workspace).items():
        kind, id = identify(stem)
        if kind.NAME == aoc.NAME and aoc.date(id)[0] == year:
            yield lookup.read(workspace, stem, path)._replace(id=id)


def _written(puzzle: Puzzle | None) -> tuple[int, ...]:
    """Return the parts that have a solution which is written."""
    solutions = puzzle.solutions if puzzle else ()
    return tuple(sorted({solution.part for solution in solutions if solution.written}))


def _state(year: int) -> str:
    """Return whether the event of a year is over."""
    return "over" if aoc_year.unlocked(year) == aoc.days(year) else "running"


def _told(year: int, state: str) -> str:
    if state == "over":
        return "the event is over"
    return f"{aoc_year.unlocked(year)} of {aoc.days(year)} days are unlocked"


def _lines(heading: str, days: Sequence[Day], told: str) -> list[str]:
    stars, written = sum(day.stars for day in days), sum(len(day.written) for day in days)
    rows = [
        (f"  {day.puzzle}", "*" * day.stars or ".", "*" * len(day.written) or ".", day.title) for day in days
    ]
    return [
        f"{heading}: {stars} of {2 * len(days)} stars there, {count(written, 'part')} written here; {told}",
        *(line.rstrip() for line in columns([("", "there", "here", ""), *rows])),
    ]


def check_year(year: int | None) -> int:
    """Return the year, by default the latest. Raises UsageError if it has no event."""
    if year is None:
        return aoc.latest()
    if year == aoc.latest() + 1:
        raise UsageError(f"The event of {year} has not begun: its first puzzle unlocks on December 1.")
    if not aoc.FIRST_YEAR <= year <= aoc.latest():
        verb = "was no event of" if year < aoc.FIRST_YEAR else "is no event yet of"
        raise UsageError(f"There {verb} {year}: they go from {aoc.FIRST_YEAR} to {aoc.latest()}.")
    return year
