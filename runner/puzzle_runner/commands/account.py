"""`puzzles account`: logins at the sites."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from puzzle_runner import digest
from puzzle_runner.catalog import workspace
from puzzle_runner.commands import contact
from puzzle_runner.errors import Exit, NotLoggedIn, UsageError
from puzzle_runner.flows import accounts
from puzzle_runner.flows import aoc as site
from puzzle_runner.flows.accounts import Listed
from puzzle_runner.inputs import writing
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport, Report, shown, single
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.text import columns

Label = Annotated[str, typer.Argument(metavar="[LABEL]", help="The account's name.", show_default=False)]


class Checked(NamedTuple):
    """An account whose session was checked: the user's id, or the error if the session is dead."""

    label: str
    user: str | None
    error: NotLoggedIn | None = None


def register(program: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Add, list, check and remove logins.", no_args_is_help=True)
    group.command()(shown(add))
    group.command("list")(shown(list_))
    group.command()(shown(check))
    group.command()(shown(remove))
    program.add_typer(group, name="account")


def add(label: Label = accounts.DEFAULT) -> Report:
    """Log in with the session cookie of Advent of Code, asked for or read from stdin."""
    if not label.isprintable() or label != label.strip() or not label or "@" in label:
        raise UsageError(f'"{label}" is no label for an account: use a word such as "work".')
    who_asks = contact.of(workspace.find())
    session = accounts.clean(_read_session())
    user = site.user(site.client(who_asks, session), label)
    account = writing.claim(aoc.NAME, user, label, digest.text(session))
    source = accounts.store(label, session, aoc.NAME, user)
    if os.environ.get(accounts.VARIABLE):
        terminal.warn(f"{accounts.VARIABLE} is set and comes first: unset it to use what is stored.")
    return single(
        {"label": account.label, "site": aoc.NAME, "id": user, "session_from": source},
        f'Account "{account.label}" is user {user} of Advent of Code; its session is in {source}.',
    )


def _read_session() -> str:
    """Return the session, typed without echo at a terminal, else from stdin."""
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    from getpass import getpass

    terminal.warn(f'Log in at {aoc.SITE}; copy the cookie "session" in the browser.')
    try:
        return getpass("Session (it is not shown): ")
    except EOFError:
        return ""


def list_() -> Report:
    """Show labels, user ids and whether the sessions were alive when last used. Asks no site."""
    listed = accounts.listed()
    return Report({"accounts": [_entry(account) for account in listed]}, _listed_lines(listed))


def _entry(listed: Listed) -> dict[str, Any]:
    label, source, account = listed
    return {
        "label": label,
        "site": account.site if account else aoc.NAME,
        "id": account.user if account else None,
        "alive": account.alive and source is not None if account else None,
        "checked": account.checked if account else None,
        "session_from": source,
    }


def _listed_lines(listed: Iterable[Listed]) -> list[str]:
    rows = [_cells(account) for account in listed]
    return columns(rows) if rows else ['There is no account yet. Run "puzzles account add".']


def _cells(listed: Listed) -> tuple[str, str, str, str]:
    label, source, account = listed
    user = f"{account.site} user {account.user}" if account else aoc.NAME
    if not source:
        return label, user, "no session, cached data only", ""
    return label, user, _state(listed), f"from {source}"


def _state(listed: Listed) -> str:
    """Return whether the session was alive when it was last used, and the date."""
    account = listed.account
    if not account:
        return "not checked yet"
    state = "alive" if account.alive else "dead"
    return f"{state} on {account.checked}" if account.checked else state


def check() -> LiveReport[Checked]:
    """Ask the site whether each session is alive."""
    labels = [listed.label for listed in accounts.listed() if listed.source]
    if not labels:
        # Raises the error that says how to log in.
        accounts.login()
    return LiveReport(
        _check_all(labels, contact.of(workspace.find())),
        lines=_checked_lines,
        document=lambda checked: {"accounts": [_checked_entry(account) for account in checked]},
        exit_code=lambda checked: max((row.error.exit for row in checked if row.error), default=Exit.RIGHT),
    )


def _check_all(labels: Iterable[str], who_asks: str) -> Iterator[Checked]:
    for label in labels:
        try:
            yield Checked(label, site.identify(accounts.login(label), who_asks).user)
        except NotLoggedIn as error:
            _mark_dead(label)
            yield Checked(label, None, error)


def _checked_lines(checked: Checked) -> list[str]:
    if checked.error:
        return [f"{checked.label}: dead. {checked.error}"]
    return [f"{checked.label}: alive, user {checked.user}"]


def _checked_entry(checked: Checked) -> dict[str, Any]:
    return {
        "label": checked.label,
        "id": checked.user,
        "alive": checked.error is None,
        "message": str(checked.error or ""),
    }


def _mark_dead(label: str) -> None:
    """Store that the session of an account is dead, if it was ever alive."""
    try:
        account = site.owner(accounts.login(label).session)
    except NotLoggedIn:
        return
    if account:
        writing.mark(account, alive=False)


def remove(label: Label = accounts.DEFAULT) -> Report:
    """Forget a session. What was fetched with it stays."""
    accounts.remove(label)
    return single(
        {"label": label, "removed": True},
        f'The session of account "{label}" is forgotten. Its inputs and answers stay in the cache.',
    )
