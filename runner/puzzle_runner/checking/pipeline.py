"""From puzzles to results: cases, jobs, outcomes, verdicts."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.catalog import modules, selection
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.errors import Exit, InputMissing, PuzzlesError, Unreadable, UsageError
from puzzle_runner.inputs import answers, cached, cases
from puzzle_runner.model import DEFAULT, MAIN, Case, Job, Limits, Outcome, Puzzle, Result, Solution, Verdict
from puzzle_runner.running import executors
from puzzle_runner.running.job import Show

# Of the puzzles that a text fits, how many a message names.
MOST_NAMED = 10
PASSING = (Verdict.RIGHT, Verdict.UNKNOWN, Verdict.SKIPPED)


class Choice(NamedTuple):
    """What to run of a puzzle. None means all: every part, every solution, every case.

    `typed` is an input given by hand, which takes the place of the cases; `account` is whose cases to take,
    beside those that are nobody's; `named` tells that the user asked for this puzzle by its name, and so
    wants to hear what stands in its way.
    """

    part: int | None = None
    solution: str | None = DEFAULT
    case: str | None = None
    every_case: bool = False
    typed: str | None = None
    account: str | None = None
    named: bool = True


class Task(NamedTuple):
    """One row to come: a job with what its answer is compared to, or the `problem` that prevents it."""

    puzzle: Puzzle
    solution: Solution | None = None
    case: Case | None = None
    job: Job | None = None
    problem: Result | None = None


def puzzles(workspace: Path, selectors: Sequence[str]) -> Iterator[tuple[Puzzle, bool]]:
    """Yield the selected puzzles, each with whether it was asked for by name."""
    paths = modules.paths(workspace)
    for stem, named in selection.select(list(paths), selectors, workspace).items():
        kind, id = identify(stem)
        yield modules.read(stem, paths[stem], kind.NAME, kind.url(id)), named


def edited_last(workspace: Path) -> str:
    """Return the stem of the puzzle that was edited last."""
    paths = modules.paths(workspace)
    if not paths:
        raise UsageError(
            f'There is no puzzle in {workspace / "puzzles"} yet. Begin one with "puzzles new ID".'
        )
    return max(paths, key=lambda stem: modules.edited(paths[stem]))


def puzzle_id(workspace: Path, text: str) -> str:
    """Return the id of a puzzle of the workspace, or of one that a site has.

    Raises NoSuchPuzzle where it is neither, UsageError where the text fits several.
    """
    kind, id = identify(text)
    if kind.SITE:
        return id
    fitting = [*selection.select(list(modules.paths(workspace)), [text], workspace)]
    if len(fitting) > 1:
        more = len(fitting) - MOST_NAMED
        named = [*fitting[:MOST_NAMED], f"{more} more"] if more > 0 else fitting
        raise UsageError(f'"{text}" fits {len(fitting)} puzzles: {", ".join(named)}. Name one of them.')
    return fitting[0]


def address(workspace: Path, text: str) -> str:
    """Return the address of a puzzle's page: its module's, else what the kind knows, else nothing."""
    paths = modules.paths(workspace)
    stem = selection.find(list(paths), text)
    kind, id = identify(stem or puzzle_id(workspace, text))
    return modules.read(stem, paths[stem], kind.NAME, kind.url(id)).url if stem else kind.url(id)


def inputs(workspace: Path, puzzle: Puzzle) -> Path:
    """Return the folder of a puzzle's cases in the workspace."""
    return workspace / "inputs" / puzzle.id


def stem_inputs(workspace: Path, id: str) -> Path:
    """Return the folder of the cases of an id, which need not have a module."""
    return workspace / "inputs" / (selection.find(list(modules.paths(workspace)), id) or id)


def plan(workspace: Path, puzzle: Puzzle, choice: Choice, limits: Limits) -> Iterator[Task]:
    """Yield what there is to run of a puzzle, or the one thing that stands in its way."""
    try:
        if puzzle.error:
            raise Unreadable(puzzle.error)
        solutions = list(_solutions(puzzle, choice))
        written = [solution for solution in solutions if solution.written]
        chosen = list(_cases(workspace, puzzle, choice)) if written or not solutions else []
    except PuzzlesError as error:
        yield Task(puzzle, problem=_problem(puzzle, None, choice, error))
        return
    for case in chosen:
        yield from _tasks(puzzle, case, written, choice, limits)
    for solution in solutions:
        if not solution.written:
            yield Task(puzzle, solution, problem=_unwritten(puzzle, solution))


def _tasks(
    puzzle: Puzzle, case: Case, solutions: list[Solution], choice: Choice, limits: Limits
) -> Iterator[Task]:
    text: str | None = None
    if any(solution.takes_input for solution in solutions):
        try:
            text = cases.text(case)
        except PuzzlesError as error:
            yield Task(puzzle, case=case, problem=_problem(puzzle, case, choice, error))
            return
    for solution in solutions:
        job = Job(puzzle.id, puzzle.path, solution.function, text if solution.takes_input else None, limits)
        yield Task(puzzle, solution, case, job)


def _unwritten(puzzle: Puzzle, solution: Solution) -> Result:
    message = f"part {solution.part} is not written yet"
    return Result(puzzle.id, solution.part, solution.name, None, None, Verdict.SKIPPED, message=message)


def _problem(puzzle: Puzzle, case: Case | None, choice: Choice, error: PuzzlesError) -> Result:
    """Return the row for what cannot be run. In a batch, a puzzle that has no input at all is skipped."""
    name, account = (case.name, case.account) if case else (None, None)
    verdict, exit = Verdict.ERROR, error.exit if choice.named else Exit.NOT_RIGHT
    if isinstance(error, InputMissing) and not case and not choice.named:
        verdict, exit = Verdict.SKIPPED, Exit.RIGHT
    return Result(puzzle.id, None, None, name, account, verdict, message=str(error), exit=exit)


def _solutions(puzzle: Puzzle, choice: Choice) -> Iterator[Solution]:
    if not puzzle.solutions and choice.named:
        raise UsageError(f"{puzzle.path} defines no part: write part1(text) in it.")
    parts = sorted({solution.part for solution in puzzle.solutions})
    if choice.part and choice.part not in parts and choice.named:
        known = f"part{'s' * (len(parts) > 1)} {' and '.join(map(str, parts))}"
        raise UsageError(f"{puzzle.path} has no part {choice.part}: it defines {known}.")
    inside = [solution for solution in puzzle.solutions if choice.part in (None, solution.part)]
    named = [solution for solution in inside if choice.solution in (None, solution.name)]
    if not named and choice.named:
        known = ", ".join(dict.fromkeys(solution.name for solution in inside))
        where = f" of part {choice.part}" if choice.part else ""
        raise UsageError(f'{puzzle.path} has no solution "{choice.solution}"{where}: it has {known}.')
    yield from named


def _cases(workspace: Path, puzzle: Puzzle, choice: Choice) -> Iterable[Case]:
    folder = inputs(workspace, puzzle)
    if choice.typed is not None:
        return [Case(choice.case or "input", folder, inline=choice.typed)]
    known = all_cases(workspace, puzzle, choice.account)
    if choice.case:
        return _named_case(folder, known, choice)
    if not known and not any(solution.takes_input for solution in puzzle.solutions):
        return [Case(MAIN, folder, inline="")]
    if not known:
        raise InputMissing(_no_input(puzzle, folder, choice))
    if choice.every_case:
        return known
    whose = cases.owner(known)
    real = cases.real(known, whose)
    if (choice.account and not whose) or not real:
        raise InputMissing(_no_input(puzzle, folder, choice))
    return [real]


def all_cases(workspace: Path, puzzle: Puzzle, account: str | None = None) -> tuple[Case, ...]:
    """Return the cases of a puzzle, in the workspace and fetched; where an account is named, without others'.

    Raises InputMissing for an account of which nothing is here.
    """
    known = cached.read(identify(puzzle.id)[1], cases.read(inputs(workspace, puzzle)))
    if account is None:
        return known
    cached.account(account)
    return tuple(case for case in known if case.account in (None, account))


def _no_input(puzzle: Puzzle, folder: Path, choice: Choice) -> str:
    # Not on the way of a puzzle that has an input.
    from puzzle_runner.inputs import accounts

    kind, id = identify(puzzle.id)
    whose = f" --account {choice.account}" if choice.account else ""
    if kind.PERSONAL and not (cached.accounts() or accounts.may_log_in()):
        remedy = 'you are not logged in. Run "puzzles account add", or give a file with --input.'
    elif kind.PERSONAL:
        remedy = f'it is not fetched yet. Run "puzzles fetch {id}{whose}", or give a file with --input.'
    elif kind.SITE:
        remedy = f'run "puzzles fetch {id}", write {folder / cases.FILE}, or give a file with --input.'
    else:
        remedy = f"write {folder / cases.FILE}, or give a file with --input."
    return f"No input for {puzzle.id}: {remedy}"


def _named_case(folder: Path, known: tuple[Case, ...], choice: Choice) -> list[Case]:
    found = [case for case in known if choice.case in (case.name, f"{case.name}@{case.account}")]
    if not found and choice.named:
        names = ", ".join(case.name for case in known) or "none"
        raise UsageError(f'{folder / cases.FILE} has no case "{choice.case}". It has: {names}.')
    return found


def run(tasks: Sequence[Task], show: Show | None = None) -> Iterator[Result]:
    """Carry out tasks one after the other; yield each result as it comes."""
    yield from results(tasks, executors.one_by_one(jobs(tasks), show))


def jobs(tasks: Sequence[Task]) -> list[Job]:
    """Return the jobs of the tasks that nothing prevents."""
    return [task.job for task in tasks if task.job]


def results(tasks: Sequence[Task], outcomes: Iterator[Outcome]) -> Iterator[Result]:
    """Yield the result of every task, in order, from the outcomes of those that nothing prevents."""
    for task in tasks:
        yield task.problem or result(task, next(outcomes))


def row(task: Task) -> Result:
    """Return the row for a task, before it has run."""
    assert task.solution and task.case
    expected = task.case.answers.get(task.solution.part)
    return Result(
        puzzle=task.puzzle.id,
        part=task.solution.part,
        solution=task.solution.name,
        case=task.case.name,
        account=task.case.account,
        verdict=Verdict.SKIPPED,
        expected=expected.text if expected and not expected.hidden else None,
    )


def result(task: Task, outcome: Outcome) -> Result:
    """Return the row for a task and its outcome."""
    assert task.solution and task.case
    expected = task.case.answers.get(task.solution.part)
    verdict, message = answers.verdict(outcome, expected, task.case.tolerance)
    if verdict is Verdict.SKIPPED:
        message = f"part {task.solution.part} is {message}"
    if verdict is Verdict.UNKNOWN and (known := _known_wrong(task.solution.part, outcome, task.case)):
        verdict, message = Verdict.WRONG, f"wrong: {known}"
    return row(task)._replace(
        verdict=verdict,
        answer=outcome.answer,
        seconds=outcome.seconds,
        cpu_seconds=outcome.cpu_seconds,
        peak_bytes=outcome.peak_bytes,
        message=message,
        output=outcome.output,
        exit=exit_code(verdict),
    )


def _known_wrong(part: int, outcome: Outcome, case: Case) -> str:
    """Return what the site's replies to other answers tell against this one."""
    if not case.guesses or outcome.answer is None:
        return ""
    # Not on the way of a puzzle for which nothing was sent.
    from puzzle_runner.inputs.guesses import contradiction

    return contradiction(part, outcome.answer, case.guesses)


def exit_code(verdict: Verdict) -> Exit:
    """Return the exit code that a verdict asks for."""
    return Exit.RIGHT if verdict in PASSING else Exit.NOT_RIGHT
