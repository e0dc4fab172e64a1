"""The command line as a table, by which completion knows it without importing typer, which takes longer.

It is derived from the declarations of all commands at the first TAB, and kept in the data folder until a
module changes.
"""

import marshal
import os
import sys
import zlib
from typing import Any, TypedDict

from puzzle_runner import commands, files, settings
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.version import VERSION

NAME = "commands.bin"
PACKAGE = os.path.dirname(os.path.dirname(__file__))
# The version of the format of marshal that every supported interpreter reads.
_FORMAT = 2
# The kinds of words that the shell itself completes, and that only the user knows.
FILE, TEXT = "FILE", "TEXT"


class Option(TypedDict):
    """An option: its long name, its help, and the kind of its value; an empty kind if it takes none."""

    name: str
    help: str
    kind: str


class Command(TypedDict):
    """A command or a group of them.

    A kind is a word to type or, in capitals, one of `commands.options.Words`. `A|b` is one of the two,
    and an argument of kind `A...` may be repeated. Options are found by each of their names.
    """

    help: str
    arguments: list[str]
    options: dict[str, Option]
    commands: dict[str, "Command"]


def load() -> Command:
    """Return the table of `puzzles`. One that cannot be read, or is of other sources, is derived anew."""
    try:
        path = settings.data_folder() / NAME
        sources = [VERSION, *_sources()]
    except (OSError, PuzzlesError):
        # There is no home folder, or a module has just gone.
        return derive()
    try:
        data = files.read(path)
        checksum, content = data[:4], data[4:]
        if zlib.crc32(content).to_bytes(4) == checksum:
            kept_sources, table = marshal.loads(content)
            if kept_sources == sources:
                return table  # type: ignore[no-any-return]
    except OSError:
        pass
    table = derive()
    # Imported here: as a rule, nothing is written.
    from puzzle_runner.storage import atomic

    kept: Any = (sources, table)
    content = marshal.dumps(kept, _FORMAT)
    try:
        atomic.write(path, zlib.crc32(content).to_bytes(4) + content)
    except PuzzlesError:
        # The data folder is read-only: the table is derived at the next TAB, too.
        pass
    return table


def _sources() -> list[tuple[str, int, int]]:
    """Return what changes when the table does: path, size and time of our modules, and of installed packages.

    Choices come from other modules than the commands, and from packages that add to puzzles.
    """
    paths = [path for path in sys.path if path.endswith("-packages") and os.path.isdir(path)]
    for top in {PACKAGE, *map(str, commands.__path__)}:
        for folder, folders, names in os.walk(top):
            folders[:] = [name for name in folders if name != "__pycache__"]
            paths += [os.path.join(folder, name) for name in names if name.endswith(".py")]
    statuses = [(path, os.stat(path)) for path in sorted(paths)]
    return [(path, status.st_size, status.st_mtime_ns) for path, status in statuses]


def derive() -> Command:
    """Return the table as it follows from the declarations of all commands."""
    import typer

    from puzzle_runner import cli

    return _described(typer.main.get_command(cli.program(cli.loaded([]))))


def _described(command: Any) -> Command:
    """Return what is to be known of a command of typer. It has no public types for them."""
    import inspect
    from enum import StrEnum
    from pathlib import Path

    import typer

    from puzzle_runner.commands.options import Words
    from puzzle_runner.typer import words_of

    declared = inspect.signature(inspect.unwrap(command.callback)).parameters if command.callback else {}
    arguments, options = list[str](), dict[str, Option]()
    for parameter in command.get_params(typer.Context(command)):
        annotation = declared[parameter.name].annotation if parameter.name in declared else None
        type_ = words_of(annotation)[0] if annotation else bool
        # The choices of a value, else its mark and the words of its metavar.
        kind = "|".join(type_) if issubclass(type_, StrEnum) else ""
        if not kind:
            marks = [mark for mark in getattr(annotation, "__metadata__", ()) if isinstance(mark, Words)]
            unmarked = FILE if issubclass(type_, Path) else TEXT
            words = [
                word for word in (parameter.metavar or "").split("|") if word.isalpha() and word.islower()
            ]
            kind = "|".join([marks[-1].name if marks else unmarked, *words])
        if parameter.param_type_name == "argument":
            arguments.append(f"{kind}..." if parameter.nargs == -1 else kind)
            continue
        kind = "" if parameter.is_flag else kind
        option = Option(name=parameter.opts[0], help=parameter.help or "", kind=kind)
        options |= dict.fromkeys(parameter.opts, option)
    below = getattr(command, "commands", {})
    return Command(
        help=command.get_short_help_str(200),
        arguments=arguments,
        options=options,
        commands={name: _described(below[name]) for name in below},
    )
