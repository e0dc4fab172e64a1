"""`puzzles list`: the puzzles of the workspace. Nothing is run."""

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.lookup import cases_of
from puzzle_runner.commands.options import Selectors
from puzzle_runner.errors import Exit, PuzzlesError
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.storage import memo
from puzzle_runner.text import case_label, columns, natural, printable

ORDER = 220
EXAMPLE = "puzzles list aoc2021"
ALSO = {"ls": "list"}
# The most cases that a line names.
MOST_CASES = 3


class ListedPuzzle(NamedTuple):
    """A puzzle with the labels of its cases; `error` says why it cannot be run."""

    puzzle: Puzzle
    cases: Sequence[str] = ()
    error: str = ""


def list_(selectors: Selectors = None) -> Report:
    """Show the puzzles of the workspace, without running them."""
    workspace = lookup.workspace_of(selectors or [])
    if workspace.is_fallback:
        terminal.warn(workspaces.of_package())
    listed, code = [], Exit.RIGHT
    with terminal.status("Reading the puzzles ..."), memo.open():
        for puzzle, by_name in lookup.puzzles(workspace, selectors or []):
            try:
                labels = [
                    case_label(case.name, case.account) for case in cases_of(workspace, puzzle.id).cases
                ]
                labels.sort(key=natural)
                row = ListedPuzzle(puzzle, labels, puzzle.error)
            except PuzzlesError as error:
                row = ListedPuzzle(puzzle._replace(solutions=()), error=puzzle.error or str(error))
            listed.append(row)
            if by_name and row.error:
                code = Exit.UNREADABLE
    if not listed:
        terminal.warn(workspaces.no_puzzle(workspace))
    shown = lines(listed, terminal.room(sys.stdout))
    return Report({"puzzles": [_plain(row) for row in listed]}, shown, code)


def lines(listed: Sequence[ListedPuzzle], room: int | None = None) -> list[str]:
    """Return the lines of `list`: id, title, parts with their alternatives, cases; or the error.

    A warning stands below the line of its puzzle. Where there is no room, the widest column is cut.
    """
    cells = []
    for puzzle, labels, error in listed:
        if error:
            continue
        if len(labels) > MOST_CASES:
            labels = [*labels[: MOST_CASES - 1], f"{len(labels) - MOST_CASES + 1} more"]
        cells.append((puzzle.id, printable(puzzle.title), _parts(puzzle), ", ".join(labels)))
    rows = iter(columns(cells, room))
    lines: list[str] = []
    for puzzle, _, error in listed:
        if error:
            first, *_ = error.split("\n")
            lines += terminal.wrapped(f"{puzzle.id}  ✗ {printable(first)}", room, indent="  ")
        else:
            lines.append(next(rows))
        if puzzle.warning:
            lines += terminal.wrapped(f"  ! {printable(puzzle.warning)}", room, indent="  ")
    return lines


def _parts(puzzle: Puzzle) -> str:
    """Return the parts of a puzzle, each with the names of its alternatives: `1  2 + fast`."""
    alternatives: dict[int, list[str]] = {}
    for solution in puzzle.solutions:
        names = alternatives.setdefault(solution.part, [])
        if solution.name != DEFAULT:
            names.append(solution.name)
    texts = []
    for part, names in alternatives.items():
        texts.append(f"{part} + {', '.join(names)}" if names else str(part))
    return "  ".join(texts)


def _plain(row: ListedPuzzle) -> dict[str, Any]:
    """Return a puzzle as JSON has it: one that cannot be read has an `error` and no parts.

    One whose functions are not found as parts has a `warning`.
    """
    puzzle = row.puzzle
    return {
        "id": puzzle.id,
        "kind": puzzle.id.site.NAME,
        "title": puzzle.title,
        "url": puzzle.url,
        "path": str(puzzle.path),
        "parts": [
            {"part": solution.part, "solution": solution.name, "summary": solution.summary}
            for solution in puzzle.solutions
        ],
        "cases": list(row.cases),
        **({"error": row.error} if row.error else {}),
        **({"warning": puzzle.warning} if puzzle.warning else {}),
    }
