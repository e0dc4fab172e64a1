"""From puzzles to tasks: the calls to make, and the obstacles that prevent some of them."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.cases import all_cases
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.errors import Exit, InputMissing, NoPart, PuzzlesError, Unreadable, UsageError
from puzzle_runner.inputs import cached, cases
from puzzle_runner.model import (
    DEFAULT,
    MAIN,
    Case,
    Expected,
    Job,
    Limits,
    Parameters,
    Puzzle,
    Solution,
    TaskKey,
    Verdict,
)
from puzzle_runner.sites.site import identify

if TYPE_CHECKING:
    from puzzle_runner.programs import Program


class Selection(NamedTuple):
    """What to run of a puzzle. `part` and `solution` are None for all of them.

    `case` is the name of a case; without it, the real case is taken, or `every_case`. With `examples`, those
    that are not another account's come before the real case. `typed` is the text of an input given by the
    user, which replaces the cases. `account` limits the personal cases to one account.
    """

    part: int | None = None
    solution: str | None = DEFAULT
    case: str | None = None
    every_case: bool = False
    examples: bool = False
    typed: str | None = None
    account: str | None = None


class Call(NamedTuple):
    """One call to be made: a solution of a puzzle on a case. `note` is a remark on its input."""

    puzzle: Puzzle
    solution: Solution
    case: Case
    job: Job
    note: str = ""

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


def tasks(workspace: Workspace, selectors: Sequence[str], choice: Selection, limits: Limits) -> list[Task]:
    """Return the tasks of the selected puzzles. Raises NoSuchPuzzle."""
    planned: list[Task] = []
    for puzzle, by_name in lookup.puzzles(workspace, selectors):
        of_puzzle = plan(workspace, puzzle, choice, limits)
        planned += of_puzzle if by_name else relax_unnamed(of_puzzle)
    return planned


def relax_unnamed(of_puzzle: Iterable[Task]) -> Iterator[Task]:
    """Yield the tasks of a puzzle that the user did not name: there, an obstacle counts for less.

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
    """Yield the tasks of a puzzle, or a single obstacle if nothing of it can be run."""
    if choice.solution != DEFAULT:
        # Imported here: whoever wants the default solution need not wait for what is installed.
        from puzzle_runner.engines import plugin as plugins

        puzzle = plugins.added(puzzle)
    try:
        if puzzle.error:
            raise Unreadable(puzzle.error)
        solutions = _solutions(puzzle, choice)
        written = [solution for solution in solutions if solution.written]
        chosen = list(_cases(workspace, puzzle, choice)) if written else []
    except PuzzlesError as error:
        yield Skipped(puzzle, str(error), error.exit)
        return
    for case in chosen:
        if limits.untrusted and (elsewhere := escapes_workspace(workspace, puzzle, case)):
            yield Skipped(puzzle, elsewhere, Exit.UNREADABLE, case=case)
        else:
            yield from _calls(workspace, puzzle, case, written, limits)
    if choice.examples and _has_only_fetched_examples(puzzle, chosen):
        yield Skipped(puzzle, _no_input(workspace, puzzle, choice.account), verdict=Verdict.SKIPPED)
    for solution in solutions:
        if not solution.written:
            yield _unwritten(puzzle, solution)


def _has_only_fetched_examples(puzzle: Puzzle, cases: Sequence[Case]) -> bool:
    """Tell whether the examples of a page are here, and the input that everybody gets one of is not."""
    is_fetched = any(case.cached for case in cases)
    return identify(puzzle.id)[0].PERSONAL and is_fetched and all(case.name != MAIN for case in cases)


def _calls(
    workspace: Workspace, puzzle: Puzzle, case: Case, solutions: list[Solution], limits: Limits
) -> Iterator[Task]:
    if case.parameters and (untaken := _untaken(puzzle, case)):
        yield Skipped(puzzle, untaken, Exit.UNREADABLE, case=case)
        return
    text: str | None = None
    note = ""
    if any(solution.takes_input for solution in solutions):
        try:
            text, note = _input(puzzle, case)
        except PuzzlesError as error:
            yield Skipped(puzzle, str(error), error.exit, case=case)
            return
    for solution in solutions:
        given, remark = (text, note) if solution.takes_input else (None, "")
        path = solution.path or puzzle.path
        program = program_of(workspace, solution) if solution.language else None
        taken = keywords(case, solution)
        job = Job(
            puzzle.id,
            path,
            solution.function,
            given,
            limits,
            keywords=taken,
            adapter=solution.adapter,
            program=program,
        )
        yield Call(puzzle, solution, case, job, remark)


def escapes_workspace(workspace: Workspace, puzzle: Puzzle, case: Case) -> str:
    """Return what is wrong with a case that links take from outside of the workspace; else an empty text.

    Code that is not trusted would be given what it cannot read: a link may lead to a login.
    """
    root = os.path.join(os.path.realpath(workspace.root), "")
    given = [workspace.inputs(puzzle.id) / cases.FILE]
    if not case.cached and case.inline is None:
        given.append(case.path)
    for path in given:
        if not os.path.realpath(path).startswith(root):
            return f"{path} leads out of {workspace.root}: what is there is not given to untrusted code."
    return ""


def _input(puzzle: Puzzle, case: Case) -> tuple[str, str]:
    """Return the input of a case, and a remark on it. Raises InputMissing or Unreadable."""
    try:
        return cases.text(case), ""
    except InputMissing:
        kind, id = identify(puzzle.id)
        if not kind.INPUT_OPTIONAL or case.name != MAIN:
            raise
    if cached.page(cached.shared_account().folder, id).exists():
        return "", "it got an empty input, as the problem has no data file"
    return "", f'it got an empty input: if the problem has a data file, "puzzles fetch {id}" gets it'


def keywords(case: Case, solution: Solution) -> Parameters:
    """Return the parameters of a case that a solution takes."""
    return tuple((name, value) for name, value in case.parameters if name in solution.parameters)


def _untaken(puzzle: Puzzle, case: Case) -> str:
    """Return what is wrong with a parameter of a case that no part takes; an empty text if each is taken."""
    taken = {name for solution in puzzle.solutions for name in solution.parameters}
    for name, _ in case.parameters:
        if name not in taken:
            return (
                f'{cases.where(case, name)} no part of {puzzle.path.name} takes "{name}". A case has input, '
                f"part1, part2, ...; any other key is an argument, as in part1(text, *, {name}=None)."
            )
    return ""


def program_of(workspace: Workspace, solution: Solution) -> "Program":
    """Return the program of a solution. It has no command yet: it is to be built."""
    from puzzle_runner.engines.program.discovery import sources
    from puzzle_runner.programs import Program

    assert solution.path
    files = sources(solution.path, workspace.languages)
    return Program((), solution.part, sources=files, language=solution.language)


def _unwritten(puzzle: Puzzle, solution: Solution) -> Skipped:
    message = f"part {solution.part} is not written yet"
    return Skipped(puzzle, message, verdict=Verdict.SKIPPED, solution=solution)


def _solutions(puzzle: Puzzle, choice: Selection) -> list[Solution]:
    """Return the chosen solutions. Raises UsageError if there are none, NoPart if there is no part at all."""
    if not puzzle.solutions:
        raise NoPart(puzzle.warning)
    of_part = [solution for solution in puzzle.solutions if choice.part in (None, solution.part)]
    if not of_part:
        parts = sorted({solution.part for solution in puzzle.solutions})
        noun = "part" if len(parts) == 1 else "parts"
        listed = " and ".join(map(str, parts))
        raise UsageError(f"{puzzle.path} has no part {choice.part}: it defines {noun} {listed}.")
    # A puzzle without a module has no default: then it is the first of its programs.
    default = puzzle.solutions[0].name
    name = default if choice.solution == DEFAULT and puzzle.solutions[0].language else choice.solution
    chosen = [solution for solution in of_part if name in (None, solution.name)]
    if not chosen:
        names = ", ".join(dict.fromkeys(solution.name for solution in of_part))
        where = f" of part {choice.part}" if choice.part else ""
        raise UsageError(f'{puzzle.path} has no solution "{choice.solution}"{where}: it has {names}.')
    return chosen


def _cases(workspace: Workspace, puzzle: Puzzle, choice: Selection) -> Sequence[Case]:
    """Return the chosen cases. Raises InputMissing, Unreadable, or UsageError for an unknown name."""
    folder = workspace.inputs(puzzle.id)
    if choice.typed is not None:
        return [Case(choice.case or "input", folder, inline=choice.typed)]
    available = all_cases(workspace, puzzle.id, choice.account)
    if choice.case:
        return _named(available, choice.case, folder / cases.FILE)
    if not available and not any(solution.takes_input for solution in puzzle.solutions):
        return [Case(MAIN, folder, inline="")]
    kind, _ = identify(puzzle.id)
    if not available and kind.INPUT_OPTIONAL:
        return [Case(MAIN, folder / f"{MAIN}.txt")]
    named, available = available, tuple(case for case in available if not case.off)
    if named and not available:
        raise InputMissing(
            f'Every case of {puzzle.id} is off: "puzzles case {puzzle.id} {named[0].name} --on".'
        )
    if available and choice.every_case:
        return available
    owner = cases.owner(available)
    real = cases.real(available, owner)
    if not real or (choice.account and not owner and not kind.INPUT_OPTIONAL):
        raise InputMissing(_no_input(workspace, puzzle, choice.account))
    if choice.examples:
        return [*(case for case in available if case != real and case.account in (None, owner)), real]
    return [real]


def _named(available: tuple[Case, ...], name: str, file: object) -> list[Case]:
    named = [case for case in available if name in (case.name, f"{case.name}@{case.account}")]
    if not named:
        names = ", ".join(case.name for case in available) or "none"
        raise UsageError(f'{file} has no case "{name}". It has: {names}.')
    return named


def _no_input(workspace: Workspace, puzzle: Puzzle, account: str | None) -> str:
    # Imported here: a puzzle with an input does not need this module.
    from puzzle_runner.flows import accounts

    kind, id = identify(puzzle.id)
    file = workspace.inputs(puzzle.id) / cases.FILE
    if kind.PERSONAL and not (cached.accounts() or accounts.may_log_in(kind)):
        remedy = f'you are not logged in. Run "{accounts.adding(kind)}", or give a file with --input.'
    elif kind.PERSONAL:
        chosen = f"{id}{accounts.option(account)}"
        remedy = f'it is not fetched yet. Run "puzzles fetch {chosen}", or give a file with --input.'
    elif kind.ADDRESS:
        remedy = f'run "puzzles fetch {id}", write {file}, or give a file with --input.'
    else:
        remedy = f"write {file}, or give a file with --input."
    return f"No input for {puzzle.id}: {remedy}"
