"""Results and puzzles into rows that one reads at a glance."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.model import DEFAULT, Case, Puzzle, Result, Verdict
from puzzle_runner.text import aligned, columns, duration, printable, width

NARROWEST_ANSWER, WIDEST_ANSWER = 16, 32
LONGEST_ANSWER = 1000
MOST_CASES = 3
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


class Known(NamedTuple):
    """What is known of a row before it is shown; an empty `expected` where nothing readable is stored."""

    case: str = ""
    part: str = ""
    solution: str = ""
    expected: str = ""
    verdict: str = "✗ timeout"


class Table:
    """The rows of `run` and `check`, printed as they come, aligned by what is known beforehand.

    A line for each puzzle, and under it one for each result: case, part, solution, answer, verdict, time.
    """

    def __init__(self, rows: Iterable[Known], colour: bool) -> None:
        known = [row._replace(expected=_cell(row.expected) or " " * NARROWEST_ANSWER) for row in rows]
        sizes = [max(map(width, cells)) for cells in zip(Known(), *known, strict=True)]
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
        cell = _cell(result.answer)
        fits = width(cell) <= self.sizes[3]
        below = [] if fits and "\n" not in (result.answer or "") else _block(result.answer)
        if result.verdict is Verdict.WRONG and result.expected is not None:
            below += _labelled("expected", _block(result.expected))
        if result.verdict is not Verdict.UNKNOWN:
            below += [printable(line) for line in result.message.splitlines()]
        if with_output and result.exit and result.output:
            printed = result.output.expandtabs().splitlines()
            below += ["it printed:", *(f"  {printable(line)}" for line in printed)]
        return [f"  {self._row(result, cell if fits else '')}", *(f"    {line}" for line in below)]

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


def case_label(case: str | None, account: str | None) -> str:
    """Return the name of a case, with the account it belongs to."""
    return f"{case or ''}@{account}" if account else case or ""


def totals(results: Sequence[Result], seconds: float) -> str:
    """Return the last line: how many there were, by verdict, and how long it all took."""
    counts = Counter(result.verdict for result in results)
    several = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    noun = "result" if len(results) == 1 else "results"
    cached = sum(result.cached for result in results)
    remembered = f" ({cached} unchanged)" if cached else ""
    return f"{len(results)} {noun}: {several or 'nothing to run'}{remembered} · {duration(seconds)}"


def listing(listed: Sequence[tuple[Puzzle, Sequence[Case], str]]) -> list[str]:
    """Return the lines of `list`: id, title, parts with their alternatives, cases; or what is wrong."""
    aligned_rows = iter(columns(_cells(puzzle, cases) for puzzle, cases, error in listed if not error))
    return [
        f"{puzzle.id}  ✗ {printable(error)}" if error else next(aligned_rows) for puzzle, _, error in listed
    ]


def _cells(puzzle: Puzzle, cases: Sequence[Case]) -> tuple[str, ...]:
    parts: dict[int, list[str]] = {}
    for solution in puzzle.solutions:
        parts.setdefault(solution.part, []).extend([solution.name] if solution.name != DEFAULT else [])
    solutions = "  ".join(
        f"{part} + {', '.join(names)}" if names else str(part) for part, names in parts.items()
    )
    labels = [case_label(case.name, case.account) for case in cases]
    if len(labels) > MOST_CASES:
        labels[MOST_CASES - 1 :] = [f"{len(labels) - MOST_CASES + 1} more"]
    return puzzle.id, printable(puzzle.title), solutions, ", ".join(labels)
