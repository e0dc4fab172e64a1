"""`puzzles list`: the puzzles of the workspace. Nothing is run."""

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.lookup import all_cases
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands.options import Selectors
from puzzle_runner.errors import Exit, PuzzlesError
from puzzle_runner.model import Puzzle
from puzzle_runner.output import listing, terminal
from puzzle_runner.output.listing import ListedPuzzle
from puzzle_runner.output.render import Report, shown
from puzzle_runner.storage import memo

ORDER = 30


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command("list")(shown(list_))


def list_(selectors: Selectors = None) -> Report:
    """Show the puzzles of the workspace, without running them."""
    where = workspace.find()
    with memo.open():
        selected = [
            entry._replace(puzzle=lookup.complete(where, entry.puzzle))
            for entry in lookup.puzzles(where, selectors or [])
        ]
        listed = [_listed(where, puzzle) for puzzle, _ in selected]
    if not selected:
        terminal.warn(f'There is no puzzle in {where.puzzles} yet. Begin one with "puzzles new ID".')
    named = [entry for entry, (_, by_name) in zip(listed, selected, strict=True) if by_name]
    unreadable = any(entry.error for entry in named)
    return Report(
        listing.document(listed), listing.lines(listed), Exit.UNREADABLE if unreadable else Exit.RIGHT
    )


def _listed(workspace: Workspace, puzzle: Puzzle) -> ListedPuzzle:
    try:
        return ListedPuzzle(puzzle, all_cases(workspace, puzzle.id), puzzle.error)
    except PuzzlesError as error:
        return ListedPuzzle(puzzle._replace(solutions=()), (), puzzle.error or str(error))
