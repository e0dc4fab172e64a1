"""`puzzles answer`: record a known answer by hand."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.cases import folder
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands.options import Account, Id, part_number
from puzzle_runner.errors import InputMissing, UsageError
from puzzle_runner.inputs import answers, cached, cases, writing
from puzzle_runner.model import MAIN, Case, Expected
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.sites.site import identify
from puzzle_runner.text import printable

Part = Annotated[
    int,
    typer.Option(
        "--part", "-p", metavar="N", parser=part_number, help="Whose answer it is.", show_default=False
    ),
]
Value = Annotated[str | None, typer.Argument(metavar="[VALUE]", help="The answer.", show_default=False)]
Forget = Annotated[bool, typer.Option("--forget", help="Remove the stored answer.")]
Hide = Annotated[bool, typer.Option("--hide", help="Store a salted hash, from which it cannot be read.")]
Name = Annotated[
    str | None, typer.Option("--case", "-c", metavar="NAME", help="The case. Default: the real one.")
]


class Place(NamedTuple):
    """A case file, and a case in it."""

    file: Path
    case: str


def register(program: typer.Typer) -> None:
    """Add the command."""
    # A negative answer is not an option.
    program.command(context_settings={"ignore_unknown_options": True})(shown(answer))


def answer(
    id: Id,
    part: Part,
    value: Value = None,
    case: Name = None,
    account: Account = None,
    hide: Hide = False,
    forget: Forget = False,
) -> Report[None]:
    """Record a known answer by hand, or forget one."""
    if forget == (value is not None):
        raise UsageError('Give the answer, or --forget: "puzzles answer ID --part N VALUE".')
    if value is not None and not value.strip():
        raise UsageError('The answer is empty. Give its text, or "--forget" to remove the stored one.')
    where = workspace.find()
    id = lookup.puzzle_id(where, id)
    available = _cases(where, id, account)
    place = _place(where, id, available, case, account)
    before = _stored(available, place, part)
    if value is None:
        return _forgotten(id, place, part, before)
    if hide:
        writing.set_hidden_answer(*place, part, answers.hide(value, os.urandom(16)))
    else:
        writing.set_answers(*place, {part: value})
    text = "a hidden answer" if hide else printable(value)
    lines = [f"{id}, case {place.case}, part {part}: {text}, in {printable(str(place.file))}"]
    if before and not answers.matches(value, before):
        lines.append(f"It was {'another, hidden' if before.hidden else printable(before.text)} before.")
    document = {
        "puzzle": id,
        "part": part,
        "case": place.case,
        "answer": None if hide else value,
        "before": None if before is None or before.hidden else before.text,
        "file": str(place.file),
    }
    return single(document, *lines)


def _forgotten(id: str, place: Place, part: int, before: Expected | None) -> Report[None]:
    """Remove an answer. Raises UsageError if none is stored."""
    if before is None:
        raise UsageError(f"{id}, case {place.case}, part {part} has no stored answer in {place.file}.")
    writing.forget_answer(*place, part)
    text = "a hidden answer" if before.hidden else printable(before.text)
    document = {
        "puzzle": id,
        "part": part,
        "case": place.case,
        "answer": None,
        "before": None if before.hidden else before.text,
        "file": str(place.file),
    }
    return single(document, f"{id}, case {place.case}, part {part}: {text} is forgotten.")


def _cases(workspace: Workspace, id: str, account: str | None) -> tuple[Case, ...]:
    """Return the cases of a puzzle; if an account is named, only its cases."""
    available = cached.read(id, cases.read(folder(workspace, id)))
    return tuple(case for case in available if account is None or case.account == account)


def _stored(available: Sequence[Case], place: Place, part: int) -> Expected | None:
    for case in available:
        if (case.path.with_name(cases.FILE), case.name) == place:
            return case.answers.get(part)
    return None


def _place(
    workspace: Workspace, id: str, available: tuple[Case, ...], name: str | None, account: str | None
) -> Place:
    """Return where to store an answer: at the named case, else at the real one, which may not exist yet.

    Raises InputMissing, or UsageError for an installed package.
    """
    case = _named(available, name) if name else _real(id, available, account)
    if case:
        return _writable(workspace, Place(case.path.with_name(cases.FILE), case.name))
    if identify(id)[0].PERSONAL and not name:
        return _place_of_account(id, account)
    return _writable(workspace, Place(folder(workspace, id) / cases.FILE, name or MAIN))


def _named(available: Sequence[Case], name: str) -> Case | None:
    return next((case for case in available if case.name == name), None)


def _real(id: str, available: tuple[Case, ...], account: str | None) -> Case | None:
    """Return the case that counts. If inputs differ by account, that is never an example."""
    case = cases.real(available, account or cases.owner(available))
    if case and case.name != MAIN and identify(id)[0].PERSONAL:
        return None
    return case


def _place_of_account(id: str, account: str | None) -> Place:
    """Return where to store an answer if the account has no input yet. Raises InputMissing."""
    owner = cached.account(account, identify(id)[0].NAME)
    if owner is None:
        raise InputMissing(
            f'An answer of {id} is an account\'s, and there is none: run "puzzles account add" and '
            f'"puzzles fetch {id}", or name a case of the workspace with --case.'
        )
    return Place(cached.inputs(owner.folder, id) / cases.FILE, MAIN)


def _writable(workspace: Workspace, place: Place) -> Place:
    """Return the place. Raises UsageError if it belongs to the installed package."""
    if workspace.is_installed and place.file.is_relative_to(workspace.root):
        raise UsageError(
            f'{place.file} belongs to the installed package: run "puzzles init" in a folder first.'
        )
    return place
