"""Where no answer is stored, the solutions of a part are compared with one another."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.checking.plan import Planned, Task
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
    unknown: dict[Question, list[Result]] = {}
    tolerances: dict[Question, float | None] = {}
    for task, result in zip(tasks, results, strict=True):
        if result.verdict is Verdict.UNKNOWN and isinstance(task, Planned):
            unknown.setdefault(_question(result), []).append(result)
            tolerances[_question(result)] = task.case.tolerance
    messages = {
        question: _message(_opinions(same, tolerances[question]), len(same))
        for question, same in unknown.items()
        if len(same) > 1
    }
    return [_judged(result, messages.get(_question(result))) for result in results]


def _question(result: Result) -> Question:
    return Question(result.puzzle, result.part, result.case, result.account)


def _opinions(results: Iterable[Result], tolerance: float | None) -> list[list[Result]]:
    """Return the results by answer: each with those whose first one says the same."""
    opinions: list[list[Result]] = []
    for result in results:
        for opinion in opinions:
            if answers.matches(result.answer or "", Expected(opinion[0].answer or ""), tolerance):
                opinion.append(result)
                break
        else:
            opinions.append([result])
    return opinions


class _Message(NamedTuple):
    """What the solutions of a part say together."""

    text: str
    agreed: bool


def _message(opinions: Sequence[Sequence[Result]], number: int) -> _Message:
    if len(opinions) == 1:
        return _Message(f"{number} agree", agreed=True)
    return _Message("the solutions disagree:" + "".join(map(_opinion, opinions)), agreed=False)


def _opinion(opinion: Sequence[Result]) -> str:
    names = ", ".join(result.solution or "" for result in opinion)
    answer = opinion[0].answer or ""
    return f"\n{names}:\n{answer}" if "\n" in answer else f"\n{names}: {answer}"


def _judged(result: Result, message: _Message | None) -> Result:
    if result.verdict is not Verdict.UNKNOWN or not message:
        return result
    if message.agreed:
        return result._replace(message=message.text)
    return result._replace(verdict=Verdict.WRONG, message=message.text, exit=Exit.NOT_RIGHT)
