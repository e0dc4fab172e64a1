"""Logins at the sites: finding a session, and storing one that is added. A session is never shown."""

import os
import re
import shlex
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import digest, files, sessions, settings
from puzzle_runner.errors import NotLoggedIn, PuzzlesError, Unreadable, UsageError
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.registry import chosen, sites
from puzzle_runner.sites.site import Site
from puzzle_runner.storage import toml
from puzzle_runner.text import DEFAULT_LABEL, known_label

SERVICE = "puzzle-runner"
KEYRING = "the system's keyring"


class Login(NamedTuple):
    """An account at a site that has a session, or fetched data, or both.

    `source` is the place of its session, None if it has none. `read` returns the session; it raises
    UsageError if there is something else in its place.
    """

    label: str
    source: str | None
    read: Callable[[], str]
    site: Site
    account: Account | None = None

    def problem(self) -> str:
        """Return why its session cannot be used; an empty text if it may be. No keyring is opened."""
        if self.source == KEYRING:
            return ""
        try:
            self.read()
        except UsageError as error:
            return str(error)
        return ""


def path() -> Path:
    """Return the file of the stored logins."""
    return settings.config_folder() / "accounts.toml"


def default_site() -> Site:
    """Return the site whose accounts are meant where none is named."""
    return chosen(None, "accounts")


def has_login(site: Site) -> bool:
    """Tell whether there is a session, or stored ones that cannot be used."""
    try:
        return any(True for _ in _logins(site))
    except PuzzlesError:
        return True


def login(site: Site, label: str | None = None) -> Login:
    """Return the login of a label at a site; without a label, the default one, else the first.

    Raises NotLoggedIn, also if others can read the stored accounts.
    """
    variable = site.SESSION_VARIABLE
    others: list[Login] = []
    # One by one: where the variable has a session, the stored accounts are not read.
    for login in _logins(site):
        if login.label == (label or DEFAULT_LABEL) or (label is None and login.source == variable):
            return login
        others.append(login)
    if not others:
        raise NotLoggedIn(f'You are not logged in. Run "{adding(site)}", or set {variable}.')
    if label is None:
        return others[0]
    labels = ", ".join(dict.fromkeys(login.label for login in others))
    raise NotLoggedIn(
        f'There is no account "{label}". There is: {labels}. Add it with "{adding(site, label)}".'
    )


def listed() -> list[Login]:
    """Return all accounts, at each site first those with fetched data. No keyring is opened."""
    accounts = cached.accounts()
    listed: list[Login] = []
    for site in sites().values():
        if not site.PERSONAL:
            continue
        fetched = {account.label: account for account in accounts if account.site == site.NAME}
        logins: dict[str, Login] = {}
        for login in _logins(site):
            if login.source == site.SESSION_VARIABLE and not _owner_of_variable(site):
                # What is known of this account was learnt with another session.
                fetched.pop(login.label, None)
            logins.setdefault(login.label, login)
        for label in dict.fromkeys([*fetched, *logins]):
            login = logins.get(label) or Login(label, None, str, site)
            listed.append(login._replace(account=fetched.get(label)))
    return listed


def remember() -> None:
    """Read the sessions, but for those in the keyring, so that no message or file will have one of them."""
    for site in sites().values():
        if site.PERSONAL:
            with suppress(PuzzlesError):
                for login in _logins(site):
                    login.problem()


def _logins(site: Site) -> Iterator[Login]:
    """Yield the logins at a site in their order. Raises as `stored`."""
    variable = site.SESSION_VARIABLE
    if session := os.environ.get(variable):
        account = _owner_of_variable(site)
        yield _login(site, session, variable, account.label if account else DEFAULT_LABEL)
    for label, (key, table) in stored(site).items():
        if table.get("keyring"):
            yield Login(label, KEYRING, partial(_from_keyring, site, key), site)
        else:
            yield _login(site, str(table.get("session", "")), str(path()), label)
    for variable in site.OTHER_VARIABLES:
        if session := os.environ.get(variable):
            yield _login(site, session, variable)
    for name in site.SESSION_FILES:
        file = os.path.join(os.path.expanduser("~"), name)
        try:
            text = files.text(file, files.TABLES)
        except OSError:
            continue
        if text.strip():
            yield _login(site, text, file)


def _login(site: Site, text: str, source: str, label: str = DEFAULT_LABEL) -> Login:
    return Login(label, source, lambda: clean(text, site, source), site)


def owner(site: Site, session: str) -> Account | None:
    """Return the account at a site that a session belongs to; None if that is not known."""
    hashed = digest.text(session)
    for account in cached.accounts():
        if account.site == site.NAME and hashed in account.sessions:
            return account
    return None


def _owner_of_variable(site: Site) -> Account | None:
    variable = site.SESSION_VARIABLE
    try:
        return owner(site, clean(os.environ.get(variable, ""), site, variable))
    except UsageError:
        return None


def adding(site: Site, label: str = "") -> str:
    """Return the command that adds an account at a site."""
    option = "" if site is default_site() else f" --site {site.NAME}"
    return f"puzzles account add {label}".rstrip() + option


def renewal(site: Site, label: str) -> str:
    """Return the sentence that says how an account gets another session, which may be in the variable."""
    variable = site.SESSION_VARIABLE
    account = _owner_of_variable(site)
    place = f'run "{adding(site, label)}"'
    if os.environ.get(variable) and label == (account.label if account else DEFAULT_LABEL):
        place = f"set {variable} to it, or unset that variable: it comes before what is stored"
    return f'Log in at {site.ADDRESS} again, copy the cookie "{site.COOKIE}" and {place}.'


def option(label: str | None) -> str:
    """Return the option by which a command means an account: ` --account bob`, nothing for the default."""
    return f" --account {shlex.quote(label)}" if label and label != DEFAULT_LABEL else ""


def clean(text: str, site: Site, source: str = "this", *, shortest: int = 1) -> str:
    """Return the session in a text: the value of the cookie, or a header or an assignment that has it.

    Raises UsageError if there is none. The message names the source, and never quotes the text.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    names = "|".join(map(re.escape, (site.COOKIE, site.SESSION_VARIABLE, *site.OTHER_VARIABLES)))
    named = re.search(rf"\b(?:{names})\s*=\s*([^;\s]*)", text)
    # Another tool allows a remark behind the session.
    words = (named[1] if named else text).split(maxsplit=1)
    value = words[0].strip("\"';") if words else ""
    problem = f"There is no session of {site.TITLE} in {source}"
    if not value:
        problem += "."
    elif re.match(r"\$[\w{(]|%\w+%$", value):
        problem = f"There is the name of a variable in {source}, and not its value."
    elif not re.fullmatch(site.SESSION, value):
        problem += ", so it is not sent: it has wrong characters."
    elif len(value) < shortest:
        problem += ", so it is not sent: it is too short."
    else:
        sessions.remember(value)
        return value
    raise UsageError(f'{problem} Copy the value of the cookie "{site.COOKIE}" from your browser.')


# The file has a table for each account, by its label. Where two sites have the same label, it is `label@site`
# for the second. Earlier versions knew one site only, and may not have named it.


def stored(site: Site) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the keys and tables of the stored accounts at a site, by label. Raises as `login`."""
    accounts: dict[str, tuple[str, dict[str, Any]]] = {}
    for key, table in _tables().items():
        name = table.get("site") or default_site().NAME
        if name == site.NAME:
            label = known_label(key.removesuffix(f"@{site.NAME}"))
            accounts.setdefault(label, (key, table))
    return accounts


def _tables() -> dict[str, dict[str, Any]]:
    file = path()
    # Windows has no such modes; there, the folder is the user's own.
    if os.name == "posix" and file.is_file() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise NotLoggedIn(f"{file} can be read by others, so it is not used. Run: chmod 600 '{file}'")
    tables = toml.read(file, secret=True)
    for label, table in tables.items():
        if not isinstance(table, dict):
            raise Unreadable(f'{file} cannot be read: "{label}" is not a table. Fix it, or move it away.')
    return tables


def _from_keyring(site: Site, key: str) -> str:
    try:
        import keyring

        session = keyring.get_password(SERVICE, key)
    except Exception:
        # It is not installed, is locked, or has no backend, as over SSH and in cron jobs.
        session = None
    return clean(session or "", site, KEYRING)


def _keep_in_keyring(key: str, session: str) -> bool:
    """Store a session in the keyring; tell whether that worked."""
    try:
        import keyring

        keyring.set_password(SERVICE, key, session)
        return bool(keyring.get_password(SERVICE, key) == session)
    except Exception:
        # It is not installed, is locked, or there is no desktop.
        return False


def store(site: Site, label: str, session: str, user: str) -> str:
    """Store a login, with its session in the keyring if that works. Return the place, for people."""
    key = label
    if label in (known := stored(site)):
        key, _ = known[label]
    elif label in _tables():
        key = f"{label}@{site.NAME}"
    table: dict[str, Any] = {"site": site.NAME, "user": user}
    place = str(path())
    if _keep_in_keyring(key, session):
        table["keyring"] = True
        place = KEYRING
    else:
        table["session"] = session
    toml.change(path(), lambda document: document.update({key: table}), secret=True)
    return place


def remove(site: Site, label: str) -> None:
    """Remove a stored login. Raises UsageError if there is none."""
    known = stored(site)
    if label not in known:
        labels = ", ".join(known) or "none"
        raise UsageError(f'There is no stored account "{label}". Stored: {labels}.')
    key, table = known[label]
    if table.get("keyring"):
        # The session or the keyring may be gone already.
        with suppress(Exception):
            import keyring

            keyring.delete_password(SERVICE, key)
    toml.change(path(), lambda document: document.pop(key, None), secret=True)
