"""What of a puzzle is to be run: its solutions and cases, as a command or another caller wants them."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from puzzle_runner.catalog.lookup import cases_of
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import InputMissing, NoPart, Unreadable, UsageError
from puzzle_runner.inputs import cached, case_file, cases
from puzzle_runner.inputs.case_file import CaseFile
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, MAIN, Case, Solution
from puzzle_runner.text import natural


class Selection(NamedTuple):
    """The parts, solutions and cases of a puzzle to run. `part` and `solution` are None for all of them.

    Without the name of a `case`, the real one is taken, or `every_case`; with `examples`, those come first.
    `typed` is an input that replaces the cases. Personal cases are those of `account`, if it is named. The
    user has named the puzzle itself if `by_name`. With `own_timeouts`, rules of solutions limit their time.
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
    solutions = [solution for solution in puzzle.solutions if choice.part in (None, solution.part)]
    if not solutions:
        there = [str(part) for part in sorted(puzzle.parts)]
        raise UsageError(_unknown(puzzle.path, "part", str(choice.part), there))
    if choice.solution is None:
        return solutions
    name = puzzle.default if choice.solution == DEFAULT else choice.solution
    chosen = [solution for solution in solutions if solution.name == name]
    if not chosen:
        there = [solution.name for solution in solutions]
        raise UsageError(_unknown(puzzle.path, "solution", choice.solution, there))
    return chosen


def _unknown(where: object, kind: str, name: str, there: Iterable[str]) -> str:
    """Return a sentence about a name that does not exist, with those that do."""
    names = ", ".join(dict.fromkeys(there)) or "none"
    return f'{where} has no {kind} "{name}". It has: {names}.'


def chosen_cases(workspace: Workspace, puzzle: Puzzle, choice: Selection) -> CaseFile:
    """Return the case file of a puzzle with no cases but the chosen ones.

    Raises InputMissing, Unreadable, or UsageError for an unknown name.
    """
    if choice.typed is None:
        file = cases_of(workspace, puzzle.id, choice.account)
        _check_names(workspace, puzzle, file)
        chosen = _chosen(workspace, puzzle, choice, file.cases)
        return file._replace(cases=tuple(chosen))
    folder = workspace.inputs(puzzle.id)
    file = case_file.load(folder)
    _check_names(workspace, puzzle, file)
    name = choice.case or "input"
    case = Case(name, (str(folder),), {0: choice.typed}, tolerance=file.tolerance)
    return file._replace(cases=(case,))


def _check_names(workspace: Workspace, puzzle: Puzzle, file: CaseFile) -> None:
    """Raise Unreadable for a case file that names a case, a solution or a part that does not exist."""
    site = puzzle.id.site
    parts = {0, *puzzle.parts}
    solutions = {solution.name for solution in puzzle.solutions}
    case_names = set()
    if site.ADDRESS:
        parts.update(range(1, site.PARTS + 1))
    for case in (*file.cases, *file.ranges):
        case_names.add(case.name)
        for part in case.parts - parts:
            where = case_file.where(case, part)
            raise Unreadable(f"{where} there is no part {part}.")
    path = workspace.inputs(puzzle.id) / case_file.FILE
    for name, rule in file.rules.items():
        where = f"{path}, [{case_file.SOLUTION}.{name}]:"
        if name not in solutions:
            raise Unreadable(f'{where} there is no solution "{name}".')
        for case_name in rule.cases or ():
            # What a site has need not be fetched yet.
            is_of_site = site.ADDRESS and re.fullmatch(rf"{MAIN}|example\d*", case_name)
            if case_name not in case_names and not is_of_site:
                raise Unreadable(f'{where} there is no case "{case_name}".')


def _chosen(workspace: Workspace, puzzle: Puzzle, choice: Selection, listed: tuple[Case, ...]) -> list[Case]:
    id = puzzle.id
    folder = workspace.inputs(id)
    if choice.case is not None:
        named = [case for case in listed if choice.case in (case.name, f"{case.name}@{case.account}")]
        if not named:
            there = [case.name for case in listed]
            raise UsageError(_unknown(folder / case_file.FILE, "case", choice.case, there))
        return named
    if _is_own_input(puzzle, listed):
        inputs = {0: ""} if puzzle.takes_input else {}
        own_case = Case(MAIN, (str(folder),), inputs)
        listed = (own_case, *listed)
    chosen = [case for case in listed if not case.off]
    if listed and not chosen:
        name = listed[0].name
        raise InputMissing(f'Every case of {id} is off: "puzzles case {id} {name} --on".')
    ready = tuple(case for case in chosen if not waits_for_input(puzzle, case))
    if any(case.name == MAIN for case in ready):
        # The answers that wait are for another's input.
        chosen = [*ready]
    chosen.sort(key=lambda case: natural(case.name))
    if ready and choice.every_case:
        return chosen
    real = cases.real(ready)
    owner = real.account if real else None
    is_of_other = choice.account and not owner and not id.site.INPUT_OPTIONAL
    if not real or is_of_other:
        raise InputMissing(no_input(workspace, puzzle, choice.account))
    if not choice.examples:
        return [real]
    mine = [case for case in chosen if case.account in (None, owner)]
    # The others are examples: they come first.
    mine.sort(key=lambda case: case.name == MAIN)
    return mine


def _is_own_input(puzzle: Puzzle, listed: Iterable[Case]) -> bool:
    """Tell whether a puzzle has an input by itself, and none of the listed cases is the problem's.

    What `stress` has kept is not, nor are examples with arguments where the problem is the default.
    """
    is_optional = puzzle.id.site.INPUT_OPTIONAL
    if puzzle.takes_input and not is_optional:
        return False
    for case in listed:
        is_example = is_optional and not puzzle.takes_input and case.parameters and case.name != MAIN
        if not is_example and not case.source.startswith(case_file.STRESS):
            return False
    # With a case, only what has no argument or defaults for all has an input by itself.
    return not listed or not any(solution.required for solution in puzzle.solutions)


def waits_for_input(puzzle: Puzzle, case: Case) -> bool:
    """Tell whether a case has no more than answers so far, as its input is to be fetched."""
    site = puzzle.id.site
    if not site.ADDRESS or site.INPUT_OPTIONAL or case.name != MAIN:
        return False
    return puzzle.takes_input and not case.inputs


def no_input(workspace: Workspace, puzzle: Puzzle, account: str | None) -> str:
    """Return why a puzzle has no input, and how to get one."""
    # Imported here: a puzzle with an input does not need this module.
    from puzzle_runner.flows import accounts

    site = puzzle.id.site
    file = workspace.inputs(puzzle.id) / case_file.FILE
    fetch = f'"puzzles fetch {puzzle.id.canonical}{accounts.option(account)}"'
    if not site.ADDRESS:
        remedy = f"write {file}"
    elif not site.PERSONAL:
        remedy = f"run {fetch}, write {file}"
    elif cached.accounts() or accounts.has_login(site):
        remedy = f"it is not fetched yet. Run {fetch}"
    else:
        remedy = f'you are not logged in. Run "{accounts.adding(site)}"'
    return f"No input for {puzzle.id}: {remedy}, or give a file with --input."
