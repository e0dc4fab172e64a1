"""`puzzles calendar`: the stars of a year of Advent of Code."""

import json as json_
from typing import Annotated

import typer

from puzzle_runner.catalog import workspace
from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.commands.options import Account, Json
from puzzle_runner.errors import UsageError
from puzzle_runner.output import terminal
from puzzle_runner.sites.aoc import visit
from puzzle_runner.sites.aoc_year import latest, stars
from puzzle_runner.text import columns

Which = Annotated[
    int | None, typer.Argument(metavar="[YEAR]", help="The year; else the latest.", show_default=False)
]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(calendar)


def calendar(year: Which = None, account: Account = None, json: Json = False) -> None:
    """Show the stars of a year of Advent of Code."""
    year = check_year(year)
    calendar = visit(account, workspace.find().settings.contact)
    found = stars(calendar, year)
    if json:
        days = [{"puzzle": f"aoc{year}d{day}", "stars": count} for day, count in found.items()]
        label = calendar.account.label
        print(json_.dumps({"schema": 1, "year": year, "account": label, "days": days}, indent=2))
        return
    terminal.say(f"{year}  {calendar.account.label}: {sum(found.values())} of {2 * len(found)} stars")
    for line in columns((f"  aoc{year}d{day}", "*" * count or ".") for day, count in found.items()):
        terminal.say(line)


def check_year(year: int | None) -> int:
    """Return the year meant, the latest where none is named. Raises UsageError where it has no event."""
    if year is None:
        return latest()
    if not aoc.FIRST_YEAR <= year <= latest():
        raise UsageError(f"There is no event of {year} yet: they go from {aoc.FIRST_YEAR} to {latest()}.")
    return year
