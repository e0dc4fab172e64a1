"""The judge: the only place that writes a verdict.

It looks at all solutions of a question together: one part of one puzzle on one case of one account. An answer
is compared with the stored one, then with the site's replies to other answers; where that leaves it unknown,
the solutions of the question are compared with one another. If they disagree, all of them are wrong; those
of a layout stay unknown, because how to run them was found out, and may be the reason.

- `check`, `pytest --puzzles`, `bench` and the report have their outcomes first: `results(tasks, outcomes)`.
  If some results are there already, as remembered ones are, `alone(task, outcome)` gives the others, and
  then `together(tasks, results)` has the last word, once, with all solutions of each question.
- `run` and `run --watch` show rows as they come: `run(tasks, show)`. Where the calls are made in another way,
  as under a debugger, `Stream(tasks).results(outcomes)` gives the rows.
- The leaderboard runs nothing: `recorded(records)` judges stored answers together.
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
from puzzle_runner.model import PAGE, PASSING, RECORDED, Case, Expected, Result, TaskKey, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job, Outcome, Trace
from puzzle_runner.running.job import Show
from puzzle_runner.text import shortened, truncate

# Characters of a message that are shown and remembered.
LONGEST_MESSAGE = 2**14

# Returns what is entered while a call is waited for.
During = Callable[[Call], AbstractContextManager[None]]
# A job that follows from an outcome, and what joins its outcome to that.
Step = tuple[Job, Callable[[Outcome], Outcome]]
# A verdict, and a message, which may be empty.
Judgement = tuple[Verdict, str]
# By solution and answer: each stored answer for which it was given, with the cases of two of the inputs.
Given = dict[tuple[object, ...], dict[str, dict[str | None, str]]]


def unseen(call: Call) -> AbstractContextManager[None]:
    """Do nothing while a call is waited for."""
    return nullcontext()


class Recorded(NamedTuple):
    """A stored answer of a solution, the case it was given for, and the verdict at that time.

    `answer` is None if it is in doubt or not known, as in a record of another machine, or if a checker judges
    it.
    """

    key: TaskKey
    case: Case
    answer: str | None
    verdict: str
    from_layout: bool


class _Unstored(NamedTuple):
    """An answer that nothing is stored for, the solution that gave it, and the tolerance of its case."""

    key: TaskKey
    answer: str
    tolerance: float | None
    from_layout: bool


class _Comparison(NamedTuple):
    """What the comparison of a solution with others says of its row."""

    verdict: Verdict
    message: str
    agreeing: int = 0


def results(tasks: Sequence[Task], outcomes: Iterable[Outcome]) -> list[Result]:
    """Return the results of tasks; `outcomes` has one for each that is a call, in their order."""
    each = iter(outcomes)
    by_itself = [
        alone(task, next(each))[0] if isinstance(task, Call) else skipped_result(task) for task in tasks
    ]
    return together(tasks, by_itself)


class Stream:
    """Results in the order of their tasks, each as soon as no other solution can change it.

    Calls that run one by one hand what they print to `hear`, so that it is shown above its own row.
    """

    def __init__(self, tasks: Sequence[Task], show: Show | None = None, during: During = unseen) -> None:
        self.tasks = tasks
        self.show = show or (lambda _: None)
        self.during = during
        self.to_come = Counter(question(task.key) for task in runnable(tasks))
        # The rows that wait, each with what its call has printed.
        self.waiting: list[tuple[Task, Result, list[str]]] = []
        self.given: Given = {}
        self.printed: list[str] = []

    def hear(self, text: str) -> None:
        """Show what the present call prints; later, if rows above its own wait."""
        if self.waiting:
            self.printed.append(text)
        else:
            self.show(text)

    def results(self, outcomes: Iterator[Outcome]) -> Iterator[Result]:
        """Yield the results; `outcomes` has one for each task that is a call."""
        for task in self.tasks:
            self.printed = []
            if isinstance(task, Call):
                with self.during(task):
                    outcome = next(outcomes)
                result, _ = alone(task, outcome, self.hear)
                self.to_come[question(task.key)] -= 1
            else:
                result = skipped_result(task)
            self.waiting.append((task, result, self.printed))
            if not any(
                isinstance(task, Call) and is_open(result) and self.to_come[question(task.key)] > 0
                for task, result, _ in self.waiting
            ):
                yield from self._release()

    def _release(self) -> Iterator[Result]:
        """Yield the rows that wait, judged with the answers before."""
        released, self.waiting = self.waiting, []
        tasks, results = [row[0] for row in released], [row[1] for row in released]
        for result, (_, _, printed) in zip(together(tasks, results, self.given), released, strict=True):
            for text in printed:
                self.show(text)
            yield result


def run(
    tasks: Sequence[Task],
    show: Show | None = None,
    *,
    last: bool = False,
    during: During = unseen,
) -> Iterator[Result]:
    """Run tasks one after the other; yield each result once no other solution can change it.

    `show` gets what parts print. `last` tells that nothing more is to be run. `during` is entered for each
    call, while it is waited for.
    """
    stream = Stream(tasks, show, during)
    calls = runnable(tasks)
    final = last and not any(call.checker for call in calls)
    return stream.results(pool.run_in_turn([call.job for call in calls], show and stream.hear, final=final))


def recorded(records: Sequence[Recorded]) -> list[str]:
    """Return the verdicts on stored answers, by what is stored and known now. Nothing is run.

    One that failed, or whose answer is not to be compared, keeps its verdict.
    """
    verdicts: list[str] = []
    for record in records:
        verdict = record.verdict
        if record.answer is not None and verdict in (Verdict.RIGHT, Verdict.WRONG, Verdict.UNKNOWN):
            expected = record.case.answers.get(record.key.part)
            # To compare with a hash takes long; and only a stored answer can have made it right.
            if not (expected and expected.hidden and verdict == Verdict.RIGHT):
                verdict, _ = _finding(record.key.part, record.case, Outcome(answer=record.answer))
        verdicts.append(verdict)
    unknown = {
        place: _Unstored(record.key, record.answer, record.case.tolerance, record.from_layout)
        for place, record in enumerate(records)
        if verdicts[place] == Verdict.UNKNOWN and record.answer is not None
    }
    for place, finding in _crosscheck(unknown).items():
        verdicts[place] = finding.verdict
    return verdicts


def checking(task: Call, outcome: Outcome) -> Step | None:
    """Return the job that is to judge an answer, with what makes its outcome the judged one; None without."""
    outcome = _chosen(task, outcome)
    if outcome.answer is None or outcome.checked or not (checker := task.judging(outcome.answer)):
        return None
    return checker, partial(checkers.judged, outcome, checker)


def alone(task: Call, outcome: Outcome, show: Show | None = None) -> tuple[Result, Trace | None]:
    """Return the row of a call by its outcome, and the trace of all that was run.

    `together` has the last word on the row. `show` gets what a checker prints.
    """
    part, case = task.solution.part, task.case
    outcome = _chosen(task, outcome)
    if step := checking(task, outcome):
        checker, join = step
        outcome = join(pool.run(checker, show))
    verdict, message = _finding(part, case, outcome)
    # An empty input makes nothing slow.
    remark = "" if verdict in PASSING or verdict is Verdict.TIMEOUT else task.note
    # A guess is neither compared with those of others nor sent.
    answer = outcome.answer if verdict is Verdict.RIGHT or not outcome.failure else None
    result = row(
        task,
        verdict=verdict,
        answer=answer and truncate(answer),
        seconds=outcome.seconds,
        cpu_seconds=outcome.cpu_seconds,
        peak_bytes=outcome.peak_bytes,
        message="\n".join(filter(None, (shortened(message, LONGEST_MESSAGE), remark))),
        output=outcome.output,
        timed=outcome.clock,
        reading=outcome.details,
        doubt=outcome.doubt if verdict is Verdict.UNKNOWN else None,
    )
    return result, outcome.trace


def row(task: Call, **fields: Any) -> Result:
    """Return the row of a call, with the verdict and what else is known of it."""
    # Where there is a checker, the stored answer is one of several.
    expected = None if task.checker else task.expected
    shown = expected.text if expected and not expected.hidden else None
    source = None
    if expected:
        source = PAGE if expected.sentence is not None else RECORDED if expected.by_hand else None
    return Result(*task.key, expected=shown, source=source, **fields)


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


def _chosen(task: Call, outcome: Outcome) -> Outcome:
    """Return an outcome with the stored answer, if that is among what was printed.

    It is compared before anybody doubts which of it is the answer.
    """
    if not outcome.others or outcome.checked or not (expected := task.expected):
        return outcome
    guesses = (each for each in outcome.others if answers.matches(each, expected, task.case.tolerance))
    return outcome._replace(answer=next(guesses, outcome.answer))


def _finding(part: int, case: Case, outcome: Outcome) -> Judgement:
    """Judge an outcome by its checker or the stored answer, and by the site's replies to other answers."""
    answer, doubt, checked = outcome.answer, outcome.doubt, outcome.checked
    expected = None if checked else case.answers.get(part)
    if checked and checked[0] is Verdict.RIGHT:
        return checked
    if expected and answer is not None and answers.matches(answer, expected, case.tolerance):
        return Verdict.RIGHT, ""
    if outcome.failure:
        return outcome.failure, outcome.message
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
    if expected is None:
        finding = Verdict.UNKNOWN, hint
    elif reading := answers.unsure_reading(answer, expected):
        finding = Verdict.UNKNOWN, f"a drawn letter is unknown: {reading}"
    else:
        if not expected.hidden and answer.split() == expected.text.split():
            hint = "it differs in white space only"
        elif not expected.hidden and answers.is_close(answer, expected.text, 0):
            hint = "it is the same number, written in another way"
        return Verdict.WRONG, hint
    if case.guesses:
        # Imported here: a puzzle without guesses does not need this module.
        from puzzle_runner.inputs import guesses

        text = answers.ocr(answer)
        reason = guesses.contradiction(part, text, case.guesses) or guesses.unlike(part, text, case.guesses)
        if reason:
            return Verdict.WRONG, reason
    return finding


def _returned_nothing(output: str) -> str:
    """Return what to tell of a part that returned None; what it printed last may be its answer."""
    printed = [line for line in output.split("\n") if line.strip()]
    told = f" It printed {shortened(printed[-1].strip(), 60)}" if printed else ""
    return f"it returned None: is a return missing?{told}"


def together(
    tasks: Sequence[Task], results: Sequence[Result], given: Given | None = None, *, strict: bool = False
) -> list[Result]:
    """Return the last word on the rows of `alone` and `skipped_result`, with all solutions of each question.

    If several solutions of a question are unknown and agree, the message says how many; if they disagree,
    all are wrong, unless they are from a layout. A solution that ignores its input is flagged; `given` has
    the answers to questions before. With `strict`, only what is right passes.
    """
    judged = [*results]
    unknown = {
        place: _Unstored(task.key, result.answer or "", task.case.tolerance, task.puzzle.from_layout)
        for place, (task, result) in enumerate(zip(tasks, results, strict=True))
        # Where a checker judges, several answers may be right.
        if is_open(result) and isinstance(task, Call) and not task.checker
    }
    for place, finding in _crosscheck(unknown).items():
        judged[place] = judged[place]._replace(
            verdict=finding.verdict, message=finding.message, agreeing=finding.agreeing
        )
    judged = _flag_constant_answers(tasks, judged, {} if given is None else given)
    return [result._replace(strict=True) for result in judged] if strict else judged


def is_open(result: Result) -> bool:
    """Tell whether other solutions may change a verdict."""
    return result.verdict is Verdict.UNKNOWN and result.answer is not None and not result.doubt


def question(key: TaskKey) -> tuple[str, int, str, str | None]:
    """Return what the solutions of a part have in common: puzzle, part, case and account."""
    return key.puzzle, key.part, key.case, key.account


def _crosscheck(unknown: Mapping[int, _Unstored]) -> dict[int, _Comparison]:
    """Compare the answers to each question with one another; return findings for those that have others."""
    by_question: dict[object, list[int]] = {}
    for place, given in unknown.items():
        by_question.setdefault(question(given.key), []).append(place)
    findings: dict[int, _Comparison] = {}
    for places in by_question.values():
        if len(places) == 1:
            continue
        # An answer joins the first group whose answer it matches.
        groups: dict[str, list[str]] = {}
        for place in places:
            key, answer, tolerance, _ = unknown[place]
            same = (each for each in groups if answers.matches(answer, Expected(each), tolerance))
            groups.setdefault(next(same, answer), []).append(key.solution)
        if len(groups) == 1:
            finding = _Comparison(Verdict.UNKNOWN, f"{len(places)} agree", len(places))
        else:
            message = "the solutions disagree:"
            for answer, names in groups.items():
                answer = answer.rstrip("\n")
                separator = "\n" if "\n" in answer else " "
                message += f"\n{', '.join(names)}:{separator}{answer}"
            is_from_layout = unknown[places[0]].from_layout
            finding = _Comparison(Verdict.UNKNOWN if is_from_layout else Verdict.WRONG, message)
        findings |= dict.fromkeys(places, finding)
    return findings


def _flag_constant_answers(tasks: Sequence[Task], results: Sequence[Result], given: Given) -> list[Result]:
    """Return the results; the message of a solution that ignores its input says so. The verdicts stay.

    It gives one answer for two inputs whose stored answers differ: here, or in what was `given` before.
    """
    flagged = [*results]
    answered: list[tuple[int, str, str | None, dict[str, dict[str | None, str]]]] = []
    for place, (task, result) in enumerate(zip(tasks, results, strict=True)):
        if not isinstance(task, Call) or task.checker or result.answer is None:
            continue
        # One right answer is stored, and not as a hash; of drawn letters it is their text.
        if (expected := task.expected) and not expected.hidden:
            stored, text = answers.ocr(expected.text), task.job.text
            by_stored = given.setdefault((*result[:3], result.answer), {})
            inputs = by_stored.setdefault(stored, {})
            # Of two inputs, one differs from any other.
            if len(inputs) < 2:
                inputs.setdefault(text, task.case.name)
            answered.append((place, stored, text, by_stored))
    for place, stored, text, by_stored in answered:
        others = (inputs for other, inputs in by_stored.items() if other != stored)
        elsewhere = (case for inputs in others for other, case in inputs.items() if other != text)
        if len(by_stored) > 1 and (case := next(elsewhere, None)):
            remark = f"it ignores its input: case {case} gets the same answer"
            message = "\n".join(filter(None, (remark, results[place].message)))
            flagged[place] = results[place]._replace(message=message)
    return flagged


def gravest(results: Iterable[Result]) -> Exit:
    """Return the highest exit code of some results; RIGHT if there are none."""
    return max((result.exit for result in results), default=Exit.RIGHT)
