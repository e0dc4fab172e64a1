"""The default solutions of a puzzle, run to get the answer to send."""

from typing import NamedTuple

from puzzle_runner.catalog.lookup import cases_of
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, preparing, wording
from puzzle_runner.checking.plan import Call, Task, plan
from puzzle_runner.checking.selection import Selection
from puzzle_runner.errors import Exit, InputMissing, NoSuchPuzzle, Refused
from puzzle_runner.flows.submission import FailingExample
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, MAIN, Doubt, Limits, Result, Verdict
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import printable

LONGEST_SHOWN = 200


class Solver(NamedTuple):
    """The default solutions of a puzzle; `puzzle` is None if the workspace has no module for it."""

    workspace: Workspace
    id: PuzzleId
    puzzle: Puzzle | None
    limits: Limits

    def answer(self, part: int, account: str | None) -> tuple[str, Doubt | None]:
        """Return the answer of a part's default solution on the account's input, and the doubt about it.

        Raises NoSuchPuzzle without a module, InputMissing without an input, Refused if the part fails.
        """
        if not self.puzzle:
            raise NoSuchPuzzle(f"There is no module for {self.id} to run: give the answer itself.")
        task, result = self._run(self.puzzle, Selection(part=part, account=account))
        if result.exit is Exit.INPUT_MISSING:
            raise InputMissing(result.message)
        # Only a checker counts here: what is stored, and what the site has said, is compared before sending.
        passing = [Verdict.RIGHT, Verdict.UNKNOWN]
        has_checker = isinstance(task, Call) and task.checker
        if not has_checker:
            passing.append(Verdict.WRONG)
        if result.verdict in passing and result.answer is not None:
            return result.answer, result.doubt
        sentence = _sentence(result).removesuffix(".")
        raise Refused(f"{sentence}.")

    def failing_example(self, part: int) -> FailingExample | None:
        """Return an example on which the default solution of a part fails; None if it fails on none.

        One whose answer was read from the page is returned only if all that a person has written pass.
        """
        puzzle = self.puzzle
        if not puzzle:
            return None
        written = [(each.part, each.name) for each in puzzle.solutions if each.written]
        if (part, DEFAULT) not in written:
            return None
        file = cases_of(self.workspace, puzzle.id)
        examples = [case for case in file.cases if part in case.answers]
        examples.sort(key=lambda case: case.answers[part].sentence is not None)
        for case in examples:
            if case.account or case.name == MAIN or case.off:
                continue
            _, result = self._run(puzzle, Selection(part=part, case=case.name))
            if result.exit:
                is_of_page = case.answers[part].sentence is not None
                return FailingExample(case.name, _sentence(result), is_of_page)
        return None

    def _run(self, puzzle: Puzzle, choice: Selection) -> tuple[Task, Result]:
        first = next(plan(self.workspace, puzzle, choice, self.limits))
        [task] = preparing.prepare([first])
        [result] = judge.run_and_judge(self.workspace.root, [task])
        return task, result


def _sentence(result: Result) -> str:
    first_line = wording.explain(result).partition("\n")[0]
    return printable(f"{result.verdict}: {first_line[:LONGEST_SHOWN]}")
