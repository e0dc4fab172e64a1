"""`puzzles calendar`: a year of a site: the stars there, what is solved here, and how long that took."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
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
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import PASSING, Result, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.registry import chosen
from puzzle_runner.sites.site import PuzzleId, Site
from puzzle_runner.text import clock, columns, count

Year = Annotated[int | None, Argument(metavar="YEAR", help="The year. Default: the latest."), Words.YEAR]


class Day(NamedTuple):
    """A puzzle of a calendar: the account's stars there, and the parts here: written, right and wrong ones.

    `stars` is None without a login. `took` are seconds from the unlocking to the right answer, by part.
    """

    puzzle: PuzzleId
    title: str
    stars: int | None
    written: Sequence[int]
    right: Sequence[int]
    wrong: Sequence[int]
    locked: bool
    took: Mapping[int, float]


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
    code = Exit.RIGHT
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
        code = error.exit
    owner = visit.account if visit else cached.account(None, at.NAME) or cached.shared_account()
    days = _days(workspace, at, year, stars, owner)
    moment = days[-1].puzzle.unlocks
    # People are at work on a puzzle for a day, and more may come.
    is_over = not days[-1].locked and (not moment or guesses.now() - moment >= timedelta(days=1))
    unlocked = sum(not day.locked for day in days)
    label = visit.label if visit and not code else None
    document = {
        "year": year,
        "account": label,
        "state": "over" if is_over else "running",
        "unlocked": unlocked,
        "days": [day._asdict() for day in days],
    }
    state = "stars not known" if code else "not logged in"
    if label:
        state = f"{label}: {sum(stars.values())} of {at.PARTS * len(days)} stars there"
    parts = count(sum(len(day.written) for day in days), "part")
    event = "the event is over" if is_over else f"{unlocked} of {len(days)} days unlocked"
    first = f"{year}  {state}, {parts} written here; {event}"
    room = terminal.room()
    return Report(document, [*terminal.wrapped(first, room, " " * 6), *columns(_table(days), room)], code)


def _days(
    workspace: Workspace, site: Site, year: int, stars: Mapping[int, int], owner: cached.Account
) -> list[Day]:
    """Return the days of a year, also such as only the account or the workspace has."""
    puzzles = {}
    last = max([flow.seen(site, year, owner), *stars])
    for id, path in lookup.paths(workspace).items():
        if id.site is site and id.fields["year"] == year:
            puzzles[id.canonical] = lookup.read(workspace, id, path)
            last = max(last, id.fields["day"])
    with terminal.status("Reading the puzzles ..."):
        results = regression.known(workspace, puzzles.values())
    days = []
    for number, id in flow.ids(site, year, at_least=last).items():
        puzzle = puzzles.get(id)
        title = (puzzle.title if puzzle else "") or lookup.title_of_page(id)
        written, right, wrong = _parts(puzzle, results) if puzzle else ([], [], [])
        took: dict[int, float] = {}
        try:
            took = flow.took(id, owner)
        except Unreadable as error:
            terminal.warn(f"puzzles: {error}")
        days.append(
            Day(
                id,
                title="" if title == id else title,
                stars=stars.get(number, 0) if stars else None,
                written=written,
                right=right,
                wrong=wrong,
                locked=not fetching.is_unlocked(id),
                took=took,
            )
        )
    return days


def _parts(puzzle: Puzzle, results: Mapping[str, Sequence[Result]]) -> tuple[list[int], list[int], list[int]]:
    """Return the parts of a puzzle that are written, those that are right, and those that are wrong."""
    written = sorted({solution.part for solution in puzzle.solutions if solution.written})
    right, wrong = [], []
    for part in written:
        verdicts = {result.verdict for result in results.get(puzzle.id, ()) if result.part == part}
        if verdicts == {Verdict.RIGHT}:
            right.append(part)
        elif verdicts - {*PASSING}:
            wrong.append(part)
    return written, right, wrong


def _table(days: Sequence[Day]) -> list[tuple[str, ...]]:
    """Return the cells of the days: of each part how it stands there and here, and how long it took."""
    headings = {"there": "", "took": ""}
    rows = []
    for day in days:
        there, here = "", "."
        if day.locked:
            there, here = "locked", ""
        elif day.stars is not None:
            there = "*" * day.stars or "."
        if day.written:
            signs = dict.fromkeys(day.written, "*")
            signs |= dict.fromkeys(day.right, "✓")
            signs |= dict.fromkeys(day.wrong, "✗")
            here = "".join(signs.values())
        if there:
            headings["there"] = "there"
        times = ["", ""]
        for part, seconds in day.took.items():
            times[part - 1] = clock(seconds).rjust(8)
            headings["took"] = "took"
        rows.append((f"  {day.puzzle}", there, here, *times, day.title))
    return [("", headings["there"], "here", headings["took"], "", ""), *rows]
