"""`puzzles answer`: record a known answer by hand."""

import os
from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands.options import Account, Id
from puzzle_runner.errors import InputMissing, UsageError
from puzzle_runner.inputs import answers, cached, cases, writing
from puzzle_runner.inputs.lookup import folder
from puzzle_runner.model import MAIN, Case
from puzzle_runner.output import terminal
from puzzle_runner.text import printable

Part = Annotated[int, typer.Option(metavar="N", min=1, help="Whose answer it is.", show_default=False)]
Value = Annotated[str, typer.Argument(metavar="VALUE", help="The answer.", show_default=False)]
Hide = Annotated[bool, typer.Option("--hide", help="Store a salted hash, from which it cannot be read.")]
Name = Annotated[str | None, typer.Option("--case", metavar="NAME", help="The case; else the real one.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    # A negative answer is not an option.
    program.command(context_settings={"ignore_unknown_options": True})(answer)


def answer(
    id: Id, value: Value, part: Part, case: Name = None, account: Account = None, hide: Hide = False
) -> None:
    """Record a known answer by hand."""
    where = workspace.find()
    id = lookup.puzzle_id(where, id)
    known = _cases(where, id, account)
    path, name = _place(where, id, known, case, account)
    before = next(
        (one.answers.get(part) for one in known if one.path.parent == path.parent and one.name == name), None
    )
    if hide:
        writing.set_hidden_answer(path, name, part, answers.hide(value, os.urandom(16)))
    else:
        writing.set_answers(path, name, {part: value})
    shown = "a hidden answer" if hide else printable(value)
    terminal.say(f"{id}, case {name}, part {part}: {shown}, in {path}")
    if before and not answers.matches(value, before):
        terminal.say(f"It was {'another, hidden' if before.hidden else before.text} before.")


def _cases(workspace: Workspace, id: str, account: str | None) -> tuple[Case, ...]:
    known = cached.read(id, cases.read(folder(workspace, id)))
    return tuple(case for case in known if account is None or case.account == account)


def _place(
    workspace: Workspace, id: str, known: tuple[Case, ...], name: str | None, account: str | None
) -> tuple[Path, str]:
    """Return the case file and the case that an answer belongs to.

    That is where the case is; a new one is personal where the puzzle's inputs are, else the workspace's.
    """
    whose = account or next((case.account for case in known if case.account), None)
    found = next((case for case in known if case.name == name), None) if name else cases.real(known, whose)
    if found and (name or found.name == MAIN or not identify(id)[0].PERSONAL):
        return _writable(workspace, found.path.parent / cases.FILE), found.name
    if identify(id)[0].PERSONAL and not name:
        if login := cached.account(account):
            return cached.inputs(login.folder, id) / cases.FILE, MAIN
        raise InputMissing(
            f'An answer of {id} is an account\'s, and there is none: run "puzzles account add" and '
            f'"puzzles fetch {id}", or name a case of the workspace with --case.'
        )
    return _writable(workspace, folder(workspace, id) / cases.FILE), name or MAIN


def _writable(workspace: Workspace, path: Path) -> Path:
    if workspace.is_installed:
        raise UsageError(f'{path} belongs to the installed package: run "puzzles init" in a folder first.')
    return path
