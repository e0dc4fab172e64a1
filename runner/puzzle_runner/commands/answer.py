"""`puzzles answer`: record a known answer by hand."""

import os
import re
from typing import Annotated

from puzzle_runner import declare
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.lookup import case_folder
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking.selection import no_input
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Account, OrLast, Words, part_number
from puzzle_runner.errors import InputMissing, UsageError
from puzzle_runner.inputs import answers, cached, case_file, cases, writing
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import MAIN, Case, Expected
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import count, printable

Part = Annotated[
    int | None,
    declare.Option(
        "--part", "-p", metavar="N", parser=part_number, help="The part, where there are several."
    ),
    Words.PART,
]
Value = Annotated[str | None, declare.Argument(metavar="VALUE", help="The answer, unless --forget is given.")]
Forget = Annotated[bool, declare.Option("--forget", help="Remove the stored answer.")]
Hide = Annotated[bool, declare.Option("--hide", help="Store a salted hash, from which it cannot be read.")]


ORDER = 230
EXAMPLE = "puzzles answer 2021/3 1234 --part 1"


def answer(
    id: OrLast = None,
    value: Value = None,
    part: Part = None,
    case: options.Case = None,
    account: Account = None,
    hide: Hide = False,
    forget: Forget = False,
) -> Report:
    """Record a known answer by hand, or forget one."""
    workspace = lookup.workspace_of([id])
    if value is None and not forget and id is not None and not _is_puzzle(workspace, id):
        id, value = None, id
    if forget == (value is not None):
        raise UsageError('Give the answer, or --forget: "puzzles answer ID VALUE --part N".')
    if value is not None and not value.strip():
        raise UsageError('The answer is empty. Give its text, or "--forget" to remove the stored one.')
    meant = lookup.puzzle_id(workspace, id)
    puzzle = _puzzle(workspace, meant)
    part = _part(meant, puzzle, part, forget)
    available = lookup.cases_of_id(workspace, meant)
    if account:
        available = tuple(each for each in available if each.account == account)
    chosen = _case(workspace, meant, puzzle, available, case, account)
    tables = case_file.tables(chosen)
    file = tables[0]
    workspace.check_writable(file)
    before = chosen.answers.get(part)
    document = {
        "puzzle": meant,
        "part": part,
        "case": chosen.name,
        "answer": None if hide else value,
        "before": None if before is None or before.hidden else before.text,
        "file": str(file),
    }
    subject = f"{meant}, case {chosen.name}, part {part}"
    if value is None:
        if before is None:
            raise UsageError(f"{subject} has no stored answer in {file}.")
        for table in tables:
            writing.forget_answer(table, chosen.name, part)
        old = "a hidden answer" if before.hidden else printable(before.text)
        return Report(document, terminal.sentences(f"{subject}: {old} is forgotten."))
    # In the workspace, every answer is by hand, and none has a mark.
    by_hand = file.parent != case_folder(workspace, meant)
    text = answers.hide(value, os.urandom(16)) if hide else value
    writing.set_answers(file, chosen.name, {part: Expected(text, hidden=hide, by_hand=by_hand)})
    new = "a hidden answer" if hide else printable(value)
    lines = [f"{subject}: {new}, in {printable(str(file))}"]
    if before and not answers.matches(value, before):
        old = "another, hidden" if before.hidden else printable(before.text)
        lines.append(f"It was {old} before.")
    return Report(document, terminal.sentences(*lines))


def _is_puzzle(workspace: Workspace, text: str) -> bool:
    """Tell whether a word alone names a puzzle, and not an answer of the one edited last."""
    if re.fullmatch(r"-?\d+", text) or not text.strip():
        return False
    paths = lookup.paths(workspace)
    text = lookup.spelled_out(workspace, text, paths)
    return bool(identify(text).site.ADDRESS or lookup.find(paths, text))


def _puzzle(workspace: Workspace, id: PuzzleId) -> Puzzle | None:
    """Return the module of a puzzle; None if it has none."""
    paths = lookup.paths(workspace)
    here = lookup.find(paths, id)
    return lookup.read(workspace, here, paths[here]) if here else None


def _part(id: PuzzleId, puzzle: Puzzle | None, part: int | None, forget: bool) -> int:
    """Return the part that is named, else the only one. Raises UsageError if the puzzle has no such part.

    It has those that its site numbers, and those of its solutions. What is stored for a part that it had
    once can be forgotten.
    """
    numbers = {solution.part for solution in puzzle.solutions} if puzzle else set[int]()
    if id.site.ADDRESS:
        numbers.update(range(1, id.site.PARTS + 1))
    parts = sorted(numbers)
    if part is None:
        if len(parts) > 1:
            raise UsageError(f'{id} has {count(len(parts), "part")}: name one with "--part".')
        return parts[0] if parts else 1
    if parts and part not in parts and not forget:
        noun = "part" if len(parts) == 1 else "parts"
        raise UsageError(f"{id} has no part {part}: it has {noun} {', '.join(map(str, parts))}.")
    return part


def _case(
    workspace: Workspace,
    id: PuzzleId,
    puzzle: Puzzle | None,
    available: tuple[Case, ...],
    name: str | None,
    account: str | None,
) -> Case:
    """Return the case that an answer is for: the named one, else the real one, which may be new.

    Raises InputMissing, or UsageError if there is no case of that name.
    """
    site = id.site
    if name is not None:
        case = next((case for case in available if case.name == name), None)
    else:
        case = cases.real(available, account or cases.owner(available))
        if case and case.name != MAIN and (site.PERSONAL or (site.INPUT_OPTIONAL and case.parameters)):
            # An example is not the problem: its input is nobody's own, or its arguments are not the defaults.
            case = None
    if case:
        return case
    folder = case_folder(workspace, id)
    if name is not None:
        labels = ", ".join(dict.fromkeys(case.name for case in available)) or "none"
        file = folder / case_file.FILE
        raise UsageError(f'{id} has no case "{name}". It has: {labels}. Write a new one into {file}.')
    if site.PERSONAL:
        # Imported here: other sites have no accounts.
        from puzzle_runner.flows import accounts

        if owner := cached.account(account, site.NAME):
            folder = cached.inputs(owner.folder, id)
        elif accounts.has_login(site):
            raise InputMissing(
                f'An answer of {id} is an account\'s: run "puzzles fetch {id}" first, or name a case of the '
                "workspace with --case."
            )
    elif puzzle and not site.ADDRESS and any(solution.takes_input for solution in puzzle.solutions):
        # An answer alone is no case.
        raise InputMissing(no_input(workspace, puzzle, None))
    return Case(MAIN, (str(folder),))
