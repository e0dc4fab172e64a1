"""The judge: the only place that writes a verdict.

It looks at all solutions of a question together: one part of one puzzle on one case of one account. An answer
is compared with the stored one, then with the site's replies to other answers; where that leaves it unknown,
the solutions are compared with one another. If they disagree, all are wrong; those of a layout stay unknown,
because how to run them was found out, and may be the reason.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from puzzle_runner import files
from puzzle_runner.checking import checkers
from puzzle_runner.checking.plan import Call, Skipped, Task, runnable
from puzzle_runner.checking.verdict_cache import forget_failure
from puzzle_runner.errors import Exit
from puzzle_runner.inputs import answers, cached, case_file
from puzzle_runner.model import PAGE, PASSING, RECORDED, Case, Expected, Reason, Result, TaskKey, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import NOT_MEASURED, Answered, Failed, Job, Outcome, Trace
from puzzle_runner.running.job import Show
from puzzle_runner.text import shortened, truncate

# Characters of a message that are shown and remembered; of one that each solution of a question has.
LONGEST_MESSAGE, LONGEST_DISAGREEMENT = 2**14, 2000
# What is read with such a doubt is a guess: it is neither compared with other answers nor sent.
GUESSES = (Reason.READING, Reason.PART)
# The verdicts that come of comparing answers.
COMPARED = (Verdict.RIGHT, Verdict.WRONG, Verdict.UNKNOWN)

# Returns what is entered while a call is waited for.
Waiting = Callable[[Call], AbstractContextManager[object]]


def run_and_judge(
    root: Path, tasks: Sequence[Task], show: Show | None = None, waiting: Waiting = nullcontext
) -> Iterator[Result]:
    """Run tasks of a workspace one after the other; yield their results as `judge_in_turn` does.

    `show` gets what parts print, as it comes. What fails now is not remembered as right any more.
    """
    outcomes = pool.run_in_turn([call.job for call in runnable(tasks)], show)
    for result in judge_in_turn(tasks, outcomes, show, waiting):
        forget_failure(root, result)
        yield result


def judge_in_turn(
    tasks: Sequence[Task],
    outcomes: Iterable[Outcome],
    show: Show | None = None,
    waiting: Waiting = nullcontext,
) -> Iterator[Result]:
    """Yield the result of each task in order, once no other solution can change it.

    `outcomes` has one for each task that is a call, in their order.
    """
    outcomes = iter(outcomes)
    to_come = Counter(question(call.key) for call in runnable(tasks))
    held_tasks: list[Task] = []
    held_results: list[Result] = []
    for task in tasks:
        if isinstance(task, Call):
            with waiting(task):
                outcome = next(outcomes)
            result, _ = judge_one(task, outcome, show)
            to_come[question(task.key)] -= 1
        else:
            result = skipped_result(task)
        held_tasks.append(task)
        held_results.append(result)
        may_change = any(is_open(held) and to_come[question(held)] for held in held_results)
        if not may_change:
            yield from cross_check(held_tasks, held_results)
            held_tasks.clear()
            held_results.clear()


def recorded_result(task: Call, answer: str | None, verdict: Verdict) -> Result:
    """Return the row of a stored answer, before `cross_check`, by what is stored and known now.

    One that failed, that is not known, or that a checker has judged keeps its verdict.
    """
    is_fixed = task.checker or verdict not in COMPARED
    if verdict is Verdict.RIGHT and task.expected and task.expected.hidden:
        # To compare with a hash takes long; and only a stored answer can have made it right.
        is_fixed = True
    if answer is not None and not is_fixed:
        verdict, _ = _compare(task.solution.part, task.case, Answered(answer, "", NOT_MEASURED))
    return row(task, verdict=verdict, answer=answer)


def to_check(task: Call, outcome: Outcome) -> tuple[Answered, Job] | None:
    """Return an outcome whose answer a checker is to judge, and the job that does; None if none is to."""
    if not task.checker:
        return None
    outcome = _prefer_stored_answer(task, outcome)
    if isinstance(outcome, Failed) or outcome.checked or outcome.answer is None:
        return None
    return outcome, checkers.job(task.checker, task.job, task.case, task.solution.part, outcome.answer)


def judge_one(task: Call, outcome: Outcome, on_output: Show | None = None) -> tuple[Result, Trace | None]:
    """Return the row of a call by its outcome, before `cross_check`, and the trace of all that was run."""
    unchecked = to_check(task, outcome)
    if unchecked:
        answered, job = unchecked
        outcome = checkers.join(answered, job, pool.run(job, on_output))
    outcome = _prefer_stored_answer(task, outcome)
    verdict, message = _compare(task.solution.part, task.case, outcome)
    message = shortened(message, LONGEST_MESSAGE)
    id = task.puzzle.id
    if task.job.text == "" and id.site.INPUT_OPTIONAL and verdict not in PASSING:
        remedy = f'write [main] and below it input = "..." into inputs/{id}/{case_file.FILE}'
        page = cached.page(cached.shared_account().folder, id.canonical)
        if page.exists() and b".txt" in files.read(page):
            remedy = f'"puzzles fetch {id.canonical}" gets the data file of its page'
        message = f"{message}\nit got an empty input: {remedy}".lstrip("\n")
    figures = outcome.figures or NOT_MEASURED
    answer = doubt = None
    reading = ""
    if isinstance(outcome, Answered):
        reading = outcome.details
        if verdict is not Verdict.RIGHT:
            doubt = outcome.doubt
        is_guess = doubt and doubt.reason in GUESSES
        if outcome.answer is not None and not is_guess:
            answer = truncate(outcome.answer)
    result = row(
        task,
        verdict=verdict,
        answer=answer,
        seconds=figures.seconds or None,
        cpu_seconds=figures.cpu_seconds,
        peak_bytes=figures.peak_bytes,
        message=message,
        output=outcome.output,
        timed=figures.clock,
        reading=reading,
        doubt=doubt if verdict is Verdict.UNKNOWN else None,
    )
    return result, outcome.trace


def row(task: Call, **fields: Any) -> Result:
    """Return the row of a call, with the verdict and what else is known of it."""
    # Where there is a checker, the stored answer is one of several.
    expected = None if task.checker else task.expected
    source = None
    if expected and expected.sentence is not None:
        source = PAGE
    elif expected and expected.by_hand:
        source = RECORDED
    text = expected.text if expected and not expected.hidden else None
    return Result(*task.key, expected=text, source=source, **fields)


def skipped_result(task: Skipped) -> Result:
    """Return the row of what cannot be run."""
    solution, case = task.solution, task.case
    return Result(
        task.puzzle.id,
        solution.part if solution else None,
        solution.name if solution else None,
        case.name if case else None,
        case.account if case else None,
        task.verdict,
        message=task.message,
        cause=task.exit,
    )


def _prefer_stored_answer(task: Call, outcome: Outcome) -> Outcome:
    if not task.expected or (isinstance(outcome, Answered) and outcome.checked):
        return outcome
    for other in outcome.others:
        if not answers.matches(other, task.expected, task.case.tolerance):
            continue
        if isinstance(outcome, Answered):
            return outcome._replace(answer=other)
        return Answered(other, outcome.output, outcome.figures or NOT_MEASURED, trace=outcome.trace)
    return outcome


def _compare(part: int, case: Case, outcome: Outcome) -> tuple[Verdict, str]:
    if isinstance(outcome, Failed):
        return outcome.verdict, outcome.message
    answer, doubt, checked = outcome.answer, outcome.doubt, outcome.checked
    expected = None if checked else case.answers.get(part)
    if checked and checked[0] is Verdict.RIGHT:
        return checked
    if expected and answer is not None and answers.matches(answer, expected, case.tolerance):
        return Verdict.RIGHT, ""
    if answer and doubt and doubt.reason is Reason.PART:
        for number, stored in case.answers.items():
            if number != part and answers.matches(answer, stored, case.tolerance):
                return Verdict.SKIPPED, f"it printed no answer to part {part}"
    if answer is None and doubt:
        # What cannot be read may be written.
        is_open = expected or doubt.reason is Reason.READING
        return Verdict.UNKNOWN if is_open else Verdict.SKIPPED, doubt.message
    if answer is None:
        return Verdict.WRONG if expected else Verdict.SKIPPED, "it returned None: is a return missing?"
    if doubt and doubt.excuses:
        # What replies say of the answer says nothing of the solution.
        return Verdict.UNKNOWN, doubt.message
    if checked:
        return checked
    hint = doubt.message if doubt else ""
    if answer.startswith("(") and answer.endswith(")") and ", " in answer:
        hint = "it returned several values: write one function for each part"
    if expected:
        unsure = answers.unsure_reading(answer, expected)
        if not unsure:
            is_same_words = not expected.hidden and answer.split() == expected.text.split()
            return Verdict.WRONG, "it differs in white space only" if is_same_words else hint
        hint = f"a drawn letter is unknown: {unsure}"
    if case.guesses:
        # Imported here: a puzzle without guesses does not need this module.
        from puzzle_runner.inputs import guesses

        text = answers.ocr(answer)
        refutation = guesses.contradiction(part, text, case.guesses)
        refutation = refutation or guesses.unlike(part, text, case.guesses)
        if refutation:
            return Verdict.WRONG, refutation
    return Verdict.UNKNOWN, hint


def cross_check(tasks: Sequence[Task], results: Sequence[Result], *, strict: bool = False) -> list[Result]:
    """Return the last word on rows of all solutions; if `strict`, only what is right passes."""
    judged = [*results]
    # The places of open answers; where a checker judges, several may be right.
    by_question: dict[object, list[int]] = {}
    for place, (task, result) in enumerate(zip(tasks, results, strict=True)):
        if isinstance(task, Call) and not task.checker and is_open(result):
            by_question.setdefault(question(result), []).append(place)
    for places in by_question.values():
        if len(places) == 1:
            continue
        task = tasks[places[0]]
        assert task.case
        # The names of the solutions that give each answer, which is the first of those that match.
        names: dict[str, list[str]] = {}
        for place in places:
            answer = results[place].answer or ""
            for other in names:
                if answers.matches(answer, Expected(other), task.case.tolerance):
                    answer = other
                    break
            names.setdefault(answer, []).append(results[place].solution or "")
        if len(names) == 1:
            for place in places:
                number = len(places)
                judged[place] = judged[place]._replace(message=f"{number} agree", agreeing=number)
            continue
        message = "the solutions disagree:"
        for answer, solutions in names.items():
            text = answer.rstrip("\n")
            separator = "\n" if "\n" in text else " "
            message += f"\n{', '.join(solutions)}:{separator}{text}"
        message = shortened(message, LONGEST_DISAGREEMENT)
        verdict = Verdict.UNKNOWN if task.puzzle.from_layout else Verdict.WRONG
        for place in places:
            judged[place] = judged[place]._replace(verdict=verdict, message=message)
    if strict:
        for place, result in enumerate(judged):
            if result.verdict is not Verdict.RIGHT:
                judged[place] = result._replace(cause=max(result.cause, Exit.NOT_RIGHT))
    return judged


def is_open(result: Result) -> bool:
    """Tell whether other solutions may change a verdict."""
    return result.verdict is Verdict.UNKNOWN and result.answer is not None and not result.doubt


def question(row: TaskKey | Result) -> tuple[str, int | None, str | None, str | None]:
    """Return what the solutions of a part have in common: puzzle, part, case and account."""
    return row.puzzle, row.part, row.case, row.account


def worst_exit(results: Iterable[Result]) -> Exit:
    """Return the highest exit code of some results; RIGHT if there are none."""
    return max((result.exit for result in results), default=Exit.RIGHT)
