"""`puzzles account`: logins at the sites."""

import os
import sys
from typing import Annotated, Any

from puzzle_runner import declare, digest
from puzzle_runner.catalog import workspaces
from puzzle_runner.commands.options import SiteName, Words
from puzzle_runner.errors import Exit, NotLoggedIn, UsageError
from puzzle_runner.flows import accounts, visiting
from puzzle_runner.flows.accounts import Login
from puzzle_runner.inputs import writing
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report, shown
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
        user, alive, checked = None, None, None
        who, state = login.site.NAME, "not checked yet"
        if account:
            user, checked = account.user, account.checked
            alive = account.alive and login.source is not None and not problem
            who += f" user {user}"
            state = f"{'alive' if alive else 'dead'} on {checked}"
        if problem:
            state = "cannot be used"
            problems.append(problem)
        if login.source is None:
            state = "no session, cached data only"
        entry = {"label": login.label, "site": login.site.NAME, "id": user, "alive": alive}
        entries.append(entry | {"checked": checked, "session_from": login.source})
        rows.append((login.label, who, state, f"from {login.source}" if login.source else ""))
    if not rows:
        problems.append('There is no account yet. Run "puzzles account add".')
    # Where a session is has to be read whole: such a line may be wrapped.
    return Report({"accounts": entries}, [*columns(rows), *terminal.sentences(*problems)])


def check(site: SiteName = None) -> Report:
    """Ask the site whether each session is alive."""
    known = [login for login in _known(site) if login.source]
    if not known:
        # Raises the error that says how to log in.
        accounts.login(chosen(site, "accounts"))
    contact = workspaces.find().settings.contact
    rows: list[dict[str, Any]] = []
    lines = []
    code = Exit.RIGHT
    for login in known:
        user, message = None, ""
        try:
            session = login.read()
            with terminal.status(f"Asking {login.site.ADDRESS} ..."):
                user = visiting.claim(login.site, login.label, session, contact).user
        except (NotLoggedIn, UsageError) as error:
            message, code = str(error), Exit.INPUT_MISSING
        row = {"label": login.label, "site": login.site.NAME, "id": user, "alive": not message}
        rows.append(row | {"message": message})
        state = message or f"alive, user {user}"
        lines.append(f"{login.label} of {login.site.NAME}: {state}")
    return Report({"accounts": rows}, terminal.sentences(*lines), code)


def remove(label: Label = DEFAULT_LABEL, site: SiteName = None) -> Report:
    """Remove a session. Fetched data stays."""
    accounts.remove(chosen(site, "accounts"), label)
    removed = f'The session of account "{label}" is removed. Its inputs and answers stay in the cache.'
    return Report({"label": label, "removed": True}, terminal.sentences(removed))
