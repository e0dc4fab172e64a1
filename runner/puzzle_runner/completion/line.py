"""A line that is being typed: its words, and what is wanted at the cursor."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from puzzle_runner.commands.names import OPTION, PROGRAM, SHORT, Command

# Stands for the cursor while a line is split: no environment variable can hold it.
_CURSOR = "\0"


class Line(NamedTuple):
    """A line up to the cursor: the command, its `names`, what follows them, and the word being typed.

    `kind` is what the table of commands calls that word. Of `--case=ma`, the `prefix` is `--case=`.
    """

    command: Command
    names: Sequence[str]
    arguments: Sequence[str]
    options: Mapping[str, str]
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
    """Return what the words after `puzzles` mean, of which the last is being typed."""
    *before, typed = words
    command, names = PROGRAM, list[str]()
    while before and before[0] in command.commands:
        names.append(before.pop(0))
        command = command.commands[names[-1]]
    values = command.values()
    before = [SHORT[word] if SHORT.get(word) in values else word for word in before]
    arguments, options, waiting = _sorted_out(before, values)
    line = Line(command, names, arguments, options, command.argument(len(arguments)), typed)
    option, equals, value = typed.partition("=")
    if waiting:
        return line._replace(kind=values[waiting])
    if equals and option in values:
        return line._replace(kind=values[option], typed=value, prefix=f"{option}=")
    return line._replace(kind=OPTION) if typed.startswith("-") else line


def _sorted_out(words: Iterable[str], values: Mapping[str, str]) -> tuple[list[str], dict[str, str], str]:
    """Return the arguments, the values of options, and the option whose value comes next, or nothing."""
    arguments, options, waiting = list[str](), dict[str, str](), ""
    for word in words:
        option, equals, value = word.partition("=")
        if waiting:
            options[waiting], waiting = word, ""
        elif word in values:
            waiting = word
        elif equals and option in values:
            options[option] = value
        elif not word.startswith("-"):
            arguments.append(word)
    return arguments, options, waiting
