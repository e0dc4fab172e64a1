"""A line that is being typed: its command, its words, and what is wanted at the cursor."""

import os
import shlex
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from puzzle_runner import cli
from puzzle_runner.commands.options import Words
from puzzle_runner.declare import Parameter, parameters

# This sign stands for the cursor while a line is split: no environment variable can hold it.
_CURSOR = "\0"
# Kinds beside `commands.options.Words`: names of commands, of options, and of files, which the shell itself
# completes; and what only the user knows.
COMMAND, OPTION, FILE, TEXT = "COMMAND", "OPTION", "FILE", "TEXT"


class Option(NamedTuple):
    """An option: its long name, its help, and the kind of its value; an empty kind if it takes none."""

    name: str
    help: str
    kind: str


_HELP = Option("--help", "Show this message and exit.", "")
_VERSION = Option("--version", "Print the version.", "")


class Command(NamedTuple):
    """A command, or a group of the `commands` below it, each with its help.

    A kind is a word to type or, in capitals, one of `commands.options.Words`. `A|b` is one of the two,
    and an argument of kind `A...` may be repeated. Options are found by each of their names.
    """

    arguments: Sequence[str]
    options: Mapping[str, Option]
    commands: Mapping[str, str]


class Line(NamedTuple):
    """A line up to the cursor: its command, its arguments and values of options, and the word being typed.

    `kind` says what that word may be. Of `--case=ma`, the `prefix` is `--case=`.
    """

    command: Command
    arguments: Sequence[str]
    options: dict[str, str]
    kind: str
    typed: str
    prefix: str = ""


def split(text: str) -> list[str]:
    """Return the words of a line as a shell reads them, the last one up to the cursor."""
    for closing in ("", "'", '"'):
        try:
            words = shlex.split(f"{text}{_CURSOR}{closing}")
        except ValueError:
            continue
        return [word.removesuffix(_CURSOR) for word in words]
    return []


def read(words: Sequence[str]) -> Line:
    """Return the meaning of the words after the name of the program; the last one is being typed."""
    *before, typed = words
    command, rest = _command(before)
    arguments = list[str]()
    values = dict[str, str]()
    waiting: Option | None = None
    for word in rest:
        name, equals, value = word.partition("=")
        option = command.options.get(name)
        if waiting:
            values[waiting.name] = word
            waiting = None
        elif option and option.kind:
            if equals:
                values[option.name] = value
            else:
                waiting = option
        elif not word.startswith("-"):
            arguments.append(word)
    if waiting:
        return Line(command, arguments, values, waiting.kind, typed)
    name, equals, value = typed.partition("=")
    option = command.options.get(name)
    if equals and option and option.kind:
        return Line(command, arguments, values, option.kind, value, f"{name}=")
    if typed.startswith("-"):
        return Line(command, arguments, values, OPTION, typed)
    kinds = [COMMAND] if command.commands else command.arguments
    kind = ""
    if len(arguments) < len(kinds):
        kind = kinds[len(arguments)]
    elif kinds and kinds[-1].endswith("..."):
        kind = kinds[-1]
    return Line(command, arguments, values, kind.removesuffix("..."), typed)


def _command(words: Sequence[str]) -> tuple[Command, Sequence[str]]:
    """Return the command that words begin with, and the words after it. Only its module is imported."""
    if not words:
        commands: dict[str, str] = {}
        for module in cli.all_commands():
            commands |= cli.declared(module).summaries()
        return Command([], {"--help": _HELP, "--version": _VERSION}, commands), words
    typed_module = cli.command(words[0])
    if typed_module is None:
        return Command([], {}, {}), words
    program = cli.declared(typed_module)
    name, *rest = words
    if name in program.groups:
        program = program.groups[name]
        if not rest or rest[0] not in program.commands:
            return Command([], {"--help": _HELP}, program.summaries()), rest
        name, *rest = rest
    arguments = []
    options = {"--help": _HELP}
    for parameter in parameters(program.commands[name]):
        kind = "" if parameter.type is bool else _kind(parameter)
        for option in parameter.options:
            options[option] = Option(parameter.options[0], parameter.settings["help"], kind)
        if not parameter.options:
            arguments.append(f"{kind}..." if parameter.many else kind)
    return Command(arguments, options, {}), rest


def _kind(parameter: Parameter) -> str:
    """Return the choices of a value, else its mark and the words of its metavar."""
    if issubclass(parameter.type, StrEnum):
        return "|".join(parameter.type)
    kind = FILE if issubclass(parameter.type, os.PathLike) else TEXT
    for mark in parameter.marks:
        if isinstance(mark, Words):
            kind = mark.name
    for word in parameter.settings.get("metavar", "").split("|"):
        if word.isalpha() and word.islower():
            kind += f"|{word}"
    return kind
