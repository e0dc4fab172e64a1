"""A check of many tasks: verdicts that are remembered and hold, and outcomes of calls for all others."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress

from puzzle_runner import interruption, settings
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan
from puzzle_runner.checking.plan import Call, Task
from puzzle_runner.checking.selection import EVERYTHING
from puzzle_runner.checking.verdict_cache import VerdictCache
from puzzle_runner.errors import StoreFailed
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Result
from puzzle_runner.running.batches import Ended

# The folder of compiled modules in the data folder.
BYTECODE = "bytecode"


class Regression:
    """Tasks with the results that are known so far: at first those that need no call, or less if `fresh`.

    `calls` are those to be made, by the index of the task. If verdicts cannot be remembered, `failed` is
    called with the error; without it, StoreFailed is raised.
    """

    def __init__(
        self,
        workspace: Workspace,
        tasks: Sequence[Task],
        *,
        fresh: bool = False,
        failed: Callable[[StoreFailed], object] | None = None,
    ) -> None:
        self.workspace, self.tasks = workspace, tasks
        self.cache = VerdictCache(workspace, {task.puzzle.id for task in tasks}, fresh=fresh, failed=failed)
        self.results = [self.cache.recall(task) for task in tasks]
        self.calls: dict[int, Call] = {}
        for index, task in enumerate(tasks):
            if isinstance(task, Call) and not self.results[index]:
                self.calls[index] = task

    def carry_out(self, run: Callable[..., Ended], done: Callable[[], object]) -> None:
        """Have all calls run; judge and remember their outcomes as they come, and call `done` after each.

        What has come is remembered also if the check is interrupted. Without a call, no cluster is asked for.
        """
        if not self.calls:
            return
        # Without the folder, each module is compiled each time.
        bytecode = settings.data_folder() / BYTECODE
        with suppress(OSError):
            bytecode.mkdir(parents=True, exist_ok=True)
        indices = [*self.calls]
        calls = []
        for call in self.calls.values():
            kept = "" if call.job.limits.untrusted else str(bytecode)
            calls.append(call._replace(job=call.job._replace(traced=str(self.workspace.root), bytecode=kept)))
        jobs = [call.job for call in calls]
        try:
            run_all = run(jobs, follow=lambda number, outcome: judge.checker_step(calls[number], outcome))
            with closing(run_all) as outcomes:
                for number, outcome in outcomes:
                    result, trace = judge.judge_one(calls[number], outcome)
                    self.results[indices[number]] = self.cache.remember(calls[number], result, trace)
                    done()
        finally:
            self.cache.write()
        interruption.check()

    def judged(self, *, strict: bool = False) -> tuple[list[Task], list[Result]]:
        """Return the tasks whose results are known, and the last word on these."""
        tasks: list[Task] = []
        results: list[Result] = []
        for task, result in zip(self.tasks, self.results, strict=True):
            if result:
                tasks.append(task)
                results.append(result)
        return tasks, judge.cross_check(tasks, results, strict=strict)


def known(workspace: Workspace, puzzles: Iterable[Puzzle]) -> dict[str, list[Result]]:
    """Return the remembered verdicts of puzzles that hold, of all solutions and cases; nothing is run."""
    limits = workspace.limits(None)
    tasks = [task for puzzle in puzzles for task in plan.plan(workspace, puzzle, EVERYTHING, limits)]
    _, held = Regression(workspace, tasks).judged()
    results: dict[str, list[Result]] = {}
    for result in held:
        results.setdefault(result.puzzle, []).append(result)
    return results
