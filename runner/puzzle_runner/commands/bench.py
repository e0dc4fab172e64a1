"""`puzzles bench`: measure with statistics, keep the result, compare."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Annotated, NamedTuple

import typer

from puzzle_runner.catalog import git, lookup, workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import plan, results
from puzzle_runner.checking.plan import Choice, Obstacle, Task, runnable
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Case, Part, Selectors, Timeout, Untrusted
from puzzle_runner.errors import Exit, UsageError
from puzzle_runner.model import Puzzle, TaskKey
from puzzle_runner.output import measurements, terminal
from puzzle_runner.output.render import Report, shown
from puzzle_runner.timing import bench as benches
from puzzle_runner.timing import comparison, sampling
from puzzle_runner.timing.bench import Circumstances, Group, Measured
from puzzle_runner.timing.comparison import DEFAULT_SOLUTION, Baseline, Comparison
from puzzle_runner.timing.records import Record, open_records
from puzzle_runner.timing.sampling import Effort
from puzzle_runner.timing.stats import Difference

Solution = Annotated[str | None, typer.Option(metavar="NAME", help="Only this solution; else all.")]
Budget = Annotated[
    float | None, typer.Option(metavar="S", min=0.001, help="Seconds for each solution; 3 unless said.")
]
Samples = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Take this many of each, however clear they are.")
]
Against = Annotated[
    str | None,
    typer.Option(metavar="REV|NAME", help="Compare with a solution, a saved record or a git revision."),
]
Save = Annotated[str | None, typer.Option(metavar="NAME", help="Keep the records under a name.")]
FailIfSlower = Annotated[
    str | None, typer.Option(metavar="10%", help="Exit with 1 where a solution is slower by more.")
]


class Contest(NamedTuple):
    """The solutions of one part on one case: what was measured, and how they compare."""

    measured: list[Measured]
    comparisons: list[Comparison]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(bench))


def bench(
    selectors: Selectors = None,
    part: Part = None,
    solution: Solution = None,
    case: Case = None,
    budget: Budget = None,
    samples: Samples = None,
    against: Against = None,
    save: Save = None,
    fail_if_slower: FailIfSlower = None,
    timeout: Timeout = None,
    untrusted: Untrusted = False,
) -> Report[Contest]:
    """Measure every solution of a part side by side, keep the result and compare."""
    most = _share(fail_if_slower)
    where = workspace.find()
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, selectors or [])]
    baseline = _baseline(against, where, puzzles)
    limits = options.limits(where.settings, timeout, untrusted)
    tasks = plan.tasks(where, selectors or [], Choice(part, solution, case), limits)
    if solution and against and baseline.solution not in (None, solution):
        beside = Choice(part, baseline.solution, case)
        tasks += [task for task in plan.tasks(where, selectors or [], beside, limits) if runnable([task])]
    effort = Effort(
        budget=budget or (float("inf") if samples else Effort().budget),
        samples=samples,
        narrow=benches.NARROW_TO_COMPARE if against else sampling.NARROW,
        calm=bool(against),
    )
    return Report(
        _contests(tasks, baseline, benches.circumstances(where, save), effort),
        lines=lambda contest: measurements.lines(*contest),
        apart=True,
        document=_document,
        exit_code=lambda contests: _closing(tasks, contests, most),
    )


def _share(text: str | None) -> float:
    """Return the share that a text such as `10%` gives; without one, what nothing exceeds."""
    if text is None:
        return float("inf")
    if not (number := re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%?\s*", text)):
        raise UsageError(f'--fail-if-slower needs a share such as 10%, not "{text}".')
    return float(number[1]) / 100


def _baseline(against: str | None, workspace: Workspace, puzzles: Sequence[Puzzle]) -> Baseline:
    # Opened in any case: a store that cannot be used is told before anything is measured.
    with open_records() as store:
        return comparison.baseline(against, workspace, puzzles, store) if against else DEFAULT_SOLUTION


def _contests(
    tasks: Sequence[Task], baseline: Baseline, circumstances: Circumstances, effort: Effort
) -> Iterator[Contest]:
    """Measure one part after the other."""
    with ExitStack() as stack:
        if baseline.commit:
            checkout = stack.enter_context(git.checked_out(circumstances.workspace.root, baseline.commit))
            baseline = baseline._replace(checkout=Workspace(checkout))
        for competing in benches.groups(runnable(tasks)):
            yield _contest(Group(competing, baseline, circumstances), effort)


def _contest(group: Group, effort: Effort) -> Contest:
    first = group.entries[0].task
    with terminal.status(f"Measuring {first.puzzle.id} part {first.solution.part} ..."):
        measured = group.measure(effort, _keep)
        comparisons = [*group.comparisons(measured, _saved)]
    for sentence in group.not_compared(measured, comparisons):
        terminal.warn(sentence)
    return Contest(measured, comparisons)


def _saved(name: str, key: TaskKey) -> Record | None:
    with open_records() as store:
        return store.named(name, key)


def _keep(records: Iterable[Record]) -> None:
    with open_records() as store:
        store.add(records)


def _document(contests: Sequence[Contest]) -> dict[str, object]:
    records = [each.record for contest in contests for each in contest.measured if each.record]
    return measurements.document(records, [one for contest in contests for one in contest.comparisons])


def _closing(tasks: Sequence[Task], contests: Sequence[Contest], most: float) -> Exit:
    """Say what could not be measured, what makes figures doubtful and what is slower by more than `most`.

    Returns the exit code.
    """
    obstacles = [results.obstructed(task) for task in tasks if isinstance(task, Obstacle)]
    if not contests and not any(obstacle.exit for obstacle in obstacles):
        terminal.warn('There is nothing to measure. "puzzles list" shows what is there.')
    for obstacle in obstacles:
        if obstacle.exit:
            terminal.warn(f"{obstacle.puzzle}: {obstacle.message}")
    measured = [each for contest in contests for each in contest.measured]
    for note in dict.fromkeys(note for each in measured if each.record for note in each.record.notes):
        terminal.warn(f"Note: {note}")
    comparisons = [one for contest in contests for one in contest.comparisons]
    slower = [one for one in comparisons if one.verdict is Difference.SLOWER and one.ratio > 1 + most]
    for one in slower:
        terminal.warn(f"{one.puzzle} part {one.part}: {one.solution} is {measurements.difference(one)}.")
    problems = [each.problem for each in measured if each.problem]
    return max(results.gravest([*obstacles, *problems]), Exit.NOT_RIGHT if slower else Exit.RIGHT)
