"""The output of `list`: a line for each puzzle, and its JSON."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from puzzle_runner.model import DEFAULT, Case, Puzzle
from puzzle_runner.text import case_label, columns, printable

# How many cases a line names.
MOST_CASES = 3


class ListedPuzzle(NamedTuple):
    """A puzzle with its cases; `error` says why it cannot be run."""

    puzzle: Puzzle
    cases: Sequence[Case]
    error: str = ""


def lines(listed: Sequence[ListedPuzzle]) -> list[str]:
    """Return the lines of `list`: id, title, parts with their alternatives, cases; or the error.

    A warning stands below the line of its puzzle.
    """
    rows = iter(columns(_cells(entry) for entry in listed if not entry.error))
    lines: list[str] = []
    for entry in listed:
        lines.append(f"{entry.puzzle.id}  ✗ {printable(entry.error)}" if entry.error else next(rows))
        lines += [f"  ! {printable(entry.puzzle.warning)}"] if entry.puzzle.warning else []
    return lines


def _cells(entry: ListedPuzzle) -> tuple[str, ...]:
    puzzle = entry.puzzle
    labels = [case_label(case.name, case.account) for case in entry.cases]
    if len(labels) > MOST_CASES:
        others = len(labels) - (MOST_CASES - 1)
        labels = [*labels[: MOST_CASES - 1], f"{others} more"]
    return puzzle.id, printable(puzzle.title), _parts(puzzle), ", ".join(labels)


def _parts(puzzle: Puzzle) -> str:
    """Return the parts of a puzzle with their alternatives: `1  2 + fast, short`."""
    alternatives: dict[int, list[str]] = {}
    for solution in puzzle.solutions:
        names = alternatives.setdefault(solution.part, [])
        if solution.name != DEFAULT:
            names.append(solution.name)
    return "  ".join(
        f"{part} + {', '.join(names)}" if names else str(part) for part, names in alternatives.items()
    )


def document(listed: Iterable[ListedPuzzle]) -> dict[str, Any]:
    """Return the JSON of `list`; a puzzle that cannot be read has an `error` and no parts.

    One whose functions are not found as parts has a `warning`.
    """
    return {
        "puzzles": [
            {
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
                **({"error": error} if error else {}),
                **({"warning": puzzle.warning} if puzzle.warning else {}),
            }
            for puzzle, cases, error in listed
        ]
    }
