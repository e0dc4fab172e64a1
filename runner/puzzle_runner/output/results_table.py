"""The output of `run` and `check`: a table of results, and their JSON."""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from puzzle_runner.checking.judge import gravest, question
from puzzle_runner.checking.plan import Call, Task, runnable
from puzzle_runner.checking.wording import explain
from puzzle_runner.errors import Exit
from puzzle_runner.inputs.answers import ocr
from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.text import aligned, case_label, count, cut, duration, printable, shortened, width
from puzzle_runner.text import lines as shown

# The width of the column of answers.
NARROWEST_ANSWER, WIDEST_ANSWER = 16, 32
# What a column of names shrinks to in a narrow terminal.
_SHRUNK_NAME = 4
_TIME = len("36.1 µs")
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
    time. In a narrow terminal, answers that have no room stand below, and names are cut.
    """

    def __init__(self, tasks: Sequence[Task], results: Iterable[Result], colour: bool) -> None:
        # Most cells of a column are alike.
        cases, parts, solutions, answers = {""}, {""}, {""}, {"-"}
        for task in tasks:
            if task.solution:
                parts.add(f"part {task.solution.part}")
                solutions.add(task.solution.name)
            if isinstance(task, Call):
                cases.add(case_label(task.case.name, task.case.account))
                expected = task.expected
                known = expected.text if expected and not expected.hidden else ""
                answers.add(_cell(known) or " " * NARROWEST_ANSWER)
            else:
                answers.add(" " * NARROWEST_ANSWER)
        verdicts = {f"✗ {Verdict.TIMEOUT}"}
        if isinstance(results, list):
            verdicts |= set(map(verdict_text, results))
        else:
            numbers = Counter(question(task.key) for task in runnable(tasks) if not task.expected)
            most = max(numbers.values(), default=1)
            verdicts |= {f"? unknown ({most} agree)"} if most > 1 else set()
        case, part, solution, answer, verdict = (
            max(map(width, column)) for column in (cases, parts, solutions, answers, verdicts)
        )
        self.widths = [case, part, solution, min(answer, WIDEST_ANSWER), verdict]
        self.room = terminal.room(sys.stdout)
        if self.room is not None:
            surplus = max(0, sum(self.widths) + 2 * len(self.widths) + 2 + _TIME - self.room)
            narrower = min(surplus, self.widths[3])
            self.widths[3] -= narrower
            for _ in range(surplus - narrower):
                widest = max((0, 2), key=self.widths.__getitem__)
                self.widths[widest] -= self.widths[widest] > _SHRUNK_NAME
        self.colour = colour
        self.puzzle = ""
        # What was told last of each solution, and what was printed last by any.
        self.last: dict[object, str] = {}

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
        verbose, how its answer was read from that, and why it is not remembered.
        """
        if result.part and result.case is None:
            told = f"  {verdict_text(result)}: {printable(result.message)}"
            first, *more = terminal.wrapped(told, self.room, indent="  ")
            return [self._marked(first, result), *more]
        row, *details = self._row(result)
        if verbose:
            doubt = f"not remembered: {printable(result.trace_doubt)}" if result.trace_doubt else ""
            details += [*self._wrapped(result.reading), *self._wrapped(doubt)]
        is_open = result.verdict is Verdict.UNKNOWN
        if not is_open or result.answer is None:
            told = explain(result._replace(answer=None))
            # An error is often the same on every case.
            is_again = self._is_again(result[:3], told) and "\n" in told
            details += self._wrapped("the same as above" if is_again else told)
        elif not result.agreeing:
            details += self._wrapped(result.message)
        if with_output and result.output and (result.exit or (is_open and result.answer is None)):
            # One call may answer both parts.
            if self._is_again("output", result.output):
                details.append("it printed the same as above")
            else:
                printed = shown(result.output.expandtabs().rstrip("\n"), MOST_LINES, LONGEST_LINE)
                details += ["it printed:", *(f"  {line}" for line in printed)]
        return [f"  {row}", *(f"    {line}" for line in details)]

    def _row(self, result: Result) -> list[str]:
        """Return the row of a result, and below it what has no room there: its time, its answer."""
        verdict = verdict_text(result)
        label = case_label(result.case, result.account)
        answer = _cell(result.answer, self.widths[3])
        fits = width(answer) <= self.widths[3]
        below: list[str] = []
        if result.part is None:
            row = f"{verdict}  {label}".rstrip()
        else:
            names = (label, f"part {result.part}", result.solution or "")
            cells = (*map(cut, names, self.widths), answer if fits else "", verdict)
            seconds = duration(result.seconds).rjust(_TIME)
            if result.timed.of_both and result.seconds is not None:
                seconds += " for both parts"
            row = aligned((*cells, seconds), (*self.widths, _TIME))
            if self.room is not None and len("  ") + width(row) > self.room:
                row = aligned(cells, self.widths)
                below += filter(None, [seconds.strip()])
        given = (result.answer or "").rstrip("\n")
        if "\n" not in given and len(given) > LONGEST_LINE:
            below.append(printable(shortened(given, 80)))
        elif not fits or "\n" in given:
            below += shown(given, MOST_LINES, LONGEST_LINE)
        return [self._marked(row, result), *below]

    def _is_again(self, key: object, text: str) -> bool:
        """Tell whether a text is the last one of its key, and remember it."""
        before = self.last.get(key)
        self.last[key] = text
        return text == before

    def _marked(self, line: str, result: Result) -> str:
        """Return a line with the verdict of a result in its colour."""
        verdict = verdict_text(result)
        return line.replace(verdict, self._paint(verdict, _MARKS[result.verdict][1]), 1)

    def loud(self, warning: str) -> list[str]:
        """Return the lines of a sentence that is not to be overlooked."""
        lines = terminal.wrapped(f"! {printable(warning)}", self.room, indent="  ")
        return [self._paint(line, "1;33") for line in lines]

    def _paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def _wrapped(self, text: str) -> list[str]:
        """Return the lines of a detail: in a terminal, sentences are wrapped at words, code is not."""
        lines = shown(text.rstrip("\n"), MOST_LINES, LONGEST_LINE) if text else []
        room = self.room and self.room - 4
        return [
            piece
            for line in lines
            for piece in ([line] if line.startswith(" ") else terminal.wrapped(line, room))
        ]


def _cell(answer: str | None, room: int = WIDEST_ANSWER) -> str:
    """Return the text of an answer in its row: `(6 lines: ABC)` if it draws letters, as much as has room."""
    answer = (answer or "").rstrip("\n")
    lines = answer.count("\n") + 1
    if lines == 1:
        # A longer answer does not fit into its row.
        return printable(answer[: WIDEST_ANSWER + 1])
    reading = ocr(answer)
    texts = [] if reading == answer else [f"({lines} lines: {reading})", reading]
    return next((text for text in texts if width(text) <= room), f"({lines} lines)")


def verdict_text(result: Result) -> str:
    """Return a verdict with its mark; for an unknown answer also the crosscheck: `? unknown (2 agree)`."""
    text = f"{_MARKS[result.verdict][0]} {result.verdict}"
    return f"{text} ({result.agreeing} agree)" if result.agreeing else text


def totals(results: Sequence[Result], seconds: float) -> str:
    """Return the last line: the number of results and of each verdict, and the seconds that all took."""
    verdicts = by_verdict(results) or "nothing to run"
    cached = sum(1 for result in results if result.cached)
    unchanged = f" ({cached} unchanged)" if cached else ""
    return f"{count(len(results), 'result')}: {verdicts}{unchanged} · {duration(seconds)}"


def by_verdict(results: Iterable[Result]) -> str:
    """Return the number of results by verdict: `2 right, 1 wrong`."""
    counts = Counter(result.verdict for result in results)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])


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

    `results` is a list if all are there, else they are shown as they come. With `quiet`, only those that are
    not right are shown. `begun` is the time at which the command began, by the monotonic clock. `warning` is
    the last line, also with `quiet`. The exit code is the highest of the results, and at `least` this.
    """
    titles = {task.puzzle.id: task.puzzle.title for task in tasks}
    table = Table(tasks, results, terminal.coloured(sys.stdout))

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
        return [*table.heading(row.puzzle, titles[row.puzzle]), *table.lines(row, with_output, verbose)]

    def closing(rows: Sequence[Puzzle | Result]) -> list[str]:
        told = totals(_results(rows), time.monotonic() - begun)
        lines = [] if quiet else terminal.wrapped(told, table.room, indent="  ")
        return [*lines, *table.loud(warning)] if warning else lines

    return LiveReport(
        [*rows()] if isinstance(results, list) else rows(),
        lines=lines,
        closing=closing,
        document=lambda rows: document(_results(rows)),
        exit_code=lambda rows: max(least, gravest(_results(rows))),
    )


def _results(rows: Iterable[Puzzle | Result]) -> list[Result]:
    return [row for row in rows if isinstance(row, Result)]


def document(results: Iterable[Result]) -> dict[str, Any]:
    """Return the JSON of `run` and `check`."""
    hidden = ("cause", "strict", "trace_doubt", "agreeing")
    fields = [field for field in Result._fields if field not in hidden]
    rows = []
    for result in results:
        row = {field: getattr(result, field) for field in fields}
        row["doubt"] = result.doubt and result.doubt.reason
        rows.append(row)
    return {"results": rows}
