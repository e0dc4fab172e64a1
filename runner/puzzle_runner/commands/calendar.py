"""`puzzles calendar`: a year of a site: the stars there, what is solved here, and how long that took."""

import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated, NamedTuple

from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import regression
from puzzle_runner.commands.options import Account, SiteName, Words
from puzzle_runner.declare import Argument
from puzzle_runner.errors import Exit, NotLoggedIn, SiteFailed, Unreadable
from puzzle_runner.flows import accounts, fetching, visiting
from puzzle_runner.flows import calendar as flow
from puzzle_runner.inputs import cached, guesses
from puzzle_runner.model import PASSING, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.registry import chosen
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import clock, columns, count

Year = Annotated[int | None, Argument(metavar="YEAR", help="The year. Default: the latest."), Words.YEAR]


class Day(NamedTuple):
    """A puzzle of a calendar: the account's stars there, and the parts here: written, right and wrong ones.

    `stars` is None without a login. `took` are seconds from the unlocking to the right answer, by part.
    """

    puzzle: PuzzleId
    title: str
    stars: int | None
    written: list[int]
    right: list[int]
    wrong: list[int]
    locked: bool
    took: dict[int, float]


ORDER = 170
EXAMPLE = "puzzles calendar 2021"
READS_SESSION = True


def calendar(year: Year = None, account: Account = None, site: SiteName = None) -> Report:
    """Show a year: stars, what is solved here, and how long that took."""
    at = chosen(site, "a calendar")
    workspace = workspaces.find()
    year = flow.check_year(at, year)
    visit = None
    stars: dict[int, int] = {}
    state, code = "not logged in", Exit.RIGHT
    try:
        if account or accounts.has_login(at):
            with terminal.status(f"Asking {at.ADDRESS} ..."):
                visit = visiting.visit(at, account, workspace.settings.contact)
                stars = flow.stars(visit, year)
    except (NotLoggedIn, SiteFailed) as error:
        if account and not visit:
            raise
        # What is here is shown all the same.
        terminal.warn(f"puzzles: {error}")
        state, code = "stars not known", error.exit
    owner = cached.account(None, at.NAME) or cached.shared_account()
    if visit:
        owner = visit.account
    paths = {}
    last = max([flow.seen(at, year, owner), *stars])
    for id, path in lookup.paths(workspace).items():
        paths[id.canonical] = (id, path)
        if id.site is at and id.fields["year"] == year:
            last = max(last, id.fields["day"])
    days = _days(workspace, flow.ids(at, year, at_least=last), paths, stars, owner)
    unlocked = [day for day in days if not day.locked]
    moment = days[-1].puzzle.unlocks
    # People are at work on a puzzle for a day, and more may come.
    is_over = len(unlocked) == len(days) and (not moment or guesses.now() - moment >= timedelta(days=1))
    label = None
    if visit and not code:
        label = visit.label
        state = f"{label}: {sum(stars.values())} of {at.PARTS * len(days)} stars there"
    document = {
        "year": year,
        "account": label,
        "state": "over" if is_over else "running",
        "unlocked": len(unlocked),
        "days": [day._asdict() for day in days],
    }
    parts = count(sum(len(day.written) for day in days), "part")
    event = "the event is over"
    if not is_over:
        event = f"{len(unlocked)} of {len(days)} days unlocked"
    first = f"{year}  {state}, {parts} written here; {event}"
    room = terminal.room(sys.stdout)
    return Report(document, [*terminal.wrapped(first, room, " " * 6), *columns(_table(days), room)], code)


def _days(
    workspace: Workspace,
    ids: Mapping[int, PuzzleId],
    paths: Mapping[PuzzleId, tuple[PuzzleId, Path]],
    stars: Mapping[int, int],
    owner: cached.Account,
) -> list[Day]:
    """Return the days by their ids, with what is known of them here."""
    puzzles = {id: lookup.read(workspace, *paths[id]) for id in ids.values() if id in paths}
    with terminal.status("Reading the puzzles ..."):
        results = regression.known(workspace, puzzles.values())
    days = []
    for number, id in ids.items():
        puzzle = puzzles.get(id)
        title = (puzzle.title if puzzle else "") or lookup.title_of_page(id)
        day = Day(
            id,
            "" if title == id else title,
            stars.get(number, 0) if stars else None,
            [],
            [],
            [],
            not fetching.is_unlocked(id),
            {},
        )
        if puzzle:
            day.written.extend(sorted({solution.part for solution in puzzle.solutions if solution.written}))
            for part in day.written:
                verdicts = {result.verdict for result in results.get(puzzle.id, ()) if result.part == part}
                if verdicts == {Verdict.RIGHT}:
                    day.right.append(part)
                elif verdicts - {*PASSING}:
                    day.wrong.append(part)
        try:
            day.took.update(flow.took(id, owner))
        except Unreadable as error:
            terminal.warn(f"puzzles: {error}")
        days.append(day)
    return days


def _table(days: Sequence[Day]) -> list[tuple[str, ...]]:
    """Return the cells of the days: of each part how it stands there and here, and how long it took."""
    there_heading = took_heading = ""
    rows = []
    for day in days:
        there = ""
        if day.locked:
            there = "locked"
        elif day.stars is not None:
            there = "*" * day.stars or "."
        here = "" if day.locked else "."
        if day.written:
            signs = dict.fromkeys(day.written, "*")
            signs |= dict.fromkeys(day.right, "✓")
            signs |= dict.fromkeys(day.wrong, "✗")
            here = "".join(signs.values())
        took = {part: clock(seconds).rjust(8) for part, seconds in day.took.items()}
        if there:
            there_heading = "there"
        if took:
            took_heading = "took"
        rows.append((f"  {day.puzzle}", there, here, took.get(1, ""), took.get(2, ""), day.title))
    return [("", there_heading, "here", took_heading, "", ""), *rows]
