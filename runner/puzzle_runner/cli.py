"""The command line: it loads the typed command, and turns every error into a sentence and an exit code."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from puzzle_runner import interruption
from puzzle_runner.commands.names import COMMANDS
from puzzle_runner.errors import Exit, PuzzlesError
from puzzle_runner.output import terminal


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code. `arguments` defaults to those of the process."""
    typed = _joined(sys.argv[1:] if arguments is None else arguments)
    try:
        program(typed)(args=typed)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            return Exit.RIGHT
        return end.code if isinstance(end.code, int) else Exit.RIGHT
    except BrokenPipeError:
        return Exit.RIGHT
    except Exception as error:
        if interruption.received:
            # It is a consequence, of which nothing is said.
            raise
        text, code = _explained(error)
        terminal.warn(f"puzzles: {text}")
        return code
    return Exit.RIGHT


def _joined(typed: Sequence[str]) -> list[str]:
    """Return what was typed, with `day 1` as one word: it is an id."""
    words: list[str] = []
    for word in typed:
        if words and words[-1].lower() == "day" and word.isdecimal() and len(word) <= 2:
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def _explained(error: Exception) -> tuple[str, Exit]:
    """Return the sentence and the exit code of an error."""
    if isinstance(error, PuzzlesError):
        return str(error), error.exit
    # Imported here: hardly any command ends so.
    from puzzle_runner import faults

    return faults.explained(error)


def program(arguments: Sequence[str]) -> typer.Typer:
    """Return the program with the typed command only, or with all commands if none was typed."""
    names = [arguments[0]] if arguments and arguments[0] in COMMANDS else COMMANDS
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(puzzles)
    for name in names:
        import_module(f"puzzle_runner.commands.{name}").register(app)
    return app


def puzzles(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Run, check, time and rank programming-puzzle solutions."""
    if version:
        from puzzle_runner.version import VERSION

        print(f"puzzles {VERSION}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
