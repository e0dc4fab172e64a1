"""Random inputs for all solutions of a puzzle, growing from small ones, until one of them fails.

The judge compares the solutions with one another, with the trusted one where there is one, with the checker
of the puzzle, and each with itself on an input that has the same answer.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest, shrinking
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge, plan, preparing, random_inputs
from puzzle_runner.checking.plan import Call, Selection, Skipped
from puzzle_runner.checking.random_inputs import WORKERS, Drawn, Generated, Source, Wanted
from puzzle_runner.errors import Exit, Unreadable, UsageError
from puzzle_runner.inputs import cases
from puzzle_runner.model import Expected, Limits, Outcome, Parameters, Puzzle, Result, Solution, Verdict
from puzzle_runner.running import pool
from puzzle_runner.shrinking import Choices

# The names of the cases while they are tried.
RANDOM, EQUIVALENT = "stress", "equivalent"
# A call that takes too long is a failure up to this size; from there on, it bounds the sizes.
SMALL = 5
# Inputs of smaller sizes that are tried when one has failed; their numbers begin here.
SMALLER, SMALLER_FROM = 50, 10**9
# Seconds that a batch of inputs should take, and the most inputs in one: the next sizes may be far slower.
BATCH, MOST = 0.5, 16


class Failure(NamedTuple):
    """An input on which a solution fails, with the rows of its solutions, and their calls."""

    drawn: Drawn
    calls: Sequence[Call]
    results: Sequence[Result]

    @property
    def kinds(self) -> set[tuple[int | None, Verdict]]:
        """What fails, and how: a smaller input must fail in the same way."""
        return {(result.part, result.verdict) for result in self.results if result.exit}

    def of_parts(self) -> "Failure":
        """Return it without the parts that do not fail."""
        failing = {part for part, _ in self.kinds}
        calls = [call for call in self.calls if call.solution.part in failing]
        return self._replace(calls=calls, results=[row for row in self.results if row.part in failing])

    @property
    def answers(self) -> dict[int, str]:
        """The answers of the trusted solution, by part."""
        known = {call.solution.part: call.expected for call in self.calls if call.case.name == RANDOM}
        return {part: expected.text for part, expected in known.items() if expected}


class Stress:
    """The solutions of a puzzle, and what makes inputs for them.

    `trusted` is the name of the solution whose answers are right, if there is one.
    """

    def __init__(
        self, workspace: Workspace, calls: Sequence[Call], source: Source, trusted: str | None
    ) -> None:
        self.calls, self.source, self.trusted = calls, source, trusted
        self.checker = checker(workspace, calls)
        self.runs = 0
        self.size = 1
        self.seen: set[str] = set()

    def unchecked(self) -> list[int]:
        """Return the parts whose answers nothing can show to be wrong."""
        solutions = Counter(call.solution.part for call in self.calls)
        return [
            part for part, n in solutions.items() if n == 1 and not self.checker and not self.source.pairs
        ]

    def run(
        self, most: int | None, is_over: Callable[[], bool], show: Callable[[], object]
    ) -> Failure | None:
        """Try inputs until one fails, it `is_over`, or there were as many as `most`; `show` now and then."""
        batch = 4
        while not is_over():
            end = self.runs + batch if most is None else min(self.runs + batch, most)
            wanted = [each for run in range(self.runs, end) if (each := self.source.wanted(run))]
            if not wanted:
                return None
            begun = time.monotonic()
            new = [each for each in self.source.draw(wanted) if each and self._is_new(each)]
            for found in self._examined(new):
                self.size = max(self.size, found.drawn.wanted.size)
                if found.kinds:
                    self.runs = found.drawn.wanted.run + 1
                    return found
            self.runs += len(wanted)
            show()
            is_quick = time.monotonic() - begun < BATCH
            batch = min(2 * batch, MOST) if is_quick else max(1, batch // 2)
        return None

    def smallest(self, failure: Failure, is_over: Callable[[], bool]) -> Failure:
        """Return the smallest input that is found to fail in the same way."""
        kinds, best = failure.kinds, failure
        size = failure.drawn.wanted.size
        if isinstance(self.source, Generated):
            for at in range(0, SMALLER * (size > 1), MOST):
                numbers = range(at, min(at + MOST, SMALLER))
                smaller = [Wanted(SMALLER_FROM + each, 1 + each * (size - 1) // SMALLER) for each in numbers]
                examined = self._examined([*filter(None, self.source.draw(smaller))])
                if found := next((each for each in examined if each.kinds & kinds), None):
                    best = found
                if found or is_over():
                    break
        wanted = best.drawn.wanted
        known = {best.drawn.choices: best}

        def tried(candidates: Sequence[Choices]) -> list[Choices | None]:
            if is_over():
                return [None] * len(candidates)
            made = self.source.draw([wanted._replace(choices=each) for each in candidates])
            examined = self._examined([*filter(None, made)])
            found = [next(examined) if each else None for each in made]
            failing = [each if each and each.kinds & kinds else None for each in found]
            known.update((each.drawn.choices, each) for each in failing if each)
            return [each and each.drawn.choices for each in failing]

        return known[shrinking.smallest(best.drawn.choices, tried)]

    def _is_new(self, drawn: Drawn) -> bool:
        """Tell whether an input was not there before."""
        mark = digest.text(drawn.text, repr(drawn.parameters), repr(drawn.equivalent))
        is_new = mark not in self.seen
        self.seen.add(mark)
        return is_new

    def _examined(self, inputs: Sequence[Drawn]) -> Iterator[Failure]:
        """Yield what the solutions do with each input, in order."""
        planned = [self._calls(each) for each in inputs]
        jobs = [call.job for calls in planned for call in calls]
        # Those of a module follow one another, so that it is imported once.
        order = sorted(range(len(jobs)), key=lambda at: str(jobs[at].path))
        with closing(pool.run_all([jobs[at] for at in order], WORKERS, spread=True)) as outcomes:
            ended = {order[place]: outcome for place, outcome in outcomes}
        in_order = iter([ended[at] for at in range(len(jobs))])
        for each, calls in zip(inputs, planned, strict=True):
            yield Failure(each, *self._judged(each, calls, [*islice(in_order, len(calls))]))

    def _calls(self, drawn: Drawn) -> list[Call]:
        """Return the calls on an input, and then those on its equivalent."""
        given = [(RANDOM, drawn.text, drawn.parameters)]
        if drawn.equivalent:
            given.append((EQUIVALENT, *drawn.equivalent))
        return [on_input(call, self.checker, *each) for each in given for call in self.calls]

    def _judged(
        self, drawn: Drawn, calls: Sequence[Call], outcomes: Sequence[Outcome]
    ) -> tuple[list[Call], list[Result]]:
        """Return the calls with the answers that are expected of them, and their rows.

        Those that took too long are left out where the size is not small, and bound the sizes to come.
        """
        pairs = [*zip(calls, outcomes, strict=True)]
        large = (Verdict.TIMEOUT, Verdict.MEMORY) if drawn.wanted.size > SMALL else ()
        if any(outcome.failure in large for outcome in outcomes):
            self.source.largest = min(self.source.largest, drawn.wanted.size - 1)
            pairs = [pair for pair in pairs if pair[1].failure not in large]
        own = {(call.solution.part, call.solution.name): outcome.answer for call, outcome in reversed(pairs)}
        expecting = []
        for call, _ in pairs:
            part, name = call.solution.part, call.solution.name
            answer = own[part, name] if call.case.name == EQUIVALENT else own.get((part, self.trusted or ""))
            known = {part: Expected(answer)} if answer is not None else {}
            expecting.append(call._replace(case=call.case._replace(answers=known)))
        return expecting, judge.results(expecting, [outcome for _, outcome in pairs])


def prepared(
    workspace: Workspace, puzzle: Puzzle, part: int | None, names: set[str], limits: Limits
) -> list[Call]:
    """Return a call for each solution of a puzzle, or of those of some `names`, without its input.

    Raises UsageError, or Unreadable for what cannot be built.
    """
    choice = Selection(part, None, typed="", own_timeouts=False)
    tasks = preparing.prepare([*plan.plan(workspace, puzzle, choice, limits)], WORKERS)
    wanted = [task for task in tasks if not (names and task.solution) or task.solution.name in names]
    for task in wanted:
        if isinstance(task, Skipped) and task.exit:
            raise (UsageError if task.exit is Exit.USAGE else Unreadable)(task.message)
    calls = plan.runnable(wanted)
    if missing := names - {call.solution.name for call in calls}:
        raise UsageError(f"{puzzle.path} has no solution {', '.join(sorted(missing))}.")
    if not calls:
        raise UsageError(f"{puzzle.path} has no part that is written.")
    return calls


def checker(workspace: Workspace, calls: Sequence[Call]) -> Solution | None:
    """Return the function that judges the answers of calls, if there is one. Raises Unreadable."""
    named = calls[0].case.checker
    return plan.checking(workspace, calls[0].puzzle, named) if named else None


def on_input(call: Call, checker: Solution | None, name: str, text: str, parameters: Parameters) -> Call:
    """Return a call on another input, as a case of that name."""
    case = call.case._replace(name=name, inline=text, parameters=parameters)
    taken = plan.keywords(case, call.solution)
    job = call.job._replace(text=text if call.solution.takes_input else None, keywords=taken)
    made = call._replace(case=case, job=job)
    return made._replace(checker=plan.checker_job(made, checker)) if checker else made


def sized(workspace: Workspace, calls: Sequence[Call], sizes: Sequence[int], prefix: str) -> list[Call]:
    """Return calls on an input of each size, the same in every run. Raises UsageError or Unreadable."""
    source = random_inputs.source(workspace, calls[0].puzzle, calls[0].job.limits, 0)
    judging = checker(workspace, calls)
    inputs = [(f"{prefix}{size}", source.of_size(size)) for size in sizes]
    return [
        on_input(call, judging, name, each.text, each.parameters) for name, each in inputs for call in calls
    ]


def trusted(folder: Path) -> str | None:
    """Return the name of the one solution that the case file calls slow, as a brute force is."""
    slow = [name for name, rule in cases.whole(folder).rules.items() if rule.slow]
    return slow[0] if len(slow) == 1 else None
