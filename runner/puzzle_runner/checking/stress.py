"""Random inputs for all solutions of a puzzle, growing from small ones, until one of them fails."""

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from typing import Any, NamedTuple

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import checkers, judge, plan, preparing
from puzzle_runner.checking.plan import Call, Skipped, Task
from puzzle_runner.checking.selection import Selection
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import Exit, Unreadable, UsageError
from puzzle_runner.inputs import case_file, cases
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Case, Expected, Limits, Parameters, Result, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Failed, Job

# The largest sizes that are asked for: of `generate`, and of ranges, which each size doubles.
LARGEST, WIDEST = 100, 64
# The name of a case while it is tried.
NAME = "stress"
# A call that takes too long is a failure up to this size; from there on, it bounds the sizes.
SMALL, TOO_LONG = 5, (Verdict.TIMEOUT, Verdict.MEMORY)
# The inputs of a size that are tried one after the other; in all, when smaller ones are looked for.
EACH, SMALLER = 8, 200
# How long inputs are tried, and smaller ones after a failure.
SECONDS = 30.0


class Drawn(NamedTuple):
    """An input that was made."""

    text: str
    parameters: Parameters


class Source(NamedTuple):
    """Makes inputs: `draw` has one of a size for each seed, or raises Unreadable. `largest` is a size."""

    draw: Callable[[int, Sequence[int]], list[Drawn]]
    largest: int


class Trial(NamedTuple):
    """An input of a size, the calls of all solutions on it, and the row of each.

    `failures` are the parts that fail, and how.
    """

    size: int
    drawn: Drawn
    calls: Sequence[Call]
    results: Sequence[Result]
    failures: set[tuple[int | None, Verdict]]


class Stress:
    """A search with the solutions of a puzzle; `trusted` is the name of the one that is right, if any.

    `runs` is the number of inputs that were tried until one failed, `size` the largest of their sizes,
    `failure` the smallest that fails.
    """

    def __init__(self, calls: Sequence[Call], source: Source, seed: int, trusted: str | None) -> None:
        self.calls = calls
        self.source = source
        self.seed = seed
        self.trusted = trusted
        self.failure: Trial | None = None
        self.runs = 0
        self.size = 1
        self.largest = source.largest
        self.seen: set[str] = set()

    def search(self, most: int | None) -> None:
        """Try inputs, `most` at most, else for some seconds, until one fails; then look for a smaller one."""
        left = most or inf
        ends = inf if most else time.monotonic() + SECONDS
        for size, drawn in self._inputs():
            if not left or time.monotonic() > ends:
                return
            left -= 1
            trial = self._try(size, drawn)
            if not self.failure:
                self.runs += 1
                self.size = max(self.size, size)
                if trial.failures:
                    self.failure = trial
                    self.largest = size - 1
                    left, ends = SMALLER, time.monotonic() + SECONDS
            elif trial.failures & self.failure.failures:
                self.failure = trial
                self.largest = size - 1
            if any(result.verdict in TOO_LONG for result in trial.results):
                self.largest = min(self.largest, size - 1)

    def _inputs(self) -> Iterator[tuple[int, Drawn]]:
        """Yield inputs with their sizes, from small to large, again and again as long as new ones come."""
        seed = self.seed
        is_new = True
        while is_new:
            is_new = False
            size = 1
            while size <= self.largest:
                for drawn in self.source.draw(size, range(seed, seed + EACH)):
                    written = repr(drawn)
                    if written not in self.seen and size <= self.largest:
                        is_new = True
                        self.seen.add(written)
                        yield size, drawn
                seed += EACH
                size += 1

    def _try(self, size: int, drawn: Drawn) -> Trial:
        jobs = []
        outcomes = []
        answers: dict[int, Expected] = {}
        for call in self.calls:
            solution = call.solution
            text = drawn.text if solution.takes_input else None
            job = call.job._replace(text=text, keywords=plan.keywords(drawn.parameters, solution))
            outcome = pool.run(job)
            jobs.append(job)
            outcomes.append(outcome)
            if solution.name != self.trusted or isinstance(outcome, Failed):
                continue
            # An answer in doubt is none to hold others against.
            if outcome.answer is not None and not outcome.doubt:
                answers[solution.part] = Expected(outcome.answer)
        # Checkers may ask for these answers.
        case = self.calls[0].case._replace(
            name=NAME, inputs={0: drawn.text}, parameters=drawn.parameters, answers=answers
        )
        calls = [call._replace(case=case, job=job) for call, job in zip(self.calls, jobs, strict=True)]
        results = [*judge.judge_in_turn(calls, outcomes)]
        failures = set()
        for result in results:
            is_allowed = result.verdict in TOO_LONG and size > SMALL
            if result.exit and not is_allowed:
                failures.add((result.part, result.verdict))
        return Trial(size, drawn, calls, results, failures)


def unchecked(calls: Sequence[Call]) -> list[int]:
    """Return the parts whose answers nothing can show to be wrong."""
    if calls[0].checker:
        return []
    parts = [call.solution.part for call in calls]
    return [part for part in parts if parts.count(part) == 1]


def prepared(workspace: Workspace, puzzle: Puzzle, trusted: str | None, limits: Limits) -> list[Task]:
    """Return the tasks of all written solutions of a puzzle, without an input.

    Raises Unreadable for what cannot be built, or UsageError for what cannot be tried.
    """
    choice = Selection(solution=None, typed="", own_timeouts=False)
    tasks = preparing.prepare([*plan.plan(workspace, puzzle, choice, limits)])
    for task in tasks:
        if isinstance(task, Skipped) and task.exit:
            error = UsageError if task.exit is Exit.USAGE else Unreadable
            raise error(task.message)
    calls = plan.runnable(tasks)
    if not calls:
        raise UsageError(f"{puzzle.path} has no part that is written.")
    names = [call.solution.name for call in calls]
    if trusted and trusted not in names:
        raise UsageError(f"{puzzle.path} has no solution {trusted} that can be run.")
    checker = calls[0].checker
    if checker and not trusted and checkers.EXPECTED in checker.required:
        raise UsageError("The checker asks for the expected answer: name a solution with --against.")
    return [task for task in tasks if not task.solution or task.solution.written]


def source(workspace: Workspace, puzzle: Puzzle, limits: Limits) -> Source:
    """Return what makes the inputs of a puzzle. Raises UsageError if there is nothing, Unreadable."""
    folder = workspace.inputs(puzzle.id)
    beside = folder / "generate.py"
    for path in (puzzle.path, beside):
        if path.suffix != ".py" or not path.is_file():
            continue
        generate = checkers.helper(puzzle, path, "generate", untrusted=limits.untrusted)
        if generate:
            job = Job(puzzle.id, path, engines.load(generate.engine), [], None, limits)
            return Source(partial(_generate, job), LARGEST)
    ranges = case_file.load(folder).ranges
    if ranges:
        return Source(partial(_draw_case, ranges[0]), WIDEST)
    raise UsageError(
        f"There is no generator of inputs for {puzzle.id}. Write generate(random, size) into {puzzle.path} "
        f"or {beside}, or a case with a range, such as n = {{ from = 1, to = 200 }}, into "
        f"{folder / case_file.FILE}."
    )


def _generate(job: Job, size: int, seeds: Sequence[int]) -> list[Drawn]:
    outcome = pool.run(job._replace(data=[size, *seeds]))
    if isinstance(outcome, Failed):
        raise Unreadable(f"generate(random, {size}) in {job.path} failed: {outcome.message}")
    assert outcome.answer is not None
    drawn = []
    for item in json.loads(outcome.answer):
        text = cases.tidy(item["text"])
        parameters = sorted(item["parameters"].items())
        drawn.append(Drawn(text, tuple(parameters)))
    return drawn


def _draw_case(template: Case, size: int, seeds: Sequence[int]) -> list[Drawn]:
    written = cases.text(template) if template.inputs else ""
    drawn = []
    for seed in seeds:
        numbers = random.Random(seed)
        values = {name: _draw_value(value, size, numbers) for name, value in template.parameters}
        text = values.pop("input", written)
        if isinstance(text, list):
            text = " ".join(map(str, text))
        drawn.append(Drawn(str(text), tuple(values.items())))
    return drawn


def _draw_value(value: Any, size: int, numbers: random.Random) -> Any:
    # Each size doubles the numbers and the lengths to choose from.
    if not case_file.is_range(value):
        return value
    first, last = value["from"], value["to"]
    if "length" in value:
        length = _draw_value(value["length"], size, numbers)
        item = {"from": first, "to": last}
        return [_draw_value(item, size, numbers) for _ in range(length)]
    choices = min(last - first + 1, 2**size)
    return first + numbers.randrange(choices)
