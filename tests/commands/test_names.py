"""The table of commands, held against the commands themselves."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer
from puzzle_runner import cli
from puzzle_runner.commands.names import COMMAND, FILE, OPTION, PROGRAM, TEXT, Command
from puzzle_runner.completion.words import KINDS
from typer.models import TyperPath


def pairs(name: str, typed: Any, listed: Command) -> Iterator[tuple[str, Any, Command]]:
    """Yield the name of a command, what typer knows of it and what the table says; then those below it."""
    yield name, typed, listed
    for word in getattr(typed, "commands", ()):
        yield from pairs(f"{name} {word}", typed.commands[word], listed.commands[word])


def arguments(typed: Any) -> list[Any]:
    """Return the arguments of a command."""
    return [parameter for parameter in typed.params if parameter.param_type_name == "argument"]


def options(typed: Any) -> dict[str, Any]:
    """Return the options of a command that take a value, by their names."""
    named = [parameter for parameter in typed.params if parameter.param_type_name == "option"]
    return {option.opts[0]: option for option in named if not option.is_flag}


def values() -> Iterator[tuple[str, Any, str]]:
    """Yield the name of each argument and option with a value, what typer knows of it, and its kind."""
    for name, typed, listed in COMMANDS:
        for number, argument in enumerate(arguments(typed)):
            yield f"{name} {argument.name}", argument, listed.argument(number)
        for option in options(typed):
            yield f"{name} {option}", options(typed)[option], listed.values().get(option, "")


COMMANDS = list(pairs("puzzles", typer.main.get_command(cli.program([])), PROGRAM))
VALUES = list(values())


@pytest.mark.parametrize(("_", "typed", "listed"), COMMANDS, ids=[name for name, *_ in COMMANDS])
def test_a_command_is_listed_as_it_is(_: str, typed: Any, listed: Command) -> None:
    """Its help and subcommands, its arguments with `...` for any number, its options that take a value."""
    below = getattr(typed, "commands", {})
    assert (typed.get_short_help_str(200), sorted(below)) == (listed.help, sorted(listed.commands))
    if listed.commands:
        assert COMMAND == listed.arguments
    else:
        repeated = [argument.nargs == -1 for argument in arguments(typed)]
        assert repeated == [kind.endswith("...") for kind in listed.arguments.split()]
    assert sorted(options(typed)) == sorted(listed.values())


@pytest.mark.parametrize(("_", "typed", "kind"), VALUES, ids=[name for name, *_ in VALUES])
def test_a_value_is_listed_as_it_is(_: str, typed: Any, kind: str) -> None:
    """Words are those that typer takes, a file is a FILE, and all else is a kind that is looked up."""
    metavar = typed.metavar or ""
    literal = [word for word in metavar.split("|") if word.isalpha() and word.islower()]
    words = [*getattr(typed.type, "choices", literal)]
    assert words == [word for word in kind.split("|") if word.islower()]
    assert (isinstance(typed.type, TyperPath) or metavar.startswith(FILE)) == (kind == FILE)
    assert {*kind.split("|")} <= {*words, *KINDS, FILE, TEXT}


def test_no_kind_is_looked_up_in_vain() -> None:
    """Whatever completion can look up, some command takes."""
    used = {word for _, _, kind in VALUES for word in kind.split("|")}
    assert KINDS.keys() - used == {COMMAND, OPTION}
