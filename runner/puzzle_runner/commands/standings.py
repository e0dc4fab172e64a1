"""`puzzles standings`: a private leaderboard of Advent of Code."""

from typing import Annotated

import typer

from puzzle_runner.catalog import workspace
from puzzle_runner.commands.calendar import check_year
from puzzle_runner.commands.options import Account
from puzzle_runner.errors import UsageError
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.sites.aoc import visit
from puzzle_runner.sites.aoc_year import Member
from puzzle_runner.sites.aoc_year import standings as ask
from puzzle_runner.text import columns, printable

Board = Annotated[
    str | None,
    typer.Argument(metavar="[BOARD]", help="The leaderboard's number; else your own.", show_default=False),
]
Year = Annotated[int | None, typer.Option("--year", metavar="Y", help="The year; else the latest.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(standings))


def standings(
    board: Board = None,
    year: Year = None,
    account: Account = None,
) -> Report[None]:
    """Show a private leaderboard of Advent of Code, asked for at most every 15 minutes."""
    year = check_year(year)
    if board is not None and not (board.isascii() and board.isdecimal()):
        raise UsageError(
            f'"{board}" is no leaderboard: it has a number, the digits before the dash of its code.'
        )
    seen = visit(account, workspace.find().settings.contact)
    board = board or seen.account.user
    members = ask(seen, year, board)
    rows = [member._asdict() for member in members]
    lines = columns(_row(rank, member) for rank, member in enumerate(members, start=1))
    return single({"year": year, "leaderboard": board, "members": rows}, *lines)


def _row(rank: int, member: Member) -> tuple[str, str, str, str]:
    name = printable(member.name)
    return f"{rank}.".rjust(4), str(member.score).rjust(6), f"{member.stars}*".rjust(4), name
