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
    """Return a line for each puzzle, with the alternatives of its parts; what is wrong stands below it."""
    cells = []
    for puzzle, labels in listed:
        # The text of each part, with the names of its alternatives.
        parts: dict[int, str] = {}
        for solution in puzzle.solutions:
            known = parts.get(solution.part)
            if not known:
                parts[solution.part] = known = str(solution.part)
            if solution.name != DEFAULT:
                separator = ", " if " + " in known else " + "
                parts[solution.part] = known + separator + solution.name
        row = (puzzle.id, puzzle.title, "  ".join(parts.values()), ", ".join(labels))
        cells.append(row)
    lines: list[str] = []
    rows = columns(cells, room)
    for (puzzle, _), line in zip(listed, rows, strict=True):
        lines.append(line)
        problem = ""
        if puzzle.error:
            problem = "✗ " + puzzle.error.partition("\n")[0]
        elif puzzle.warning:
            problem = "! " + puzzle.warning
        if problem:
            lines += terminal.wrapped(f"  {printable(problem)}", room, indent="  ")
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
