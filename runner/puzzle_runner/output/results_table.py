"""The output of `run` and `check`: a table of results, and their JSON."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from puzzle_runner.checking.judge import worst_exit
from puzzle_runner.checking.plan import Call, Task
from puzzle_runner.checking.wording import explain
from puzzle_runner.errors import Exit
from puzzle_runner.inputs.answers import ocr
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Clock, Result, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.text import aligned, case_label, count, duration, printable, width
from puzzle_runner.text import lines as shown

# The widths of the columns of answers, verdicts and times. A wider answer has its own lines below.
ANSWER, VERDICT, TIME = 16, len("✗ timeout"), len("36.1 µs")
WIDEST_ANSWER = 24
# Characters of a line of an answer or a message that are shown, and how many lines.
LONGEST_LINE, MOST_LINES = 1000, 200
# The sign of each verdict, and its colour in a terminal.
_MARKS = dict.fromkeys(Verdict, ("✗", "31")) | {
    Verdict.RIGHT: ("✓", "32"),
    Verdict.UNKNOWN: ("?", "33"),
    Verdict.SKIPPED: ("-", "2"),
}


class Table:
    """The rows of `run` and `check`. They are shown as they come, so the widths of columns are set before.

    Each puzzle has a heading, and below it a line for each result: case, part, solution, answer, verdict,
    time. Answers that have no room stand below.
    """

    def __init__(self, tasks: Sequence[Task], colour: bool) -> None:
        self.room = terminal.room()
        self.colour = colour
        self.puzzle = ""
        cases, parts, solutions = {""}, {""}, {""}
        for task in tasks:
            if task.solution:
                parts.add(f"part {task.solution.part}")
                solutions.add(task.solution.name)
            if isinstance(task, Call):
                cases.add(case_label(task.case.name, task.case.account))
        self.widths = [max(map(width, cells)) for cells in (cases, parts, solutions)]

    def heading(self, id: str, title: str) -> list[str]:
        """Return the heading of a puzzle; no line if it is there already."""
        if id == self.puzzle:
            return []
        self.puzzle = id
        id = printable(id)
        first, *more = terminal.wrapped(f"{id}  {printable(title)}".rstrip(), self.room, indent="  ")
        return [first.replace(id, self._paint(id, "1"), 1), *more]

    def lines(self, result: Result, with_output: bool, verbose: bool = False) -> list[str]:
        """Return the lines of a result: its row, and the details below it.

        With output, these have what was printed by a part that failed, or whose answer could not be read; if
        verbose, or if it is wrong, how its answer was read from that; if verbose, why it is not remembered.
        """
        mark, colour = _MARKS[result.verdict]
        verdict = f"{mark} {result.verdict}"
        if result.agreeing:
            verdict += f" ({result.agreeing} agree)"
        if result.part and result.case is None:
            line = f"  {verdict}: {printable(result.message)}"
            row, *below = terminal.wrapped(line, self.room, indent="  ")
        else:
            row = self._row(result, verdict)
            below = [f"    {line}" for line in self._details(result, with_output, verbose)]
        return [row.replace(verdict, self._paint(verdict, colour), 1), *below]

    def _row(self, result: Result, verdict: str) -> str:
        label = case_label(result.case, result.account)
        if result.part is None:
            return f"  {verdict}  {label}".rstrip()
        answer = _cell(result.answer)
        if width(answer) > WIDEST_ANSWER:
            answer = ""
        seconds = duration(result.seconds).rjust(TIME)
        if result.timed in (Clock.PROCESS_BOTH, Clock.OWN_BOTH) and result.seconds is not None:
            seconds += " for both parts"
        cells = [label, f"part {result.part}", result.solution or "", answer, verdict, seconds]
        return f"  {aligned(cells, [*self.widths, ANSWER, VERDICT, TIME])}"

    def _details(self, result: Result, with_output: bool, verbose: bool) -> list[str]:
        lines: list[str] = []
        answer = (result.answer or "").rstrip("\n")
        if "\n" in answer or width(_cell(answer)) > WIDEST_ANSWER:
            lines += shown(answer, MOST_LINES, LONGEST_LINE)
        if verbose or result.verdict is Verdict.WRONG:
            lines += self._wrapped(result.reading)
        if verbose and result.trace_doubt:
            lines += self._wrapped(f"not remembered: {printable(result.trace_doubt)}")
        is_unread = result.verdict is Verdict.UNKNOWN and result.answer is None
        if is_unread or result.verdict is not Verdict.UNKNOWN:
            lines += self._wrapped(explain(result._replace(answer=None)))
        elif not result.agreeing:
            lines += self._wrapped(result.message)
        if with_output and result.output and (result.exit or is_unread):
            lines.append("it printed:")
            printed = result.output.expandtabs().rstrip("\n")
            for line in shown(printed, MOST_LINES, LONGEST_LINE):
                lines.append(f"  {line}")
        return lines

    def loud(self, warning: str) -> list[str]:
        """Return the lines of a sentence that is not to be overlooked."""
        lines = terminal.wrapped(f"! {printable(warning)}", self.room, indent="  ")
        return [self._paint(line, "1;33") for line in lines]

    def _paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def _wrapped(self, text: str) -> list[str]:
        """Return the lines of a detail: in a terminal, sentences are wrapped at words, code is not."""
        lines: list[str] = []
        room = self.room and self.room - 4
        for line in shown(text.rstrip("\n"), MOST_LINES, LONGEST_LINE) if text else []:
            lines += [line] if line.startswith(" ") else terminal.wrapped(line, room)
        return lines


def _cell(answer: str | None) -> str:
    """Return the text of an answer in its row: `(6 lines: ABC)` if it draws letters."""
    answer = (answer or "").rstrip("\n")
    number = answer.count("\n") + 1
    if number == 1:
        # A longer answer does not fit into its row.
        return printable(answer[: WIDEST_ANSWER + 1])
    reading = ocr(answer)
    if reading != answer:
        return f"({number} lines: {reading})"
    return f"({number} lines)"


def totals(results: Sequence[Result], seconds: float) -> str:
    """Return the last line: the number of results and of each verdict, and the seconds that all took."""
    counts = Counter(result.verdict for result in results)
    verdicts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    cached = sum(result.cached for result in results)
    if cached:
        verdicts += f" ({cached} unchanged)"
    return f"{count(len(results), 'result')}: {verdicts or 'nothing to run'} · {duration(seconds)}"


def report(
    tasks: Sequence[Task],
    results: Iterable[Result],
    begun: float,
    *,
    quiet: bool = False,
    with_output: bool = False,
    verbose: bool = False,
    warning: str = "",
    least: Exit = Exit.RIGHT,
) -> LiveReport[Puzzle | Result]:
    """Return the report of `run` and `check`: a heading for each puzzle, its results, and the totals.

    With `quiet`, only results that are not right are shown. `begun` is the time at which the command began,
    by the monotonic clock. `warning` is the last line, also with `quiet`. The exit code is the highest of the
    results, and at `least` this.
    """
    table = Table(tasks, terminal.coloured())
    titles: dict[str, str] = {task.puzzle.id: task.puzzle.title for task in tasks}

    def rows() -> Iterator[Puzzle | Result]:
        # A part runs between the two, so that it prints between the heading and its row.
        each = iter(results)
        for task in tasks:
            yield task.puzzle
            yield next(each)

    def lines(row: Puzzle | Result) -> list[str]:
        if isinstance(row, Puzzle):
            return [] if quiet else table.heading(row.id, row.title)
        if quiet and not row.exit:
            return []
        heading = table.heading(row.puzzle, titles[row.puzzle])
        return heading + table.lines(row, with_output, verbose)

    def closing(rows: Sequence[Puzzle | Result]) -> list[str]:
        lines = []
        if not quiet:
            sentence = totals(_results(rows), time.monotonic() - begun)
            lines += terminal.wrapped(sentence, table.room, indent="  ")
        if warning:
            lines += table.loud(warning)
        return lines

    return LiveReport(
        rows(),
        lines=lines,
        closing=closing,
        document=lambda rows: document(_results(rows)),
        exit=lambda rows: max(least, worst_exit(_results(rows))),
    )


def _results(rows: Iterable[Puzzle | Result]) -> list[Result]:
    return [row for row in rows if isinstance(row, Result)]


def document(results: Iterable[Result]) -> dict[str, Any]:
    """Return the JSON of `run` and `check`."""
    rows = []
    for result in results:
        row = result._asdict()
        for field in ("cause", "trace_doubt", "agreeing"):
            del row[field]
        row["doubt"] = result.doubt.reason if result.doubt else None
        rows.append(row)
    return {"results": rows}
