"""`puzzles calendar`: a year of a site: the stars there, what is solved here, and how long that took."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Annotated, Any

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
from puzzle_runner.sites.site import Site
from puzzle_runner.text import clock, columns, count

Year = Annotated[int | None, Argument(metavar="YEAR", help="The year. Default: the latest."), Words.YEAR]

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
    # People are at work on the last puzzle for a day, and more may come.
    is_over = not days[-1]["locked"]
    last_unlock = days[-1]["puzzle"].unlocks
    if last_unlock:
        is_over = guesses.now() >= last_unlock + timedelta(days=1)
    unlocked = written = 0
    for day in days:
        unlocked += not day["locked"]
        written += len(day["written"])
    event = f"{unlocked} of {len(days)} days unlocked"
    if is_over:
        event = "the event is over"
    label = None
    state = "stars not known" if code else "not logged in"
    if visit and not code:
        label = visit.label
        state = f"{label}: {sum(stars.values())} of {at.PARTS * len(days)} stars there"
    document = {
        "year": year,
        "account": label,
        "state": "over" if is_over else "running",
        "unlocked": unlocked,
        "days": days,
    }
    heading = f"{year}  {state}, {count(written, 'part')} written here; {event}"
    room = terminal.room()
    lines = terminal.wrapped(heading, room, " " * 6)
    lines += columns(_table(days), room)
    return Report(document, lines, code)


def _days(
    workspace: Workspace, site: Site, year: int, stars: Mapping[int, int], owner: cached.Account
) -> list[dict[str, Any]]:
    """Return the days of a year as JSON has them, also such as only the account or the workspace has.

    `stars` is null without a login. `took` are seconds from the unlocking to the right answer, by part.
    """
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
        day: dict[str, Any] = {
            "puzzle": id,
            "title": "" if title == id else title,
            "stars": stars.get(number, 0) if stars else None,
            **_parts(puzzle, results),
            "locked": not fetching.is_unlocked(id),
            "took": {},
        }
        try:
            day["took"] = flow.took(id, owner)
        except Unreadable as error:
            terminal.warn(f"puzzles: {error}")
        days.append(day)
    return days


def _parts(puzzle: Puzzle | None, results: Mapping[str, Sequence[Result]]) -> dict[str, list[int]]:
    """Return the parts of a puzzle that are written, those that are right, and those that are wrong."""
    parts: dict[str, list[int]] = {"written": [], "right": [], "wrong": []}
    if not puzzle:
        return parts
    verdicts: dict[int, set[Verdict]] = {}
    for solution in puzzle.solutions:
        if solution.written:
            verdicts[solution.part] = set()
    for result in results.get(puzzle.id, ()):
        if result.part in verdicts:
            verdicts[result.part].add(result.verdict)
    for part in sorted(verdicts):
        parts["written"].append(part)
        if verdicts[part] == {Verdict.RIGHT}:
            parts["right"].append(part)
        elif verdicts[part] - {*PASSING}:
            parts["wrong"].append(part)
    return parts


def _table(days: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """Return the cells of the days: of each part how it stands there and here, and how long it took."""
    there_heading = took_heading = ""
    rows = []
    for day in days:
        there, here = "", "."
        if day["locked"]:
            there, here = "locked", ""
        elif day["stars"] is not None:
            there = "*" * day["stars"] or "."
        if day["written"]:
            signs = dict.fromkeys(day["written"], "*")
            signs |= dict.fromkeys(day["right"], "✓")
            signs |= dict.fromkeys(day["wrong"], "✗")
            here = "".join(signs.values())
        took = {part: clock(seconds).rjust(8) for part, seconds in day["took"].items()}
        if there:
            there_heading = "there"
        if took:
            took_heading = "took"
        rows.append((f"  {day['puzzle']}", there, here, took.get(1, ""), took.get(2, ""), day["title"]))
    return [("", there_heading, "here", took_heading, "", ""), *rows]
