"""Puzzles as pytest items: one for each part, solution and case, each run in a process of its own."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import plan, results
from puzzle_runner.checking.plan import Call, Selection, Skipped, Task
from puzzle_runner.errors import PuzzlesError, reason
from puzzle_runner.model import Limits, Puzzle, Result, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.output.results_table import doubt
from puzzle_runner.running import workers
from puzzle_runner.sites.site import group_of, sites
from puzzle_runner.text import case_label, printable

EVERYTHING = Selection(solution=None, every_case=True)


def plugin(config: pytest.Config) -> "Plugin":
    """Return the plugin for the current workspace, and make pytest collect its puzzles.

    Raises pytest.UsageError.
    """
    try:
        where = workspace.find()
        limits = where.settings.limits(config.getoption("puzzles_timeout"))
        stems = lookup.paths(where)
    except (PuzzlesError, OSError) as error:
        raise pytest.UsageError(f"--puzzles: {reason(error)}") from error
    for name in {"puzzle", *sites(), *map(group_of, stems)}:
        config.addinivalue_line("markers", f"{name}: puzzles of that name, kind or year (--puzzles)")
    if config.args_source is not config.ArgsSource.ARGS and not _within(where.puzzles, config.args):
        config.args.append(str(where.puzzles))
    return Plugin(where, limits)


def _within(folder: Path, places: list[str]) -> bool:
    return any(folder.resolve().is_relative_to(Path(place).resolve()) for place in places)


class Plugin:
    """Collects the puzzles of a workspace."""

    def __init__(self, workspace: Workspace, limits: Limits) -> None:
        self.workspace = workspace
        self.limits = limits
        self.folder = workspace.puzzles.resolve()
        self.puzzles: Mapping[Path, Puzzle] = {}

    def pytest_sessionstart(self) -> None:
        """Read the syntax trees of the puzzles."""
        puzzles = (puzzle for puzzle, _ in lookup.puzzles(self.workspace, []))
        self.puzzles = {_file(puzzle).resolve(): puzzle for puzzle in puzzles}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Dir | None:
        """Collect a puzzle that is a package as a plain folder, because pytest would import a package."""
        if path.resolve().is_relative_to(self.folder):
            folder: pytest.Dir = pytest.Dir.from_parent(parent, path=path)
            return folder
        return None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> "PuzzleFile | None":
        """Collect a puzzle's module."""
        if puzzle := self.puzzles.get(file_path.resolve()):
            tasks = plan.relax_unnamed(plan.plan(self.workspace, puzzle, EVERYTHING, self.limits))
            file: PuzzleFile = PuzzleFile.from_parent(parent, path=file_path, tasks=tasks)
            return file
        return None

    def pytest_unconfigure(self) -> None:
        """Stop the workers."""
        workers.stop()


def _file(puzzle: Puzzle) -> Path:
    """Return the file that a puzzle is collected from: its module, else the first of its programs."""
    return (puzzle.path.is_dir() and puzzle.solutions[0].path) or puzzle.path


class PuzzleFile(pytest.File):
    """The module of a puzzle."""

    def __init__(self, *, tasks: Iterator[Task], **rest: Any) -> None:
        super().__init__(**rest)
        self.tasks = tasks

    def collect(self) -> Iterator["Part"]:
        """Yield an item for each row that `check` would show."""
        for task in self.tasks:
            name = _name(task)
            # The node id is explicit: pytest 9.2 reads the bracket of a name as part of the function's name,
            # and --lf would not find the item again.
            yield Part.from_parent(self, name=name, nodeid=f"{self.nodeid}::{name}", task=task)


def _name(task: Task) -> str:
    """Return the name of an item: `part2_independent[example]`; `module` or `input` for an obstacle."""
    case = f"[{case_label(task.case.name, task.case.account)}]" if task.case else ""
    if task.solution:
        solution = task.solution
        return (solution.function or f"part{solution.part}_{solution.name}") + case
    return "module" if task.puzzle.error else f"input{case}"


class Part(pytest.Item):
    """One solution of a part on one case."""

    def __init__(self, *, task: Task, **rest: Any) -> None:
        super().__init__(**rest)
        self.task = task
        for mark in dict.fromkeys(("puzzle", task.puzzle.kind, group_of(task.puzzle.id))):
            self.add_marker(mark)

    def runtest(self) -> None:
        """Run the part in a process of its own; fail with a message for people."""
        result = self._result()
        if result.output:
            printed = list[str]()
            terminal.marked(printed.append)(result.output)
            self.add_report_section("call", "stdout", "".join(printed))
        if result.seconds is not None:
            self.user_properties.append(("seconds", result.seconds))
        if result.verdict is Verdict.SKIPPED:
            pytest.skip(result.message)
        if result.exit:
            pytest.fail(failure(result), pytrace=False)

    def _result(self) -> Result:
        if isinstance(self.task, Call) and self.task.job.program:
            from puzzle_runner.checking import building

            self.task = building.alone(self.task)
        if isinstance(self.task, Skipped):
            return results.obstructed(self.task)
        return results.result(self.task, workers.run(self.task.job))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file and line of the part's definition, and its name in a heading."""
        line = self.task.solution.line - 1 if self.task.solution else None
        return self.path, line, f"{self.task.puzzle.id}: {self.name}"


def failure(result: Result) -> str:
    """Return the message of pytest for a result that is not right, with control characters spelt out."""
    text = f"{result.verdict}: {result.message}"
    if result.verdict is Verdict.WRONG:
        wrong = _wrong(result.expected, result.answer, doubt(result))
        text = f"{wrong}\n{result.message}" if result.message else wrong
    return "\n".join(terminal.harmless(printable(line)) for line in text.split("\n"))


def _wrong(expected: str | None, answer: str | None, note: str) -> str:
    """Return how an answer is wrong; `note` is said of the expected one."""
    if expected is None:
        return f"wrong: got {answer}, which is not the stored answer"
    if answer is None:
        return f"wrong\nexpected{note}:\n{expected}"
    if "\n" in expected + answer:
        return f"wrong\nexpected{note}:\n{expected}\ngot:\n{answer}"
    return f"wrong: expected {expected}{note}, got {answer}"
