"""Reading what was fetched, from the data folder. It needs no login and no network.

accounts/<site>-<user>/account.toml         label, hashes of sessions
                       inputs/<id>/         cases.toml and the inputs, as in a workspace; guesses.toml
                       pages/<id>.html
anonymous/inputs, anonymous/pages           the same for what everybody gets: examples, statements
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzle_runner import files, settings
from puzzle_runner.errors import InputMissing, Unreadable
from puzzle_runner.inputs import case_file, cases, flaws
from puzzle_runner.inputs.case_file import CaseFile
from puzzle_runner.model import LAYOUT, MAIN, Case
from puzzle_runner.storage import memo, toml
from puzzle_runner.text import DEFAULT_LABEL, known_label

if TYPE_CHECKING:
    from puzzle_runner.replies import Guess
ANYBODY = "anonymous"
ACCOUNT, GUESSES = "account.toml", "guesses.toml"


class Account(NamedTuple):
    """An account at a site, and the folder of its data. `shared_account()` has no site, user or label.

    `user` is the site's id, `sessions` are hashes of all sessions so far. `alive` tells whether the site
    accepted the last one on the date `checked`.
    """

    folder: Path
    site: str
    user: str
    label: str
    sessions: tuple[str, ...] = ()
    alive: bool = True
    checked: str = ""


def accounts() -> list[Account]:
    """Return the accounts that have data, the default one first. Raises Unreadable."""
    try:
        with os.scandir(os.path.join(settings.data_folder(), "accounts")) as entries:
            folders = [Path(entry.path) for entry in entries if files.is_folder(entry)]
    except FileNotFoundError:
        return []
    accounts = []
    for folder in folders:
        site, _, user = folder.name.partition("-")
        path = folder / ACCOUNT
        match {"label": "", "sessions": [], "alive": True, "checked": ""} | toml.read(path):
            case {"label": str(label), "sessions": list(sessions), "alive": bool(alive), "checked": str(day)}:
                label = known_label(label or folder.name)
                accounts.append(Account(folder, site, user, label, tuple(map(str, sessions)), alive, day))
            case _:
                raise Unreadable(f"{path} cannot be read: a value has another type. Fix it, or move it away.")
    return sorted(accounts, key=lambda account: (account.label != DEFAULT_LABEL, account.label))


def account(label: str | None, site: str | None = None) -> Account | None:
    """Return the account of a label, or the default one, of a `site` if named; None if there is none yet.

    Raises InputMissing for a label that has no data.
    """
    labels = []
    for account in accounts():
        if site in (None, account.site):
            if label in (None, account.label):
                return account
            labels.append(account.label)
    if label is None:
        return None
    raise InputMissing(
        f'Account "{label}" has no data here. Accounts that have some: {", ".join(labels) or "none"}. '
        f'Get its inputs with "puzzles fetch --account {label}".'
    )


def shared_account() -> Account:
    """Return the owner of what everybody gets: examples, and the puzzles of a site without accounts."""
    return Account(settings.data_folder() / ANYBODY, "", "", "")


def inputs(folder: Path, id: str) -> Path:
    """Return the folder of the cases of a puzzle, below the folder of an account."""
    return folder / "inputs" / id


def page(folder: Path, id: str) -> Path:
    """Return the file of the page of a puzzle, below the folder of an account."""
    return folder / "pages" / f"{id}.html"


def has_input(folder: Path, case: str, part: int = 0) -> bool:
    """Tell whether a folder has an input for a case, or for a part of it. What cannot be one is none."""
    path = cases.file(folder, case, part)
    try:
        return not flaws.of_input(files.read(path))
    except FileNotFoundError:
        return False
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def cases_of(id: str, folder: Path, find_inputs: Callable[[], Mapping[int, str | Path]] = dict) -> CaseFile:
    """Return what the case file in a folder says, with the cases from all sources. Raises Unreadable.

    A case in the folder without an input gets what everybody gets of its name. Then each `main` without one
    gets that which `find_inputs` returns; if there is no `main`, that is a case of its own.
    """
    own = case_file.load(folder)
    shared, personal = _fetched(id)
    cases: list[Case] = []
    for case in own.cases:
        fetched = shared.pop(case.name, None)
        if fetched and not (case.inputs and fetched.inputs):
            case = _joined(case, fetched)
        cases.append(case)
    cases += [*shared.values(), *personal]
    mains = [case for case in cases if case.name == MAIN]
    lacking = [case for case in mains if not case.inputs]
    found: Mapping[int, str | Path] = {}
    if lacking or not mains:
        found = find_inputs()
    if found and not mains:
        cases.insert(0, Case(MAIN, (str(folder),), found, source=LAYOUT))
    for case in lacking if found else []:
        complete = case._replace(inputs=found, source=case.source or LAYOUT, cached=False)
        copies = [each for each in mains if each.account and _is_same_input(each, complete)]
        if not copies:
            cases[cases.index(case)] = complete
        for copy in copies:
            # The input was imported: the answers that are stored for it stay with it.
            folders = (*copy.folders, *case.folders)
            answers = {**case.answers, **copy.answers}
            cases[cases.index(copy)] = copy._replace(answers=answers, folders=folders)
        if copies:
            cases.remove(case)
    for index, case in enumerate(cases):
        if case.tolerance is None and own.tolerance is not None:
            cases[index] = case._replace(tolerance=own.tolerance)
    return own._replace(cases=tuple(cases))


def _is_same_input(one: Case, other: Case) -> bool:
    """Tell whether two cases have the same inputs."""
    try:
        return bool(one.inputs) and cases.texts(one) == cases.texts(other)
    except (InputMissing, Unreadable):
        # Who runs a case with such an input is told.
        return False


def _fetched(id: str) -> tuple[dict[str, Case], list[Case]]:
    """Return the fetched cases of a puzzle: by name those that everybody gets, and those of each account."""
    shared: dict[str, Case] = {}
    personal: list[Case] = []
    for owner in memo.once(_owners):
        # This is a text: most puzzles have nothing there, and making a path takes longer than looking.
        folder = os.path.join(owner.folder, "inputs", id)
        label = owner.label or None
        fetched = case_file.load(folder, label).cases
        if not fetched and not os.path.exists(f"{folder}/{GUESSES}"):
            continue
        sent = guesses(Path(folder))
        if sent and not fetched:
            fetched = (Case(MAIN, (folder,), account=label),)
        for case in fetched:
            case = case._replace(cached=True, guesses=sent)
            if case.account is None:
                shared[case.name] = case
            else:
                personal.append(case)
    return shared, personal


def _owners() -> list[Account]:
    owners = [shared_account(), *accounts()]
    return [owner for owner in owners if (owner.folder / "inputs").is_dir()]


def _joined(case: Case, fetched: Case) -> Case:
    """Return a case of the workspace with what was fetched of it; where both say something, its word goes."""
    parameters = dict(fetched.parameters)
    parameters.update(case.parameters)
    tolerance = case.tolerance
    if tolerance is None:
        tolerance = fetched.tolerance
    return case._replace(
        folders=case.folders + fetched.folders,
        inputs=case.inputs or fetched.inputs,
        cached=bool(fetched.inputs),
        source=case.source or fetched.source,
        answers={**fetched.answers, **case.answers},
        tolerance=tolerance,
        parameters=tuple(sorted(parameters.items())),
        off=fetched.off or case.off,
        parts=fetched.parts | case.parts,
    )


def guesses(folder: Path) -> "tuple[Guess, ...]":
    """Return the guesses of a puzzle in the order in which they were sent."""
    path = folder / GUESSES
    tables = toml.read(path).get("guess", [])
    if not tables:
        return ()
    # Imported here: most puzzles have no guesses.
    from datetime import UTC, datetime

    from puzzle_runner.replies import Guess, SiteReply, Status
    from puzzle_runner.sites.registry import identify

    site = identify(folder.name).site
    guesses: list[Guess] = []
    for table in tables if isinstance(tables, list) else [tables]:
        match table:
            case {
                "part": int(part),
                "answer": str() | int() as answer,
                "sent": datetime() as sent,
                "reply": str(text),
            }:
                pass
            case _:
                raise Unreadable(
                    f"{path} cannot be read: a guess has part, answer, the time when it was sent, and reply. "
                    "Fix it, or move it away."
                )
        # The reply is stored as it came, and understood each time it is read.
        reply = site.read_reply(text)
        wait = table.get("wait")
        if isinstance(wait, int):
            reply = SiteReply(Status.WAIT, wait=wait)
        if not sent.tzinfo:
            sent = sent.replace(tzinfo=UTC)
        replied = table.get("replied")
        if not (isinstance(replied, datetime) and replied.tzinfo):
            replied = None
        guesses.append(Guess(part, str(answer), sent, reply.status, reply.hints, reply.wait, replied))
    return tuple(guesses)
