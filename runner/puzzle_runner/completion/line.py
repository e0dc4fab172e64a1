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
# Kinds beside `commands.options.Words`: a name of a command or an option, of a file, which the shell itself
# completes; and what only the user knows.
NAME, FILE, TEXT = "NAME", "FILE", "TEXT"


class Line(NamedTuple):
    """A line up to the cursor, and what the word that is being typed may be."""

    arguments: Sequence[str]
    options: Mapping[str, str]  # the values by parameter
    kind: str  # a word itself or, in capitals, one of `commands.options.Words`; `A|b` is one of the two
    typed: str
    names: Mapping[str, str]  # those that it may be, with their help
    prefix: str = ""  # of `--case=ma` that is `--case=`


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
    commands, taken, rest = command(before)
    named = {option: each for each in taken for option in each.options}
    arguments = list[str]()
    values = dict[str, str]()
    waiting: Parameter | None = None
    for word in rest:
        name, equals, value = word.partition("=")
        option = named.get(name)
        if waiting:
            values[waiting.name] = word
            waiting = None
        elif option and option.type is not bool:
            if equals:
                values[option.name] = value
            else:
                waiting = option
        elif not word.startswith("-"):
            arguments.append(word)
    if waiting:
        return Line(arguments, values, kind(waiting), typed, {})
    name, equals, value = typed.partition("=")
    option = named.get(name)
    if equals and option and option.type is not bool:
        return Line(arguments, values, kind(option), value, {}, f"{name}=")
    if typed.startswith("-"):
        names = {"--help": "Show this message and exit."}
        if not before:
            names["--version"] = "Print the version."
        for name, option in named.items():
            names[name] = option.declaration.help
        return Line(arguments, values, NAME, typed, names)
    if commands:
        return Line(arguments, values, NAME, typed, {} if arguments else commands)
    wanted = [each for each in taken if not each.options]
    if len(arguments) >= len(wanted):
        # The last argument may be repeated.
        wanted = [each for each in wanted[-1:] if each.many]
    else:
        wanted = wanted[len(arguments) :]
    return Line(arguments, values, kind(wanted[0]) if wanted else "", typed, {})


def command(words: Sequence[str]) -> tuple[dict[str, str], list[Parameter], Sequence[str]]:
    """Return what words begin with, and the words after it: commands with their help, or parameters."""
    if not words:
        commands: dict[str, str] = {}
        for module in cli.all_commands():
            commands |= cli.declared(module).summaries()
        return commands, [], words
    typed_module = cli.command(words[0])
    if typed_module is None:
        return {}, [], words
    program = cli.declared(typed_module)
    name, *rest = words
    if name in program.groups:
        program = program.groups[name]
        if not rest or rest[0] not in program.commands:
            return program.summaries(), [], rest
        name, *rest = rest
    return {}, parameters(program.commands[name]), rest


def kind(parameter: Parameter) -> str:
    """Return the choices of a value, else its mark and the words of its metavar."""
    if issubclass(parameter.type, StrEnum):
        return "|".join(parameter.type)
    kind = FILE if issubclass(parameter.type, os.PathLike) else TEXT
    for mark in parameter.marks:
        if isinstance(mark, Words):
            kind = mark.name
    for word in parameter.declaration.metavar.split("|"):
        if word.isalpha() and word.islower():
            kind += f"|{word}"
    return kind
