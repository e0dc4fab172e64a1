"""What GitHub Actions shows of a check: annotations beside the sources, and a summary of the job.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from puzzle_runner.checking.plan import Task
from puzzle_runner.model import Result, Verdict
from puzzle_runner.output.junit import explained
from puzzle_runner.text import case_label, printable

# A summary of more than 1 MiB is refused as a whole.
MOST_ROWS = 200
LONGEST_CELL = 200


def annotations(tasks: Sequence[Task], results: Sequence[Result], root: Path) -> Iterator[str]:
    """Yield a workflow command for each result that is not right, which shows it at the part's definition.

    `root` is the checkout: GitHub knows files by their paths in it.
    """
    for task, result in zip(tasks, results, strict=True):
        if result.exit:
            line = f",line={task.solution.line}" if task.solution else ""
            path = _property(_relative(task.puzzle.path, root))
            title = _property(f"{_where(result)}: {result.verdict}")
            yield f"::error file={path}{line},title={title}::{_data(explained(result))}"


def summary(results: Sequence[Result]) -> str:
    """Return the job's summary as Markdown: how many by verdict, and a row for each that is not right."""
    counts = Counter(result.verdict for result in results)
    several = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    lines = [f"### Puzzles: {several or 'nothing to check'}", ""]
    failed = [result for result in results if result.exit]
    if failed:
        lines += ["| puzzle | verdict | expected | got | |", "| --- | --- | --- | --- | --- |"]
        lines += _rows(failed[:MOST_ROWS])
    if len(failed) > MOST_ROWS:
        lines += ["", f"... and {len(failed) - MOST_ROWS} more."]
    return "\n".join([*lines, ""])


def _rows(results: Iterable[Result]) -> Iterator[str]:
    for result in results:
        first = result.message.partition("\n")[0]
        cells = (_where(result), result.verdict, result.expected or "", result.answer or "", first)
        yield f"| {' | '.join(map(_cell, cells))} |"


def _where(result: Result) -> str:
    part = f"part {result.part}" if result.part else ""
    return " ".join(filter(None, (result.puzzle, part, result.solution, _label(result))))


def _label(result: Result) -> str:
    label = case_label(result.case, result.account)
    return f"({label})" if label else ""


def _cell(text: str) -> str:
    short = printable(text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}...")
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>()#|~" else sign for sign in short)


def _relative(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
