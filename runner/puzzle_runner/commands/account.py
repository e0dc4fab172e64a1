"""`puzzles account`: logins at the sites."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

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
from puzzle_runner.sites.site import Site
from puzzle_runner.text import DEFAULT_LABEL, columns

Label = Annotated[str, declare.Argument(metavar="LABEL", help="The account's name."), Words.LABEL]


class Checked(NamedTuple):
    """An account whose session was checked, for programs and for people, and the exit code."""

    entry: dict[str, Any]
    line: str
    exit: int


ORDER = 10
ALSO = {"login": "account add", "auth": "account add", "logout": "account remove", "whoami": "account list"}
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
    session = accounts.clean(_read_session(at), at, shortest=SHORTEST)
    with terminal.status(f"Asking {at.ADDRESS} ..."):
        user = visiting.user(at, visiting.client(at, contact, session))
    account = writing.claim(at.NAME, user, label, digest.text(session))
    source = accounts.store(at, label, session, user)
    if os.environ.get(at.SESSION_VARIABLE):
        terminal.warn(f"{at.SESSION_VARIABLE} is set and comes first: unset it to use what is stored.")
    added = f'Account "{account.label}" is user {user} of {at.TITLE}; its session is in {source}.'
    document = {"label": account.label, "site": at.NAME, "id": user, "session_from": source}
    return Report(document, terminal.sentences(added))


def _read_session(site: Site) -> str:
    """Return the session, typed without echo at a terminal, else from stdin."""
    if not sys.stdin.isatty():
        return sys.stdin.read()
    from getpass import getpass

    where = "developer tools (F12), at Application or Storage, Cookies"
    terminal.warn(f'Log in at {site.ADDRESS}. Copy the cookie "{site.COOKIE}" from your browser: {where}.')
    try:
        return getpass("Session (it is not shown): ")
    except EOFError:
        return ""


def _known(site: str | None) -> list[Login]:
    """Return the accounts at a site, or at all."""
    at = chosen(site, "accounts")
    return [known for known in accounts.listed() if site is None or known.site is at]


def list_(site: SiteName = None) -> Report:
    """Show labels, user ids and whether the sessions were alive when last used. Uses no network."""
    entries: list[dict[str, Any]] = []
    rows = []
    problems = []
    for known in _known(site):
        at, label, source, account = known.site, known.label, known.source, known.account
        problem = known.problem()
        entry: dict[str, Any] = {"label": label, "site": at.NAME, "id": None, "alive": None, "checked": None}
        user, state = at.NAME, "not checked yet"
        if account:
            alive = account.alive and source is not None and not problem
            entry |= {"id": account.user, "alive": alive, "checked": account.checked}
            user = f"{at.NAME} user {account.user}"
            state = "alive" if alive else "dead"
            state += f" on {account.checked}" if account.checked else ""
        if problem:
            state = "cannot be used"
            problems.append(problem)
        entries.append(entry | {"session_from": source})
        if source:
            rows.append((label, user, state, f"from {source}"))
        else:
            rows.append((label, user, "no session, cached data only", ""))
    lines = columns(rows, terminal.room(sys.stdout))
    if not rows:
        problems.append('There is no account yet. Run "puzzles account add".')
    return Report({"accounts": entries}, [*lines, *terminal.sentences(*problems)])


def check(site: SiteName = None) -> LiveReport[Checked]:
    """Ask the site whether each session is alive."""
    known = [each for each in _known(site) if each.source]
    if not known:
        # Raises the error that says how to log in.
        accounts.login(chosen(site, "accounts"))
    return LiveReport(
        _check_all(known, workspaces.find().settings.contact),
        lines=lambda checked: terminal.sentences(checked.line),
        document=lambda checked: {"accounts": [row.entry for row in checked]},
        exit=lambda checked: max((row.exit for row in checked), default=Exit.RIGHT),
    )


def _check_all(known: Sequence[Login], contact: str) -> Iterator[Checked]:
    for each in known:
        site, label = each.site, each.label
        who = label if site is accounts.default_site() else f"{label} at {site.TITLE}"
        entry: dict[str, Any] = {"label": label, "site": site.NAME}
        session = ""
        try:
            session = accounts.login(site, label).read()
            with terminal.status(f"Asking {site.ADDRESS} ..."):
                user = visiting.claim(site, label, session, contact).user
        except (NotLoggedIn, UsageError) as error:
            state = str(error)
            if session:
                state = f"dead. {visiting.renewal(site, label)}"
                account = accounts.owner(site, session)
                if account:
                    writing.mark(account, alive=False)
            entry |= {"id": None, "alive": False, "message": str(error)}
            yield Checked(entry, f"{who}: {state}", error.exit)
        else:
            entry |= {"id": user, "alive": True, "message": ""}
            yield Checked(entry, f"{who}: alive, user {user}", Exit.RIGHT)


def remove(label: Label = DEFAULT_LABEL, site: SiteName = None) -> Report:
    """Remove a session. Fetched data stays."""
    accounts.remove(chosen(site, "accounts"), label)
    return Report(
        {"label": label, "removed": True},
        terminal.sentences(
            f'The session of account "{label}" is removed. Its inputs and answers stay in the cache.'
        ),
    )
