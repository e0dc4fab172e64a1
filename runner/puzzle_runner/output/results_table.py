"""The results of `run` and `check`: rows that one reads at a glance, and their JSON."""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from puzzle_runner.checking.plan import Obstacle, Task
from puzzle_runner.checking.results import gravest
from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.text import aligned, case_label, duration, printable, width

NARROWEST_ANSWER, WIDEST_ANSWER = 16, 32
LONGEST_ANSWER = 1000
_MARKS = {
    Verdict.RIGHT: ("✓", "32"),
    Verdict.WRONG: ("✗", "31"),
    Verdict.UNKNOWN: ("?", "33"),
    Verdict.ERROR: ("✗", "31"),
    Verdict.CRASH: ("✗", "31"),
    Verdict.TIMEOUT: ("✗", "31"),
    Verdict.MEMORY: ("✗", "31"),
    Verdict.SKIPPED: ("-", "2"),
}


class Cells(NamedTuple):
    """What a row will hold as far as that is known before it is shown."""

    case: str = ""
    part: str = ""
    solution: str = ""
    expected: str = ""
    verdict: str = "✗ timeout"


def expecting(tasks: Iterable[Task]) -> "Table":
    """Return the table of tasks that have not run yet."""
    return Table(map(_pending, tasks), terminal.coloured(sys.stdout))


def settled(tasks: Iterable[Task], results: Iterable[Result]) -> "Table":
    """Return the table of tasks whose results are known."""
    rows = zip(tasks, results, strict=True)
    cells = (_pending(task)._replace(verdict=verdict_text(result)) for task, result in rows)
    return Table(cells, terminal.coloured(sys.stdout))


def _pending(task: Task) -> Cells:
    if isinstance(task, Obstacle):
        solution = task.solution
        return Cells("", f"part {solution.part}", solution.name) if solution else Cells()
    expected = task.expected
    text = expected.text if expected and not expected.hidden else ""
    label = case_label(task.case.name, task.case.account)
    return Cells(label, f"part {task.solution.part}", task.solution.name, text)


class Table:
    """The rows of `run` and `check`, made as they come, aligned by what is known beforehand.

    A line for each puzzle, and under it one for each result: case, part, solution, answer, verdict, time.
    """

    def __init__(self, rows: Iterable[Cells], colour: bool) -> None:
        padded = [row._replace(expected=_cell(row.expected) or " " * NARROWEST_ANSWER) for row in rows]
        sizes = [max(map(width, column)) for column in zip(Cells(), *padded, strict=True)]
        self.sizes = [*sizes[:3], min(sizes[3], WIDEST_ANSWER), sizes[4], len("36.1 µs")]
        self.colour = colour
        self.puzzle = ""

    def heading(self, id: str, title: str) -> list[str]:
        """Return the line that begins a puzzle; none where it has begun."""
        if id == self.puzzle:
            return []
        self.puzzle = id
        return [f"{self._paint(printable(id), '1')}  {printable(title)}".rstrip()]

    def lines(self, result: Result, with_output: bool) -> list[str]:
        """Return the lines of a result: its row, and below it what else there is to say."""
        if result.part and result.case is None:
            return [f"  {self._verdict(result)}: {printable(result.message)}"]
        answer = _cell(result.answer)
        fits = width(answer) <= self.sizes[3]
        details = [] if fits and "\n" not in (result.answer or "") else _block(result.answer)
        details += _details(result, with_output)
        return [f"  {self._row(result, answer if fits else '')}", *(f"    {line}" for line in details)]

    def _row(self, result: Result, answer: str) -> str:
        verdict = verdict_text(result)
        painted = self._verdict(result)
        label = case_label(result.case, result.account)
        if result.part is None:
            return f"{painted}  {label}".rstrip()
        time = duration(result.seconds).rjust(self.sizes[-1])
        cells = (label, f"part {result.part}", result.solution or "", answer, verdict, time)
        return aligned(cells, self.sizes).replace(verdict, painted, 1)

    def _verdict(self, result: Result) -> str:
        return self._paint(verdict_text(result), _MARKS[result.verdict][1])

    def _paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


def _details(result: Result, with_output: bool) -> list[str]:
    """Return what there is to say below a row: the expected answer, the message, what was printed."""
    lines = []
    if result.verdict is Verdict.WRONG and result.expected is not None:
        lines += _labelled("expected", _block(result.expected))
    if result.verdict is not Verdict.UNKNOWN:
        lines += [printable(line) for line in result.message.splitlines()]
    if with_output and result.exit and result.output:
        printed = result.output.expandtabs().splitlines()
        lines += ["it printed:", *(f"  {printable(line)}" for line in printed)]
    return lines


def _cell(answer: str | None) -> str:
    """Return what stands in the row for an answer."""
    if answer is None:
        return ""
    lines = answer.count("\n") + 1
    return f"({lines} lines)" if lines > 1 else printable(answer)


def _block(answer: str | None) -> list[str]:
    """Return an answer on lines of its own."""
    lines = [printable(line) for line in (answer or "").split("\n")] if answer else []
    if len(lines) == 1 and len(lines[0]) > LONGEST_ANSWER:
        return [f"{lines[0][:40]}...{lines[0][-40:]} ({len(lines[0])} characters)"]
    return lines


def _labelled(label: str, lines: list[str]) -> list[str]:
    return [f"{label} {''.join(lines)}"] if len(lines) < 2 else [label, *lines]


def verdict_text(result: Result) -> str:
    """Return mark and word of a verdict; for an unknown one, what the others say: `? unknown (2 agree)`."""
    text = f"{_MARKS[result.verdict][0]} {result.verdict}"
    if result.verdict is not Verdict.UNKNOWN or not result.message:
        return text
    return f"{text} ({printable(result.message)})"


def totals(results: Sequence[Result], seconds: float) -> str:
    """Return the last line: how many there were, by verdict, and how long it all took."""
    counts = Counter(result.verdict for result in results)
    several = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    noun = "result" if len(results) == 1 else "results"
    cached = sum(result.cached for result in results)
    remembered = f" ({cached} unchanged)" if cached else ""
    return f"{len(results)} {noun}: {several or 'nothing to run'}{remembered} · {duration(seconds)}"


def report(
    tasks: Sequence[Task],
    results: Iterable[Result],
    table: Table,
    begun: float,
    *,
    quiet: bool = False,
    with_output: bool = False,
) -> Report[Puzzle | Result]:
    """Return the report of `run` and `check`: a heading for each puzzle, its results, at last the totals.

    The heading comes before the part runs: what that prints belongs between heading and row. With `quiet`,
    only what is not right is shown. `begun` is when the command began, by the monotonic clock.
    """
    puzzles = {task.puzzle.id: task.puzzle for task in tasks}

    def lines(row: Puzzle | Result) -> list[str]:
        if isinstance(row, Puzzle):
            return [] if quiet else table.heading(row.id, row.title)
        if quiet and not row.exit:
            return []
        return [
            *table.heading(row.puzzle, puzzles[row.puzzle].title),
            *table.lines(row, with_output),
        ]

    def closing(rows: Sequence[Puzzle | Result]) -> list[str]:
        return [] if quiet else [totals(_results(rows), time.monotonic() - begun)]

    return Report(
        _rows(tasks, iter(results)),
        lines=lines,
        closing=closing,
        document=lambda rows: document(_results(rows)),
        exit_code=lambda rows: gravest(_results(rows)),
    )


def _rows(tasks: Sequence[Task], results: Iterator[Result]) -> Iterator[Puzzle | Result]:
    for task in tasks:
        yield task.puzzle
        yield next(results)


def _results(rows: Iterable[Puzzle | Result]) -> list[Result]:
    return [row for row in rows if isinstance(row, Result)]


def document(results: Iterable[Result]) -> dict[str, Any]:
    """Return the JSON of `run` and `check`."""
    return {"results": [_plain(result) for result in results]}


def _plain(result: Result) -> dict[str, Any]:
    row = result._asdict()
    del row["exit"]
    return row
