"""`puzzles list`: what is there, without running it."""

from pathlib import Path

import typer

from puzzle_runner import settings
from puzzle_runner.checking import pipeline
from puzzle_runner.commands.options import Json, Selectors
from puzzle_runner.errors import Exit, PuzzlesError
from puzzle_runner.model import Case, Puzzle
from puzzle_runner.output import documents, terminal
from puzzle_runner.output.results_table import listing


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command("list")(list_)


def list_(selectors: Selectors = None, json: Json = False) -> None:
    """Show what is there, without running it."""
    workspace = settings.workspace()
    chosen = list(pipeline.puzzles(workspace, selectors or []))
    listed = [_listed(workspace, puzzle) for puzzle, _ in chosen]
    if json:
        print(documents.puzzles(listed))
    else:
        for line in listing(listed):
            terminal.say(line)
    if any(error and named for (_, _, error), (_, named) in zip(listed, chosen, strict=True)):
        raise typer.Exit(Exit.UNREADABLE)


def _listed(workspace: Path, puzzle: Puzzle) -> tuple[Puzzle, tuple[Case, ...], str]:
    try:
        return puzzle, pipeline.all_cases(workspace, puzzle), puzzle.error
    except PuzzlesError as error:
        return puzzle._replace(solutions=()), (), puzzle.error or str(error)
