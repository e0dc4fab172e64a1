"""Functions that judge answers: `check(answer, text)` in the module of a puzzle, or beside its cases."""

import re

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import Unreadable, reason
from puzzle_runner.inputs import case_file
from puzzle_runner.layouts import modules
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Case, Solution, Verdict
from puzzle_runner.running.call import Answered, Failed, Job, Outcome, Trace

# The function that judges answers, where it has a file of its own.
CHECK = "check"
# Its argument that gets the stored answer.
EXPECTED = "expected"
# What is no message: an integer, a float or a fraction, as `str` writes it.
NUMBER = r"-?[\d./]+(e[-+]?\d+)?|-?inf|nan"


def find(workspace: Workspace, puzzle: Puzzle, name: str) -> Solution | None:
    """Return the function that judges the answers of a puzzle. Raises Unreadable.

    The case file names one of the module, or a file beside it with `check`; else it is the `check` of the
    module, which need not have one.
    """
    if not name or (puzzle.checker and puzzle.checker.name == name):
        return puzzle.checker and puzzle.checker._replace(path=puzzle.path)
    is_file = name.endswith(".py")
    path = workspace.inputs(puzzle.id) / name if is_file else puzzle.path
    if is_file and workspace.settings.untrusted:
        raise Unreadable(f"The sandbox does not show {path}: write the function into {puzzle.path}.")
    named = CHECK if is_file else name
    try:
        checker = modules.helper(path, named)
    except (OSError, SyntaxError, ValueError) as error:
        raise Unreadable(f"The checker {path} cannot be read: {reason(error)}.") from None
    if not checker:
        where = workspace.inputs(puzzle.id) / case_file.FILE
        raise Unreadable(f'{where}: checker = "{name}", but {path} has no function {named}(answer, text).')
    return checker._replace(path=path)


def job(checker: Solution, judged: Job, case: Case, part: int, answer: str) -> Job:
    """Return the job that judges the answer of another; it gets by name what it asks for."""
    expected = case.answers.get(part)
    known = {
        "text": judged.text or "",
        "part": part,
        EXPECTED: expected.text if expected and not expected.hidden else None,
        **dict(case.parameters),
    }
    asked = tuple((name, known[name]) for name in checker.parameters[1:] if name in known)
    assert checker.path
    engine = engines.load(checker.engine)
    return judged._replace(path=checker.path, engine=engine, data=checker.data, text=answer, keywords=asked)


def join(outcome: Answered, checker: Job, check: Outcome) -> Answered:
    """Return an outcome with what its checker says of its answer, and with the output of both.

    `check` is the outcome of the checker.
    """
    returned = check.answer if isinstance(check, Answered) else None
    verdict, message = Verdict.ERROR, ""
    if isinstance(check, Failed):
        message = f"its answer could not be checked: {check.message}"
    elif returned == "True":
        verdict = Verdict.RIGHT
    elif returned == "False":
        verdict, message = Verdict.WRONG, f"{checker.data}() does not accept it"
    elif returned and not re.fullmatch(NUMBER, returned):
        verdict, message = Verdict.WRONG, returned
    else:
        message = (
            f"its answer could not be checked: {checker.data}() returned {returned or 'nothing'}: "
            "it has to be True, False, or a text that says what is wrong"
        )
    trace = outcome.trace
    if trace:
        trace = trace.also(check.trace or Trace(doubt="its checker was not traced"))
    return outcome._replace(checked=(verdict, message), trace=trace, output=outcome.output + check.output)
