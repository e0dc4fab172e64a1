"""`puzzles answer`: record a known answer by hand."""

import os
from pathlib import Path
from typing import Annotated

from puzzle_runner import typer
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.lookup import case_folder
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Account, Id, Words, part_number
from puzzle_runner.errors import InputMissing, UsageError
from puzzle_runner.inputs import answers, cached, case_file, cases, writing
from puzzle_runner.model import MAIN, Case, Expected
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report, shown
from puzzle_runner.sites.registry import identify
from puzzle_runner.text import count, printable

Part = Annotated[
    int | None,
    typer.Option("--part", "-p", metavar="N", parser=part_number, help="The part, where there are several."),
    Words.PART,
]
Value = Annotated[str | None, typer.Argument(metavar="VALUE", help="The answer, unless --forget is given.")]
Forget = Annotated[bool, typer.Option("--forget", help="Remove the stored answer.")]
Hide = Annotated[bool, typer.Option("--hide", help="Store a salted hash, from which it cannot be read.")]


ORDER = 130


def register(program: typer.Program) -> None:
    """Add the command."""
    # A negative answer is not an option.
    program.add("answer", shown(answer), context_settings={"ignore_unknown_options": True})


def answer(
    id: Id,
    value: Value = None,
    part: Part = None,
    case: options.Case = None,
    account: Account = None,
    hide: Hide = False,
    forget: Forget = False,
) -> Report:
    """Record a known answer by hand, or forget one."""
    if forget == (value is not None):
        raise UsageError('Give the answer, or --forget: "puzzles answer ID VALUE --part N".')
    if value is not None and not value.strip():
        raise UsageError('The answer is empty. Give its text, or "--forget" to remove the stored one.')
    workspace = lookup.workspace_of([id])
    id = lookup.puzzle_id(workspace, id)
    parts = _parts(workspace, id)
    if part is None and len(parts) > 1:
        raise UsageError(f'{id} has {count(len(parts), "part")}: name one with "--part".')
    # What is stored for a part that has gone can be forgotten.
    if part and parts and part not in parts and not forget:
        has = f"part{'s' * (len(parts) > 1)} {', '.join(map(str, parts))}"
        raise UsageError(f"{id} has no part {part}: it has {has}.")
    part = part or next(iter(parts), 1)
    available = cached.read(id, case_file.read(case_folder(workspace, id)))
    if account:
        available = tuple(one for one in available if one.account == account)
    file, name = _place(workspace, id, available, case, account)
    workspace.check_writable(file)
    stored = (one for one in available if (one.path.with_name(case_file.FILE), one.name) == (file, name))
    before = next((one.answers.get(part) for one in stored), None)
    document = {
        "puzzle": id,
        "part": part,
        "case": name,
        "answer": None if hide else value,
        "before": None if before is None or before.hidden else before.text,
        "file": str(file),
    }
    subject = f"{id}, case {name}, part {part}"
    if value is None:
        if before is None:
            raise UsageError(f"{subject} has no stored answer in {file}.")
        writing.forget_answer(file, name, part)
        forgotten = "a hidden answer" if before.hidden else printable(before.text)
        return Report(document, terminal.sentences(f"{subject}: {forgotten} is forgotten."))
    stored_text = answers.hide(value, os.urandom(16)) if hide else value
    # In the workspace all are.
    by_hand = file.parent != case_folder(workspace, id)
    writing.set_answers(file, name, {part: Expected(stored_text, hidden=hide, by_hand=by_hand)})
    text = "a hidden answer" if hide else printable(value)
    lines = [f"{subject}: {text}, in {printable(str(file))}"]
    if before and not answers.matches(value, before):
        lines.append(f"It was {'another, hidden' if before.hidden else printable(before.text)} before.")
    return Report(document, terminal.sentences(*lines))


def _parts(workspace: Workspace, id: str) -> list[int]:
    """Return the parts of a puzzle: those that its site numbers, and those of its solutions."""
    site, _ = identify(id)
    paths = lookup.paths(workspace)
    stem = lookup.find(paths, id)
    solutions = lookup.read(workspace, stem, paths[stem]).solutions if stem else ()
    return sorted({*range(1, site.PARTS + 1 if site.ADDRESS else 1), *(each.part for each in solutions)})


def _place(
    workspace: Workspace, id: str, available: tuple[Case, ...], name: str | None, account: str | None
) -> tuple[Path, str]:
    """Return the case file and the case for an answer: the named one, else the real one, which may be new.

    Raises InputMissing, or UsageError if there is no case of that name.
    """
    site, _ = identify(id)
    if name:
        case = next((case for case in available if case.name == name), None)
    else:
        case = cases.real(available, account or cases.owner(available))
        if case and case.name != MAIN and (site.PERSONAL or (site.INPUT_OPTIONAL and case.parameters)):
            # An example is not the problem: its input is nobody's own, or its arguments are not the defaults.
            case = None
    if name and not case:
        labels = ", ".join(dict.fromkeys(case.name for case in available)) or "none"
        file = case_folder(workspace, id) / case_file.FILE
        raise UsageError(f'{id} has no case "{name}". It has: {labels}. Write a new one into {file}.')
    if case:
        return case.path.with_name(case_file.FILE), case.name
    if not site.PERSONAL:
        return case_folder(workspace, id) / case_file.FILE, MAIN
    if owner := cached.account(account, site.NAME):
        return cached.inputs(owner.folder, id) / case_file.FILE, MAIN
    raise InputMissing(
        f'An answer of {id} is an account\'s, and there is none: run "puzzles account add" and '
        f'"puzzles fetch {id}", or name a case of the workspace with --case.'
    )
