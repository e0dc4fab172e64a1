"""`puzzles bench`: measure solutions, store the results and compare them, or delete what is stored."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, nullcontext
from typing import Annotated

from puzzle_runner import settings
from puzzle_runner.catalog import git, lookup
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.plan import Call, Skipped, Task, runnable
from puzzle_runner.checking.selection import Selection
from puzzle_runner.checking.verdict_cache import forget_failure
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Case, Part, SelectorsOrLast, Timeout, Untrusted, Words
from puzzle_runner.declare import Option
from puzzle_runner.errors import Exit, Refused, UsageError
from puzzle_runner.output import measurements, terminal
from puzzle_runner.output.render import LiveReport, Report
from puzzle_runner.output.ticker import Ticker
from puzzle_runner.sites.registry import identify
from puzzle_runner.text import count, decimal
from puzzle_runner.timing import bench as benches
from puzzle_runner.timing import comparison
from puzzle_runner.timing.bench import Benchmark, Environment
from puzzle_runner.timing.comparison import DEFAULT_SOLUTION, Baseline
from puzzle_runner.timing.records import open_records
from puzzle_runner.timing.sampling import Budget
from puzzle_runner.timing.stats import Difference

Solution = Annotated[str | None, Option("-s", metavar="NAME", help="Only this solution."), Words.SOLUTION]
Seconds = Annotated[
    float | None, Option("--budget", metavar="S", min=0.001, help="Seconds for each solution. Default: 3.")
]
Samples = Annotated[int | None, Option(metavar="N", min=1, help="So many samples of each solution.")]
Against = Annotated[
    str | None,
    Option(metavar="REV|NAME", help="Compare with a solution, a saved record or a git revision."),
    Words.BASELINE,
]
Save = Annotated[str | None, Option(metavar="NAME", help="Save the records under a name."), Words.SAVED]
FailIfSlower = Annotated[str | None, Option(metavar="10%", help="Exit with 1 if one is slower by more.")]
Forget = Annotated[bool, Option(help="Delete all measurements of the puzzles, measured here or imported.")]
Yes = Annotated[bool, Option("-y", help="With --forget: delete them.")]

ORDER = 310
EXAMPLE = "puzzles bench 2021/3 --against HEAD"


def bench(
    selectors: SelectorsOrLast = None,
    part: Part = None,
    solution: Solution = None,
    case: Case = None,
    budget: Seconds = None,
    samples: Samples = None,
    against: Against = None,
    save: Save = None,
    fail_if_slower: FailIfSlower = None,
    timeout: Timeout = None,
    untrusted: Untrusted = False,
    forget: Forget = False,
    yes: Yes = False,
) -> LiveReport[Benchmark] | Report:
    """Measure solutions side by side and compare them. The results are stored."""
    if forget:
        if part or solution or case or budget or samples or against or save or fail_if_slower:
            raise UsageError("--forget deletes all measurements of puzzles: it goes with --yes only.")
        return _forget(selectors or [], yes)
    most = _share(fail_if_slower, against)
    workspace = lookup.workspace_of(selectors or [])
    limits = options.limits(workspace, timeout, untrusted)
    if not workspace.repository:
        terminal.warn(git.NOT_ASKED)
    if not selectors:
        selectors = [lookup.edited_last(workspace)]
    puzzles = [puzzle for puzzle, _ in lookup.puzzles(workspace, selectors)]
    # The store is opened in any case, so that a store that fails ends the command before a measurement.
    with open_records() as store:
        baseline = DEFAULT_SOLUTION
        if against:
            baseline = comparison.baseline(against, workspace, puzzles, store)
    choice = Selection(part, solution, case, own_timeouts=timeout is None)
    tasks = plan.tasks(workspace, selectors, choice, limits)
    if solution and against and baseline.solution not in (None, solution):
        # The baseline is another solution: measure it as well.
        tasks += runnable(plan.tasks(workspace, selectors, choice._replace(solution=against), limits))
    tasks = preparing.prepare(tasks, workspace.settings.workers(None), terminal.status)
    seconds = budget or Budget().seconds
    if samples and not budget:
        seconds = float("inf")
    allowed = Budget(seconds, samples)
    environment = Environment(workspace, git.find(workspace.repository), save)
    return LiveReport(
        _measured(runnable(tasks), baseline, environment, allowed),
        lines=lambda benchmark: measurements.lines(benchmark, terminal.room()),
        apart=True,
        document=measurements.document,
        exit=lambda benchmarks: _exit(tasks, benchmarks, most),
    )


def _forget(selectors: Sequence[str], yes: bool) -> Report:
    """Delete the measurements of puzzles, which need not be in the workspace, with a yes."""
    if not selectors:
        raise UsageError("Which measurements? Name the puzzles: puzzles bench ID --forget.")
    with open_records() as store:
        measured = [identify(stem) for stem in store.puzzles()]
        puzzles = [*lookup.select(measured, selectors, settings.data_folder())]
        if not yes:
            number = count(len([*store.of(puzzles)]), "measurement")
            why = f"{number} of {', '.join(puzzles)} would be deleted permanently: add --yes."
            raise Refused(why, "Nothing was deleted.")
        deleted = store.drop(puzzles)
    return Report({"deleted": deleted}, [f"{count(deleted, 'measurement')} deleted."])


def _share(text: str | None, against: str | None) -> float:
    """Return the share that a text such as `10%` means; infinity without a text. Raises UsageError."""
    if text is None:
        return float("inf")
    number = decimal(text.strip().removesuffix("%").rstrip())
    if number is None or not 0 <= float(number) < float("inf") or not against:
        raise UsageError(f'--fail-if-slower needs --against, and a share such as 10%, not "{text}".')
    return float(number) / 100


def _measured(
    calls: Sequence[Call], baseline: Baseline, now: Environment, budget: Budget
) -> Iterator[Benchmark]:
    """Measure one part after another; yield each when it is done."""
    with ExitStack() as stack:
        then = None
        if baseline.commit:
            here = now.workspace
            folder = stack.enter_context(git.checked_out(here.root, baseline.commit, here.code))
            then = Environment(here.checked_out(folder), baseline.commit, None)
        questions = benches.by_question(calls)
        ticker = Ticker()
        for number, same in enumerate(questions):
            place = terminal.bar(number, len(questions))
            first = same[0]
            name = f"{place}  {first.puzzle.id} part {first.solution.part}"
            left = sum(map(len, questions[number:])) * budget.seconds
            if baseline.commit:
                # The solutions of then take as long.
                left *= 2
            with ticker.during(name, left) if sys.stderr.isatty() else nullcontext():
                benchmark = benches.measure(same, baseline, now, then, budget)
            problems = [each.problem for each in benchmark.measurements if each.problem]
            for problem in problems:
                forget_failure(now.workspace.root, problem)
            for solution in benchmark.not_compared:
                terminal.warn(
                    f"{solution} is not compared: {baseline.label} has none on this input, or is not right."
                )
            yield benchmark


def _exit(tasks: Sequence[Task], benchmarks: Sequence[Benchmark], most: float) -> Exit:
    """Return the exit code; warn of what was not measured, of doubtful times, of what is slower by `most`."""
    results = []
    failures = []
    for task in tasks:
        if isinstance(task, Skipped):
            result = judge.skipped_result(task)
            results.append(result)
            if result.exit:
                failures.append(f"{result.puzzle}: {result.message}")
    if not benchmarks and not failures:
        failures = ['There is nothing to measure. "puzzles list" shows the puzzles here.']
    notes = list[str]()
    slower = list[str]()
    for benchmark in benchmarks:
        for measurement in benchmark.measurements:
            if measurement.problem:
                results.append(measurement.problem)
            if measurement.record:
                notes += [f"Note: {note}" for note in measurement.record.notes]
        for each in benchmark.comparisons:
            if each.verdict is Difference.SLOWER and each.ratio > 1 + most:
                difference = measurements.difference(each)
                slower.append(f"{each.puzzle} part {each.part}: {each.solution} is {difference}.")
    for line in dict.fromkeys([*failures, *notes, *slower]):
        terminal.warn(line)
    return max(judge.worst_exit(results), Exit.NOT_RIGHT if slower else Exit.RIGHT)
