"""Random inputs for all solutions of a puzzle, growing from small ones, until one of them fails.

The judge compares the solutions with one another, with the trusted one where there is one, with the checker
of the puzzle, and each with itself on an input that has the same answer.
"""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import checkers, judge, plan, preparing
from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.checking.random_inputs import WORKERS, Drawn, Source, Wanted
from puzzle_runner.checking.selection import Selection
from puzzle_runner.checking.shrinking import Choices, Search
from puzzle_runner.errors import Exit, Unreadable, UsageError
from puzzle_runner.inputs import case_file
from puzzle_runner.model import Expected, Limits, Parameters, Puzzle, Result, Solution, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Outcome

# The names of the cases while they are tried.
RANDOM, EQUIVALENT = "stress", "equivalent"
# A call that takes too long is a failure up to this size; from there on, it bounds the sizes.
SMALL, TOO_LONG = 5, (Verdict.TIMEOUT, Verdict.MEMORY)
# Inputs of smaller sizes that are tried when one has failed; their numbers begin here.
SMALLER, SMALLER_FROM = 50, 10**9
# Inputs that are drawn at once; runs without a new input after which there is none.
BATCH, SAME = 32, 300


class Failure(NamedTuple):
    """An input on which a solution fails, with the rows of its solutions, and their calls."""

    drawn: Drawn
    calls: Sequence[Call]
    results: Sequence[Result]

    @property
    def kinds(self) -> set[tuple[int | None, Verdict]]:
        """What fails, and how: a smaller input must fail in the same way."""
        allowed = TOO_LONG if self.drawn.wanted.size > SMALL else ()
        return {
            (result.part, result.verdict)
            for result in self.results
            if result.exit and result.verdict not in allowed
        }

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

    `trusted` is the name of the solution whose answers are right, if there is one. `failure` is the smallest
    that was found until now.
    """

    def __init__(
        self, workspace: Workspace, calls: Sequence[Call], source: Source, trusted: str | None
    ) -> None:
        self.calls, self.source, self.trusted = calls, source, trusted
        self.checker = checker(workspace, calls[0].puzzle)
        self.failure: Failure | None = None
        self.runs = 0
        self.size = 1
        self.seen: set[str] = set()
        self.ends = 0.0

    def unchecked(self) -> list[int]:
        """Return the parts whose answers nothing can show to be wrong."""
        solutions = Counter(call.solution.part for call in self.calls)
        return [
            part for part, n in solutions.items() if n == 1 and not self.checker and not self.source.pairs
        ]

    def run(self, most: int | None, seconds: float, show: Callable[[], object]) -> None:
        """Try inputs, `most` at most, until one fails or the seconds have passed; `show` after each.

        Where a solution takes too long, the sizes to come stay below that.
        """
        self.ends = time.monotonic() + seconds
        last_new = 0
        while not self.is_over() and self.runs - last_new < SAME:
            end = self.runs + BATCH if most is None else min(self.runs + BATCH, most)
            wanted = [each for run in range(self.runs, end) if (each := self.source.wanted(run))]
            if not wanted:
                return
            new = [each for each in self.source.draw(wanted) if each and self._is_new(each)]
            last_new = new[-1].wanted.run if new else last_new
            with closing(self._examined(new)) as examined:
                for found in examined:
                    size = found.drawn.wanted.size
                    self.size, self.runs = max(self.size, size), found.drawn.wanted.run + 1
                    show()
                    if found.kinds:
                        self.failure = found
                        return
                    if any(result.verdict in TOO_LONG for result in found.results):
                        self.source.largest = size - 1
                        break
                else:
                    self.runs = self.runs if self.is_over() else wanted[-1].run + 1

    def shrink(self, failure: Failure, seconds: float) -> None:
        """Look for a smaller input that fails in the same way, for some seconds."""
        self.ends = time.monotonic() + seconds
        kinds, begun = failure.kinds, failure
        size = failure.drawn.wanted.size
        if size > 1 and failure.drawn.wanted.choices is None:
            smaller = [Wanted(SMALLER_FROM + at, 1 + at * (size - 1) // SMALLER) for at in range(SMALLER)]
            with closing(self._examined([*filter(None, self.source.draw(smaller))])) as examined:
                begun = next((each for each in examined if each.kinds & kinds), failure)
        inputs: dict[Choices, Drawn] = {}
        known = {begun.drawn.choices: begun}

        def drawn(candidates: Sequence[Choices]) -> list[Choices | None]:
            wanted = [begun.drawn.wanted._replace(choices=each) for each in candidates]
            made = [None] * len(wanted) if self.is_over() else self.source.draw(wanted)
            inputs.update((each.choices, each) for each in made if each)
            return [each and each.choices for each in made]

        def fails(drawn: Sequence[Choices]) -> list[bool]:
            examined = self._examined([inputs[each] for each in drawn])
            known.update((each.drawn.choices, each) for each in examined if each.kinds & kinds)
            return [each in known for each in drawn]

        search = Search(begun.drawn.choices, drawn, fails)
        try:
            search.run()
        finally:
            # Also when it is interrupted.
            self.failure = known[search.best]

    def is_over(self) -> bool:
        """Tell whether the time has passed."""
        return time.monotonic() > self.ends

    def _is_new(self, drawn: Drawn) -> bool:
        """Tell whether an input was not there before."""
        mark = digest.text(drawn.text, repr(drawn.parameters), repr(drawn.equivalent))
        is_new = mark not in self.seen
        self.seen.add(mark)
        return is_new

    def _examined(self, inputs: Sequence[Drawn]) -> Generator[Failure, None, None]:
        """Yield what the solutions do with each input, in order, until the time has passed."""
        planned = [self._calls(each) for each in inputs]
        ended: list[dict[int, Outcome]] = [{} for _ in inputs]
        asked = [(number, at) for number, calls in enumerate(planned) for at in range(len(calls))]
        # Those of a module follow one another, so that it is imported once. The workers begin with the first.
        asked.sort(key=lambda each: (str(planned[each[0]][each[1]].job.path), each[0] % WORKERS))
        jobs = [planned[number][at].job for number, at in asked]
        first = 0
        with closing(pool.run_all(jobs, WORKERS, spread=True)) as outcomes:
            for place, outcome in outcomes:
                number, at = asked[place]
                ended[number][at] = outcome
                while first < len(inputs) and len(ended[first]) == len(planned[first]):
                    in_order = [ended[first][at] for at in range(len(planned[first]))]
                    yield Failure(inputs[first], *self._judged(planned[first], in_order))
                    first += 1
                if self.is_over():
                    break

    def _calls(self, drawn: Drawn) -> list[Call]:
        """Return the calls on an input, and then those on its equivalent."""
        given = [(RANDOM, drawn.text, drawn.parameters)]
        if drawn.equivalent:
            given.append((EQUIVALENT, *drawn.equivalent))
        return [on_input(call, self.checker, *each) for each in given for call in self.calls]

    def _judged(self, calls: Sequence[Call], outcomes: Sequence[Outcome]) -> tuple[list[Call], list[Result]]:
        """Return the calls with the answers that are expected of them, and their rows."""
        pairs = [*zip(calls, outcomes, strict=True)]
        own = {(call.solution.part, call.solution.name): outcome.answer for call, outcome in reversed(pairs)}
        expecting = []
        for call in calls:
            part, name = call.solution.part, call.solution.name
            answer = own[part, name] if call.case.name == EQUIVALENT else own.get((part, self.trusted or ""))
            known = {part: Expected(answer)} if answer is not None else {}
            expecting.append(call._replace(case=call.case._replace(answers=known)))
        return expecting, judge.results(expecting, outcomes)


def prepared(
    workspace: Workspace,
    puzzle: Puzzle,
    part: int | None,
    names: set[str],
    needed: Iterable[str],
    limits: Limits,
) -> list[Task]:
    """Return the tasks of all written solutions of a puzzle, or of those of some `names`, without an input.

    Raises UsageError, also if a name that is `needed` has no call, or Unreadable for what cannot be built.
    """
    choice = Selection(part, None, typed="", own_timeouts=False)
    tasks = preparing.prepare([*plan.plan(workspace, puzzle, choice, limits)], WORKERS)
    wanted = [task for task in tasks if not (names and task.solution) or task.solution.name in names]
    skipped = [task for task in wanted if isinstance(task, Skipped)]
    for task in skipped:
        if task.exit:
            raise (UsageError if task.exit is Exit.USAGE else Unreadable)(task.message)
    calls = {call.solution.name for call in plan.runnable(wanted)}
    for name in (name for name in needed if name not in calls):
        why = (task.message for task in skipped if task.solution and task.solution.name == name)
        raise UsageError(next(why, f"{puzzle.path} has no solution {name}."))
    if not calls:
        raise UsageError(f"{puzzle.path} has no part that is written.")
    return [task for task in wanted if not task.solution or task.solution.written]


def checker(workspace: Workspace, puzzle: Puzzle) -> Solution | None:
    """Return the function that judges the answers of a puzzle, if there is one. Raises Unreadable."""
    return checkers.find(workspace, puzzle, case_file.whole(workspace.inputs(puzzle.id)).checker)


def on_input(call: Call, checker: Solution | None, name: str, text: str, parameters: Parameters) -> Call:
    """Return a call on another input, as a case of that name."""
    case = call.case._replace(name=name, inline=text, parameters=parameters)
    taken = plan.keywords(case, call.solution)
    job = call.job._replace(text=text if call.solution.takes_input else None, keywords=taken)
    judging = checkers.job(checker, job, case, call.solution.part) if checker else None
    return call._replace(case=case, job=job, checker=judging)


def trusted(folder: Path) -> str | None:
    """Return the name of the one solution that the case file calls slow, as a brute force is."""
    slow = [name for name, rule in case_file.whole(folder).rules.items() if rule.slow]
    return slow[0] if len(slow) == 1 else None
