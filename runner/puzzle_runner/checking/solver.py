"""A puzzle's default solution, run to get the answer that is to be sent."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.checking import pipeline
from puzzle_runner.checking.pipeline import Choice
from puzzle_runner.errors import Exit, InputMissing, NoSuchPuzzle, Refused
from puzzle_runner.model import DEFAULT, MAIN, Case, Limits, Puzzle, Result, Verdict
from puzzle_runner.text import printable

LONGEST_SHOWN = 200


class Solver(NamedTuple):
    """The default solutions of a puzzle of the workspace; `puzzle` is None where it has no module."""

    workspace: Path
    id: str
    puzzle: Puzzle | None
    limits: Limits

    def answer(self, part: int, account: str | None) -> str:
        """Return what the default solution of a part makes of the account's input. Raises Refused."""
        if not self.puzzle:
            raise NoSuchPuzzle(f"There is no module for {self.id} to run: give the answer itself.")
        result = self._run(part, Choice(part=part, account=account))
        if result.exit is Exit.INPUT_MISSING:
            raise InputMissing(result.message)
        if result.verdict in (Verdict.RIGHT, Verdict.UNKNOWN, Verdict.WRONG) and result.answer is not None:
            return result.answer
        raise Refused(f"{why(result)}.")

    def failing_example(self, part: int) -> Result | None:
        """Return the first example on which the default solution of a part fails; None where none does."""
        for case in self._examples(part):
            result = self._run(part, Choice(part=part, case=case.name))
            if result.exit:
                return result
        return None

    def _examples(self, part: int) -> Iterator[Case]:
        """Yield the cases that are nobody's input and have an answer for a part that is written."""
        written = self.puzzle and any(
            solution.part == part and solution.name == DEFAULT and solution.written
            for solution in self.puzzle.solutions
        )
        if self.puzzle and written:
            for case in pipeline.all_cases(self.workspace, self.puzzle):
                if part in case.answers and case.account is None and case.name != MAIN:
                    yield case

    def _run(self, part: int, choice: Choice) -> Result:
        assert self.puzzle
        tasks = [*pipeline.plan(self.workspace, self.puzzle, choice, self.limits)]
        return next(pipeline.run(tasks[:1]))


def why(result: Result) -> str:
    """Return what is wrong with a result, in a line: its verdict, and the first line said of it."""
    said = result.message or f"{result.answer} instead of {result.expected or 'the stored answer'}"
    return printable(f"{result.verdict}: {said.splitlines()[0][:LONGEST_SHOWN]}")


def solver(workspace: Path, id: str, limits: Limits) -> Solver:
    """Return the solver of a puzzle, whether it has a module or not."""
    try:
        found = next(puzzle for puzzle, _ in pipeline.puzzles(workspace, [id]))
    except NoSuchPuzzle:
        found = None
    return Solver(workspace, id, found, limits)
