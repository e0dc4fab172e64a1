"""What was fetched, below the data folder: read here, without a login and without the network.

accounts/<site>-<user>/account.toml         whose it is
                       inputs/<id>/         cases.toml and the inputs, as in a workspace; guesses.toml
                       pages/<id>.html
anonymous/inputs, anonymous/pages           the same for what is no account's: examples, statements
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner import settings
from puzzle_runner.errors import InputMissing, Unreadable
from puzzle_runner.inputs import cases
from puzzle_runner.model import Case, Guess
from puzzle_runner.storage import toml

ACCOUNT, GUESSES = "account.toml", "guesses.toml"
DEFAULT_LABEL = "default"


class Account(NamedTuple):
    """A login whose data are here: `user` is the site's own id, `sessions` are hashes of those it has had.

    `nobody()` has no label: what is no account's is kept in the same layout.
    """

    folder: Path
    site: str
    user: str
    label: str
    sessions: tuple[str, ...] = ()
    alive: bool = True
    checked: str = ""


def accounts() -> list[Account]:
    """Return the accounts whose data are here, the default one first."""
    found = []
    try:
        with os.scandir(settings.data_folder() / "accounts") as entries:
            found = [_account(Path(entry.path)) for entry in entries if entry.is_dir()]
    except FileNotFoundError:
        return []
    return sorted(found, key=lambda account: (account.label != DEFAULT_LABEL, account.label))


def account(label: str | None) -> Account | None:
    """Return the account of a label, or the default one; None where none is here yet.

    Raises InputMissing for a label that is none of those here.
    """
    known = accounts()
    if label is None:
        return next(iter(known), None)
    found = next((one for one in known if one.label == label), None)
    if not found:
        labels = ", ".join(one.label for one in known) or "none"
        raise InputMissing(
            f'There is nothing of account "{label}" here. There is something of: {labels}. '
            f'Get its inputs with "puzzles fetch --account {label}".'
        )
    return found


def _account(folder: Path) -> Account:
    site, _, user = folder.name.partition("-")
    table = toml.read(folder / ACCOUNT)
    return Account(
        folder,
        site,
        user,
        str(table.get("label") or folder.name),
        tuple(map(str, table.get("sessions", ()))),
        bool(table.get("alive", True)),
        str(table.get("checked", "")),
    )


def nobody() -> Account:
    """Return who owns what is no account's: examples, and all of a site where everybody gets the same."""
    return Account(settings.data_folder() / "anonymous", "", "", "")


def inputs(folder: Path, id: str) -> Path:
    """Return where an account's, or nobody's, cases of a puzzle are."""
    return folder / "inputs" / id


def page(folder: Path, id: str) -> Path:
    """Return where an account's, or nobody's, page of a puzzle is."""
    return folder / "pages" / f"{id}.html"


def has_input(folder: Path, case: str, refresh: bool) -> bool:
    """Tell whether the input of a case is in a folder, and sound.

    Raises Unreadable where it is damaged, but with `refresh` it is only not there.
    """
    path = folder / f"{case}.txt"
    try:
        damage = cases.damaged(path.read_text("utf-8", "replace"))
    except FileNotFoundError:
        return False
    if damage and not refresh:
        raise Unreadable(f'{path} {damage}. Fetch it once more with "puzzles fetch {folder.name} --refresh".')
    return not damage


def read(id: str, known: tuple[Case, ...] = ()) -> tuple[Case, ...]:
    """Return the cases of a puzzle: those known from the workspace, those fetched, each account's."""
    fetched = _fetched(inputs(nobody().folder, id))
    own = {case.name: case for case in known}
    completed = (_completed(case, fetched.get(case.name)) for case in known)
    new = (case for case in fetched.values() if case.name not in own)
    return (*completed, *new, *_personal(id))


def _personal(id: str) -> Iterator[Case]:
    for account in accounts():
        yield from _fetched(inputs(account.folder, id), account.label).values()


def _fetched(folder: Path, label: str | None = None) -> dict[str, Case]:
    found = cases.read(folder, label)
    if not found:
        return {}
    sent = guesses(folder)
    return {case.name: case._replace(cached=True, guesses=sent) for case in found}


def _completed(case: Case, fetched: Case | None) -> Case:
    """Return a case of the workspace with the answers and guesses that belong to the same input."""
    if not fetched or (fetched.inline is not None and fetched.inline != case.inline) or fetched.path.exists():
        return case
    return case._replace(answers={**fetched.answers, **case.answers}, guesses=fetched.guesses)


def guesses(folder: Path) -> tuple[Guess, ...]:
    """Return what was sent of a puzzle, in the order in which it was."""
    path = folder / GUESSES
    try:
        return tuple(map(_guess, toml.read(path).get("guess", ())))
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"{path} cannot be read: a guess in it lacks {error}.") from error


def _guess(table: dict[str, Any]) -> Guess:
    # Judged whenever it is read: what was stored is the reply itself.
    from puzzle_runner.inputs.guesses import read_reply

    return Guess(table["part"], table["answer"], table["sent"], *read_reply(table["reply"]))
