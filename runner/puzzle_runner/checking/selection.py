"""What of a puzzle is to be run: its solutions and cases, as a command or another caller wants them."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from puzzle_runner.catalog.lookup import cases_of
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import InputMissing, NoPart, Unreadable, UsageError
from puzzle_runner.inputs import cached, case_file, cases
from puzzle_runner.inputs.case_file import CaseFile
from puzzle_runner.model import DEFAULT, MAIN, Case, Puzzle, Solution
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import Site
from puzzle_runner.text import natural, nearest

# The names of cases that a site may have.
_OF_SITE = re.compile(rf"{MAIN}|example\d*")


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
    return f"part{'s' * (len(parts) > 1)} {' and '.join(map(str, sorted(parts)))}"


def chosen_cases(workspace: Workspace, puzzle: Puzzle, choice: Selection) -> CaseFile:
    """Return the case file of a puzzle with no cases but the chosen ones.

    Raises InputMissing, Unreadable, or UsageError for an unknown name.
    """
    if choice.typed is not None:
        folder = workspace.inputs(puzzle.id)
        own = case_file.of_workspace(folder)
        _check_names(workspace, puzzle, own)
        typed = Case(choice.case or "input", str(folder), choice.typed, tolerance=own.tolerance)
        return own._replace(cases=(typed,))
    file = cases_of(workspace, puzzle.id, choice.account)
    _check_names(workspace, puzzle, file)
    return file._replace(cases=tuple(_chosen(workspace, puzzle, choice, file.cases)))


def _check_names(workspace: Workspace, puzzle: Puzzle, file: CaseFile) -> None:
    """Raise Unreadable for a case file that names a case, a solution or a part that does not exist."""
    site, _ = identify(puzzle.id)
    parts = {*range(1, site.PARTS + 1 if site.ADDRESS else 1), *(each.part for each in puzzle.solutions)}
    for case in (*file.cases, *file.ranges):
        inputs = case.inline if isinstance(case.inline, Mapping) else {}
        for part in (*case.answers, *inputs):
            if part not in parts:
                place = case_file.where(case, f"part{part}" if part in case.answers else "input")
                raise Unreadable(f"{place} there is no part {part}: {puzzle.path} has {_listed(parts)}.")
    solutions = {each.name for each in puzzle.solutions}
    known = {case.name for case in (*file.cases, *file.ranges)}
    for name, rule in file.rules.items():
        # What a site has need not be fetched yet.
        names = [each for each in rule.cases or () if not (site.ADDRESS and _OF_SITE.fullmatch(each))]
        lost = next((each for each in names if each not in known), None)
        if name not in solutions:
            near = nearest(name, solutions) or f" It has {', '.join(sorted(solutions))}."
            message = f'{puzzle.path} has no solution "{name}".{near}'
        elif lost is not None:
            near = nearest(lost, known) or f" It has: {', '.join(sorted(known)) or 'none'}."
            message = f'there is no case "{lost}".{near}'
        else:
            continue
        path = workspace.inputs(puzzle.id) / case_file.FILE
        raise Unreadable(f"{case_file.place(path, case_file.SOLUTION, name)} {message}")


def _chosen(
    workspace: Workspace, puzzle: Puzzle, choice: Selection, available: tuple[Case, ...]
) -> Sequence[Case]:
    if choice.case is not None:
        wanted = [case for case in available if choice.case in (case.name, f"{case.name}@{case.account}")]
        if not wanted:
            names = ", ".join(case.name for case in available) or "none"
            path = workspace.inputs(puzzle.id) / case_file.FILE
            raise UsageError(f'{path} has no case "{choice.case}". It has: {names}.')
        return wanted
    site, _ = identify(puzzle.id)
    # What `stress` has kept is beside the input that a puzzle has by itself, unless it asks for more. So is
    # an example with arguments of its own, where the problem is the default.
    is_complete = not available or not any(solution.required for solution in puzzle.solutions)
    takes_input = any(solution.takes_input for solution in puzzle.solutions)
    with_defaults = site.INPUT_OPTIONAL and not takes_input
    if is_complete and all(
        case.source.startswith(case_file.STRESS) or (with_defaults and case.parameters and case.name != MAIN)
        for case in available
    ):
        if not takes_input:
            available = (Case(MAIN, str(workspace.inputs(puzzle.id)), inline=""), *available)
        elif site.INPUT_OPTIONAL:
            available = (Case(MAIN, str(cases.file(workspace.inputs(puzzle.id), MAIN))), *available)
    if available and all(case.off for case in available):
        name = available[0].name
        raise InputMissing(f'Every case of {puzzle.id} is off: "puzzles case {puzzle.id} {name} --on".')
    available = tuple(case for case in available if not case.off)
    in_order = sorted(available, key=lambda case: natural(case.name))
    available = tuple(case for case in available if not waits_for_input(puzzle, case))
    if any(case.name == MAIN for case in available):
        # The answers that wait are for another's input.
        in_order = [case for case in in_order if case in available]
    if available and choice.every_case:
        return in_order
    owner = cases.owner(available)
    real = cases.real(available, owner)
    if not real or (choice.account and not owner and not site.INPUT_OPTIONAL):
        raise InputMissing(no_input(workspace, puzzle, choice.account))
    if choice.examples:
        mine = [case for case in in_order if case.account in (None, owner)]
        # Where no case is `main`, all are examples.
        return mine if real.name != MAIN else [*(case for case in mine if case != real), real]
    return [real]


def waits_for_input(puzzle: Puzzle, case: Case) -> bool:
    """Tell whether a case has no more than answers so far, as its input is to be fetched."""
    site, _ = identify(puzzle.id)
    is_fetched = site.ADDRESS and not site.INPUT_OPTIONAL and case.name == MAIN
    takes_input = any(solution.takes_input for solution in puzzle.solutions)
    return bool(is_fetched) and takes_input and not cases.has_input(case)


def may_log_in(site: Site) -> bool:
    """Tell whether there may be a login at a site. Nothing is opened, and no session is read."""
    from puzzle_runner.flows import accounts

    return accounts.may_log_in(site)


def no_input(workspace: Workspace, puzzle: Puzzle, account: str | None) -> str:
    """Return why a puzzle has no input, and how to get one."""
    # Imported here: a puzzle with an input does not need this module.
    from puzzle_runner.flows import accounts

    site, id = identify(puzzle.id)
    file = workspace.inputs(puzzle.id) / case_file.FILE
    if site.PERSONAL and not (cached.accounts() or may_log_in(site)):
        remedy = f'you are not logged in. Run "{accounts.adding(site)}", or give a file with --input.'
    elif site.PERSONAL:
        chosen = f"{id}{accounts.option(account)}"
        remedy = f'it is not fetched yet. Run "puzzles fetch {chosen}", or give a file with --input.'
    elif site.ADDRESS:
        remedy = f'run "puzzles fetch {id}", write {file}, or give a file with --input.'
    else:
        remedy = f"write {file}, or give a file with --input."
    return f"No input for {puzzle.id}: {remedy}"
