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
from puzzle_runner.text import columns, count, since_unlock

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
ALSO = {"status": "calendar", "stars": "calendar"}
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
    owner = visit.account if visit else cached.account(None, at.NAME) or cached.shared_account()
    paths = {id.canonical: (id, path) for id, path in lookup.paths(workspace).items()}
    here = [id.fields["day"] for id in paths if id.site is at and id.fields["year"] == year]
    ids = flow.ids(at, year, at_least=max([flow.seen(at, year, owner), *stars, *here]))
    days = _days(workspace, ids, paths, stars, owner)
    unlocked = len([day for day in days if not day.locked])
    # People are at work on a puzzle for a day, and more may come.
    last = days[-1].puzzle.unlocks
    is_over = unlocked == len(days) and not (last and guesses.now() - last < timedelta(days=1))
    label = visit.label if visit and not code else None
    if label:
        state = f"{label}: {sum(stars.values())} of {at.PARTS * len(days)} stars there"
    document = {
        "year": year,
        "account": label,
        "state": "over" if is_over else "running",
        "unlocked": unlocked,
        "days": [day._asdict() for day in days],
    }
    written, wrong = sum(len(day.written) for day in days), sum(len(day.wrong) for day in days)
    parts = f"{count(written, 'part')} written here" + (f", {wrong} wrong" if wrong else "")
    event = "the event is over" if is_over else f"{unlocked} of {len(days)} days unlocked"
    first = terminal.wrapped(f"{year}  {state}, {parts}; {event}", terminal.room(sys.stdout), " " * 6)
    return Report(document, [*first, *_table(days)], code)


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


def _table(days: Sequence[Day]) -> list[str]:
    """Return the lines of the days: of each part how it stands there and here, and how long it took."""
    rows = []
    for day in days:
        signs = dict.fromkeys(day.written, "*")
        signs |= dict.fromkeys(day.right, "✓") | dict.fromkeys(day.wrong, "✗")
        here = "".join(signs.values())
        there = ""
        if day.locked:
            there = "locked"
        elif day.stars is not None:
            there = "*" * day.stars or "."
        took = [since_unlock(day.took[part]).rjust(8) if part in day.took else "" for part in (1, 2)]
        rows.append((f"  {day.puzzle}", there, here or ("" if day.locked else "."), *took, day.title))
    heading = ("", "there" if any(row[1] for row in rows) else "", "here")
    took_heading = "took" if any(day.took for day in days) else ""
    return columns([(*heading, took_heading, "", ""), *rows], terminal.room(sys.stdout))
