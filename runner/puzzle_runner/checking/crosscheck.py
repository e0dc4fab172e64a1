"""Where no answer is stored, solutions of the same part are compared with one another."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.checking.pipeline import Task
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
    """Return the results; unknown ones that disagree are wrong together, those that agree say how many."""
    groups: dict[Question, list[Result]] = {}
    tolerances: dict[Question, float | None] = {}
    for task, result in zip(tasks, results, strict=True):
        if result.verdict is Verdict.UNKNOWN:
            groups.setdefault(_question(result), []).append(result)
            tolerances[_question(result)] = task.case.tolerance if task.case else None
    return [
        _together(result, groups[question], tolerances[question])
        if (question := _question(result)) in groups and result.verdict is Verdict.UNKNOWN
        else result
        for result in results
    ]


def _question(result: Result) -> Question:
    return Question(result.puzzle, result.part, result.case, result.account)


def _together(result: Result, group: Sequence[Result], tolerance: float | None) -> Result:
    if len(group) == 1:
        return result
    opinions = _opinions(group, tolerance)
    if len(opinions) == 1:
        return result._replace(message=f"{len(group)} agree")
    message = "the solutions disagree:" + "".join(map(_said, opinions))
    return result._replace(verdict=Verdict.WRONG, message=message, exit=Exit.NOT_RIGHT)


def _opinions(group: Iterable[Result], tolerance: float | None) -> list[list[Result]]:
    """Return the results by answer: each with those whose first one says the same."""
    opinions: list[list[Result]] = []
    for result in group:
        for opinion in opinions:
            if answers.matches(result.answer or "", Expected(opinion[0].answer or ""), tolerance):
                opinion.append(result)
                break
        else:
            opinions.append([result])
    return opinions


def _said(opinion: Sequence[Result]) -> str:
    names = ", ".join(result.solution or "" for result in opinion)
    answer = opinion[0].answer or ""
    return f"\n{names}:\n{answer}" if "\n" in answer else f"\n{names}: {answer}"
