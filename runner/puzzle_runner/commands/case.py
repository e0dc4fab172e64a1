"""`puzzles case`: one case of a puzzle: shown, switched off and on, saved, edited."""

import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzle_runner import files
from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.cases import folder
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands import editor
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import cached, case_changes, cases
from puzzle_runner.model import MAIN, Case
from puzzle_runner.output import cases as output
from puzzle_runner.output import terminal
from puzzle_runner.output.cases import Shown
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.sites.site import identify
from puzzle_runner.text import case_label, printable

Which = Annotated[
    str,
    typer.Argument(metavar="[ID]", help="The puzzle; else the one edited last.", show_default=False),
]
Name = Annotated[str | None, typer.Argument(metavar="CASE", help="The case.", show_default=False)]
Off = Annotated[bool, typer.Option("--off", help="Leave it out, unless it is asked for by name.")]
On = Annotated[bool, typer.Option("--on", help="Take it in again.")]
Save = Annotated[bool, typer.Option("--save", help="Copy a fetched example into the workspace.")]
Edit = Annotated[bool, typer.Option("--edit", help="Edit its input and its answers in the editor.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(case))


def case(
    id: Which, name: Name = None, off: Off = False, on: On = False, save: Save = False, edit: Edit = False
) -> Report[None]:
    """Show a case of a puzzle, switch it off and on, take it into the workspace, or edit it."""
    if off + on + save + edit > 1:
        raise UsageError("--off, --on, --save and --edit are four things to do: choose one.")
    where = workspace.find()
    if name is None:
        puzzle, name = lookup.puzzle_id(where, None), id
    else:
        puzzle = lookup.puzzle_id(where, id)
    chosen = _find(where, puzzle, name)
    if off or on:
        _switch(where, puzzle, chosen, off)
    elif save:
        _save(where, puzzle, chosen)
    elif edit:
        _edit(where, puzzle, chosen)
    return _report(puzzle, _find(where, puzzle, case_label(chosen.name, chosen.account)))


def _find(workspace: Workspace, id: str, name: str) -> Case:
    """Return the case of a name, or `name@account`. Raises UsageError."""
    available = cached.read(id, cases.read(folder(workspace, id)))
    fitting = [one for one in available if name in (one.name, case_label(one.name, one.account))]
    if len(fitting) == 1:
        return fitting[0]
    labels = ", ".join(case_label(one.name, one.account) for one in fitting or available) or "none"
    if fitting:
        raise UsageError(f'{id} has several cases "{name}": {labels}. Name one of them.')
    raise UsageError(f'{id} has no case "{name}". It has: {labels}.')


def _report(id: str, chosen: Case) -> Report[None]:
    row = Shown(chosen, cases.text(chosen))
    document: dict[str, Any] = {"puzzle": id, **output.document(row), "file": str(_file(chosen))}
    return single(document, *output.text(row), f"  in {printable(str(_file(chosen)))}")


def _file(chosen: Case) -> Path:
    return chosen.path.with_name(cases.FILE)


def _switch(workspace: Workspace, id: str, chosen: Case, off: bool) -> None:
    """Switch a case off where it stands, or on wherever it was switched off."""
    everywhere = dict.fromkeys([_file(chosen), folder(workspace, id) / cases.FILE])
    files = [_file(chosen)] if off else [*everywhere]
    for file in files:
        _check_writable(workspace, file)
    case_changes.switch(files, chosen.name, off=off)


def _save(workspace: Workspace, id: str, chosen: Case) -> None:
    """Copy a fetched example into the workspace, and say whose text it is."""
    if not chosen.cached:
        raise UsageError(f'The case "{chosen.name}" is in the workspace already: {_file(chosen)}.')
    if chosen.account or chosen.name == MAIN:
        raise UsageError(f'The case "{chosen.name}" is no example: an input stays outside of the workspace.')
    _check_writable(workspace, workspace.root)
    path = case_changes.save(chosen, folder(workspace, id))
    site = identify(id)[0].ADDRESS
    terminal.warn(f"{path} holds the text of {site}. Ask its authors before you publish it.")


def _edit(workspace: Workspace, id: str, chosen: Case) -> None:
    """Let the user edit a case; it is parsed before it takes the place of the old one.

    Raises Unreadable if it cannot be parsed: then nothing is replaced, and the draft is kept.
    """
    if chosen.account or (chosen.cached and chosen.name == MAIN):
        raise UsageError(f'The case "{chosen.name}" is an input of the site, which stays as it came.')
    _check_writable(workspace, _file(chosen))
    draft = case_changes.draft(chosen, case_changes.drafts(id, chosen.name))
    before = _read(draft)
    editor.edit(draft)
    if _read(draft) == before and case_changes.edited(chosen, draft):
        terminal.warn("Nothing has changed.")
    else:
        _replace(chosen, draft)
    shutil.rmtree(draft.parent, ignore_errors=True)


def _read(draft: Path) -> bytes:
    try:
        return files.read(draft, files.TABLES)
    except OSError as error:
        raise Unreadable(f"{draft} cannot be read: {error.strerror}. Move it away.") from None


def _replace(chosen: Case, draft: Path) -> None:
    try:
        case_changes.replace(chosen, case_changes.edited(chosen, draft))
    except Unreadable as error:
        raise Unreadable(f"{error} Nothing has changed. The draft is kept: edit it once more.") from None


def _check_writable(workspace: Workspace, file: Path) -> None:
    """Raise UsageError for what belongs to the installed package."""
    if workspace.is_installed and file.is_relative_to(workspace.root):
        raise UsageError(f'{file} belongs to the installed package: run "puzzles init" in a folder first.')
