"""`puzzles list`: the puzzles of the workspace. Nothing is run."""

from collections.abc import Sequence
from typing import Any

from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.commands import options
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


def list_(selectors: Selectors = None) -> Report:
    """Show the puzzles of the workspace, without running them."""
    workspace = options.workspace(selectors)
    listed: list[tuple[Puzzle, list[str]]] = []
    code = Exit.RIGHT
    with terminal.status("Reading the puzzles ..."), memo.open():
        for puzzle, by_name in lookup.puzzles(workspace, selectors or []):
            # The workspace and the default account may have a case of one name.
            labels = set[str]()
            try:
                for case in lookup.cases_of(workspace, puzzle.id).cases:
                    label = case_label(case.name, case.account)
                    labels.add(label)
            except PuzzlesError as error:
                puzzle = puzzle._replace(solutions=(), error=puzzle.error or str(error))
            listed.append((puzzle, sorted(labels, key=natural)))
            if by_name and puzzle.error:
                code = Exit.UNREADABLE
    if not listed:
        terminal.warn(workspaces.no_puzzle(workspace))
    document = {"puzzles": [_document(puzzle, labels) for puzzle, labels in listed]}
    return Report(document, _lines(listed, terminal.room()), code)


def _lines(listed: Sequence[tuple[Puzzle, list[str]]], room: int | None) -> list[str]:
    """Return a line for each puzzle: id, title, parts with their alternatives, cases.

    Its error or its warning stands below it.
    """
    cells = []
    for puzzle, labels in listed:
        alternatives: dict[int, list[str]] = {}
        for solution in puzzle.solutions:
            names = alternatives.setdefault(solution.part, [])
            if solution.name != DEFAULT:
                names.append(solution.name)
        parts = []
        for part, names in alternatives.items():
            parts.append(f"{part} + {', '.join(names)}" if names else str(part))
        cells.append((puzzle.id, puzzle.title, "  ".join(parts), ", ".join(labels)))
    lines: list[str] = []
    for (puzzle, _), row in zip(listed, columns(cells, room), strict=True):
        lines.append(row)
        first, _, _ = puzzle.error.partition("\n")
        for sign, sentence in (("✗", first), ("!", puzzle.warning)):
            if sentence:
                lines += terminal.wrapped(f"  {sign} {printable(sentence)}", room, indent="  ")
    return lines


def _document(puzzle: Puzzle, labels: list[str]) -> dict[str, Any]:
    document: dict[str, Any] = {
        "id": puzzle.id,
        "kind": puzzle.id.site.NAME,
        "title": puzzle.title,
        "url": puzzle.url,
        "path": str(puzzle.path),
        "parts": [
            {"part": solution.part, "solution": solution.name, "summary": solution.summary}
            for solution in puzzle.solutions
        ],
        "cases": labels,
    }
    if puzzle.error:
        document["error"] = puzzle.error
    if puzzle.warning:
        document["warning"] = puzzle.warning
    return document
