"""The crosscheck: if no answer is stored, the solutions of a part are compared with one another."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.checking.plan import Call, Task
from puzzle_runner.errors import Exit
from puzzle_runner.inputs import answers
from puzzle_runner.model import Expected, Result, Verdict


class Question(NamedTuple):
    """One part of one puzzle on one input."""

    puzzle: str
    part: int | None
    case: str | None
    account: str | None


def compare(tasks: Sequence[Task], results: Sequence[Result]) -> list[Result]:
    """Return the results after the crosscheck of those whose answer is unknown.

    If the solutions of a question agree, they stay unknown, and the message says how many agree. If they
    disagree, all of them are wrong. A single solution is left as it is.
    """
    unknown: dict[Question, list[Result]] = {}
    tolerances: dict[Question, float | None] = {}
    for task, result in zip(tasks, results, strict=True):
        if result.verdict is Verdict.UNKNOWN and result.answer is not None and isinstance(task, Call):
            unknown.setdefault(_question(result), []).append(result)
            tolerances[_question(result)] = task.case.tolerance
    findings = {
        question: _finding(_by_answer(members, tolerances[question]))
        for question, members in unknown.items()
        if len(members) > 1
    }
    if not findings:
        return [*results]
    return [_judged(result, findings.get(_question(result))) for result in results]


def _question(result: Result) -> Question:
    return Question(result.puzzle, result.part, result.case, result.account)


def _by_answer(results: Iterable[Result], tolerance: float | None) -> list[list[Result]]:
    """Return the results in groups of equal answers; a result joins the first group whose answer matches."""
    groups: list[list[Result]] = []
    for result in results:
        for group in groups:
            if answers.matches(result.answer or "", Expected(group[0].answer or ""), tolerance):
                group.append(result)
                break
        else:
            groups.append([result])
    return groups


class _Finding(NamedTuple):
    """What the crosscheck of one question found."""

    message: str
    agreed: bool


def _finding(groups: Sequence[Sequence[Result]]) -> _Finding:
    if len(groups) == 1:
        return _Finding(f"{len(groups[0])} agree", agreed=True)
    return _Finding("the solutions disagree:" + "".join(map(_names_and_answer, groups)), agreed=False)


def _names_and_answer(group: Sequence[Result]) -> str:
    names = ", ".join(result.solution or "" for result in group)
    answer = group[0].answer or ""
    return f"\n{names}:\n{answer}" if "\n" in answer else f"\n{names}: {answer}"


def _judged(result: Result, finding: _Finding | None) -> Result:
    if result.verdict is not Verdict.UNKNOWN or result.answer is None or not finding:
        return result
    if finding.agreed:
        return result._replace(message=finding.message)
    return result._replace(verdict=Verdict.WRONG, message=finding.message, exit=Exit.NOT_RIGHT)
