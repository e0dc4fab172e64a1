"""Solutions that ignore their input: they give one answer for two inputs whose stored answers differ."""

from collections.abc import Iterator, Sequence

from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking.plan import Call, Selection, Task, plan, runnable
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.inputs import answers
from puzzle_runner.model import Result

WORDS = "ignores its input"


def named(tasks: Sequence[Task], results: Sequence[Result]) -> list[Result]:
    """Return the results; the message of each solution that ignores its input says so."""
    by_solution: dict[tuple[str, int | None, str | None], list[tuple[Call, Result]]] = {}
    for task, result in zip(tasks, results, strict=True):
        if isinstance(task, Call) and result.answer is not None and task.expected:
            by_solution.setdefault(result[:3], []).append((task, result))
    messages = {
        id(result): f"it {WORDS}: case {other.case.name} gets the same answer"
        for pairs in by_solution.values()
        if len(pairs) > 1
        for task, result in pairs
        if (other := _with_same_answer(task, result, pairs))
    }
    if not messages:
        return [*results]
    return [_with_message(result, messages.get(id(result), "")) for result in results]


def _with_same_answer(task: Call, result: Result, pairs: Sequence[tuple[Call, Result]]) -> Call | None:
    for other, answered in pairs:
        if differs(task, other) and answered.answer == result.answer:
            return other
    return None


def differs(task: Call, other: Call) -> bool:
    """Tell whether two tasks have other inputs and, by what is stored, other answers."""
    expected, others = task.expected, other.expected
    if not expected or not others or expected.hidden or others.hidden or task.job.text == other.job.text:
        return False
    return answers.ocr(expected.text) != answers.ocr(others.text)


def _with_message(result: Result, message: str) -> Result:
    if not message:
        return result
    return result._replace(message=f"{message}\n{result.message}" if result.message else message)


def others(workspace: Workspace, task: Call) -> Iterator[Call]:
    """Yield the tasks of the same solution on inputs whose stored answers differ from that of a task."""
    choice = Selection(task.solution.part, task.solution.name, every_case=True)
    try:
        of_puzzle = runnable(plan(workspace, task.puzzle, choice, task.job.limits))
    except PuzzlesError:
        return
    yield from (other for other in of_puzzle if differs(task, other))
