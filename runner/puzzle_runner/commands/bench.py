"""`puzzles bench`: measure with statistics, keep the result, compare."""

import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.catalog import git
from puzzle_runner.checking import pipeline
from puzzle_runner.checking.pipeline import Choice, Task
from puzzle_runner.commands import results
from puzzle_runner.commands.options import Case, Json, Part, Selectors, Timeout
from puzzle_runner.errors import Exit, UsageError
from puzzle_runner.model import DEFAULT, Puzzle, Result
from puzzle_runner.output import charts, figures, terminal
from puzzle_runner.timing import bench as benches
from puzzle_runner.timing import sampling
from puzzle_runner.timing.bench import Group, Measured, Opponent
from puzzle_runner.timing.comparison import Against, Comparison, meant
from puzzle_runner.timing.records import Key, Record, open_records
from puzzle_runner.timing.sampling import Effort
from puzzle_runner.timing.stats import Verdict

Solution = Annotated[str | None, typer.Option(metavar="NAME", help="Only this solution; else all.")]
Budget = Annotated[
    float | None, typer.Option(metavar="S", min=0.001, help="Seconds for each solution; 3 unless said.")
]
Samples = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Take this many of each, however clear they are.")
]
AgainstOption = Annotated[
    str | None,
    typer.Option(metavar="REV|NAME", help="Compare with a solution, a saved record or a git revision."),
]
Save = Annotated[str | None, typer.Option(metavar="NAME", help="Keep the records under a name.")]
FailIfSlower = Annotated[
    str | None, typer.Option(metavar="10%", help="Exit with 1 where a solution is slower by more.")
]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(bench)


def bench(
    selectors: Selectors = None,
    part: Part = None,
    solution: Solution = None,
    case: Case = None,
    budget: Budget = None,
    samples: Samples = None,
    against: AgainstOption = None,
    save: Save = None,
    fail_if_slower: FailIfSlower = None,
    timeout: Timeout = None,
    json: Json = False,
) -> None:
    """Measure every solution of a part side by side, keep the result and compare."""
    most = _share(fail_if_slower)
    workspace = settings.workspace()
    limits = settings.read(workspace).limits(timeout)
    choice = Choice(part, solution, case)
    puzzles = [*pipeline.puzzles(workspace, selectors or [])]
    with ExitStack() as stack:
        opponent = _opponent(stack, workspace, against, [puzzle for puzzle, _ in puzzles])
        tasks: list[Task] = []
        for puzzle, named in puzzles:
            tasks += pipeline.plan(workspace, puzzle, choice._replace(named=named), limits)
            if solution and against and opponent.solution not in (None, solution):
                beside = Choice(part, opponent.solution, case, named=False)
                tasks += pipeline.plan(workspace, puzzle, beside, limits)
        effort = Effort(
            budget=budget or (float("inf") if samples else Effort().budget),
            samples=samples,
            narrow=benches.NARROW_TO_COMPARE if against else sampling.NARROW,
            calm=bool(against),
        )
        measured, comparisons = _carry_out(tasks, opponent, benches.setting(workspace, save), effort, json)
    if json:
        print(figures.bench([one.record for one in measured if one.record], comparisons))
    code = _closing(tasks, measured)
    slower = [one for one in comparisons if one.verdict is Verdict.SLOWER and one.ratio > 1 + most]
    for one in slower:
        terminal.say(f"{one.puzzle} part {one.part}: {one.solution} is {charts.compared(one)}.", sys.stderr)
    raise typer.Exit(max(code, Exit.NOT_RIGHT if slower else Exit.RIGHT))


def _share(text: str | None) -> float:
    """Return the share that a text such as `10%` gives; without one, what nothing exceeds."""
    if text is None:
        return float("inf")
    if not (found := re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%?\s*", text)):
        raise UsageError(f'--fail-if-slower needs a share such as 10%, not "{text}".')
    return float(found[1]) / 100


def _opponent(stack: ExitStack, workspace: Path, against: str | None, puzzles: Sequence[Puzzle]) -> Opponent:
    """Return what to compare with; the modules of a revision lie beside until the stack is left."""
    with open_records() as known:
        target = meant(against, workspace, puzzles, known) if against else Against(solution=DEFAULT)
    folder = target.commit and stack.enter_context(git.checked_out(workspace, target.commit))
    saved = partial(_saved, target.saved) if target.saved else None
    return Opponent(target.label, target.solution, saved, target.commit, folder)


def _saved(name: str, key: Key) -> Record | None:
    with open_records() as known:
        return known.named(name, key)


def _keep(records: Iterable[Record]) -> None:
    with open_records() as known:
        known.add(records)


def _carry_out(
    tasks: Sequence[Task], opponent: Opponent, setting: benches.Setting, effort: Effort, json: bool
) -> tuple[list[Measured], list[Comparison]]:
    measured: list[Measured] = []
    comparisons: list[Comparison] = []
    for tasks_of_part in benches.groups(tasks):
        group = Group(tasks_of_part, opponent, setting)
        with terminal.status(f"Measuring {_title(tasks_of_part[0])} ..."):
            found = group.measure(effort, _keep)
            compared = [*group.comparisons(found)]
        if not json:
            for line in ("", *charts.measured(found, compared))[not measured :]:
                terminal.say(line)
        for sentence in group.alone(found, compared):
            terminal.say(sentence, sys.stderr)
        measured += found
        comparisons += compared
    return measured, comparisons


def _title(task: Task) -> str:
    return f"{task.puzzle.id} part {task.solution.part}" if task.solution else task.puzzle.id


def _closing(tasks: Sequence[Task], measured: Sequence[Measured]) -> int:
    """Say what could not be measured and what makes figures doubtful; return the exit code."""
    if not any(task.job or (task.problem and task.problem.exit) for task in tasks):
        terminal.say('There is nothing to measure. "puzzles list" shows what is there.', sys.stderr)
    problems: list[Result] = [task.problem for task in tasks if task.problem]
    for problem in problems:
        if problem.exit:
            terminal.say(f"{problem.puzzle}: {problem.message}", sys.stderr)
    for note in dict.fromkeys(note for one in measured if one.record for note in one.record.notes):
        terminal.say(f"Note: {note}", sys.stderr)
    failed = [one.problem for one in measured if one.problem]
    return results.exit_code([*problems, *failed])
