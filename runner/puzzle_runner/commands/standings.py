"""`puzzles standings`: a private leaderboard of a site."""

from enum import StrEnum
from typing import Annotated

from puzzle_runner.catalog import workspaces
from puzzle_runner.commands.options import Account, SiteName, Words
from puzzle_runner.declare import Argument, Option
from puzzle_runner.errors import UsageError
from puzzle_runner.flows import standings as boards
from puzzle_runner.flows.calendar import check_year
from puzzle_runner.flows.visiting import public_visit, visit
from puzzle_runner.output import standings as output
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.registry import chosen
from puzzle_runner.sites.values import Link

Number = Annotated[
    str | None, Argument(metavar="ID", help="The leaderboard's number or read-only link. Default: your own.")
]
Year = Annotated[int | None, Option(metavar="Y", help="The year. Default: the latest."), Words.YEAR]
Day = Annotated[int | None, Option(metavar="D", min=1, help="Only this day.")]
By = StrEnum("By", ["score", "stars", "part1", "delta", "part2"])
ByOption = Annotated[By, Option("--by", help="What to rank by.")]

ORDER = 430
EXAMPLE = "puzzles standings --year 2021"
READS_SESSION = True


def standings(
    board: Number = None,
    year: Year = None,
    day: Day = None,
    by: ByOption = By.score,
    account: Account = None,
    site: SiteName = None,
) -> Report:
    """Show a private leaderboard. It is fetched at most every 15 minutes."""
    at = chosen(site, "leaderboards")
    link = None
    if board is not None:
        link = boards.link(at, board)
        year = year or link.year
    year = check_year(at, year)
    contact = workspaces.find().settings.contact
    with terminal.status(f"Asking {at.ADDRESS} ..."):
        visited = public_visit(at, contact) if link and link.key else visit(at, account, contact)
        link = link or Link(visited.account.user)
        known = boards.standings(visited, year, link)
    if known.problem:
        terminal.warn(known.problem)
    if day and day > known.board.days:
        raise UsageError(f"{known.board.year} has {known.board.days} days: there is no day {day}.")
    return output.report(known, by, day, terminal.room())
