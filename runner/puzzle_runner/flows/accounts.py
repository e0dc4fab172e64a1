"""Logins: finding a session, and storing one that is added. A session is never shown."""

import os
import shlex
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import digest, files, settings
from puzzle_runner.errors import NotLoggedIn, Unreadable, UsageError
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account
from puzzle_runner.storage import toml

DEFAULT = "default"
VARIABLE = "AOC_SESSION"
SERVICE = "puzzle-runner"
KEYRING = "the system's keyring"
# The files of other tools, below the home folder.
_ELSEWHERE = (".config/aocd/token", ".config/adventofcode.session", ".adventofcode.session")


class Login(NamedTuple):
    """A session and the label of its account; `source` says where it comes from."""

    label: str
    session: str
    source: str

    def __repr__(self) -> str:
        """Leave the session out, as this may end in a log."""
        return f"Login({self.label!r}, from {self.source})"


class Place(NamedTuple):
    """Where the session of a label is: `source` names it, `session` looks it up."""

    label: str
    source: str
    session: Callable[[], str]


class Listed(NamedTuple):
    """An account: its label, the source of its session if it has one, its fetched data if it has some."""

    label: str
    source: str | None
    account: Account | None


def path() -> Path:
    """Return the file of the stored logins."""
    return settings.config_folder() / "accounts.toml"


def may_log_in() -> bool:
    """Tell whether there may be a session, without opening any file."""
    return bool(os.environ.get(VARIABLE)) or any(file.is_file() for file in (path(), *_elsewhere()))


def login(label: str | None = None) -> Login:
    """Return the login of a label; without a label, the default one, else the first.

    It comes from `AOC_SESSION`, the stored accounts, or the files of other tools.
    Raises NotLoggedIn, also if others can read the stored accounts.
    """
    labels: dict[str, Place] = {}
    for place in _places():
        if place.label == (label or DEFAULT) or (label is None and place.source == VARIABLE):
            return _login(place)
        labels.setdefault(place.label, place)
    if label is None and labels:
        return _login(next(iter(labels.values())))
    if label and labels:
        raise NotLoggedIn(
            f'There is no account "{label}". There is: {", ".join(labels)}. '
            f'Add it with "puzzles account add {label}".'
        )
    raise NotLoggedIn('You are not logged in. Run "puzzles account add", or set AOC_SESSION.')


def listed() -> list[Listed]:
    """Return all accounts, first those with fetched data. No session is looked up.

    Raises NotLoggedIn or Unreadable if the stored accounts cannot be used.
    """
    fetched = {account.label: account for account in cached.accounts()}
    sources: dict[str, str] = {}
    for place in _places():
        sources.setdefault(place.label, place.source)
    return [Listed(label, sources.get(label), fetched.get(label)) for label in {**fetched, **sources}]


def _login(place: Place) -> Login:
    return Login(place.label, place.session(), place.source)


def _places() -> Iterator[Place]:
    """Yield the places of sessions. The first one for a label counts."""
    if session := os.environ.get(VARIABLE):
        yield Place(_owner(session), VARIABLE, partial(clean, session))
    for label, table in stored().items():
        yield Place(label, KEYRING if table.get("keyring") else str(path()), partial(_session, label, table))
    for file in _elsewhere():
        try:
            words = files.read(file, files.TABLES).decode().split()
        except (OSError, ValueError):
            continue
        if words:
            yield Place(DEFAULT, str(file), partial(clean, words[0]))


def _owner(session: str) -> str:
    """Return the label of the account that a session is known to belong to, else the default label."""
    try:
        hashed = digest.text(clean(session))
    except UsageError:
        return DEFAULT
    return next((account.label for account in cached.accounts() if hashed in account.sessions), DEFAULT)


def renewal(label: str) -> str:
    """Return what replaces the session of an account, as the end of a sentence: it may be in the variable."""
    session = os.environ.get(VARIABLE)
    if session and _owner(session) == label:
        return f"set {VARIABLE} to it, or unset that variable: it comes before what is stored"
    return f'run "puzzles account add {label}"'


def option(label: str | None) -> str:
    """Return the option by which a command means an account: ` --account bob`, nothing for the default."""
    return f" --account {shlex.quote(label)}" if label and label != DEFAULT else ""


def _elsewhere() -> Iterator[Path]:
    try:
        home = Path.home()
    except RuntimeError:
        # There is no home folder.
        return iter(())
    return (home / name for name in _ELSEWHERE)


def clean(pasted: str) -> str:
    """Return a pasted session without `Cookie:`, `session=`, quotes and white space around it.

    Raises UsageError if it cannot be a session.
    """
    text = pasted.strip().strip("\"'").strip()
    text = text.removeprefix("Cookie:").strip().removeprefix("session=")
    text = text.strip().rstrip(";").strip("\"' \t\r\n")
    if not text:
        raise UsageError(
            'There is no session in this. Copy the value of the cookie "session" from your browser.'
        )
    if not text.isascii() or not text.isprintable() or any(sign in text for sign in ' ";,\\'):
        raise UsageError(
            'This is no session: it has signs that a cookie cannot have. Copy only the value of "session".'
        )
    return text


def stored() -> dict[str, dict[str, Any]]:
    """Return the tables of the stored accounts by label.

    Raises NotLoggedIn if others can read them, or Unreadable.
    """
    file = path()
    _check_private(file)
    tables = toml.read(file, secret=True)
    for label, table in tables.items():
        if not isinstance(table, dict):
            raise Unreadable(f'{file} cannot be read: "{label}" is not a table. Mend it, or move it away.')
    return tables


def _check_private(file: Path) -> None:
    """Raise NotLoggedIn for a file that others can read."""
    # Windows has no such modes; there, the folder is the user's own.
    if os.name != "posix" or not file.is_file():
        return
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise NotLoggedIn(f"{file} can be read by others, so it is not used. Run: chmod 600 '{file}'")


def _session(label: str, table: dict[str, Any]) -> str:
    session = table.get("session")
    if table.get("keyring"):
        session = _in_keyring(label)
    if not isinstance(session, str):
        raise NotLoggedIn(f'The session of account "{label}" is gone. Run "puzzles account add {label}".')
    return session


def _in_keyring(label: str) -> str | None:
    try:
        import keyring
    except ImportError:
        raise NotLoggedIn(
            f'The session of account "{label}" is in the keyring: pip install "puzzle-runner[keyring]", '
            f'or run "puzzles account add {label}".'
        ) from None
    try:
        session: str | None = keyring.get_password(SERVICE, label)
    except Exception as error:
        # It is locked, or has no backend: over SSH and in cron jobs there is no desktop.
        raise NotLoggedIn(
            f'The session of account "{label}" is in the keyring, which does not open here '
            f"({type(error).__name__}). Set {VARIABLE}, or store it in a file: run "
            f'"puzzles account add {label}" here.'
        ) from None
    return session


def store(label: str, session: str, site: str, user: str) -> str:
    """Store a login in the keyring if that works, else in the file. Return the place, for people."""
    in_keyring = _put_in_keyring(label, session)
    table: dict[str, Any] = {"site": site, "user": user}
    table |= {"keyring": True} if in_keyring else {"session": session}
    stored()
    toml.change(path(), lambda document: document.update({label: table}), secret=True)
    return KEYRING if in_keyring else str(path())


def remove(label: str) -> None:
    """Remove a stored login. Raises UsageError if there is none."""
    tables = stored()
    if label not in tables:
        labels = ", ".join(tables) or "none"
        raise UsageError(f'There is no stored account "{label}". Stored: {labels}.')
    if tables[label].get("keyring"):
        _drop_from_keyring(label)
    toml.change(path(), lambda document: document.pop(label, None), secret=True)


def _put_in_keyring(label: str, session: str) -> bool:
    try:
        import keyring

        keyring.set_password(SERVICE, label, session)
        return bool(keyring.get_password(SERVICE, label) == session)
    except Exception:
        # The keyring is not installed, or locked, or there is no desktop.
        return False


def _drop_from_keyring(label: str) -> None:
    try:
        import keyring

        keyring.delete_password(SERVICE, label)
    except Exception:
        # The entry or the keyring is gone already.
        pass
