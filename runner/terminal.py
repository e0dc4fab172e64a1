"""Records into text: rows for people, documents for programs."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from runner.model import DEFAULT, Case, Puzzle, Result, Verdict

WIDEST_ANSWER = 32
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
_PLAIN = str.maketrans({"✓": "+", "✗": "x", "µ": "u", "·": "-"})


def coloured(stream: TextIO) -> bool:
    """Tell whether a stream wants colour: a terminal, and `NO_COLOR` is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a line, in the letters that the stream can take."""
    stream = stream or sys.stdout
    encoding = stream.encoding or "ascii"
    if not encoding.lower().startswith("utf"):
        text = text.translate(_PLAIN)
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream)


def duration(seconds: float | None) -> str:
    """Return a time with three digits in the unit that fits: `36.1 µs`."""
    if seconds is None:
        return ""
    for size, unit in ((1e-6, "ns"), (1e-3, "µs"), (1, "ms")):
        if seconds < 0.9995 * size:
            return f"{_digits(seconds / size * 1000)} {unit}"
    if seconds < 60:
        return f"{_digits(seconds)} s"
    return f"{int(seconds // 60)} min {seconds % 60:.0f} s"


def _digits(value: float) -> str:
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def printable(text: str) -> str:
    """Return a line in which nothing can move the cursor: control characters are spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def width(text: str) -> int:
    """Return how many columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns, two spaces apart."""
    table = [list(row) for row in rows]
    widest = [max(map(width, cells)) for cells in zip(*table, strict=True)]
    return [_aligned(row, widest) for row in table]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(
        cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True)
    ).rstrip()


class Table:
    """The rows of `run` and `check`, printed as they come, aligned by what is known beforehand.

    A line for each puzzle, and under it one for each result: case, part, solution, answer, verdict, time.
    """

    def __init__(self, rows: Iterable[tuple[str, str, str, str]], colour: bool) -> None:
        """Take case, part, solution and expected answer of every row to come."""
        known = [("", "", "", "answer"), *((*row[:3], _answer(row[3])[0]) for row in rows)]
        sizes = [max(map(width, cells)) for cells in zip(*known, strict=True)]
        self.sizes = [*sizes[:3], min(sizes[3], WIDEST_ANSWER), len("✗ timeout"), len("36.1 µs")]
        self.colour = colour
        self.puzzle = ""

    def heading(self, id: str, title: str) -> list[str]:
        """Return the line that begins a puzzle; none where it has begun."""
        if id == self.puzzle:
            return []
        self.puzzle = id
        return [f"{self._paint(id, '1')}  {printable(title)}".rstrip()]

    def lines(self, result: Result, with_output: bool) -> list[str]:
        """Return the lines of a result: its row, and below it what else there is to say."""
        mark, colour = _MARKS[result.verdict]
        answer, block = _answer(result.answer)
        if len(block) == 1 and width(block[0]) > self.sizes[3]:
            answer = ""
        verdict = f"{mark} {result.verdict}"
        part = f"part {result.part}" if result.part else ""
        cells = [case_label(result.case, result.account), part, result.solution or "", answer, verdict]
        row = _aligned([*cells, duration(result.seconds).rjust(self.sizes[-1])], self.sizes)
        row = row.replace(verdict, self._paint(verdict, colour), 1) if self.colour else row
        below = block if answer != "".join(block) else []
        if result.verdict is Verdict.WRONG and result.expected is not None:
            below += ["expected", *_answer(result.expected)[1]] if len(block) > 1 else _expected(result)
        below += [printable(line) for line in result.message.splitlines()]
        if with_output and result.exit and result.output:
            below += ["it printed:", *(f"  {printable(line)}" for line in result.output.splitlines())]
        return [f"  {row}", *(f"    {line}" for line in below)]

    def _paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


def _expected(result: Result) -> list[str]:
    first, *rest = _answer(result.expected)[1]
    return [f"expected {first}", *rest]


def _answer(text: str | None) -> tuple[str, list[str]]:
    """Return an answer for its cell, and as a block of lines."""
    if text is None:
        return "", []
    lines = [printable(line) for line in text.split("\n")]
    if len(lines) > 1:
        return f"({len(lines)} lines)", lines
    if len(text) > LONGEST_ANSWER:
        return "", [f"{lines[0][:40]}...{lines[0][-40:]} ({len(text)} characters)"]
    return lines[0], lines


def case_label(case: str | None, account: str | None) -> str:
    """Return the name of a case, with the account it belongs to."""
    return f"{case or ''}@{account}" if account else case or ""


@contextmanager
def progress(total: int) -> Iterator[Callable[[], object]]:
    """Show on a terminal's stderr how much of `total` is done; yield what to call as each ends."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)


def totals(results: Sequence[Result], seconds: float) -> str:
    """Return the last line: how many there were, by verdict, and how long it all took."""
    counts = Counter(result.verdict for result in results)
    several = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    noun = "result" if len(results) == 1 else "results"
    return f"{len(results)} {noun}: {several or 'nothing to run'} · {duration(seconds)}"


def results_document(results: Iterable[Result]) -> str:
    """Return the JSON of `run` and `check`."""
    return _document("results", [_plain(result) for result in results])


def _plain(result: Result) -> dict[str, Any]:
    row = result._asdict()
    del row["exit"]
    return row


def puzzles_document(listed: Iterable[tuple[Puzzle, Sequence[Case], str]]) -> str:
    """Return the JSON of `list`; a puzzle that cannot be read has an `error` and no parts."""
    return _document("puzzles", [_listed(*entry) for entry in listed])


def _listed(puzzle: Puzzle, cases: Sequence[Case], error: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "title": puzzle.title,
        "url": puzzle.url,
        "path": str(puzzle.path),
        "parts": [
            {"part": solution.part, "solution": solution.name, "summary": solution.summary}
            for solution in puzzle.solutions
        ],
        "cases": [case_label(case.name, case.account) for case in cases],
    }
    return entry | ({"error": error} if error else {})


def _document(key: str, rows: list[Any]) -> str:
    import json

    return json.dumps({"schema": 1, key: rows}, indent=2)


def puzzle_row(puzzle: Puzzle, cases: Sequence[Case], error: str) -> tuple[str, ...]:
    """Return the cells of a puzzle in `list`."""
    if error:
        return puzzle.id, puzzle.title, f"✗ {error}", ""
    parts: dict[int, list[str]] = {}
    for solution in puzzle.solutions:
        parts.setdefault(solution.part, []).extend([solution.name] if solution.name != DEFAULT else [])
    solutions = "  ".join(
        f"{part} {'+ ' if names else ''}{', '.join(names)}".rstrip() for part, names in parts.items()
    )
    return (
        puzzle.id,
        puzzle.title,
        solutions,
        ", ".join(case_label(case.name, case.account) for case in cases),
    )
