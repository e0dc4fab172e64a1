"""`puzzles calendar`: a year of a site: the stars there, what is solved here, and how long that took."""

import re
import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from puzzle_runner import declare
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import regression
from puzzle_runner.commands.options import Account, SiteName, Words
from puzzle_runner.errors import Exit, NotLoggedIn, SiteFailed, Unreadable
from puzzle_runner.flows import accounts, fetching, visiting
from puzzle_runner.flows import calendar as flow
from puzzle_runner.inputs import cached, guesses
from puzzle_runner.model import Verdict
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.registry import chosen, identify
from puzzle_runner.sites.site import Site
from puzzle_runner.text import columns, count, natural, since_unlock

Which = Annotated[
    str | None,
    declare.Argument(metavar="YEAR|SITE", help="The year, or a site: euler. Default: the latest year."),
    Words.YEAR,
]


class Day(NamedTuple):
    """A puzzle of a calendar: the account's stars there, and the parts here by how they stand.

    `stars` is None without a login. `took` are seconds from the unlocking to the right answer, by part.
    """

    puzzle: str
    title: str
    stars: int | None
    written: tuple[int, ...]
    right: tuple[int, ...]
    wrong: tuple[int, ...]
    locked: bool
    took: dict[int, float]


# What is unknown or not written is not wrong.
_NOT_WRONG = {Verdict.RIGHT, Verdict.UNKNOWN, Verdict.SKIPPED}

ORDER = 70
ALSO = {"status": "calendar", "stars": "calendar"}
READS_SESSION = True


def calendar(which: Which = None, account: Account = None, site: SiteName = None) -> Report:
    """Show a year of Advent of Code: titles, stars, what is solved here, and how long it took."""
    number = re.fullmatch(r"[0-9]{1,4}", which or "")
    at = chosen(site or (None if number else which), "a calendar")
    workspace = workspaces.find()
    paths = {identify(stem)[1]: (stem, path) for stem, path in lookup.paths(workspace).items()}
    if not at.years():
        ids = sorted((id for id in paths if identify(id)[0] is at), key=natural)
        days = _days(workspace, at, dict.fromkeys(ids), paths, cached.shared_account())
        next = at.next(paths)
        document: dict[str, Any] = {"site": at.NAME, "next": next, "days": [day._asdict() for day in days]}
        first = f"{at.TITLE}: {count(len(days), 'puzzle')} here, {_parts(days)}"
        table = _table(days) if days else []
        return Report(document, [*terminal.sentences(first), *table, f'Next: "puzzles new {next}"'])
    year = flow.check_year(at, int(number[0]) if number else None)
    seen: visiting.Visit | None = None
    owner = cached.account(None, at.NAME) or cached.shared_account()
    stars: Mapping[int, int | None] = {}
    there, code = "not logged in", Exit.RIGHT
    try:
        if account or accounts.has_login(at):
            seen = visiting.visit(at, account, workspace.settings.contact)
            owner, stars = seen.account, flow.stars(seen, year)
    except (NotLoggedIn, SiteFailed) as error:
        if account and not seen:
            raise
        # What is here is shown all the same.
        terminal.warn(f"puzzles: {error}")
        there, code = "stars not known", error.exit
    if not stars:
        fields = (at.fields(id) for id in paths if identify(id)[0] is at)
        here = [each["day"] for each in fields if each["year"] == year]
        stars = dict.fromkeys(flow.ids(at, year, at_least=max([flow.seen(at, year, owner), *here])))
    ids_by_day = flow.ids(at, year, at_least=max(stars))
    days = _days(workspace, at, {ids_by_day[day]: number for day, number in stars.items()}, paths, owner)
    unlocked = sum(not day.locked for day in days)
    # On the last day that is known, people are at work, and there may be one more.
    opening = at.unlocks(days[-1].puzzle)
    is_over = unlocked == len(days) and not (opening and guesses.now() - opening < timedelta(days=1))
    document = {
        "year": year,
        "account": seen.label if seen and not code else None,
        "state": "over" if is_over else "running",
        "unlocked": unlocked,
        "days": [day._asdict() for day in days],
    }
    told = "the event is over" if is_over else f"{unlocked} of {len(days)} days unlocked"
    if seen and not code:
        there = f"{seen.label}: {sum(day.stars or 0 for day in days)} of {at.PARTS * len(days)} stars there"
    first = f"{year}  {there}, {_parts(days)}; {told}"
    lines = [*terminal.wrapped(first, terminal.room(sys.stdout), " " * 6), *_table(days)]
    return Report(document, lines, code)


def _days(
    workspace: Workspace,
    site: Site,
    stars: Mapping[str, int | None],
    paths: Mapping[str, tuple[str, Path]],
    owner: cached.Account,
) -> list[Day]:
    """Return the days by their ids, with what is known of them here."""
    puzzles = {id: lookup.read(workspace, *paths[id]) for id in stars if id in paths}
    known = regression.known(workspace, puzzles.values())
    open_ones = set(fetching.unlocked(site, [*stars]))
    days = []
    for id, number in stars.items():
        puzzle = puzzles.get(id)
        title = (puzzle.title if puzzle else "") or lookup.title_of_page(site, id)
        written = {each.part for each in puzzle.solutions if each.written} if puzzle else set()
        held = known.get(puzzle.id, ()) if puzzle else ()
        verdicts = {part: {each.verdict for each in held if each.part == part} for part in sorted(written)}
        right = tuple(part for part, of_part in verdicts.items() if of_part == {Verdict.RIGHT})
        wrong = tuple(part for part, of_part in verdicts.items() if of_part - _NOT_WRONG)
        shown = "" if title == id else title
        try:
            took = flow.took(site, id, owner)
        except Unreadable as error:
            terminal.warn(f"puzzles: {error}")
            took = {}
        days.append(Day(id, shown, number, tuple(verdicts), right, wrong, id not in open_ones, took))
    return days


def _parts(days: Sequence[Day]) -> str:
    wrong = sum(len(day.wrong) for day in days)
    written = count(sum(len(day.written) for day in days), "part")
    return f"{written} written here" + (f", {wrong} wrong" if wrong else "")


def _table(days: Sequence[Day]) -> list[str]:
    """Return the lines of the days: of each part how it stands there and here, and how long it took."""
    rows: list[tuple[str, ...]] = [("", "there", "here", "took", "", "")]
    for day in days:
        signs = dict.fromkeys(day.right, "✓") | dict.fromkeys(day.wrong, "✗")
        here = "".join(signs.get(part, "*") for part in day.written)
        there = "locked" if day.locked else "" if day.stars is None else "*" * day.stars or "."
        times = (since_unlock(day.took[part]).rjust(8) if part in day.took else "" for part in (1, 2))
        rows.append((f"  {day.puzzle}", there, here or ("" if day.locked else "."), *times, day.title))
    kept = [at for at in range(6) if at in (0, 2) or any(row[at].strip() for row in rows[1:])]
    return columns([tuple(row[at] for at in kept) for row in rows], terminal.room(sys.stdout))
