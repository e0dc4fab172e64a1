"""From tasks and outcomes to results: verdicts and exit codes."""

from collections.abc import Iterable, Iterator, Sequence

from puzzle_runner.checking.plan import Call, Skipped, Task, runnable
from puzzle_runner.errors import Exit
from puzzle_runner.inputs import answers
from puzzle_runner.model import PAGE, Expected, Outcome, Result, Verdict
from puzzle_runner.running import executors
from puzzle_runner.running.job import Show
from puzzle_runner.text import shortened

# Characters. A longer answer was compared as it is, but is shown and remembered by its ends and its hash.
LONGEST_MESSAGE = 2**14
PASSING = (Verdict.RIGHT, Verdict.UNKNOWN, Verdict.SKIPPED)


def run(tasks: Sequence[Task], show: Show | None = None, *, last: bool = False) -> Iterator[Result]:
    """Run tasks one after the other, and yield each result as it comes. `show` gets what parts print.

    `last` tells that nothing more is to be run.
    """
    jobs = [task.job for task in runnable(tasks)]
    outcomes = executors.one_by_one(jobs, show, last=last)
    for task in tasks:
        if isinstance(task, Skipped):
            yield obstructed(task)
        else:
            yield result(task, next(outcomes))


def obstructed(obstacle: Skipped) -> Result:
    """Return the row of an obstacle."""
    solution, case = obstacle.solution, obstacle.case
    return Result(
        puzzle=obstacle.puzzle.id,
        part=solution.part if solution else None,
        solution=solution.name if solution else None,
        case=case.name if case else None,
        account=case.account if case else None,
        verdict=obstacle.verdict,
        message=obstacle.message,
        exit=obstacle.exit,
    )


def pending(task: Call) -> Result:
    """Return the row of a task that has not run yet."""
    expected = task.expected
    shown = expected.text if expected and not expected.hidden else None
    source = PAGE if expected and expected.sentence is not None else None
    return Result(*task.key, verdict=Verdict.SKIPPED, expected=shown, source=source)


def result(task: Call, outcome: Outcome) -> Result:
    """Return the row of a task and its outcome."""
    judged, message = verdict(outcome, task.expected, task.case.tolerance)
    if judged is Verdict.SKIPPED:
        message = f"part {task.solution.part} is {message}"
    elif judged is Verdict.UNKNOWN:
        contradiction = _contradiction(task, outcome)
        if contradiction:
            judged, message = Verdict.WRONG, f"wrong: {contradiction}"
    return pending(task)._replace(
        verdict=judged,
        answer=outcome.answer,
        seconds=outcome.seconds,
        cpu_seconds=outcome.cpu_seconds,
        peak_bytes=outcome.peak_bytes,
        message="\n".join(filter(None, (shortened(message, LONGEST_MESSAGE), task.note))),
        output=outcome.output,
        timed=outcome.clock,
        reading=outcome.details,
        exit=exit_code(judged),
    )


def verdict(
    outcome: Outcome, expected: Expected | None, tolerance: float | None = None
) -> tuple[Verdict, str]:
    """Return the verdict on an outcome, and a message, which may be empty."""
    if outcome.failure:
        return outcome.failure, outcome.message
    if outcome.answer is None and expected is None:
        return Verdict.SKIPPED, "not written yet"
    if outcome.answer is None:
        return Verdict.WRONG, outcome.message or "it returned None"
    if expected is None:
        return Verdict.UNKNOWN, _several(outcome.answer)
    if answers.matches(outcome.answer, expected, tolerance):
        return Verdict.RIGHT, ""
    if reading := answers.unsure_reading(outcome.answer, expected):
        return Verdict.UNKNOWN, f"a drawn letter is unknown: {reading}"
    if outcome.doubt:
        return Verdict.UNKNOWN, outcome.doubt
    return Verdict.WRONG, _hint(outcome.answer, expected)


def _hint(answer: str, expected: Expected) -> str:
    if not expected.hidden and answer.split() == expected.text.split():
        return "it differs in white space only"
    return _several(answer)


def _several(answer: str) -> str:
    """Return a remark on an answer that is a tuple, as of both parts at once; an empty text for any other."""
    if not (answer.startswith("(") and answer.endswith(")") and ", " in answer):
        return ""
    return "it returned several values: write one function for each part"


def _contradiction(task: Call, outcome: Outcome) -> str:
    """Return why the site's replies to other answers rule this answer out; an empty text if they do not."""
    if not task.case.guesses or outcome.answer is None:
        return ""
    # Imported here: a puzzle without guesses does not need this module.
    from puzzle_runner.inputs.guesses import contradiction

    return contradiction(task.solution.part, answers.ocr(outcome.answer), task.case.guesses)


def exit_code(verdict: Verdict) -> Exit:
    """Return the exit code of a verdict."""
    return Exit.RIGHT if verdict in PASSING else Exit.NOT_RIGHT


def gravest(results: Iterable[Result]) -> Exit:
    """Return the highest exit code of some results; RIGHT if there are none."""
    return max((result.exit for result in results), default=Exit.RIGHT)


def unchecked(results: Sequence[Result]) -> str:
    """Return a sentence that says why nothing was checked, and what to do; an empty text if something was."""
    if any(result.verdict not in (Verdict.UNKNOWN, Verdict.SKIPPED) for result in results):
        return ""
    if not results:
        return 'Nothing was checked: there is nothing to run here. "puzzles new ID" makes a puzzle.'
    remedy = '"puzzles answer" stores what is expected, "puzzles fetch" gets inputs and examples.'
    if all(result.verdict is Verdict.SKIPPED for result in results):
        return f"Nothing was checked: every puzzle lacks its input, or is not written. {remedy}"
    if any(result.expected is not None for result in results):
        return "Nothing was checked: no answer could be taken for certain. The rows say why."
    return f"Nothing was checked: no answer is stored to compare with. {remedy}"


def strictly(result: Result) -> Result:
    """Return a result as `--strict` counts it: unknown and skipped are not right."""
    if result.verdict in (Verdict.UNKNOWN, Verdict.SKIPPED):
        return result._replace(exit=Exit.NOT_RIGHT)
    return result
