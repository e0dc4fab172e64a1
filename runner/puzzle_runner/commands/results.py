"""Results onto the screen, and the exit code that they ask for: the end of `run` and `check`."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence

from puzzle_runner.checking.pipeline import Task
from puzzle_runner.errors import Exit
from puzzle_runner.model import Result, Verdict
from puzzle_runner.output import documents, terminal
from puzzle_runner.output.results_table import Known, Table, case_label, totals, verdict_text

BEGUN = time.monotonic()


def show(
    tasks: Sequence[Task],
    results: Iterable[Result],
    *,
    json: bool,
    quiet: bool,
    with_output: bool = False,
    begun: float = BEGUN,
) -> list[Result]:
    """Print results as they come, under a heading for each puzzle, and a last line with totals.

    `begun` is the moment, on the monotonic clock, from which on the time of it all counts.
    """
    if json:
        shown = [*results]
        print(documents.results(shown))
        return shown
    known = [*map(_known, tasks)]
    if isinstance(results, list):
        known = [
            row._replace(verdict=verdict_text(result)) for row, result in zip(known, results, strict=True)
        ]
    table = Table(known, terminal.coloured(sys.stdout))
    shown = [*_rows(table, tasks, iter(results), quiet, with_output)]
    if not quiet:
        terminal.say(totals(shown, time.monotonic() - begun))
    return shown


def strictly(result: Result) -> Result:
    """Return a result that, as it is not proven to be right, counts as one that is not."""
    unproven = result.verdict in (Verdict.UNKNOWN, Verdict.SKIPPED)
    return result._replace(exit=Exit.NOT_RIGHT) if unproven else result


def exit_code(results: Iterable[Result]) -> int:
    """Return the gravest exit code that results ask for."""
    return max((result.exit for result in results), default=Exit.RIGHT)


def _rows(
    table: Table, tasks: Sequence[Task], results: Iterator[Result], quiet: bool, with_output: bool
) -> Iterator[Result]:
    for task in tasks:
        if not quiet:
            # Before the part runs: what it prints belongs between heading and row.
            _say_all(table.heading(task.puzzle.id, task.puzzle.title))
        result = next(results)
        if not quiet or result.exit:
            _say_all(table.heading(task.puzzle.id, task.puzzle.title))
            _say_all(table.lines(result, with_output))
        yield result


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        terminal.say(line)


def _known(task: Task) -> Known:
    if not task.solution:
        return Known()
    if not task.case:
        return Known("", f"part {task.solution.part}", task.solution.name)
    expected = task.case.answers.get(task.solution.part)
    text = expected.text if expected and not expected.hidden else ""
    label = case_label(task.case.name, task.case.account)
    return Known(label, f"part {task.solution.part}", task.solution.name, text)
