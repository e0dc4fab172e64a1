"""From puzzles to tasks: the calls to make, and what is skipped."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
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
from puzzle_runner.inputs import cached, case_file, cases
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
from puzzle_runner.text import nearest


class Call(NamedTuple):
    """One call to be made: a solution of a puzzle on a case. `note` is a remark on its input.

    `checker` is the function that judges its answer.
    """

    puzzle: Puzzle
    solution: Solution
    case: Case
    job: Job
    note: str = ""
    checker: Solution | None = None

    @property
    def key(self) -> TaskKey:
        """The key of its result."""
        return TaskKey(
            self.puzzle.id, self.solution.part, self.solution.name, self.case.name, self.case.account
        )

    @property
    def expected(self) -> Expected | None:
        """The stored answer; None if there is none."""
        return self.case.answers.get(self.solution.part)

    def judging(self, answer: str) -> Job | None:
        """Return the job that judges an answer; None without a checker."""
        if not self.checker:
            return None
        return checkers.job(self.checker, self.job, self.case, self.solution.part, answer)


class Skipped(NamedTuple):
    """The reason why a puzzle, one of its cases, or a solution that is not written yet cannot be run.

    `exit` is the exit code if the user asked for the puzzle by its name; `relax_unnamed` lowers it.
    """

    puzzle: Puzzle
    message: str
    exit: Exit = Exit.RIGHT
    verdict: Verdict = Verdict.ERROR
    case: Case | None = None
    solution: Solution | None = None


Task = Call | Skipped


def warnings(tasks: Iterable[Task]) -> list[str]:
    """Return what is wrong with puzzles that run all the same, each in a sentence."""
    puzzles = {task.puzzle.id: task.puzzle for task in tasks}.values()
    return [f"{puzzle.id}: {puzzle.warning}" for puzzle in puzzles if puzzle.solutions and puzzle.warning]


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
    rules: dict[str, Rule] = {}
    limits_of: dict[str, Limits] = {}
    for solution in written:
        rule = file.rules.get(solution.name, Rule())
        rules[solution.name] = rule
        timeout = rule.timeout if rule.timeout and choice.own_timeouts else limits.timeout
        limits_of[solution.name] = limits._replace(timeout=timeout)
    used: set[str] = set()
    for case in file.cases:
        fitting = [each for each in written if _is_for(rules[each.name], case, choice)]
        used.update(each.name for each in fitting)
        elsewhere = escapes_workspace(workspace, puzzle, case) if limits.untrusted else ""
        if elsewhere:
            yield Skipped(puzzle, elsewhere, Exit.UNREADABLE, case=case)
            continue
        if not choice.case and waits_for_input(puzzle, case):
            yield Skipped(puzzle, no_input(workspace, puzzle, None), verdict=Verdict.SKIPPED, case=case)
            continue
        yield from _calls(puzzle, case, fitting, limits_of, checker)
    is_named = choice.solution not in (None, DEFAULT)
    for solution in written:
        names = ", ".join(rules[solution.name].cases or ())
        if is_named and names and file.cases and solution.name not in used:
            message = f"{solution.label} is for these cases only: {names}. Choose one with --case."
            yield Skipped(puzzle, message, Exit.USAGE, solution=solution)
    # Where everybody has an own input, that may be missing although the examples of the page are here.
    lacks_own = any(case.cached for case in file.cases) and all(case.name != MAIN for case in file.cases)
    if choice.examples and lacks_own and puzzle.id.site.PERSONAL:
        yield Skipped(puzzle, no_input(workspace, puzzle, choice.account), verdict=Verdict.SKIPPED)
    for solution in solutions:
        if not solution.written:
            message = f"part {solution.part} is not written yet"
            yield Skipped(puzzle, message, verdict=Verdict.SKIPPED, solution=solution)


def _is_for(rule: Rule, case: Case, choice: Selection) -> bool:
    """Tell whether a solution with a rule is to run on a case: one that the user names is for all."""
    if rule.cases is not None and case.name not in rule.cases and not choice.case and choice.typed is None:
        return False
    return choice.by_name or not (rule.slow and choice.every_case)


def _calls(
    puzzle: Puzzle,
    case: Case,
    solutions: Sequence[Solution],
    limits_of: Mapping[str, Limits],
    checker: Solution | None,
) -> Iterator[Task]:
    """Yield the tasks of solutions on a case, each within the limits of those of its name."""
    message = _unknown_parameter(puzzle, case, checker)
    if message:
        yield Skipped(puzzle, message, Exit.UNREADABLE, case=case)
        return
    texts: dict[int, tuple[str, str]] = {}
    missing: dict[int, PuzzlesError] = {}
    for solution in solutions:
        part = solution.part
        if solution.takes_input and part not in texts and part not in missing:
            try:
                texts[part] = input_text(puzzle, case, part)
            except PuzzlesError as error:
                missing[part] = error
    if missing and not texts:
        problem = next(iter(missing.values()))
        yield Skipped(puzzle, str(problem), problem.exit, case=case)
        return
    for solution in solutions:
        text, note = None, ""
        if solution.takes_input and solution.part in missing:
            problem = missing[solution.part]
            if isinstance(problem, InputMissing) and case.cached:
                # Another account may have unlocked it.
                yield Skipped(puzzle, str(problem), Exit.RIGHT, Verdict.SKIPPED, case, solution)
            else:
                yield Skipped(puzzle, str(problem), problem.exit, Verdict.ERROR, case, solution)
            continue
        if solution.takes_input:
            text, note = texts[solution.part]
        job = Job(
            puzzle.id,
            solution.path or puzzle.path,
            engines.load(solution.engine),
            solution.data,
            text,
            limits_of[solution.name],
            keywords=keywords(case, solution),
        )
        yield Call(puzzle, solution, case, job, note, checker)


def _unknown_parameter(puzzle: Puzzle, case: Case, checker: Solution | None) -> str:
    """Return what is wrong with a case that has a parameter which no part takes; else an empty text."""
    parameters = {*(checker.parameters if checker else ())}
    for solution in puzzle.solutions:
        parameters.update(solution.parameters)
    for name, _ in case.parameters:
        if name not in parameters:
            answers = (f"part{solution.part}" for solution in puzzle.solutions)
            near = nearest(name, (*case_file.KEYS, *answers, *parameters))
            return (
                f'{case_file.where(case, name)} no part of {puzzle.path.name} takes "{name}".{near} A case '
                "has input, part1, part2, ...; any other key is an argument, as in "
                f"part1(text, *, {name}=None)."
            )
    return ""


def escapes_workspace(workspace: Workspace, puzzle: Puzzle, case: Case) -> str:
    """Return what is wrong with a case that links take out of the workspace, or its puzzle; else nothing.

    Code that is not trusted would be given what it cannot read: a link may lead to a login.
    """
    root = os.path.join(os.path.realpath(workspace.root), "")
    paths = [puzzle.path, workspace.inputs(puzzle.id) / case_file.FILE]
    if not case.cached:
        paths += [source for source in case.inputs.values() if isinstance(source, Path)]
    for path in paths:
        if not os.path.realpath(path).startswith(root):
            return f"{path} leads out of {workspace.root}: untrusted code gets no files from there."
    return ""


def input_text(puzzle: Puzzle, case: Case, part: int) -> tuple[str, str]:
    """Return the input of a part, and a remark on it. Raises InputMissing or Unreadable."""
    try:
        return cases.text(case, part), ""
    except InputMissing:
        if not puzzle.id.site.INPUT_OPTIONAL or case.name != MAIN:
            raise
    id = puzzle.id.canonical
    page = cached.page(cached.shared_account().folder, id)
    has_data_file = page.exists() and b".txt" in files.read(page)
    if has_data_file:
        return "", f'it got an empty input: "puzzles fetch {id}" gets the data file of its page'
    file = f"inputs/{puzzle.id}/{case_file.FILE}"
    return "", f'it got an empty input: if it asks for one, write input = "..." into {file}'


def keywords(case: Case, solution: Solution) -> Parameters:
    """Return the parameters of a case that a solution takes."""
    return tuple((name, value) for name, value in case.parameters if name in solution.parameters)
