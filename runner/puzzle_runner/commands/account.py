"""`puzzles account`: logins at the sites."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from puzzle_runner import digest
from puzzle_runner.catalog import workspace
from puzzle_runner.commands import contact
from puzzle_runner.commands.options import SiteName, Words
from puzzle_runner.errors import Exit, NotLoggedIn, UsageError
from puzzle_runner.flows import accounts, fetching
from puzzle_runner.flows.accounts import Known
from puzzle_runner.inputs import writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport, Report, shown
from puzzle_runner.sites.site import Site, chosen
from puzzle_runner.text import columns

Label = Annotated[
    str,
    typer.Argument(metavar="[LABEL]", help="The account's name.", show_default=False),
    Words.LABEL,
]


class Checked(NamedTuple):
    """An account whose session was checked: the user's id, or the error if the session is dead."""

    site: Site
    label: str
    user: str | None
    error: NotLoggedIn | None = None


ORDER = 130
READS_SESSION = True


def register(program: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Add, list, check and remove logins.", no_args_is_help=True)
    group.command()(shown(add))
    group.command("list")(shown(list_))
    group.command()(shown(check))
    group.command()(shown(remove))
    program.add_typer(group, name="account")


def add(label: Label = accounts.DEFAULT, site: SiteName = None) -> Report:
    """Log in with the session cookie of a site, asked for or read from stdin."""
    at = chosen(site, "accounts")
    if not label.isprintable() or label != label.strip() or not label or "@" in label:
        raise UsageError(f'"{label}" is no label for an account: use a word such as "work".')
    who_asks, cookie = contact.of(workspace.find()), at.cookie()
    session = accounts.clean(_read_session(at), cookie.name)
    user = fetching.user(at, fetching.client(at, who_asks, session), label)
    account = writing.claim(at.NAME, user, label, digest.text(session))
    source = accounts.store(at, label, session, user)
    if os.environ.get(cookie.variable):
        terminal.warn(f"{cookie.variable} is set and comes first: unset it to use what is stored.")
    return Report(
        {"label": account.label, "site": at.NAME, "id": user, "session_from": source},
        [f'Account "{account.label}" is user {user} of {at.TITLE}; its session is in {source}.'],
    )


def _read_session(site: Site) -> str:
    """Return the session, typed without echo at a terminal, else from stdin."""
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    from getpass import getpass

    terminal.warn(f'Log in at {site.ADDRESS}; copy the cookie "{site.cookie().name}" in the browser.')
    try:
        return getpass("Session (it is not shown): ")
    except EOFError:
        return ""


def _known(site: str | None) -> list[Known]:
    """Return the accounts at a site, or at all."""
    at = chosen(site, "accounts")
    return [known for known in accounts.listed() if site is None or known.site is at]


def list_(site: SiteName = None) -> Report:
    """Show labels, user ids and whether the sessions were alive when last used. Uses no network."""
    known = _known(site)
    return Report({"accounts": [_entry(*each) for each in known]}, _lines(known))


def _entry(site: Site, label: str, source: str | None, account: Account | None) -> dict[str, Any]:
    return {
        "label": label,
        "site": site.NAME,
        "id": account.user if account else None,
        "alive": account.alive and source is not None if account else None,
        "checked": account.checked if account else None,
        "session_from": source,
    }


def _lines(known: Sequence[Known]) -> list[str]:
    rows = []
    for site, label, source, account in known:
        user = f"{site.NAME} user {account.user}" if account else site.NAME
        state = "alive" if account and account.alive else "dead"
        when = f"{state} on {account.checked}" if account and account.checked else state
        if not source:
            rows.append((label, user, "no session, cached data only", ""))
        else:
            rows.append((label, user, when if account else "not checked yet", f"from {source}"))
    return columns(rows) if rows else ['There is no account yet. Run "puzzles account add".']


def check(site: SiteName = None) -> LiveReport[Checked]:
    """Ask the site whether each session is alive."""
    known = [each for each in _known(site) if each.source]
    if not known:
        # Raises the error that says how to log in.
        accounts.login(chosen(site, "accounts"))
    return LiveReport(
        _check_all(known, contact.of(workspace.find())),
        lines=_checked_lines,
        document=lambda checked: {"accounts": [_checked_entry(*each) for each in checked]},
        exit_code=lambda checked: max((row.error.exit for row in checked if row.error), default=Exit.RIGHT),
    )


def _check_all(known: Sequence[Known], who_asks: str) -> Iterator[Checked]:
    for site, label, _, _ in known:
        login = None
        try:
            login = accounts.login(site, label)
            yield Checked(site, label, fetching.claim(site, login, who_asks).user)
        except NotLoggedIn as error:
            if login and (account := accounts.owner(site, digest.text(login.session))):
                writing.mark(account, alive=False)
            yield Checked(site, label, None, error)


def _checked_lines(checked: Checked) -> list[str]:
    at = "" if checked.site is accounts.default_site() else f" at {checked.site.TITLE}"
    state = f"dead. {checked.error}" if checked.error else f"alive, user {checked.user}"
    return [f"{checked.label}{at}: {state}"]


def _checked_entry(site: Site, label: str, user: str | None, error: NotLoggedIn | None) -> dict[str, Any]:
    return {
        "label": label,
        "site": site.NAME,
        "id": user,
        "alive": error is None,
        "message": str(error or ""),
    }


def remove(label: Annotated[Label, Words.STORED_LABEL] = accounts.DEFAULT, site: SiteName = None) -> Report:
    """Remove a session. Fetched data stays."""
    accounts.remove(chosen(site, "accounts"), label)
    return Report(
        {"label": label, "removed": True},
        [f'The session of account "{label}" is forgotten. Its inputs and answers stay in the cache.'],
    )
