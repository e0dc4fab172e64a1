"""What `list` shows: a line for each puzzle, and its JSON."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from puzzle_runner.model import DEFAULT, Case, Puzzle
from puzzle_runner.text import case_label, columns, printable

MOST_CASES = 3


class Listed(NamedTuple):
    """A puzzle with its cases; `error` says why it cannot be run."""

    puzzle: Puzzle
    cases: Sequence[Case]
    error: str = ""


def lines(listed: Sequence[Listed]) -> list[str]:
    """Return the lines of `list`: id, title, parts with their alternatives, cases; or what is wrong."""
    rows = iter(columns(_cells(entry.puzzle, entry.cases) for entry in listed if not entry.error))
    return [
        f"{entry.puzzle.id}  ✗ {printable(entry.error)}" if entry.error else next(rows) for entry in listed
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


def document(listed: Iterable[Listed]) -> dict[str, Any]:
    """Return the JSON of `list`; a puzzle that cannot be read has an `error` and no parts."""
    return {"puzzles": [_plain(*entry) for entry in listed]}


def _plain(puzzle: Puzzle, cases: Sequence[Case], error: str) -> dict[str, Any]:
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
