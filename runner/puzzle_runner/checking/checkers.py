"""Functions that judge answers: `check(answer, text)` in the module of a puzzle, or beside its cases."""

import re
from pathlib import Path

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import Unreadable, reason
from puzzle_runner.inputs import case_file
from puzzle_runner.layouts import modules, syntax
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Case, Solution, Verdict
from puzzle_runner.running.call import Answered, Failed, Job, Outcome

# The argument of a checker that gets the stored answer.
EXPECTED = "expected"
# What is no message: an integer, a float or a fraction, as `str` writes it.
NUMBER = r"-?[\d./]+(e[-+]?\d+)?|-?inf|nan"


def helper(puzzle: Puzzle, path: Path, name: str, *, untrusted: object) -> Solution | None:
    """Return a function of the puzzle's module, or of a file beside its cases. Raises Unreadable."""
    if untrusted and path != puzzle.path:
        raise Unreadable(f"The sandbox does not show {path}: write {name}() into {puzzle.path}.")
    try:
        function = modules.helper(syntax.parse(path), name)
    except (OSError, SyntaxError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {reason(error)}.") from None
    return function._replace(path=path) if function else None


def find(workspace: Workspace, puzzle: Puzzle, name: str) -> Solution | None:
    """Return the function that judges the answers of a puzzle. Raises Unreadable.

    `name` is of the case file: of a function of the module, or of a file beside it with `check`. If it is
    empty, the `check` of the module counts, which need not be there.
    """
    checker = puzzle.checker
    if checker and name in ("", checker.name):
        return checker._replace(path=puzzle.path)
    if not name:
        return None
    folder = workspace.inputs(puzzle.id)
    path, function = puzzle.path, name
    if name.endswith(".py"):
        path, function = folder / name, "check"
    checker = helper(puzzle, path, function, untrusted=workspace.settings.untrusted)
    if not checker:
        where = f'{folder / case_file.FILE}: checker = "{name}"'
        raise Unreadable(f"{where}, but {path} has no function {function}(answer, text).")
    return checker


def job(checker: Solution, judged: Job, case: Case, part: int, answer: str) -> Job:
    """Return the job that judges the answer of another; it gets by name what it asks for."""
    expected = case.answers.get(part)
    known = {"text": judged.text or "", "part": part, EXPECTED: None}
    if expected and not expected.hidden:
        known[EXPECTED] = expected.text
    known |= dict(case.parameters)
    keywords = [(name, known[name]) for name in checker.parameters[1:] if name in known]
    assert checker.path
    return judged._replace(
        path=checker.path,
        engine=engines.load(checker.engine),
        data=checker.data,
        text=answer,
        keywords=tuple(keywords),
    )


def join(outcome: Answered, checker: Job, check: Outcome) -> Answered:
    """Return an outcome with what `check`, that of its checker, says of it, and the output of both."""
    verdict = Verdict.WRONG
    if isinstance(check, Failed):
        verdict = Verdict.ERROR
        message = f"its answer could not be checked: {check.message}"
    elif check.answer == "True":
        verdict = Verdict.RIGHT
        message = ""
    elif check.answer == "False":
        message = f"{checker.data}() does not accept it"
    elif check.answer and not re.fullmatch(NUMBER, check.answer):
        message = check.answer
    else:
        verdict = Verdict.ERROR
        returned = f"{checker.data}() returned {check.answer or 'nothing'}"
        wanted = "True, False, or a text that says what is wrong"
        message = f"its answer could not be checked: {returned}: it has to be {wanted}"
    trace = None
    if outcome.trace and check.trace:
        trace = outcome.trace.also(check.trace)
    return outcome._replace(checked=(verdict, message), trace=trace, output=outcome.output + check.output)
