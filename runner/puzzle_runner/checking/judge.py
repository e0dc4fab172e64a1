"""The judge: the only place that writes a verdict.

It looks at all solutions of a question together: one part of one puzzle on one case of one account. An answer
is compared with the stored one, then with the site's replies to other answers; where that leaves it unknown,
the solutions of the question are compared with one another. If they disagree, all of them are wrong; those
of a layout stay unknown, because how to run them was found out, and may be the reason.

- `check`, `pytest --puzzles`, `bench` and the report have their outcomes first: `judge_all(tasks, outcomes)`.
  If some results are there already, as remembered ones are, `judge_one(task, outcome)` gives the others, and
  then `cross_check(tasks, results)` has the last word, once, with all solutions of each question.
- `run` and `run --watch` show rows as they come: `run_and_judge(tasks, on_output)`. Where the calls are made
  in another way, as under a debugger, `Stream(tasks).results(outcomes)` gives the rows.
- The leaderboard runs nothing: `judge_recorded(answers)` judges stored answers together.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, NamedTuple

from puzzle_runner.checking import checkers
from puzzle_runner.checking.plan import Call, Skipped, Task, runnable
from puzzle_runner.errors import Exit
from puzzle_runner.inputs import answers
from puzzle_runner.model import PAGE, PASSING, RECORDED, Case, Expected, Reason, Result, TaskKey, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import NOT_MEASURED, Answered, Failed, Job, Outcome, Trace
from puzzle_runner.running.job import Show
from puzzle_runner.text import shortened, truncate

# Characters of a message that are shown and remembered.
LONGEST_MESSAGE = 2**14
# The different answers of a question that a message has, and the solutions named beside each of them.
MOST_NAMED = 10

# Returns what is entered while a call is waited for.
Waiting = Callable[[Call], AbstractContextManager[object]]
# A job that follows from an outcome, and what joins its outcome to that.
Step = tuple[Job, Callable[[Outcome], Outcome]]
# A verdict, and a message, which may be empty.
Judgement = tuple[Verdict, str]


class SolutionAnswer(NamedTuple):
    """An answer of a solution, the case it was given for, and its verdict so far.

    `answer` is None if it is in doubt or not known, as in a record of another machine, or if a checker judges
    it.
    """

    key: TaskKey
    case: Case
    answer: str | None
    verdict: str
    from_layout: bool


class _Comparison(NamedTuple):
    """What the comparison of a solution with others says of its row."""

    verdict: Verdict
    message: str
    agreeing: int = 0


def judge_all(tasks: Sequence[Task], outcomes: Iterable[Outcome]) -> list[Result]:
    """Return the results of tasks; `outcomes` has one for each that is a call, in their order."""
    each = iter(outcomes)
    results = []
    for task in tasks:
        if isinstance(task, Call):
            result, _ = judge_one(task, next(each))
        else:
            result = skipped_result(task)
        results.append(result)
    return cross_check(tasks, results)


class Stream:
    """Results in the order of their tasks, each as soon as no other solution can change it.

    Calls that run one by one hand what they print to `hear`, so that it is shown above its own row.
    """

    def __init__(
        self, tasks: Sequence[Task], on_output: Show | None = None, waiting: Waiting = nullcontext
    ) -> None:
        self.tasks = tasks
        self.on_output = on_output or (lambda _: None)
        self.waiting = waiting
        self.to_come = Counter(question(task.key) for task in runnable(tasks))
        # The rows that may change, each with what its call has printed.
        self.pending: list[tuple[Task, Result, list[str]]] = []
        self.printed: list[str] = []

    def hear(self, text: str) -> None:
        """Show what the present call prints; later, if rows above its own wait."""
        if self.pending:
            self.printed.append(text)
        else:
            self.on_output(text)

    def results(self, outcomes: Iterator[Outcome]) -> Iterator[Result]:
        """Yield the results; `outcomes` has one for each task that is a call."""
        for task in self.tasks:
            self.printed = []
            if isinstance(task, Call):
                with self.waiting(task):
                    outcome = next(outcomes)
                result, _ = judge_one(task, outcome, self.hear)
                self.to_come[question(task.key)] -= 1
            else:
                result = skipped_result(task)
            self.pending.append((task, result, self.printed))
            if not any(self._may_change(task, result) for task, result, _ in self.pending):
                yield from self._release()

    def _may_change(self, task: Task, result: Result) -> bool:
        return isinstance(task, Call) and is_open(result) and self.to_come[question(task.key)] > 0

    def _release(self) -> Iterator[Result]:
        """Yield the pending rows, with their last verdicts."""
        pending, self.pending = self.pending, []
        tasks = [task for task, _, _ in pending]
        results = [result for _, result, _ in pending]
        results = cross_check(tasks, results)
        for result, (_, _, printed) in zip(results, pending, strict=True):
            for text in printed:
                self.on_output(text)
            yield result


def run_and_judge(
    tasks: Sequence[Task],
    on_output: Show | None = None,
    waiting: Waiting = nullcontext,
) -> Iterator[Result]:
    """Run tasks one after the other; yield each result once no other solution can change it.

    `on_output` gets what parts print. `waiting` is entered for each call, while it is waited for.
    """
    stream = Stream(tasks, on_output, waiting)
    jobs = [call.job for call in runnable(tasks)]
    return stream.results(pool.run_in_turn(jobs, on_output and stream.hear))


def judge_recorded(recorded: Sequence[SolutionAnswer]) -> list[str]:
    """Return the verdicts on stored answers, by what is stored and known now. Nothing is run.

    One that failed, or whose answer is not to be compared, keeps its verdict.
    """
    verdicts: list[str] = []
    unknown: dict[int, SolutionAnswer] = {}
    for index, record in enumerate(recorded):
        verdict = record.verdict
        if record.answer is not None and verdict in (Verdict.RIGHT, Verdict.WRONG, Verdict.UNKNOWN):
            expected = record.case.answers.get(record.key.part)
            # To compare with a hash takes long; and only a stored answer can have made it right.
            if not (expected and expected.hidden and verdict == Verdict.RIGHT):
                answered = Answered(record.answer, "", NOT_MEASURED)
                verdict, _ = _compare_with_stored(record.key.part, record.case, answered)
            if verdict == Verdict.UNKNOWN:
                unknown[index] = record
        verdicts.append(verdict)
    for index, comparison in _compare_solutions(unknown).items():
        verdicts[index] = comparison.verdict
    return verdicts


def checker_step(task: Call, outcome: Outcome) -> Step | None:
    """Return the job that is to judge an answer, with what makes its outcome the judged one; None without."""
    if not task.checker:
        return None
    outcome = _prefer_stored_answer(task, outcome)
    if isinstance(outcome, Failed) or outcome.checked or outcome.answer is None:
        return None
    checker = task.judging(outcome.answer)
    return (checker, partial(checkers.join, outcome, checker)) if checker else None


def judge_one(task: Call, outcome: Outcome, on_output: Show | None = None) -> tuple[Result, Trace | None]:
    """Return the row of a call by its outcome, and the trace of all that was run.

    `cross_check` has the last word on the row. `on_output` gets what a checker prints.
    """
    step = checker_step(task, outcome)
    if step:
        checker, join = step
        outcome = join(pool.run(checker, on_output))
    else:
        outcome = _prefer_stored_answer(task, outcome)
    verdict, message = _compare_with_stored(task.solution.part, task.case, outcome)
    message = shortened(message, LONGEST_MESSAGE)
    # An empty input makes nothing slow.
    if task.note and verdict not in PASSING and verdict is not Verdict.TIMEOUT:
        message = f"{message}\n{task.note}" if message else task.note
    result = row(task, verdict=verdict, message=message, output=outcome.output)
    if outcome.figures:
        seconds, cpu_seconds, peak_bytes, *_ = outcome.figures
        result = result._replace(seconds=seconds or None, cpu_seconds=cpu_seconds, peak_bytes=peak_bytes)
    if isinstance(outcome, Failed):
        return result, outcome.trace
    # A guess is neither compared with those of others nor sent.
    is_shown = outcome.answer is not None and (verdict is Verdict.RIGHT or not outcome.is_guess)
    result = result._replace(
        answer=truncate(outcome.answer or "") if is_shown else None,
        timed=outcome.figures.clock,
        reading=outcome.details,
        doubt=outcome.doubt if verdict is Verdict.UNKNOWN else None,
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
        puzzle=task.puzzle.id,
        part=solution.part if solution else None,
        solution=solution.name if solution else None,
        case=case.name if case else None,
        account=case.account if case else None,
        verdict=task.verdict,
        message=task.message,
        cause=task.exit,
    )


def _prefer_stored_answer(task: Call, outcome: Outcome) -> Outcome:
    """Return an outcome with the stored answer, if that is among what was printed.

    It is compared before anybody doubts which of it is the answer.
    """
    is_judged = isinstance(outcome, Answered) and outcome.checked
    if not task.expected or is_judged:
        return outcome
    for other in outcome.others:
        if answers.matches(other, task.expected, task.case.tolerance):
            if isinstance(outcome, Answered):
                return outcome._replace(answer=other)
            figures = outcome.figures or NOT_MEASURED
            return Answered(other, outcome.output, figures, trace=outcome.trace)
    return outcome


def _compare_with_stored(part: int, case: Case, outcome: Outcome) -> Judgement:
    """Judge an outcome by its checker or the stored answer, and by the site's replies to other answers."""
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
    if outcome.is_guess:
        return Verdict.UNKNOWN, outcome.message
    if answer is None:
        message = outcome.message or _returned_nothing(outcome.output)
        if expected is None:
            return Verdict.SKIPPED, message
        return Verdict.UNKNOWN if doubt else Verdict.WRONG, message
    if doubt and doubt.excuses:
        # What replies say of the answer says nothing of the solution.
        return Verdict.UNKNOWN, doubt.message
    if checked:
        return checked
    hint = doubt.message if doubt else outcome.message
    if answer.startswith("(") and answer.endswith(")") and ", " in answer:
        hint = "it returned several values: write one function for each part"
    if expected:
        unsure = answers.unsure_reading(answer, expected)
        if not unsure:
            return Verdict.WRONG, _difference(answer, expected) or hint
        hint = f"a drawn letter is unknown: {unsure}"
    refutation = _refutation(part, answer, case)
    return (Verdict.WRONG, refutation) if refutation else (Verdict.UNKNOWN, hint)


def _refutation(part: int, answer: str, case: Case) -> str:
    """Return why an answer is wrong by the site's replies to others; an empty text if they do not tell."""
    if not case.guesses:
        return ""
    # Imported here: a puzzle without guesses does not need this module.
    from puzzle_runner.inputs import guesses

    text = answers.ocr(answer)
    return guesses.contradiction(part, text, case.guesses) or guesses.unlike(part, text, case.guesses)


def _difference(answer: str, expected: Expected) -> str:
    """Return how a wrong answer differs from the stored one, if hardly; else an empty text."""
    if expected.hidden:
        return ""
    if answer.split() == expected.text.split():
        return "it differs in white space only"
    if answers.is_close(answer, expected.text, 0):
        return "it is the same number, written in another way"
    return ""


def _returned_nothing(output: str) -> str:
    """Return the message for a part that returned None; what it printed last may be its answer."""
    message = "it returned None: is a return missing?"
    printed = [line for line in output.split("\n") if line.strip()]
    return f"{message} It printed {shortened(printed[-1].strip(), 60)}" if printed else message


def cross_check(tasks: Sequence[Task], results: Sequence[Result], *, strict: bool = False) -> list[Result]:
    """Return the last word on rows of `judge_one` and `skipped_result`, with all solutions of each question.

    If several solutions of a question are unknown and agree, the message says how many; if they disagree,
    all are wrong, unless they are from a layout. With `strict`, only what is right passes.
    """
    judged = [*results]
    unknown: dict[int, SolutionAnswer] = {}
    for index, (task, result) in enumerate(zip(tasks, results, strict=True)):
        # Where a checker judges, several answers may be right.
        if isinstance(task, Call) and not task.checker and is_open(result):
            unknown[index] = SolutionAnswer(
                task.key, task.case, result.answer, result.verdict, task.puzzle.from_layout
            )
    for index, comparison in _compare_solutions(unknown).items():
        judged[index] = judged[index]._replace(**comparison._asdict())
    return [result._replace(strict=True) for result in judged] if strict else judged


def is_open(result: Result) -> bool:
    """Tell whether other solutions may change a verdict."""
    return result.verdict is Verdict.UNKNOWN and result.answer is not None and not result.doubt


def question(key: TaskKey) -> tuple[str, int, str, str | None]:
    """Return what the solutions of a part have in common: puzzle, part, case and account."""
    return key.puzzle, key.part, key.case, key.account


def _compare_solutions(unknown: Mapping[int, SolutionAnswer]) -> dict[int, _Comparison]:
    """Compare the answers to each question with one another; return findings for those that have others."""
    by_question: dict[object, list[int]] = {}
    for index, each in unknown.items():
        by_question.setdefault(question(each.key), []).append(index)
    comparisons: dict[int, _Comparison] = {}
    for indices in by_question.values():
        if len(indices) == 1:
            continue
        solutions, others = _group_by_answer([unknown[index] for index in indices])
        if len(solutions) == 1:
            comparison = _Comparison(Verdict.UNKNOWN, f"{len(indices)} agree", len(indices))
        else:
            verdict = Verdict.UNKNOWN if unknown[indices[0]].from_layout else Verdict.WRONG
            message = "the solutions disagree:"
            for answer, names in solutions.items():
                answer = answer.rstrip("\n")
                separator = "\n" if "\n" in answer else " "
                message += f"\n{_some(names)}:{separator}{answer}"
            if others:
                message += f"\n{_some(others)}: other answers"
            comparison = _Comparison(verdict, message)
        comparisons |= dict.fromkeys(indices, comparison)
    return comparisons


def _group_by_answer(solution_answers: Iterable[SolutionAnswer]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the names of the solutions that give each answer, the first of those that match.

    Of very many answers, the first count; the names of the solutions with others are the second value.
    """
    groups: dict[str, list[str]] = {}
    others: list[str] = []
    for key, case, answer, _, _ in solution_answers:
        answer = answer or ""
        for other in groups:
            if answers.matches(answer, Expected(other), case.tolerance):
                answer = other
                break
        if answer in groups or len(groups) < MOST_NAMED:
            groups.setdefault(answer, []).append(key.solution)
        else:
            others.append(key.solution)
    return groups, others


def _some(names: Sequence[str]) -> str:
    """Return the first of some names, and how many more there are."""
    text = ", ".join(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        text += f" and {len(names) - MOST_NAMED} more"
    return text


def worst_exit(results: Iterable[Result]) -> Exit:
    """Return the highest exit code of some results; RIGHT if there are none."""
    return max((result.exit for result in results), default=Exit.RIGHT)
