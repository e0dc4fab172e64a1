"""`puzzles account`: logins at the sites."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from puzzle_runner import declare, digest
from puzzle_runner.catalog import workspaces
from puzzle_runner.commands.options import SiteName, Words
from puzzle_runner.errors import Exit, NotLoggedIn, UsageError
from puzzle_runner.flows import accounts, visiting
from puzzle_runner.flows.accounts import Login
from puzzle_runner.inputs import writing
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport, Report, shown
from puzzle_runner.sessions import SHORTEST
from puzzle_runner.sites.registry import chosen
from puzzle_runner.text import DEFAULT_LABEL, columns

Label = Annotated[str, declare.Argument(metavar="LABEL", help="The account's name."), Words.LABEL]


ORDER = 10
READS_SESSION = True


def register(program: declare.Program) -> None:
    """Add the commands."""
    group = declare.Program(help="Add, list, check and remove logins.", no_args_is_help=True)
    group.add("add", shown(add), "puzzles account add")
    group.add("list", shown(list_), "puzzles account list")
    group.add("check", shown(check), "puzzles account check --site ec")
    group.add("remove", shown(remove), "puzzles account remove work")
    program.groups["account"] = group


def add(label: Label = DEFAULT_LABEL, site: SiteName = None) -> Report:
    """Log in with the session cookie of a site, asked for or read from stdin."""
    at = chosen(site, "accounts")
    writing.check_label(label)
    contact = workspaces.find().settings.contact
    if sys.stdin.isatty():
        from getpass import getpass

        where = "developer tools (F12), at Application or Storage, Cookies"
        terminal.warn(f'Log in at {at.ADDRESS}. Copy the cookie "{at.COOKIE}" from your browser: {where}.')
        try:
            typed = getpass("Session (it is not shown): ")
        except EOFError:
            typed = ""
    else:
        typed = sys.stdin.read()
    session = accounts.clean(typed, at, shortest=SHORTEST)
    with terminal.status(f"Asking {at.ADDRESS} ..."):
        user = visiting.user(at, visiting.client(at, contact, session))
    account = writing.claim(at.NAME, user, label, digest.text(session))
    source = accounts.store(at, label, session, user)
    if os.environ.get(at.SESSION_VARIABLE):
        terminal.warn(f"{at.SESSION_VARIABLE} is set and comes first: unset it to use what is stored.")
    added = f'Account "{account.label}" is user {user} of {at.TITLE}; its session is in {source}.'
    document = {"label": account.label, "site": at.NAME, "id": user, "session_from": source}
    return Report(document, terminal.sentences(added))


def _known(site: str | None) -> list[Login]:
    """Return the accounts at a site, or at all."""
    at = chosen(site, "accounts")
    return [login for login in accounts.listed() if site is None or login.site is at]


def list_(site: SiteName = None) -> Report:
    """Show labels, user ids and whether the sessions were alive when last used. Uses no network."""
    entries: list[dict[str, Any]] = []
    rows = []
    problems = []
    for login in _known(site):
        account, problem = login.account, login.problem()
        entry: dict[str, Any] = {"label": login.label, "site": login.site.NAME}
        entry |= {"id": None, "alive": None, "checked": None}
        user, state = login.site.NAME, "not checked yet"
        if account:
            alive = account.alive and login.source is not None and not problem
            entry |= {"id": account.user, "alive": alive, "checked": account.checked}
            user += f" user {account.user}"
            state = f"{'alive' if alive else 'dead'} on {account.checked}"
        if problem:
            state = "cannot be used"
            problems.append(problem)
        if login.source is None:
            state = "no session, cached data only"
        entries.append(entry | {"session_from": login.source})
        rows.append((login.label, user, state, f"from {login.source}" if login.source else ""))
    if not rows:
        problems.append('There is no account yet. Run "puzzles account add".')
    # Where a session is has to be read whole: such a line may be wrapped.
    lines = columns(rows)
    return Report({"accounts": entries}, [*lines, *terminal.sentences(*problems)])


def check(site: SiteName = None) -> LiveReport[dict[str, Any]]:
    """Ask the site whether each session is alive."""
    known = [login for login in _known(site) if login.source]
    if not known:
        # Raises the error that says how to log in.
        accounts.login(chosen(site, "accounts"))
    return LiveReport(
        _check_all(known, workspaces.find().settings.contact),
        lines=_line,
        document=lambda rows: {"accounts": rows},
        exit=lambda rows: Exit.RIGHT if all(row["alive"] for row in rows) else Exit.INPUT_MISSING,
    )


def _check_all(known: Sequence[Login], contact: str) -> Iterator[dict[str, Any]]:
    """Yield the row of each login, as JSON has it."""
    for login in known:
        row = {"label": login.label, "site": login.site.NAME, "id": None, "alive": True, "message": ""}
        try:
            session = login.read()
            with terminal.status(f"Asking {login.site.ADDRESS} ..."):
                account = visiting.claim(login.site, login.label, session, contact)
            row["id"] = account.user
        except (NotLoggedIn, UsageError) as error:
            row |= {"alive": False, "message": str(error)}
        yield row


def _line(row: dict[str, Any]) -> list[str]:
    who = row["label"]
    if row["site"] != accounts.default_site().NAME:
        who += f" at {row['site']}"
    return terminal.sentences(f"{who}: {row['message'] or 'alive, user ' + row['id']}")


def remove(label: Label = DEFAULT_LABEL, site: SiteName = None) -> Report:
    """Remove a session. Fetched data stays."""
    accounts.remove(chosen(site, "accounts"), label)
    removed = f'The session of account "{label}" is removed. Its inputs and answers stay in the cache.'
    return Report({"label": label, "removed": True}, terminal.sentences(removed))
