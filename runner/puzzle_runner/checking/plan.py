"""From puzzles to tasks: the calls to make, and what is skipped."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import checkers
from puzzle_runner.checking.selection import (
    Selection,
    chosen_cases,
    chosen_solutions,
    no_input,
    waits_for_input,
)
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import Exit, InputMissing, PuzzlesError, Unreadable
from puzzle_runner.inputs import case_file, cases
from puzzle_runner.inputs.case_file import CaseFile
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import (
    DEFAULT,
    MAIN,
    Case,
    Expected,
    Limits,
    Parameters,
    Rule,
    Solution,
    TaskKey,
    Verdict,
)
from puzzle_runner.running.call import Job


class Call(NamedTuple):
    """One call to be made: a solution of a puzzle on a case. `checker` judges its answer."""

    puzzle: Puzzle
    solution: Solution
    case: Case
    job: Job
    checker: Solution | None

    @property
    def key(self) -> TaskKey:
        """The key of its result."""
        solution = self.solution
        case = self.case
        return TaskKey(self.puzzle.id, solution.part, solution.name, case.name, case.account)

    @property
    def expected(self) -> Expected | None:
        """The stored answer."""
        return self.case.answers.get(self.solution.part)


class Skipped(NamedTuple):
    """Why a puzzle, a case or a solution cannot be run; `exit` is the code if the user named the puzzle."""

    puzzle: Puzzle
    message: str
    exit: Exit = Exit.RIGHT
    verdict: Verdict = Verdict.ERROR
    case: Case | None = None
    solution: Solution | None = None


Task = Call | Skipped


def warnings(tasks: Iterable[Task]) -> list[str]:
    """Return what is wrong with puzzles that run all the same, each in a sentence."""
    sentences = {}
    for task in tasks:
        puzzle = task.puzzle
        if puzzle.solutions and puzzle.warning:
            sentences[puzzle.id] = f"{puzzle.id}: {puzzle.warning}"
    return [*sentences.values()]


def tasks(workspace: Workspace, selectors: Sequence[str], choice: Selection, limits: Limits) -> list[Task]:
    """Return the tasks of the selected puzzles. Raises NoSuchPuzzle."""
    planned: list[Task] = []
    for puzzle, by_name in lookup.puzzles(workspace, selectors):
        of_puzzle = plan(workspace, puzzle, choice._replace(by_name=by_name), limits)
        planned += of_puzzle if by_name else relax_unnamed(of_puzzle)
    return planned


def relax_unnamed(of_puzzle: Iterable[Task]) -> Iterator[Task]:
    """Yield the tasks of a puzzle that the user did not name: there, what is skipped counts for less.

    A part, solution or case that the puzzle lacks gives no row; a puzzle without any input is skipped.
    """
    for task in of_puzzle:
        match task:
            case Skipped(exit=Exit.USAGE):
                pass
            case Skipped(exit=Exit.INPUT_MISSING, case=None):
                yield task._replace(verdict=Verdict.SKIPPED, exit=Exit.RIGHT)
            case Skipped(exit=code) if code:
                yield task._replace(exit=Exit.NOT_RIGHT)
            case _:
                yield task


def runnable(of_puzzle: Iterable[Task]) -> list[Call]:
    """Return the tasks that can be run."""
    return [task for task in of_puzzle if isinstance(task, Call)]


def plan(workspace: Workspace, puzzle: Puzzle, choice: Selection, limits: Limits) -> Iterator[Task]:
    """Yield the tasks of a puzzle, or what it is skipped for if nothing of it can be run."""
    try:
        if puzzle.error:
            raise Unreadable(puzzle.error)
        solutions = chosen_solutions(puzzle, choice)
        written = [solution for solution in solutions if solution.written]
        file = chosen_cases(workspace, puzzle, choice) if written else CaseFile()
        checker = checkers.find(workspace, puzzle, file.checker)
    except PuzzlesError as error:
        yield Skipped(puzzle, str(error), error.exit)
        return
    own_limits = {solution.name: limits for solution in written}
    for name, rule in file.rules.items():
        if rule.timeout and choice.own_timeouts:
            own_limits[name] = limits._replace(timeout=rule.timeout)
    for case in file.cases:
        ruled = []
        for solution in written:
            rule = file.rules.get(solution.name, Rule())
            if _is_for(rule, case, choice):
                ruled.append(solution)
        problem = _problem(workspace, puzzle, case, checker)
        if problem:
            yield Skipped(puzzle, problem, Exit.UNREADABLE, case=case)
        elif not choice.case and waits_for_input(puzzle, case):
            yield Skipped(puzzle, no_input(workspace, puzzle, None), verdict=Verdict.SKIPPED, case=case)
        else:
            yield from _tasks_of_case(puzzle, case, ruled, own_limits, checker)
    # Where everybody has an own input, that may be missing although the examples of the page are here.
    is_fetched = any(case.cached for case in file.cases)
    has_main = any(case.name == MAIN for case in file.cases)
    if choice.examples and is_fetched and not has_main and puzzle.id.site.PERSONAL:
        message = no_input(workspace, puzzle, choice.account)
        yield Skipped(puzzle, message, verdict=Verdict.SKIPPED)
    for solution in solutions:
        if not solution.written:
            message = f"part {solution.part} is not written yet"
            yield Skipped(puzzle, message, verdict=Verdict.SKIPPED, solution=solution)


def _is_for(rule: Rule, case: Case, choice: Selection) -> bool:
    # Who names a solution, or a case, wants it to run.
    is_named = choice.solution not in (None, DEFAULT) and not choice.examples
    is_any_case = is_named or choice.case or choice.typed is not None
    if rule.cases is not None and case.name not in rule.cases and not is_any_case:
        return False
    is_left_out = rule.slow and choice.every_case and not choice.by_name
    return not is_left_out


def _tasks_of_case(
    puzzle: Puzzle,
    case: Case,
    solutions: Sequence[Solution],
    limits: Mapping[str, Limits],
    checker: Solution | None,
) -> Iterator[Task]:
    inputs: dict[int, str] = {}
    missing: dict[int, PuzzlesError] = {}
    for solution in solutions:
        part = solution.part
        if solution.takes_input and part not in inputs:
            try:
                inputs[part] = cases.text(case, part)
            except PuzzlesError as error:
                is_optional = puzzle.id.site.INPUT_OPTIONAL and case.name == MAIN
                if is_optional and isinstance(error, InputMissing):
                    inputs[part] = ""
                else:
                    missing[part] = error
    if missing and not inputs:
        first, *_ = missing.values()
        yield Skipped(puzzle, str(first), first.exit, case=case)
        return
    for solution in solutions:
        part = solution.part
        problem = missing.get(part) if solution.takes_input else None
        if isinstance(problem, InputMissing) and case.cached:
            # Another account may have unlocked it.
            yield Skipped(puzzle, str(problem), Exit.RIGHT, Verdict.SKIPPED, case, solution)
        elif problem:
            yield Skipped(puzzle, str(problem), problem.exit, Verdict.ERROR, case, solution)
        else:
            job = Job(
                puzzle.id,
                solution.path or puzzle.path,
                engines.load(solution.engine),
                solution.data,
                inputs[part] if solution.takes_input else None,
                limits[solution.name],
                keywords=keywords(case.parameters, solution),
            )
            yield Call(puzzle, solution, case, job, checker)


def _problem(workspace: Workspace, puzzle: Puzzle, case: Case, checker: Solution | None) -> str:
    if workspace.settings.untrusted:
        # Its code would be given what it cannot read, such as a login.
        root = os.path.join(os.path.realpath(workspace.root), "")
        paths: list[str | Path] = [puzzle.path, workspace.inputs(puzzle.id) / case_file.FILE]
        if not case.cached:
            paths += case.inputs.values()
        for path in paths:
            if isinstance(path, Path) and not os.path.realpath(path).startswith(root):
                return f"{path} leads out of {workspace.root}: untrusted code gets no files from there."
    known = set(checker.parameters) if checker else set()
    for solution in puzzle.solutions:
        known.update(solution.parameters)
    for name, _ in case.parameters:
        if name not in known:
            where = case_file.where(case)
            return (
                f'{where} no part of {puzzle.path.name} takes "{name}". A case has input, part1, part2, ...; '
                f"any other key is an argument, as in part1(text, *, {name}=None)."
            )
    return ""


def keywords(parameters: Parameters, solution: Solution) -> Parameters:
    """Return the parameters that a solution takes."""
    return tuple((name, value) for name, value in parameters if name in solution.parameters)
