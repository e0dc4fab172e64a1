"""Storing inputs, answers, guesses and accounts in the data folder, and answers in the workspace."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import Table

from puzzle_runner import settings
from puzzle_runner.errors import UsageError
from puzzle_runner.inputs import cached, case_file, cases
from puzzle_runner.inputs.cached import Account
from puzzle_runner.model import PAGE, PART_NUMBER, Expected, Parameters
from puzzle_runner.sessions import holds_session
from puzzle_runner.storage import atomic, toml
from puzzle_runner.text import is_label


def save_input(folder: Path, case: str, data: bytes, part: int = 0) -> None:
    """Store an input as it came; with a part, the input of that part alone."""
    atomic.write(cases.file(folder, case, part), data)


def key(part: int) -> str:
    """Return the key of a part's answer. Raises UsageError for a number that no part can have."""
    if not re.fullmatch(PART_NUMBER, str(part)):
        raise UsageError(f"There is no part {part}: parts go from 1 to 999.")
    return f"part{part}"


def number(answer: str) -> int | str:
    """Return an answer as a case file has it: a whole number as one, anything else as text."""
    is_whole = re.fullmatch("0|-?[1-9][0-9]{0,17}", answer)
    return int(answer) if is_whole else answer


def change_case(path: Path, case: str, change: Callable[[Any], object]) -> None:
    """Call `change` with the table of a case in a case file. The table is made if there is none."""
    toml.change(path, lambda document: change(document.setdefault(case, tomlkit.table())))


def add_case(
    path: Path, stem: str, text: str, parameters: Parameters, answers: Mapping[int, str], source: str
) -> str:
    """Add a case to a case file as `stem-1`, or the next free number, unless it is there; return its name."""
    name = ""

    def change(document: tomlkit.TOMLDocument) -> None:
        nonlocal name
        present = {case.name: case for case in case_file.load(path.parent).cases}
        for number in count(1):
            name = f"{stem}-{number}"
            case = present.get(name)
            if case and case.parameters == parameters and cases.text(case) == text:
                return
            if not case and name not in document:
                break
        table = tomlkit.table()
        if text:
            ending = "" if text.endswith("\r") else "\n"
            atomic.create(cases.file(path.parent, name), f"{text}{ending}".encode())
        else:
            table["input"] = ""
        table[case_file.SOURCE] = source
        put_answers(table, {part: Expected(answer) for part, answer in answers.items()})
        table.update(arranged(dict(parameters)))
        if document:
            document.add(tomlkit.nl())
        document[name] = table

    toml.change(path, change)
    return name


def arranged(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters as the table of a case has them: apart, if one is called like another key."""
    if any(map(case_file.is_key, parameters)):
        return {case_file.WITH: dict(parameters)}
    return dict(parameters)


def set_answers(path: Path, case: str, answers: Mapping[int, Expected]) -> None:
    """Store answers of a case in a case file, by part."""
    if answers:
        change_case(path, case, lambda table: put_answers(table, answers))


def put_answers(table: Any, answers: Mapping[int, Expected]) -> None:
    """Put answers into the table of a case."""
    for part, answer in answers.items():
        value: Any = number(answer.text)
        if answer.hidden:
            value = tomlkit.inline_table().append("scrypt", answer.text)
        toml.put(table, key(part), value)
        _mark_by_hand(table, part, answer.by_hand)


def remove(path: Path, case: str, name: str) -> None:
    """Remove a key of a case from a case file. `fetch` does not read an answer from the page again.

    If the table said no more than that, and the case has no input beside it, the case goes, too.
    """

    def change(document: tomlkit.TOMLDocument) -> None:
        table: Any = document.get(case, {})
        if name not in table:
            return
        del table[name]
        if name.startswith("part"):
            _mark_by_hand(table, int(name.removeprefix("part")), False)
        has_input = any(each.inputs for each in case_file.load(path.parent).cases if each.name == case)
        # A comment in it may belong to the next table.
        if not has_input and isinstance(table, Table) and not table.as_string().strip():
            del document[case]

    if path.exists():
        toml.change(path, change)


def _mark_by_hand(table: Any, part: int, by_hand: bool) -> None:
    """Note whether a person has decided about an answer: always in a case that was read from a page."""
    parts = {*table.get(case_file.BY_HAND, [])} - {part}
    if by_hand or table.get(case_file.SOURCE) == PAGE:
        parts.add(part)
    if parts:
        toml.put(table, case_file.BY_HAND, sorted(parts))
    else:
        table.pop(case_file.BY_HAND, None)


def add_guess(folder: Path, part: int, answer: str, sent: datetime, reply: str = "") -> None:
    """Store a guess: before it is sent, with an empty reply."""
    table = tomlkit.table()
    table.update({"part": part, "answer": answer, "sent": sent, "reply": reply})
    _change_guesses(folder, lambda guesses: guesses.append(table))


def set_reply(
    folder: Path, sent: datetime, reply: str, replied: datetime | None = None, wait: int | None = None
) -> None:
    """Store the reply to the guess that was sent at a time, when it came, and the seconds it asks to wait."""
    fields = {"reply": reply, "replied": replied, "wait": wait}

    def change(guesses: list[Any]) -> None:
        last = [guess for guess in guesses if guess["sent"] == sent][-1]
        for key, value in fields.items():
            if value is not None:
                last[key] = value

    _change_guesses(folder, change)


def drop_guess(folder: Path, sent: datetime) -> None:
    """Remove the last guess, if it is the one of that time: it was not sent after all."""

    def change(guesses: list[Any]) -> None:
        if guesses[-1]["sent"] == sent:
            del guesses[-1]

    _change_guesses(folder, change)


def _change_guesses(folder: Path, change: Callable[[list[Any]], object]) -> None:
    def change_document(document: tomlkit.TOMLDocument) -> None:
        if not document.get("guess"):
            # No guess can be added to `guess = []`, as tomlkit writes an empty list.
            document["guess"] = tomlkit.aot()
        guesses: Any = document["guess"]
        change(guesses)

    toml.change(folder / cached.GUESSES, change_document)


def check_label(label: str) -> None:
    """Raise UsageError for what no account can be called. It may be a session, so it is not repeated."""
    if not is_label(label):
        message = "This is not a label for an account: use 1 to 20 of a-z, 0-9 and -, such as work."
        if holds_session(label):
            message += " A session is asked for, or read from stdin: typed here, it stays in the history."
        raise UsageError(message)


def claim(site: str, user: str, label: str, session: str = "", *, rename: bool = True) -> Account:
    """Return the account of a user, which is stored. `session` is the hash of one that the site accepts.

    A new account gets the label; with `rename`, one that is there, too. The site's other account of that
    label loses it to whoever has a session; else the new one is called after its folder.
    """
    with atomic.locked("accounts"):
        account, others = _find(site, user)
        if rename or not account.label:
            taken = [other for other in others if other.label == label]
            if not session and (taken or not is_label(label)):
                label = account.folder.name
            elif taken:
                _save(taken[0]._replace(label=taken[0].folder.name))
            account = account._replace(label=label)
        if session:
            sessions = tuple(dict.fromkeys([*account.sessions, session]))
            account = account._replace(sessions=sessions, alive=True, checked=today())
        return _save(account)


def _find(site: str, user: str) -> tuple[Account, list[Account]]:
    """Return the account of a user, without a label if there is none yet, and the others of the site."""
    user = re.sub(r"[^\w-]+", "-", user)[:100]
    account = Account(settings.data_folder() / "accounts" / f"{site}-{user}", site, user, "")
    others: list[Account] = []
    for known in cached.accounts():
        if known.folder == account.folder:
            account = known
        elif known.site == site:
            others.append(known)
    return account, others


def mark(account: Account, alive: bool) -> None:
    """Store whether the site accepted the session of an account today."""
    with atomic.locked("accounts"):
        _save(account._replace(alive=alive, checked=today()))


def today() -> str:
    """Return the date on which an account was checked, if that is now."""
    return datetime.now().date().isoformat()


def _save(account: Account) -> Account:
    fields = {
        "label": account.label,
        "alive": account.alive,
        "checked": account.checked,
        "sessions": account.sessions,
    }
    toml.change(account.folder / cached.ACCOUNT, lambda document: document.update(fields))
    return account
