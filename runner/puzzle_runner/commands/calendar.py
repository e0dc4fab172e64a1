"""`puzzles calendar`: the stars of a year of Advent of Code."""

from typing import Annotated

import typer

from puzzle_runner.catalog import workspace
from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.commands import contact
from puzzle_runner.commands.options import Account
from puzzle_runner.errors import UsageError
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.sites import aoc as aoc_site
from puzzle_runner.sites import aoc_year
from puzzle_runner.text import columns

Which = Annotated[
    int | None, typer.Argument(metavar="[YEAR]", help="The year; else the latest.", show_default=False)
]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(calendar))


def calendar(year: Which = None, account: Account = None) -> Report[None]:
    """Show the stars of a year of Advent of Code."""
    year = check_year(year)
    visit = aoc_site.visit(account, contact.of(workspace.find()))
    stars = aoc_year.stars(visit, year)
    days = [{"puzzle": f"aoc{year}d{day}", "stars": count} for day, count in stars.items()]
    return single(
        {"year": year, "account": visit.label, "days": days},
        f"{year}  {visit.label}: {sum(stars.values())} of {2 * len(stars)} stars",
        *columns((f"  aoc{year}d{day}", "*" * count or ".") for day, count in stars.items()),
    )


def check_year(year: int | None) -> int:
    """Return the year, by default the latest. Raises UsageError if it has no event."""
    if year is None:
        return aoc.latest()
    if not aoc.FIRST_YEAR <= year <= aoc.latest():
        raise UsageError(f"There is no event of {year} yet: they go from {aoc.FIRST_YEAR} to {aoc.latest()}.")
    return year
