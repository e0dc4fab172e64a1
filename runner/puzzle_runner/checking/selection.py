"""What of a puzzle is to be run: its solutions and cases, as a command or another caller wants them."""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.catalog.lookup import cases_of
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import InputMissing, NoPart, Unreadable, UsageError
from puzzle_runner.inputs import cached, case_file, cases
from puzzle_runner.inputs.case_file import CaseFile
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, MAIN, Case, Solution
from puzzle_runner.text import natural, nearest

# The names of cases that a site may have.
_OF_SITE = rf"{MAIN}|example\d*"


class Selection(NamedTuple):
    """The parts, solutions and cases of a puzzle to run. `part` and `solution` are None for all of them.

    `case` is the name of a case; without it, the real case is taken, or `every_case`. With `examples`, those
    that are not another account's come before the real case. `typed` is the text of an input given by the
    user, which replaces the cases. `account` limits the personal cases to one account. With `every_case`,
    solutions that are slow are left out unless `by_name`, as where the user named the puzzle. `own_timeouts`
    tells that the time of a solution that has its own rule is limited by that.
    """

    part: int | None = None
    solution: str | None = DEFAULT
    case: str | None = None
    every_case: bool = False
    examples: bool = False
    typed: str | None = None
    account: str | None = None
    by_name: bool = False
    own_timeouts: bool = True


# All that `check` runs.
EVERYTHING = Selection(solution=None, every_case=True)


def chosen_solutions(puzzle: Puzzle, choice: Selection) -> list[Solution]:
    """Return the chosen solutions. Raises UsageError if there are none, NoPart if there is no part at all."""
    if not puzzle.solutions:
        raise NoPart(puzzle.warning)
    of_part = [solution for solution in puzzle.solutions if choice.part in (None, solution.part)]
    if not of_part:
        defined = _listed({solution.part for solution in puzzle.solutions})
        raise UsageError(f"{puzzle.path} has no part {choice.part}: it defines {defined}.")
    name = puzzle.default if choice.solution == DEFAULT else choice.solution
    chosen = [solution for solution in of_part if name in (None, solution.name)]
    if not chosen:
        names = ", ".join(dict.fromkeys(solution.name for solution in of_part))
        where = f" of part {choice.part}" if choice.part else ""
        raise UsageError(f'{puzzle.path} has no solution "{choice.solution}"{where}: it has {names}.')
    return chosen


def _listed(parts: Collection[int]) -> str:
    """Return parts in words: `part 1`, `parts 1 and 2`."""
    numbers = " and ".join(map(str, sorted(parts)))
    return f"part {numbers}" if len(parts) == 1 else f"parts {numbers}"


def chosen_cases(workspace: Workspace, puzzle: Puzzle, choice: Selection) -> CaseFile:
    """Return the case file of a puzzle with no cases but the chosen ones.

    Raises InputMissing, Unreadable, or UsageError for an unknown name.
    """
    if choice.typed is not None:
        folder = workspace.inputs(puzzle.id)
        own = case_file.load(folder)
        _check_names(workspace, puzzle, own)
        typed = Case(choice.case or "input", (str(folder),), {0: choice.typed}, tolerance=own.tolerance)
        return own._replace(cases=(typed,))
    file = cases_of(workspace, puzzle.id, choice.account)
    _check_names(workspace, puzzle, file)
    return file._replace(cases=tuple(_chosen(workspace, puzzle, choice, file.cases)))


def _check_names(workspace: Workspace, puzzle: Puzzle, file: CaseFile) -> None:
    """Raise Unreadable for a case file that names a case, a solution or a part that does not exist."""
    site = puzzle.id.site
    parts = {solution.part for solution in puzzle.solutions}
    if site.ADDRESS:
        parts.update(range(1, site.PARTS + 1))
    all_cases = (*file.cases, *file.ranges)
    for case in all_cases:
        for part in sorted((case.inputs.keys() | case.answers) - parts - {0}):
            source = case.inputs.get(part)
            if isinstance(source, Path):
                where = f"{source}:"
            else:
                where = case_file.where(case, f"part{part}" if part in case.answers else "input")
            raise Unreadable(f"{where} there is no part {part}: {puzzle.path} has {_listed(parts)}.")
    solutions = {solution.name for solution in puzzle.solutions}
    known = {case.name for case in all_cases}
    for name, rule in file.rules.items():
        message = ""
        if name not in solutions:
            near = nearest(name, solutions) or f" It has {', '.join(sorted(solutions))}."
            message = f'{puzzle.path} has no solution "{name}".{near}'
        for case_name in rule.cases or ():
            # What a site has need not be fetched yet.
            is_of_site = site.ADDRESS and re.fullmatch(_OF_SITE, case_name)
            if case_name not in known and not is_of_site and not message:
                near = nearest(case_name, known) or f" It has: {', '.join(sorted(known)) or 'none'}."
                message = f'there is no case "{case_name}".{near}'
        if message:
            path = workspace.inputs(puzzle.id) / case_file.FILE
            raise Unreadable(f"{case_file.place(path, case_file.SOLUTION, name)} {message}")


def _chosen(
    workspace: Workspace, puzzle: Puzzle, choice: Selection, listed: tuple[Case, ...]
) -> Sequence[Case]:
    if choice.case is not None:
        return _named(workspace, puzzle, choice.case, listed)
    own_case = _own_case(workspace, puzzle, listed)
    if own_case:
        listed = (own_case, *listed)
    if listed and all(case.off for case in listed):
        name = listed[0].name
        raise InputMissing(f'Every case of {puzzle.id} is off: "puzzles case {puzzle.id} {name} --on".')
    listed = tuple(case for case in listed if not case.off)
    ready = tuple(case for case in listed if not waits_for_input(puzzle, case))
    if any(case.name == MAIN for case in ready):
        # The answers that wait are for another's input.
        listed = ready
    in_order = sorted(listed, key=lambda case: natural(case.name))
    if ready and choice.every_case:
        return in_order
    site = puzzle.id.site
    owner = cases.owner(ready)
    real = cases.real(ready, owner)
    if not real or (choice.account and not owner and not site.INPUT_OPTIONAL):
        raise InputMissing(no_input(workspace, puzzle, choice.account))
    if not choice.examples:
        return [real]
    mine = [case for case in in_order if case.account in (None, owner)]
    if real.name != MAIN:
        # All are examples.
        return mine
    return [*(case for case in mine if case != real), real]


def _named(workspace: Workspace, puzzle: Puzzle, name: str, listed: Sequence[Case]) -> list[Case]:
    """Return the cases of a name, which may be `name@account`. Raises UsageError."""
    named = [case for case in listed if name in (case.name, f"{case.name}@{case.account}")]
    if not named:
        names = ", ".join(case.name for case in listed) or "none"
        path = workspace.inputs(puzzle.id) / case_file.FILE
        raise UsageError(f'{path} has no case "{name}". It has: {names}.')
    return named


def _own_case(workspace: Workspace, puzzle: Puzzle, listed: Sequence[Case]) -> Case | None:
    """Return the case of a puzzle that has its input by itself; None if its input is one of the listed cases.

    What `stress` has kept is beside that input. So is an example with arguments of its own, where the problem
    is the default.
    """
    site = puzzle.id.site
    if listed and any(solution.required for solution in puzzle.solutions):
        return None
    with_defaults = site.INPUT_OPTIONAL and not _takes_input(puzzle)
    for case in listed:
        is_example = with_defaults and case.parameters and case.name != MAIN
        if not is_example and not case.source.startswith(case_file.STRESS):
            return None
    folder = workspace.inputs(puzzle.id)
    if not _takes_input(puzzle):
        return Case(MAIN, (str(folder),), {0: ""})
    return Case(MAIN, (str(folder),)) if site.INPUT_OPTIONAL else None


def _takes_input(puzzle: Puzzle) -> bool:
    return any(solution.takes_input for solution in puzzle.solutions)


def waits_for_input(puzzle: Puzzle, case: Case) -> bool:
    """Tell whether a case has no more than answers so far, as its input is to be fetched."""
    site = puzzle.id.site
    if not site.ADDRESS or site.INPUT_OPTIONAL or case.name != MAIN:
        return False
    return _takes_input(puzzle) and not case.inputs


def no_input(workspace: Workspace, puzzle: Puzzle, account: str | None) -> str:
    """Return why a puzzle has no input, and how to get one."""
    # Imported here: a puzzle with an input does not need this module.
    from puzzle_runner.flows import accounts

    site, id = puzzle.id.site, puzzle.id.canonical
    file = workspace.inputs(puzzle.id) / case_file.FILE
    if site.PERSONAL and not (cached.accounts() or accounts.has_login(site)):
        remedy = f'you are not logged in. Run "{accounts.adding(site)}", or give a file with --input.'
    elif site.PERSONAL:
        chosen = f"{id}{accounts.option(account)}"
        remedy = f'it is not fetched yet. Run "puzzles fetch {chosen}", or give a file with --input.'
    elif site.ADDRESS:
        remedy = f'run "puzzles fetch {id}", write {file}, or give a file with --input.'
    else:
        remedy = f"write {file}, or give a file with --input."
    return f"No input for {puzzle.id}: {remedy}"
