"""`puzzles answer`: record a known answer by hand."""

import os
from typing import Annotated

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking.selection import no_input
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Account, OrLast, Words
from puzzle_runner.declare import Argument, Option
from puzzle_runner.errors import InputMissing, UsageError
from puzzle_runner.flows import accounts
from puzzle_runner.inputs import answers, cached, case_file, cases, writing
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import MAIN, Case, Expected
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import count, printable

Part = Annotated[int | None, Option("-p", metavar="N", min=1, help="The part, of several."), Words.PART]
Value = Annotated[str | None, Argument(metavar="VALUE", help="The answer, unless --forget is given.")]
Forget = Annotated[bool, Option(help="Remove the stored answer.")]
Hide = Annotated[bool, Option(help="Store a salted hash, from which it cannot be read.")]

# Stands for an answer that is stored as a hash.
HIDDEN = "a hidden answer"
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
    if not forget:
        id, value = options.id_and_value(id, value)
    has_value = value is not None and value.strip() != ""
    if forget == has_value:
        raise UsageError('Give the answer, or --forget: "puzzles answer ID VALUE --part N".')
    meant = lookup.puzzle_id(workspace, id)
    puzzle = lookup.puzzle(workspace, meant)
    part = _part(meant, puzzle, part, forget)
    if case is None:
        chosen = _real_case(workspace, meant, puzzle, account)
    else:
        chosen = options.case(workspace, meant, case, account)
    file, *others = case_file.tables(chosen)
    workspace.check_writable(file)
    before = chosen.answers.get(part)
    shown_before = before.text if before and not before.hidden else None
    subject = f"{meant}, case {chosen.name}, part {part}"
    if forget or value is None:
        if before is None:
            raise UsageError(f"{subject} has no stored answer in {file}.")
        for table in (file, *others):
            writing.remove(table, chosen.name, writing.key(part))
        lines = [f"{subject}: {shown_before or HIDDEN} is forgotten."]
    else:
        # In the workspace, every answer is by hand, and none has a mark.
        by_hand = file.parent != lookup.case_folder(workspace, meant)
        text = answers.hide(value, os.urandom(16)) if hide else value
        writing.set_answers(file, chosen.name, {part: Expected(text, hidden=hide, by_hand=by_hand)})
        lines = [f"{subject}: {HIDDEN if hide else value}, in {file}"]
        if before and not answers.matches(value, before):
            lines.append(f"It was {shown_before or HIDDEN} before.")
    document = {
        "puzzle": meant,
        "part": part,
        "case": chosen.name,
        "answer": None if hide else value,
        "before": shown_before,
        "file": str(file),
    }
    return Report(document, terminal.sentences(*map(printable, lines)))


def _part(id: PuzzleId, puzzle: Puzzle | None, part: int | None, forget: bool) -> int:
    """Return the part that is named, else the only one. Raises UsageError for one that there is not."""
    parts = puzzle.parts if puzzle else set[int]()
    if id.site.ADDRESS:
        parts.update(range(1, id.site.PARTS + 1))
    if part is None and len(parts) < 2:
        return next(iter(parts), 1)
    # What is stored for a part that it had once can be forgotten.
    if part and (part in parts or not parts or forget):
        return part
    numbers = ", ".join(map(str, sorted(parts)))
    raise UsageError(f'{id} has {count(len(parts), "part")}, {numbers}: name one with "--part".')


def _real_case(workspace: Workspace, id: PuzzleId, puzzle: Puzzle | None, account: str | None) -> Case:
    """Return the real case, which may be new. Raises InputMissing."""
    available = lookup.cases_of_id(workspace, id)
    if account:
        available = tuple(case for case in available if case.account == account)
    folder = lookup.case_folder(workspace, id)
    site = id.site
    real = cases.real(available, account)
    if real:
        # An example is not the problem: its input is nobody's own, or its arguments are not the defaults.
        is_example = site.PERSONAL or (site.INPUT_OPTIONAL and real.parameters)
        if real.name == MAIN or not is_example:
            return real
    if site.PERSONAL:
        owner = cached.account(account, site.NAME)
        if owner:
            folder = cached.inputs(owner.folder, id)
        elif accounts.has_login(site):
            raise InputMissing(
                f'An answer of {id} is an account\'s: run "puzzles fetch {id}" first, or name a case of the '
                "workspace with --case."
            )
    elif puzzle and not site.ADDRESS and puzzle.takes_input:
        # An answer alone is no case.
        raise InputMissing(no_input(workspace, puzzle, None))
    return Case(MAIN, (str(folder),))
