"""`puzzles bench`: measure solutions, store the results and compare them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from puzzle_runner.catalog import git, lookup, workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge, plan
from puzzle_runner.checking.plan import Selection, Skipped, Task, runnable
from puzzle_runner.commands import options
from puzzle_runner.commands.building import built
from puzzle_runner.commands.options import Case, Part, SelectorsOrLast, Timeout, Untrusted
from puzzle_runner.errors import Exit, UsageError
from puzzle_runner.model import Puzzle, TaskKey
from puzzle_runner.output import measurements, terminal
from puzzle_runner.output.render import LiveReport, shown
from puzzle_runner.timing import bench as benches
from puzzle_runner.timing import comparison, sampling
from puzzle_runner.timing.bench import Circumstances, Group, Measured
from puzzle_runner.timing.comparison import DEFAULT_SOLUTION, Baseline, Comparison
from puzzle_runner.timing.records import Record, open_records
from puzzle_runner.timing.sampling import Effort
from puzzle_runner.timing.stats import Difference

Solution = Annotated[
    str | None, typer.Option("--solution", "-s", metavar="NAME", help="Only this solution. Default: all.")
]
Budget = Annotated[
    float | None, typer.Option(metavar="S", min=0.001, help="The seconds for each solution. Default: 3.")
]
Samples = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Take exactly this many samples of each solution.")
]
Against = Annotated[
    str | None,
    typer.Option(metavar="REV|NAME", help="Compare with a solution, a saved record or a git revision."),
]
Save = Annotated[str | None, typer.Option(metavar="NAME", help="Save the records under a name.")]
FailIfSlower = Annotated[
    str | None,
    typer.Option(metavar="10%", help="With --against: exit with 1 if a solution is slower by more."),
]


class Contest(NamedTuple):
    """The measured solutions of one part on one case, and their comparisons."""

    measured: list[Measured]
    comparisons: list[Comparison]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(bench))


def bench(
    selectors: SelectorsOrLast = None,
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
) -> LiveReport[Contest]:
    """Measure all solutions of a part side by side, store the results and compare them."""
    most = _share(fail_if_slower)
    if fail_if_slower and not against:
        raise UsageError("--fail-if-slower needs --against: what a solution may not be slower than.")
    where = workspace.find()
    selectors = selectors or [lookup.edited_last(where)]
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(where, selectors)]
    baseline = _baseline(against, where, puzzles)
    limits = options.limits(where.settings, timeout, untrusted)
    choice = Selection(part, solution, case)
    tasks = plan.tasks(where, selectors, choice, limits)
    if solution and against and baseline.solution not in (None, solution):
        # The baseline is another solution: measure it as well.
        tasks += runnable(plan.tasks(where, selectors, choice._replace(solution=against), limits))
    tasks = built(tasks, where.settings.workers(None))
    effort = _effort(budget, samples, against)
    return LiveReport(
        _contests(tasks, baseline, benches.circumstances(where, save), effort),
        lines=lambda contest: measurements.lines(*contest),
        apart=True,
        document=_document,
        exit_code=lambda contests: _closing(tasks, contests, most, effort),
    )


def _effort(budget: float | None, samples: int | None, against: str | None) -> Effort:
    if budget is None:
        # A number of samples without a budget has no limit of time.
        budget = float("inf") if samples else Effort().budget
    narrow = benches.NARROW_TO_COMPARE if against else sampling.NARROW
    return Effort(budget, samples, narrow, calm=bool(against))


def _share(text: str | None) -> float:
    """Return the share that a text such as `10%` means; infinity without a text. Raises UsageError."""
    if text is None:
        return float("inf")
    number = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%?\s*", text)
    if not number:
        raise UsageError(f'--fail-if-slower needs a share such as 10%, not "{text}".')
    return float(number[1]) / 100


def _baseline(against: str | None, workspace: Workspace, puzzles: Sequence[Puzzle]) -> Baseline:
    # The store is opened in any case, so that a store that fails ends the command before a measurement.
    with open_records() as store:
        return comparison.baseline(against, workspace, puzzles, store) if against else DEFAULT_SOLUTION


def _like(workspace: Workspace, checkout: Path) -> Workspace:
    """Return a workspace that lies elsewhere, in a checkout of another commit."""
    like = Workspace(checkout, whole=workspace.puzzles == workspace.root)
    return like.with_layouts(workspace.layouts) if workspace.layouts else like


def _contests(
    tasks: Sequence[Task], baseline: Baseline, circumstances: Circumstances, effort: Effort
) -> Iterator[Contest]:
    """Measure one part after another; yield each when it is done."""
    with ExitStack() as stack:
        if baseline.commit:
            where = circumstances.workspace
            checkout = stack.enter_context(git.checked_out(where.root, baseline.commit, where.code))
            baseline = baseline._replace(checkout=_like(where, checkout))
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
    return measurements.document(_records(contests), _comparisons(contests))


def _records(contests: Iterable[Contest]) -> list[Record]:
    return [measured.record for contest in contests for measured in contest.measured if measured.record]


def _comparisons(contests: Iterable[Contest]) -> list[Comparison]:
    return [comparison for contest in contests for comparison in contest.comparisons]


def _closing(tasks: Sequence[Task], contests: Sequence[Contest], most: float, effort: Effort) -> Exit:
    """Warn of what could not be measured, of doubtful figures, and of solutions slower by more than `most`.

    Returns the exit code.
    """
    obstacles = [judge.skipped_result(task) for task in tasks if isinstance(task, Skipped)]
    serious = [obstacle for obstacle in obstacles if obstacle.exit]
    if not contests and not serious:
        terminal.warn('There is nothing to measure. "puzzles list" shows what is there.')
    for obstacle in serious:
        terminal.warn(f"{obstacle.puzzle}: {obstacle.message}")
    for note in dict.fromkeys(note for record in _records(contests) for note in record.notes):
        terminal.warn(f"Note: {note}")
    if wide := _wide(contests, effort):
        terminal.warn(f"Note: {wide}")
    too_slow = _too_slow(_comparisons(contests), most)
    for slower in too_slow:
        difference = measurements.difference(slower)
        terminal.warn(f"{slower.puzzle} part {slower.part}: {slower.solution} is {difference}.")
    problems = [measured.problem for contest in contests for measured in contest.measured if measured.problem]
    return max(judge.gravest([*obstacles, *problems]), Exit.NOT_RIGHT if too_slow else Exit.RIGHT)


def _wide(contests: Iterable[Contest], effort: Effort) -> str:
    """Return which intervals are too wide to see small differences, and what makes them narrower."""
    if effort.samples:
        return ""
    solutions = [
        f"{measured.record.puzzle} part {measured.record.part} {measured.record.solution}"
        for contest in contests
        for measured in contest.measured
        if measured.record and measured.entry.now.is_vague
    ]
    if not solutions:
        return ""
    more = f" and {len(solutions) - 3} more" if len(solutions) > 3 else ""
    budget = 10 if effort.budget < 10 else 3 * effort.budget
    return (
        f"The interval is wide of {', '.join(solutions[:3])}{more}: --budget {budget:g} takes more samples."
    )


def _too_slow(comparisons: Iterable[Comparison], most: float) -> list[Comparison]:
    slower = [comparison for comparison in comparisons if comparison.verdict is Difference.SLOWER]
    return [comparison for comparison in slower if comparison.ratio > 1 + most]
