"""`puzzles calendar`: a year of a site: the stars there, what is solved here, and how long that took."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated, NamedTuple

from puzzle_runner import declare
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import regression
from puzzle_runner.commands.options import Account, SiteName, Words
from puzzle_runner.errors import Exit, NotLoggedIn, SiteFailed, Unreadable
from puzzle_runner.flows import accounts, fetching, visiting
from puzzle_runner.flows import calendar as flow
from puzzle_runner.inputs import cached, guesses
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import PASSING, Result, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.registry import chosen
from puzzle_runner.sites.site import PuzzleId, Site
from puzzle_runner.text import columns, count, since_unlock

Year = Annotated[
    int | None, declare.Argument(metavar="YEAR", help="The year. Default: the latest."), Words.YEAR
]


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


# The id and the path of each puzzle of the workspace, by its canonical id.
Paths = Mapping[PuzzleId, tuple[PuzzleId, Path]]

ORDER = 170
EXAMPLE = "puzzles calendar 2021"
ALSO = {"status": "calendar", "stars": "calendar"}
READS_SESSION = True


def calendar(year: Year = None, account: Account = None, site: SiteName = None) -> Report:
    """Show a year: stars, what is solved here, and how long that took."""
    at = chosen(site, "a calendar")
    workspace = workspaces.find()
    paths = {id.canonical: (id, path) for id, path in lookup.paths(workspace).items()}
    year = flow.check_year(at, year)
    visit = None
    owner = cached.account(None, at.NAME) or cached.shared_account()
    stars: Mapping[int, int | None] = {}
    state, code = "not logged in", Exit.RIGHT
    try:
        if account or accounts.has_login(at):
            with terminal.status(f"Asking {at.ADDRESS} ..."):
                visit = visiting.visit(at, account, workspace.settings.contact)
                owner, stars = visit.account, flow.stars(visit, year)
    except (NotLoggedIn, SiteFailed) as error:
        if account and not visit:
            raise
        # What is here is shown all the same.
        terminal.warn(f"puzzles: {error}")
        state, code = "stars not known", error.exit
    if not stars:
        stars = dict.fromkeys(flow.ids(at, year, at_least=_last_day(at, year, owner, paths)))
    ids = flow.ids(at, year, at_least=max(stars))
    days = _days(workspace, {ids[day]: number for day, number in stars.items()}, paths, owner)
    unlocked = len([day for day in days if not day.locked])
    is_over = unlocked == len(days) and not _is_new(days[-1].puzzle)
    label = None
    if visit and not code:
        label = visit.label
        state = f"{label}: {sum(day.stars or 0 for day in days)} of {at.PARTS * len(days)} stars there"
    document = {
        "year": year,
        "account": label,
        "state": "over" if is_over else "running",
        "unlocked": unlocked,
        "days": [day._asdict() for day in days],
    }
    event = "the event is over" if is_over else f"{unlocked} of {len(days)} days unlocked"
    first = f"{year}  {state}, {_parts(days)}; {event}"
    lines = [*terminal.wrapped(first, terminal.room(sys.stdout), " " * 6), *_table(days)]
    return Report(document, lines, code)


def _last_day(site: Site, year: int, owner: cached.Account, paths: Paths) -> int:
    """Return the last day of a year that a calendar had when it was last fetched, or that is here."""
    last = flow.seen(site, year, owner)
    for id in paths:
        if id.site is site and id.fields["year"] == year:
            last = max(last, id.fields["day"])
    return last


def _is_new(id: PuzzleId) -> bool:
    """Tell whether a puzzle has been unlocked for less than a day: people are at work, and more may come."""
    return id.unlocks is not None and guesses.now() - id.unlocks < timedelta(days=1)


def _days(
    workspace: Workspace, stars: Mapping[PuzzleId, int | None], paths: Paths, owner: cached.Account
) -> list[Day]:
    """Return the days by their ids, with what is known of them here."""
    puzzles = {id: lookup.read(workspace, *paths[id]) for id in stars if id in paths}
    with terminal.status("Reading the puzzles ..."):
        results = regression.known(workspace, puzzles.values())
    days = []
    for id, number in stars.items():
        puzzle = puzzles.get(id)
        title = (puzzle.title if puzzle else "") or lookup.title_of_page(id)
        is_locked = not fetching.is_unlocked(id)
        day = Day(id, "" if title == id else title, number, [], [], [], is_locked, {})
        if puzzle:
            _fill_in(day, puzzle, results.get(puzzle.id, ()))
        try:
            day.took.update(flow.took(id, owner))
        except Unreadable as error:
            terminal.warn(f"puzzles: {error}")
        days.append(day)
    return days


def _fill_in(day: Day, puzzle: Puzzle, results: Iterable[Result]) -> None:
    """Add the parts of a puzzle to its day. A part without a result is neither right nor wrong."""
    day.written.extend(sorted({solution.part for solution in puzzle.solutions if solution.written}))
    for part in day.written:
        verdicts = {result.verdict for result in results if result.part == part}
        if verdicts == {Verdict.RIGHT}:
            day.right.append(part)
        elif verdicts - {*PASSING}:
            day.wrong.append(part)


def _parts(days: Sequence[Day]) -> str:
    """Return how many parts are written, and how many of them are wrong."""
    written = sum(len(day.written) for day in days)
    wrong = sum(len(day.wrong) for day in days)
    text = f"{count(written, 'part')} written here"
    return f"{text}, {wrong} wrong" if wrong else text


def _table(days: Sequence[Day]) -> list[str]:
    """Return the lines of the days: of each part how it stands there and here, and how long it took."""
    rows = [
        (f"  {day.puzzle}", _there(day), _here(day), _took(day, 1), _took(day, 2), day.title) for day in days
    ]
    there = "there" if any(row[1] for row in rows) else ""
    took = "took" if any(day.took for day in days) else ""
    heading = ("", there, "here", took, "", "")
    return columns([heading, *rows], terminal.room(sys.stdout))


def _there(day: Day) -> str:
    """Return a star for each that the account has, or a dot for none."""
    if day.locked:
        return "locked"
    if day.stars is None:
        return ""
    return "*" * day.stars or "."


def _here(day: Day) -> str:
    """Return a sign for each part that is written, or a dot for none."""
    if day.locked and not day.written:
        return ""
    signs = dict.fromkeys(day.written, "*") | dict.fromkeys(day.right, "✓") | dict.fromkeys(day.wrong, "✗")
    return "".join(signs.values()) or "."


def _took(day: Day, part: int) -> str:
    return since_unlock(day.took[part]).rjust(8) if part in day.took else ""
