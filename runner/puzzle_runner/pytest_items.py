"""Puzzles as pytest items: one for each part, solution and case, each run in a process of its own."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzle_runner import sessions
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing, wording
from puzzle_runner.checking.plan import Skipped, Task
from puzzle_runner.checking.selection import EVERYTHING
from puzzle_runner.checking.verdict_cache import forget_failure
from puzzle_runner.errors import PuzzlesError, reason
from puzzle_runner.flows import accounts
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Limits, Result, TaskKey, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.running import pool
from puzzle_runner.text import case_label, printable


def plugin(config: pytest.Config) -> "Plugin":
    """Return the plugin for the current workspace, and make pytest collect its puzzles there."""
    try:
        workspace = workspaces.find()
        limits = workspace.limits(config.getoption("puzzles_timeout"))
    except (PuzzlesError, OSError) as error:
        raise pytest.UsageError(f"--puzzles: {reason(error)}") from error
    folder = workspace.puzzles.resolve()
    is_collected = any(folder.is_relative_to(Path(place).resolve()) for place in config.args)
    if config.args_source is not config.ArgsSource.ARGS and not is_collected:
        config.args.append(str(workspace.puzzles))
    sessions.read_with(accounts.remember)
    return Plugin(workspace, limits)


class Plugin:
    """Collects the puzzles of a workspace."""

    def __init__(self, workspace: Workspace, limits: Limits) -> None:
        self.workspace = workspace
        self.limits = limits
        self.folder = workspace.puzzles.resolve()
        self.puzzles: dict[Path, Puzzle] = {}

    def pytest_sessionstart(self) -> None:
        """Read the syntax trees of the puzzles."""
        for puzzle, _ in lookup.puzzles(self.workspace, []):
            path, _ = wording.place(puzzle, None)
            self.puzzles[path.resolve()] = puzzle

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Dir | None:
        """Collect a puzzle that is a package as a plain folder, because pytest would import a package."""
        if path.resolve().is_relative_to(self.folder):
            return pytest.Dir.from_parent(parent, path=path)
        return None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> "PuzzleFile | None":
        """Collect a puzzle's module."""
        if puzzle := self.puzzles.get(file_path.resolve()):
            tasks = plan.relax_unnamed(plan.plan(self.workspace, puzzle, EVERYTHING, self.limits))
            return PuzzleFile.from_parent(parent, path=file_path, workspace=self.workspace, tasks=tasks)
        return None

    def pytest_unconfigure(self) -> None:
        """Stop the workers."""
        pool.stop()


class PuzzleFile(pytest.File):
    """The module of a puzzle."""

    def __init__(self, *, workspace: Workspace, tasks: Iterable[Task], **rest: Any) -> None:
        super().__init__(**rest)
        self.workspace = workspace
        self.tasks = list(tasks)
        self.results: dict[TaskKey, Result] = {}

    def collect(self) -> Iterator["Part"]:
        """Yield an item for each row that `check` would show."""
        for task in self.tasks:
            # A name is `part2_independent[example]`; what is skipped is `module` or `input`.
            name = "module" if task.puzzle.error else "input"
            if task.solution:
                name = task.solution.label
            if task.case:
                name += f"[{case_label(task.case.name, task.case.account)}]"
            # The node id is explicit: pytest 9.2 reads the bracket of a name as part of the function's name,
            # and --lf would not find the item again.
            yield Part.from_parent(self, name=name, nodeid=f"{self.nodeid}::{name}", task=task)

    def result(self, task: Task) -> Result:
        """Return the result that `check` shows for a task; other solutions that have a say are run, too."""
        result = self._alone(task)
        if isinstance(task, Skipped) or not judge.is_open(result):
            return result
        question = judge.question(task.key)
        calls = [each for each in plan.runnable(self.tasks) if judge.question(each.key) == question]
        results = judge.cross_check(calls, [self._alone(each) for each in calls])
        return results[calls.index(task)]

    def _alone(self, task: Task) -> Result:
        if isinstance(task, Skipped):
            return judge.skipped_result(task)
        if task.key in self.results:
            return self.results[task.key]
        (ready,) = preparing.prepare([task])
        if isinstance(ready, Skipped):
            result = judge.skipped_result(ready)
        else:
            result, _ = judge.judge_one(ready, pool.run(ready.job))
            forget_failure(self.workspace.root, result)
        self.results[task.key] = result
        return result


class Part(pytest.Item):
    """One solution of a part on one case."""

    parent: PuzzleFile

    def __init__(self, *, task: Task, **rest: Any) -> None:
        super().__init__(**rest)
        self.task = task

    def runtest(self) -> None:
        """Run the part in a process of its own; fail with a message for people."""
        result = self.parent.result(self.task)
        if result.output:
            printed = list[str]()
            terminal.marked(printed.append)(result.output)
            self.add_report_section("call", "stdout", "".join(printed))
        if result.seconds is not None:
            self.user_properties.append(("seconds", result.seconds))
        if result.verdict is Verdict.SKIPPED:
            pytest.skip(result.message)
        lines = f"{result.verdict}: {wording.explain(result)}".split("\n")
        message = terminal.harmless("\n".join(map(printable, lines)))
        if result.exit:
            pytest.fail(message, pytrace=False)
        if result.doubt:
            pytest.skip(message)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file and line of the part's definition, and its name in a heading."""
        puzzle = self.task.puzzle
        path, line = wording.place(puzzle, self.task.solution)
        number = line - 1 if line else None
        return path, number, f"{puzzle.id}: {self.name}"
