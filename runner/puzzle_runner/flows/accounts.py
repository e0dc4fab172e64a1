"""Logins at the sites: finding a session, and storing one that is added. A session is never shown."""

import os
import re
import shlex
import stat
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from puzzle_runner import digest, files, sessions, settings
from puzzle_runner.errors import NotLoggedIn, PuzzlesError, Unreadable, UsageError
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import DEFAULT_LABEL, Account
from puzzle_runner.sites.registry import chosen, sites
from puzzle_runner.sites.site import Site
from puzzle_runner.storage import toml
from puzzle_runner.text import known_label

SERVICE = "puzzle-runner"
KEYRING = "the system's keyring"


class Login(NamedTuple):
    """A session and the label of its account; `source` says where it comes from."""

    label: str
    session: str
    source: str

    def __repr__(self) -> str:
        """Leave the session out, as this may end in a log."""
        return f"Login({self.label!r}, from {self.source})"


class SessionSource(NamedTuple):
    """Where the session of a label is: `source` names it, `session` looks it up."""

    label: str
    source: str
    session: Callable[[], str]


class Known(NamedTuple):
    """An account: its site, its label, the source of its session and its fetched data, if it has them."""

    site: Site
    label: str
    source: str | None
    account: Account | None
    # Why its session cannot be used.
    problem: str = ""


def path() -> Path:
    """Return the file of the stored logins."""
    return settings.config_folder() / "accounts.toml"


def default_site() -> Site:
    """Return the site whose accounts are meant where none is named."""
    return chosen(None, "accounts")


def may_log_in(site: Site) -> bool:
    """Tell whether there may be a session, without opening any file."""
    cookie = site.cookie()
    return any(map(os.environ.get, (cookie.variable, *cookie.others))) or any(
        file.is_file() for file in (path(), *_files(site))
    )


def has_login(site: Site) -> bool:
    """Tell whether there is a session. Raises NotLoggedIn or Unreadable if the stored ones cannot be used."""
    return any(True for _ in _places(site))


def login(site: Site, label: str | None = None) -> Login:
    """Return the login of a label at a site; without a label, the default one, else the first.

    It comes from the site's variable, the stored accounts, or the files of other tools.
    Raises NotLoggedIn, also if others can read the stored accounts.
    """
    variable = site.cookie().variable
    labels: dict[str, SessionSource] = {}
    # One by one: where the variable has a session, the stored accounts are not read.
    for place in _places(site):
        if place.label == (label or DEFAULT_LABEL) or (label is None and place.source == variable):
            return Login(place.label, place.session(), place.source)
        labels.setdefault(place.label, place)
    if label is None and labels:
        place = next(iter(labels.values()))
        return Login(place.label, place.session(), place.source)
    if label and labels:
        raise NotLoggedIn(
            f'There is no account "{label}". There is: {", ".join(labels)}. '
            f'Add it with "{adding(site, label)}".'
        )
    raise NotLoggedIn(f'You are not logged in. Run "{adding(site)}", or set {variable}.')


def listed() -> list[Known]:
    """Return all accounts, at each site first those with fetched data. No keyring is opened.

    Raises NotLoggedIn or Unreadable if the stored accounts cannot be used.
    """
    accounts = cached.accounts()
    found = []
    for site in sites().values():
        if not site.PERSONAL:
            continue
        fetched = {account.label: account for account in accounts if account.site == site.NAME}
        sources: dict[str, SessionSource] = {}
        for place in _places(site):
            if place.source == site.cookie().variable and not _of_session(site, place.session):
                # What is known of this account was learnt with another session.
                fetched.pop(place.label, None)
            sources.setdefault(place.label, place)
        for label in {**fetched, **sources}:
            known = Known(site, label, None, fetched.get(label))
            if label in sources:
                place = sources[label]
                known = known._replace(source=place.source, problem=_problem(place))
            found.append(known)
    return found


def _problem(place: SessionSource) -> str:
    """Return why there is no session in a place; an empty text if there is one, or it is in the keyring."""
    try:
        if place.source != KEYRING:
            place.session()
    except (NotLoggedIn, UsageError) as error:
        return str(error)
    return ""


def remember() -> None:
    """Read the sessions, but for those in the keyring, so that no message or file will have one of them."""
    for site in sites().values():
        if site.PERSONAL:
            with suppress(PuzzlesError):
                for place in _places(site):
                    _problem(place)


def _places(site: Site) -> Iterator[SessionSource]:
    """Yield the places of sessions at a site. The first one for a label counts."""
    cookie = site.cookie()
    if session := os.environ.get(cookie.variable):
        read = partial(clean, session, site, cookie.variable)
        yield SessionSource(_owner(site, session), cookie.variable, read)
    for label, (key, table) in stored(site).items():
        source = KEYRING if table.get("keyring") else str(path())
        yield SessionSource(label, source, partial(_session, site, label, key, table))
    for variable in cookie.others:
        if session := os.environ.get(variable):
            yield SessionSource(DEFAULT_LABEL, variable, partial(clean, session, site, variable))
    for file in _files(site):
        if text := _read(file).strip():
            yield SessionSource(DEFAULT_LABEL, str(file), partial(clean, text, site, str(file)))


def _read(file: Path) -> str:
    """Return the text of another tool's file; an empty text if it cannot be read."""
    try:
        data = files.read(file, files.TABLES)
    except OSError:
        return ""
    # PowerShell writes UTF-16.
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return data.decode("utf-16" if is_wide else "utf-8-sig", "replace")


def _owner(site: Site, session: str) -> str:
    """Return the label of the account that a session is known to belong to, else the default label."""
    account = _of_session(site, partial(clean, session, site))
    return account.label if account else DEFAULT_LABEL


def _of_session(site: Site, session: Callable[[], str]) -> Account | None:
    """Return the account that a session is known to belong to; None for what is no session, too."""
    try:
        return owner(site, digest.text(session()))
    except UsageError:
        return None


def owner(site: Site, hashed: str) -> Account | None:
    """Return the account at a site that the session of a hash belongs to; None if that is not known."""
    owners = (each for each in cached.accounts() if each.site == site.NAME and hashed in each.sessions)
    return next(owners, None)


def adding(site: Site, label: str = "") -> str:
    """Return the command that adds an account at a site."""
    option = "" if site is default_site() else f" --site {site.NAME}"
    return f"puzzles account add {label}".rstrip() + option


def renewal(site: Site, label: str) -> str:
    """Return what replaces the session of an account, as the end of a sentence: it may be in the variable."""
    variable = site.cookie().variable
    session = os.environ.get(variable)
    if session and _owner(site, session) == label:
        return f"set {variable} to it, or unset that variable: it comes before what is stored"
    return f'run "{adding(site, label)}"'


def option(label: str | None) -> str:
    """Return the option by which a command means an account: ` --account bob`, nothing for the default."""
    return f" --account {shlex.quote(label)}" if label and label != DEFAULT_LABEL else ""


def _files(site: Site) -> list[Path]:
    try:
        home = Path.home()
    except RuntimeError:
        # There is no home folder.
        return []
    return [home / name for name in site.cookie().files]


def clean(text: str, site: Site, source: str = "this") -> str:
    """Return the session in a text: the value of the cookie, a header that has it, a file cookies.txt.

    Raises UsageError if none of the site is in it. The message names the source, and never quotes the text.
    """
    cookie = site.cookie()
    value = _value(text.removeprefix("\ufeff"), site)
    if not value:
        problem = f"There is no session of {site.TITLE} in {source}."
    elif re.match(r"\$[\w{(]|%\w+%$", value):
        problem = f"There is the name of a variable in {source}, and not its value."
    elif not re.fullmatch(cookie.value, value):
        problem = (
            f"There is no session of {site.TITLE} in {source}, so it is not sent: it has wrong characters."
        )
    else:
        sessions.remember(value)
        return value
    raise UsageError(f'{problem} Copy the value of the cookie "{cookie.name}" from your browser.')


def _value(text: str, site: Site) -> str:
    """Return what stands in the place of a session in a text; an empty text if nothing does."""
    cookie = site.cookie()
    host = urlsplit(site.ADDRESS).hostname or ""
    # A line of a file cookies.txt: domain, subdomains, path, TLS, expiry, name, value.
    cookies = [line.split("\t") for line in text.splitlines() if line.count("\t") == 6]
    for domain, *_, name, value in cookies:
        domain = domain.removeprefix("#HttpOnly_").removeprefix(".")
        if name == cookie.name and f".{host}".endswith(f".{domain}"):
            return value.strip()
    if cookies:
        return ""
    text = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(("#", "//")))
    names = "|".join(map(re.escape, (cookie.name, cookie.variable, *cookie.others)))
    if named := re.search(rf"(?:^|[\s;:,{{\"'])(?:{names})[\"']?\s*[=:]\s*[\"']?([^;\s\",]*)", text):
        text = named[1]
    words = text.split()
    # Behind it there may be a remark.
    return words[0].strip("\"';") if words else ""


# The file has a table for each account, by its label. Where two sites have the same label, it is `label@site`
# for the second. Earlier versions knew one site only, and may not have named it.


def stored(site: Site) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the keys and tables of the stored accounts at a site, by label. Raises as `login`."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for key, table in _tables().items():
        if str(table.get("site") or default_site().NAME) == site.NAME:
            found.setdefault(known_label(key.removesuffix(f"@{site.NAME}")), (key, table))
    return found


def _tables() -> dict[str, dict[str, Any]]:
    """Return the tables of the stored accounts.

    Raises NotLoggedIn if others can read them, or Unreadable.
    """
    file = path()
    # Windows has no such modes; there, the folder is the user's own.
    if os.name == "posix" and file.is_file() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise NotLoggedIn(f"{file} can be read by others, so it is not used. Run: chmod 600 '{file}'")
    tables = toml.read(file, secret=True)
    for label, table in tables.items():
        if not isinstance(table, dict):
            raise Unreadable(f'{file} cannot be read: "{label}" is not a table. Fix it, or move it away.')
    return tables


def _session(site: Site, label: str, key: str, table: dict[str, Any]) -> str:
    session = table.get("session")
    if table.get("keyring"):
        where = f'The session of account "{label}" is in the keyring'
        try:
            import keyring

            session = keyring.get_password(SERVICE, key)
        except ImportError:
            raise NotLoggedIn(
                f'{where}: pip install "puzzle-runner[keyring]", or run "{adding(site, label)}".'
            ) from None
        except Exception as error:
            # It is locked, or has no backend: over SSH and in cron jobs there is no desktop.
            raise NotLoggedIn(
                f"{where}, which does not open here ({type(error).__name__}). Set {site.cookie().variable}, "
                f'or store it in a file: run "{adding(site, label)}" here.'
            ) from None
    if not isinstance(session, str):
        raise NotLoggedIn(f'The session of account "{label}" is gone. Run "{adding(site, label)}".')
    return clean(session, site, f'account "{label}" of {path()}')


def store(site: Site, label: str, session: str, user: str) -> str:
    """Store a login in the keyring if that works, else in the file. Return the place, for people."""
    new_key = f"{label}@{site.NAME}" if label in _tables() else label
    key, _ = stored(site).get(label, (new_key, {}))
    table: dict[str, Any] = {"site": site.NAME, "user": user, "session": session}
    # The keyring may not be installed, or locked, or there is no desktop.
    with suppress(Exception):
        import keyring

        keyring.set_password(SERVICE, key, session)
        if keyring.get_password(SERVICE, key) == session:
            table = {"site": site.NAME, "user": user, "keyring": True}
    toml.change(path(), lambda document: document.update({key: table}), secret=True)
    return KEYRING if "keyring" in table else str(path())


def remove(site: Site, label: str) -> None:
    """Remove a stored login. Raises UsageError if there is none."""
    known = stored(site)
    if label not in known:
        labels = ", ".join(known) or "none"
        raise UsageError(f'There is no stored account "{label}". Stored: {labels}.')
    key, table = known[label]
    if table.get("keyring"):
        # The entry or the keyring may be gone already.
        with suppress(Exception):
            import keyring

            keyring.delete_password(SERVICE, key)
    toml.change(path(), lambda document: document.pop(key, None), secret=True)
