"""Logins: where a session is found, and where one that is added is kept. A session is never shown."""

import os
import stat
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import settings
from puzzle_runner.errors import NotLoggedIn, Unreadable, UsageError
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account
from puzzle_runner.storage import atomic

DEFAULT = "default"
VARIABLE = "AOC_SESSION"
SERVICE = "puzzle-runner"
# Where other tools keep theirs.
_ELSEWHERE = (".config/aocd/token", ".config/adventofcode.session", ".adventofcode.session")


class Login(NamedTuple):
    """A session and the label of its account; `source` says where it was found."""

    label: str
    session: str
    source: str

    def __repr__(self) -> str:
        """Return it without the session, as it might end in a log."""
        return f"Login({self.label!r}, from {self.source})"


class Place(NamedTuple):
    """Where the session of a label is: `source` names it, `session` looks it up."""

    label: str
    source: str
    session: Callable[[], str]


class Listed(NamedTuple):
    """An account: its label, where its session is, if anywhere, and what was fetched with it, if anything."""

    label: str
    source: str | None
    account: Account | None


def path() -> Path:
    """Return the file that keeps the logins."""
    return settings.config_folder() / "accounts.toml"


def may_log_in() -> bool:
    """Tell whether a session may be found, without looking into any file."""
    return bool(os.environ.get(VARIABLE)) or any(file.is_file() for file in (path(), *_elsewhere()))


def login(label: str | None = None) -> Login:
    """Return the login of a label; without one the default, else the first.

    Looks into `AOC_SESSION`, the stored accounts, and the files of other tools.
    Raises NotLoggedIn, also where others can read the stored accounts.
    """
    labels: dict[str, Place] = {}
    for place in _places():
        if place.label == (label or DEFAULT):
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
    """Return all accounts, first those of which something was fetched. No session is looked up.

    Raises NotLoggedIn or Unreadable where the stored accounts cannot be used.
    """
    fetched = {account.label: account for account in cached.accounts()}
    sources: dict[str, str] = {}
    for place in _places():
        sources.setdefault(place.label, place.source)
    return [Listed(label, sources.get(label), fetched.get(label)) for label in {**fetched, **sources}]


def _login(place: Place) -> Login:
    return Login(place.label, place.session(), place.source)


def _places() -> Iterator[Place]:
    """Yield where sessions are; of two places for a label, the first counts."""
    if named := os.environ.get(VARIABLE):
        yield Place(DEFAULT, VARIABLE, partial(clean, named))
    for label, table in stored().items():
        yield Place(label, str(path()), partial(_session, label, table))
    for file in _elsewhere():
        try:
            words = file.read_text("utf-8").split()
        except (OSError, ValueError):
            continue
        if words:
            yield Place(DEFAULT, str(file), partial(clean, words[0]))


def _elsewhere() -> Iterator[Path]:
    home = Path("~").expanduser()
    return (home / name for name in _ELSEWHERE)


def clean(pasted: str) -> str:
    """Return a session without what a paste brings along: `Cookie:`, `session=`, quotes, white space.

    Raises UsageError for what cannot be one.
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
    """Return the tables of the stored accounts by label. Raises NotLoggedIn where others can read them."""
    file = path()
    try:
        mode = file.stat().st_mode
        # Where there are no such modes, the folder is the user's own.
        if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
            raise NotLoggedIn(f"{file} can be read by others, so it is not used. Run: chmod 600 '{file}'")
        return tomllib.loads(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        # What the parser says could quote the line.
        raise Unreadable(
            f"{file} cannot be read: {type(error).__name__}. Mend it, or move it away."
        ) from None


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
    session: str | None = keyring.get_password(SERVICE, label)
    return session


def store(label: str, session: str, site: str, user: str) -> str:
    """Keep a login: in the keyring where that is installed and works, else in the file. Return where."""
    import tomlkit

    in_keyring = _put_in_keyring(label, session)
    table: dict[str, Any] = {"site": site, "user": user}
    table |= {"keyring": True} if in_keyring else {"session": session}
    with atomic.locked("logins"):
        document = tomlkit.parse(_text())
        document[label] = table
        _write(tomlkit.dumps(document))
    return "the system's keyring" if in_keyring else str(path())


def remove(label: str) -> None:
    """Forget a login. Raises UsageError where it is not stored here."""
    import tomlkit

    with atomic.locked("logins"):
        document = tomlkit.parse(_text())
        if label not in document:
            known = ", ".join(document) or "none"
            raise UsageError(f'There is no stored account "{label}". Stored: {known}.')
        if document.pop(label).get("keyring"):
            _drop_from_keyring(label)
        _write(tomlkit.dumps(document))


def _text() -> str:
    return path().read_text("utf-8") if stored() else ""


def _write(text: str) -> None:
    path().parent.mkdir(mode=atomic.PRIVATE_FOLDER, parents=True, exist_ok=True)
    atomic.write(path(), text.encode(), atomic.PRIVATE)


def _put_in_keyring(label: str, session: str) -> bool:
    try:
        import keyring

        keyring.set_password(SERVICE, label, session)
        return bool(keyring.get_password(SERVICE, label) == session)
    except Exception:
        # Not installed, locked, without a desktop: the file serves.
        return False


def _drop_from_keyring(label: str) -> None:
    try:
        import keyring

        keyring.delete_password(SERVICE, label)
    except Exception:
        # It is gone already, or the keyring is.
        pass
