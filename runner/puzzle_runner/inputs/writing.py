"""Inputs, pages, answers, guesses and accounts onto the disk: locked, written beside, moved into place."""

from datetime import datetime
from pathlib import Path
from typing import Any

import tomlkit

from puzzle_runner import settings
from puzzle_runner.inputs import cached, cases
from puzzle_runner.inputs.cached import Account
from puzzle_runner.storage import atomic, toml


def save_input(folder: Path, case: str, data: bytes) -> None:
    """Keep an input as it came, then the case that names it: an input without a case is found again."""
    atomic.write(folder / f"{case}.txt", data)
    set_case(folder, case)


def set_case(folder: Path, case: str) -> None:
    """Make the case file name a case."""
    toml.change(folder / cases.FILE, lambda document: document.setdefault(case, tomlkit.table()))


def save_page(folder: Path, id: str, data: bytes) -> None:
    """Keep a page as it came."""
    atomic.write(cached.page(folder, id), data)


def set_answers(path: Path, case: str, answers: dict[int, str], *, replace: bool = True) -> None:
    """Store answers of a case in a case file; without `replace`, only those of which it has none."""

    def make(document: tomlkit.TOMLDocument) -> None:
        table: Any = document.setdefault(case, tomlkit.table())
        for part, answer in answers.items():
            if replace or f"part{part}" not in table:
                table[f"part{part}"] = _number(answer)

    if answers:
        toml.change(path, make)


def set_hidden_answer(path: Path, case: str, part: int, digest: str) -> None:
    """Store an answer as a salted hash."""

    def make(document: tomlkit.TOMLDocument) -> None:
        hidden = tomlkit.inline_table()
        hidden["scrypt"] = digest
        table: Any = document.setdefault(case, tomlkit.table())
        table[f"part{part}"] = hidden

    toml.change(path, make)


def _number(answer: str) -> int | str:
    digits = answer.removeprefix("-")
    if digits.isdecimal() and digits.isascii() and len(digits) < 19 and str(int(answer)) == answer:
        return int(answer)
    return answer


def add_guess(folder: Path, part: int, answer: str, sent: datetime) -> None:
    """Note, before it is sent, that an answer will be: its reply is still empty."""

    def make(document: tomlkit.TOMLDocument) -> None:
        guess = tomlkit.table()
        guess.update({"part": part, "answer": answer, "sent": sent, "reply": ""})
        guesses: Any = document.setdefault("guess", tomlkit.aot())
        guesses.append(guess)

    toml.change(folder / cached.GUESSES, make)


def set_reply(folder: Path, sent: datetime, reply: str) -> None:
    """Store the reply to the answer that was sent last."""

    def make(document: tomlkit.TOMLDocument) -> None:
        guesses: Any = document["guess"]
        last = next(guess for guess in reversed(guesses) if guess["sent"] == sent)
        last["reply"] = reply

    toml.change(folder / cached.GUESSES, make)


def drop_guess(folder: Path, sent: datetime) -> None:
    """Take back the note of an answer that was not sent after all."""

    def make(document: tomlkit.TOMLDocument) -> None:
        guesses: Any = document["guess"]
        if guesses[-1]["sent"] == sent:
            del guesses[-1]

    toml.change(folder / cached.GUESSES, make)


def claim(site: str, user: str, label: str, session: str, *, rename: bool = True) -> Account:
    """Make a folder for an account, or give the one it has one more session's hash, and this label.

    Without `rename`, an account that is known keeps the label it has.
    """
    with atomic.locked("accounts"):
        folder = settings.data_folder() / "accounts" / f"{site}-{user}"
        known = {account.folder: account for account in cached.accounts()}
        if folder in known and not rename:
            label = known[folder].label
        for other in known.values():
            if other.label == label and other.folder != folder:
                # Its person's label is someone else's now.
                _save(other._replace(label=other.folder.name))
        old = known.get(folder) or Account(folder, site, user, label)
        sessions = tuple(dict.fromkeys([*old.sessions, session]))
        account = old._replace(label=label, sessions=sessions, alive=True, checked=_today())
        _save(account)
    return account


def mark(account: Account, alive: bool) -> Account:
    """Remember whether the site took the account's session when it was last asked."""
    marked = account._replace(alive=alive, checked=_today())
    with atomic.locked("accounts"):
        if (marked.alive, marked.checked) != (account.alive, account.checked):
            _save(marked)
    return marked


def _today() -> str:
    return datetime.now().date().isoformat()


def _save(account: Account) -> None:
    table = {
        "label": account.label,
        "alive": account.alive,
        "checked": account.checked,
        "sessions": list(account.sessions),
    }
    toml.write(account.folder / cached.ACCOUNT, table)
