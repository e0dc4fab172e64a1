"""A line that is being typed: its words, and what is wanted at the cursor."""

import shlex
from collections.abc import Sequence
from typing import NamedTuple

from puzzle_runner.completion.table import Command

# This sign stands for the cursor while a line is split: no environment variable can hold it.
_CURSOR = "\0"
# Kinds of words that are in the table itself.
COMMAND, OPTION = "COMMAND", "OPTION"


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


def read(command: Command, words: Sequence[str]) -> Line:
    """Return the meaning of the words after a command; the last one is being typed."""
    *before, typed = words
    while before and before[0] in command["commands"]:
        command = command["commands"][before.pop(0)]
    kinds = {name: option["kind"] for name, option in command["options"].items() if option["kind"]}
    arguments, options, waiting = list[str](), dict[str, str](), ""
    for word in before:
        name, equals, value = word.partition("=")
        if waiting:
            options[command["options"][waiting]["name"]] = word
            waiting = ""
        elif word in kinds:
            waiting = word
        elif equals and name in kinds:
            options[name] = value
        elif not word.startswith("-"):
            arguments.append(word)
    name, equals, value = typed.partition("=")
    if waiting:
        return Line(command, arguments, options, kinds[waiting], typed)
    if equals and name in kinds:
        return Line(command, arguments, options, kinds[name], value, f"{name}=")
    if typed.startswith("-"):
        return Line(command, arguments, options, OPTION, typed)
    wanted = [COMMAND] if command["commands"] else command["arguments"]
    if len(arguments) < len(wanted):
        kind = wanted[len(arguments)]
    else:
        kind = wanted[-1] if wanted and wanted[-1].endswith("...") else ""
    return Line(command, arguments, options, kind.removesuffix("..."), typed)
