"""Options that several commands share, and the words that complete an argument or the value of an option."""

import re
import sys
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated

from puzzle_runner import files, model, settings
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.declare import Argument, Option
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import case_file, flaws
from puzzle_runner.model import Limits
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Json as Json
from puzzle_runner.sites.registry import sites
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import decimal

# The words that TAB offers for a value, such as `Annotated[str, Option(...), Words.CASE]`; `completion.words`
# looks them up. The last mark counts: `Annotated[OrLast, Words.ID_OR_CASE]` offers other words than `OrLast`.
# Paths, choices, and the words of a metavar such as `NAME|all` need no mark.
Words = Enum("Words", "ID SELECTOR PART SOLUTION CASE ID_OR_CASE BASELINE SAVED LABEL SITE YEAR FILE")

_SELECTOR = "An id, a kind (aoc), a year (aoc2021), a range (euler1-50) or a glob (*d21). Default: "
Selectors = Annotated[list[str] | None, Argument(metavar="SELECTOR", help=f"{_SELECTOR}all."), Words.SELECTOR]
SelectorsOrLast = Annotated[
    list[str] | None, Argument(metavar="SELECTOR", help=f"{_SELECTOR}the one edited last."), Words.SELECTOR
]
OrLast = Annotated[str | None, Argument(metavar="ID", help="Default: the puzzle edited last."), Words.ID]
Part = Annotated[int | None, Option("-p", metavar="N", min=1, help="Only this part."), Words.PART]
Case = Annotated[str | None, Option("-c", metavar="NAME", help="Default: the real case."), Words.CASE]
Account = Annotated[str | None, Option(metavar="LABEL", help="Default: the account default."), Words.LABEL]
Folder = Annotated[Path, Argument(metavar="FOLDER", help="The folder. Default: the current one.")]
SiteName = Annotated[str | None, Option("--site", metavar="SITE", help="Default: aoc."), Words.SITE]
Timeout = Annotated[
    float | None, Option(metavar="S", min=0.001, max=settings.LONGEST, help="The seconds for one call.")
]
Untrusted = Annotated[bool, Option(help="Run in a sandbox, for solutions of other people.")]
Verbose = Annotated[bool, Option("-v", help="Show how each result came about.")]
Quiet = Annotated[bool, Option("-q", help="Print only what is not right.")]
Wait = Annotated[bool, Option(help="Wait until the puzzle unlocks.")]


def id_and_value(id: str | None, value: str | None) -> tuple[str | None, str | None]:
    """Return the id and the value that were typed: a number alone is a value for the puzzle edited last."""
    if value is None and id and decimal(id) is not None:
        return None, id
    return id, value


def check_id(id: str) -> None:
    """Raise UsageError for a text that can be no id of a new puzzle."""
    if id.lower() in sites() or not re.fullmatch(r"[A-Za-z]\w*", id):
        like = ", ".join(site.LIKE for site in sites().values() if site.LIKE)
        raise UsageError(f'"{id}" is not an id: use one like {like}, or your own word.')


def workspace(selectors: Sequence[str] | None) -> Workspace:
    """Return the workspace that the user means; say so where it is the collection of the package."""
    meant = lookup.workspace_of(selectors or [])
    if meant.is_fallback:
        terminal.warn(workspaces.of_package())
    return meant


def limits(workspace: Workspace, timeout: float | None, untrusted: bool) -> Limits:
    """Return what a call may take and see. Raises UsageError where it needs a sandbox and there is none."""
    if untrusted:
        workspace.distrust()
    chosen = workspace.limits(timeout)
    if chosen.untrusted:
        from puzzle_runner.running import sandbox

        sandbox.check()
    return chosen


def case(workspace: Workspace, id: PuzzleId, name: str | None, account: str | None = None) -> model.Case:
    """Return the case of a name, or `name@account`. Raises UsageError."""
    found = []
    names = []
    for each in lookup.cases_of_id(workspace, id):
        full_name = each.name
        if each.account:
            full_name += f"@{each.account}"
        names.append(full_name)
        if name in (each.name, full_name) and account in (None, each.account):
            found.append(each)
    if len(found) == 1:
        return found[0]
    file = lookup.case_folder(workspace, id) / case_file.FILE
    has = ", ".join(names) or "none"
    raise UsageError(f"Which case of {id}? It has: {has}. A new one is written into {file}.")


def warn_of_ignored(workspace: Workspace, file: Path) -> None:
    """Say that git ignores a case file: a clone, as in CI, has none of its cases."""
    # Imported here: run has no use for it.
    from puzzle_runner.catalog import git

    note = git.ignored_note(workspace.repository, file)
    if note:
        terminal.warn(note)


def content(source: str, name: str) -> bytes:
    """Return the content of a file, or of stdin for `-`. Raises Unreadable, with a name for it."""
    try:
        data = sys.stdin.buffer.read(files.LARGEST + 1) if source == "-" else files.read(source)
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror}.") from None
    flaw = "is too large" if len(data) > files.LARGEST else flaws.of_file(data)
    if flaw:
        raise Unreadable(f"{name} {flaw}.")
    return data


def refuse_together(**options: object) -> None:
    """Raise UsageError if more than one of some options is given, which are called as the parameters."""
    given = [f"--{name}" for name, value in options.items() if value]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} do not go together: leave one of them out.")
